package main

import (
	"html/template"
	"io"
)

// writePage writes a page that needs nothing else: a chart and the table.
func writePage(w io.Writer, rows []Row) error { return page.Execute(w, rows) }

var page = template.Must(template.New("page").Funcs(template.FuncMap{
	"y":     func(i int) int { return 10 + 34*i },
	"text":  func(i int) int { return 10 + 34*i + 17 },
	"total": func(rows []Row) int { return 20 + 34*len(rows) },
	"width": func(r Row) float64 { return min(r.Kept(), 100) * 4 },
	"label": func(r Row) float64 { return 328 + min(r.Kept(), 100)*4 },
	"color": func(r Row) string {
		if r.Kept() >= 95 {
			return "#2e7d32"
		}
		return "#c62828"
	},
}).Parse(`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>One system hangs: what does the other keep?</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #222; background: #fff }
svg { width: 100%; height: auto } svg text { font: 14px system-ui, sans-serif; fill: #222 }
.scroll { overflow-x: auto }
table { border-collapse: collapse; margin-top: 1rem } th, td { padding: .3rem .7rem; text-align: right; border-bottom: 1px solid #ddd }
th:first-child, td:first-child, td:last-child, th:last-child { text-align: left }
</style>
<h1>One system hangs: what does the other keep?</h1>
<p>Two real systems on loopback. The healthy one answers after 25&nbsp;ms to 8 callers; the other never answers its 32. The bars
show how much of its throughput the healthy system keeps, by what the two share.</p>
<svg viewBox="0 0 800 {{total .}}" role="img" aria-label="Share of its throughput that the healthy system keeps">
{{range $i, $r := .}}<text x="310" y="{{text $i}}" text-anchor="end">{{$r.Way}}</text>
<rect x="320" y="{{y $i}}" width="400" height="24" fill="#eee"/><rect x="320" y="{{y $i}}" width="{{printf "%.1f" (width $r)}}" height="24" fill="{{color $r}}"/>
<text x="{{printf "%.1f" (label $r)}}" y="{{text $i}}">{{printf "%.0f %%" $r.Kept}}</text>
{{end}}</svg>
<div class="scroll"><table>
<tr><th>shared<th>alone/s<th>beside/s<th>kept<th>success<th>p50<th>p99<th>held<th>why
{{range .}}<tr><td>{{.Way}}<td>{{printf "%.0f" .Alone.PerSecond}}<td>{{printf "%.0f" .Beside.PerSecond}}<td>{{printf "%.0f %%" .Kept}}<td>{{printf "%.1f %%" .Beside.SuccessRate}}<td>{{.Beside.P50}}<td>{{.Beside.P99}}<td>{{.Held}}<td>{{.Note}}
{{end}}</table></div>
<p>alone/s and beside/s: good answers a second of the healthy system, by itself and while the other hangs. success, p50, p99: of
its calls while the other hangs. held: calls stuck in the hanging system at a time.</p>
</html>
`))
