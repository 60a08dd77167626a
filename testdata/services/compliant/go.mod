module example.com/compliant

go 1.26.0

require (
	github.com/lib/pq v1.12.3
	github.com/reslint/reslint v0.0.0
	github.com/sony/gobreaker/v2 v2.4.0
	golang.org/x/sync v0.25.0
)

require gopkg.in/yaml.v3 v3.0.1 // indirect

replace github.com/reslint/reslint => ../../..
