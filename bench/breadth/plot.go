//go:build unix

package main

import (
	"fmt"
	"html"
	"math"
	"strings"
)

// The plot: two panels side by side, both axes logarithmic.
const (
	panelWidth, panelHeight = 420.0, 320.0
	marginLeft, marginTop   = 60.0, 30.0
	marginBottom            = 45.0
)

// A panel is one diagram over the lines of the modules.
type panel struct {
	title  string
	left   float64 // of the panel
	value  func(usage) float64
	x0, x1 float64 // exponents of 10 at the ends of the axes
	y0, y1 float64
}

// plot draws time and memory against lines, of loading and of reslint.
func plot(all []outcome) string {
	var shown []outcome
	for _, o := range all {
		if o.whole() && o.Lines > 0 {
			shown = append(shown, o)
		}
	}
	var b strings.Builder
	width, height := 2*(panelWidth+marginLeft)+40, panelHeight+marginTop+marginBottom
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.0f %.0f" font-family="sans-serif" font-size="11">`+"\n", width, height)
	fmt.Fprintf(&b, `<rect width="%.0f" height="%.0f" fill="white"/>`+"\n", width, height)
	for i, p := range []panel{
		{title: "time, seconds", value: func(u usage) float64 { return u.CPU }},
		{title: "peak memory, MB", value: func(u usage) float64 { return u.Megabytes }},
	} {
		p.left = marginLeft + float64(i)*(panelWidth+marginLeft)
		p.fit(shown)
		p.draw(&b, shown)
	}
	b.WriteString("</svg>\n")
	return b.String()
}

// fit makes the axes from power of ten to power of ten.
func (p *panel) fit(all []outcome) {
	p.x0, p.y0 = math.Inf(1), math.Inf(1)
	p.x1, p.y1 = math.Inf(-1), math.Inf(-1)
	for _, o := range all {
		x := math.Log10(float64(o.Lines))
		p.x0, p.x1 = min(p.x0, math.Floor(x)), max(p.x1, math.Ceil(x))
		for _, u := range []usage{o.Load, o.Check} {
			y := math.Log10(p.value(u))
			p.y0, p.y1 = min(p.y0, math.Floor(y)), max(p.y1, math.Ceil(y))
		}
	}
	if len(all) == 0 {
		p.x0, p.x1, p.y0, p.y1 = 0, 1, 0, 1
	}
	p.x1, p.y1 = max(p.x1, p.x0+1), max(p.y1, p.y0+1)
}

func (p *panel) x(lines int) float64 {
	return p.left + (math.Log10(float64(lines))-p.x0)/(p.x1-p.x0)*panelWidth
}

func (p *panel) y(v float64) float64 {
	return marginTop + panelHeight - (math.Log10(v)-p.y0)/(p.y1-p.y0)*panelHeight
}

func (p *panel) draw(b *strings.Builder, all []outcome) {
	fmt.Fprintf(b, `<text x="%.1f" y="18" font-weight="bold">%s</text>`+"\n", p.left, html.EscapeString(p.title))
	p.grid(b)
	for _, o := range all {
		x, load, check := p.x(o.Lines), p.y(p.value(o.Load)), p.y(p.value(o.Check))
		title := html.EscapeString(fmt.Sprintf("%s: %d lines, loading %.1f, reslint %.1f", label(o), o.Lines, p.value(o.Load), p.value(o.Check)))
		fmt.Fprintf(b, `<g><title>%s</title><line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" stroke="#bbb"/>`, title, x, load, x, check)
		fmt.Fprintf(b, `<circle cx="%.1f" cy="%.1f" r="3" fill="white" stroke="#777"/><circle cx="%.1f" cy="%.1f" r="3" fill="#c0392b"/></g>`+"\n", x, load, x, check)
	}
	x, y := p.left+10, marginTop+14
	fmt.Fprintf(b, `<circle cx="%.1f" cy="%.1f" r="3" fill="#c0392b"/><text x="%.1f" y="%.1f">reslint</text>`+"\n", x, y-4, x+8, y)
	fmt.Fprintf(b, `<circle cx="%.1f" cy="%.1f" r="3" fill="white" stroke="#777"/><text x="%.1f" y="%.1f">loading alone</text>`+"\n", x, y+11, x+8, y+15)
}

// grid draws a line with its number at each power of ten.
func (p *panel) grid(b *strings.Builder) {
	bottom, right := marginTop+panelHeight, p.left+panelWidth
	for e := p.x0; e <= p.x1; e++ {
		x := p.left + (e-p.x0)/(p.x1-p.x0)*panelWidth
		fmt.Fprintf(b, `<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" stroke="#eee"/>`, x, marginTop, x, bottom)
		fmt.Fprintf(b, `<text x="%.1f" y="%.1f" text-anchor="middle">%s</text>`+"\n", x, bottom+16, power(e))
	}
	for e := p.y0; e <= p.y1; e++ {
		y := bottom - (e-p.y0)/(p.y1-p.y0)*panelHeight
		fmt.Fprintf(b, `<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" stroke="#eee"/>`, p.left, y, right, y)
		fmt.Fprintf(b, `<text x="%.1f" y="%.1f" text-anchor="end">%s</text>`+"\n", p.left-6, y+4, power(e))
	}
	fmt.Fprintf(b, `<rect x="%.1f" y="%.1f" width="%.0f" height="%.0f" fill="none" stroke="#999"/>`+"\n", p.left, marginTop, panelWidth, panelHeight)
	fmt.Fprintf(b, `<text x="%.1f" y="%.1f" text-anchor="middle">lines of Go</text>`+"\n", p.left+panelWidth/2, bottom+34)
}

// power writes 10 to the power of e in full.
func power(e float64) string {
	return fmt.Sprintf("%.*f", int(max(0, -e)), math.Pow(10, e))
}
