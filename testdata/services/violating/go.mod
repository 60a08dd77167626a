module example.com/payments

go 1.26.0

require (
	github.com/lib/pq v1.12.3
	github.com/sony/gobreaker/v2 v2.4.0
	golang.org/x/sync v0.25.0
	gopkg.in/yaml.v3 v3.0.1
)
