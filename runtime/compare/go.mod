module github.com/reslint/reslint/runtime/compare

go 1.26.0

require (
	github.com/failsafe-go/failsafe-go v0.9.8
	github.com/reslint/reslint v0.0.0
	github.com/sony/gobreaker/v2 v2.4.0
	golang.org/x/sync v0.25.0
)

require (
	github.com/bits-and-blooms/bitset v1.24.4 // indirect
	gopkg.in/yaml.v3 v3.0.1 // indirect
)

replace github.com/reslint/reslint => ../..
