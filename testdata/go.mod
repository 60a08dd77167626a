module example.com/fixtures

go 1.26.0

require (
	github.com/coder/websocket v1.8.15
	github.com/failsafe-go/failsafe-go v0.9.8
	github.com/getsentry/sentry-go v0.43.0
	github.com/go-chi/chi/v5 v5.5.0
	github.com/go-resty/resty/v2 v2.17.2
	github.com/gregjones/httpcache v0.0.0-20190611155906-901d90724c79
	github.com/hashicorp/go-cleanhttp v0.5.2
	github.com/hashicorp/go-retryablehttp v0.7.8
	github.com/prometheus/client_golang v1.25.0
	github.com/valyala/fasthttp v1.78.0
	go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp v0.72.0
	golang.org/x/net v0.62.0
	golang.org/x/oauth2 v0.38.0
	golang.org/x/sync v0.25.0
	google.golang.org/grpc v1.85.0
	resty.dev/v3 v3.0.0-rc.4
)

require (
	github.com/influxdata/tdigest v0.0.1 // indirect
	github.com/klauspost/compress v1.20.3 // indirect
	github.com/molecule-man/go-brrr v1.3.1 // indirect
	github.com/smartystreets/goconvey v1.8.1 // indirect
	github.com/valyala/bytebufferpool v1.0.0 // indirect
)

require (
	github.com/afex/hystrix-go v0.0.0-20180502004556-fa1af6a1f4f5
	github.com/beorn7/perks v1.0.1 // indirect
	github.com/bits-and-blooms/bitset v1.24.4 // indirect
	github.com/cep21/circuit/v4 v4.0.1
	github.com/cespare/xxhash/v2 v2.3.0 // indirect
	github.com/felixge/httpsnoop v1.1.0 // indirect
	github.com/gin-gonic/gin v1.12.0
	github.com/go-logr/logr v1.4.4 // indirect
	github.com/go-logr/stdr v1.2.2 // indirect
	github.com/gofiber/fiber/v2 v2.52.9
	github.com/jackc/pgx/v5 v5.7.6
	github.com/labstack/echo/v4 v4.13.4
	github.com/munnerz/goautoneg v0.0.0-20191010083416-a7dc8b61c822 // indirect
	github.com/prometheus/client_model v0.6.3 // indirect
	github.com/prometheus/common v0.72.0 // indirect
	github.com/prometheus/procfs v0.22.0 // indirect
	github.com/redis/go-redis/v9 v9.14.0
	github.com/sony/gobreaker v1.0.0
	github.com/sony/gobreaker/v2 v2.4.0
	go.opentelemetry.io/auto/sdk v1.2.1 // indirect
	go.opentelemetry.io/otel v1.47.0
	go.opentelemetry.io/otel/log v1.47.0 // indirect
	go.opentelemetry.io/otel/metric v1.47.0 // indirect
	go.opentelemetry.io/otel/trace v1.47.0 // indirect
	golang.org/x/sys v0.49.0 // indirect
	golang.org/x/text v0.43.0 // indirect
	google.golang.org/genproto/googleapis/rpc v0.0.0-20260817212433-ac3dfec99bb1 // indirect
	google.golang.org/protobuf v1.36.12 // indirect
	k8s.io/apimachinery v0.36.4
)

replace github.com/gin-gonic/gin => ./stubs/gin

replace github.com/labstack/echo/v4 => ./stubs/echo

replace github.com/gofiber/fiber/v2 => ./stubs/fiber

replace github.com/cep21/circuit/v4 => ./stubs/circuit

replace github.com/jackc/pgx/v5 => ./stubs/pgx

replace github.com/redis/go-redis/v9 => ./stubs/redis

require (
	example.net/other/plain v0.0.0
	example.org/maker/sdk v0.0.0
)

replace example.net/other/plain => ./stubs/plain

replace example.org/maker/sdk => ./stubs/sdk

replace k8s.io/apimachinery => ./stubs/apimachinery

require (
	github.com/grpc-ecosystem/go-grpc-middleware v1.4.0
	github.com/grpc-ecosystem/go-grpc-middleware/v2 v2.3.4
	github.com/grpc-ecosystem/go-grpc-prometheus v1.2.0
	github.com/marusama/semaphore/v2 v2.5.0
	go.opentelemetry.io/contrib/instrumentation/google.golang.org/grpc/otelgrpc v0.60.0
)

replace github.com/marusama/semaphore/v2 => ./stubs/marusama

replace github.com/grpc-ecosystem/go-grpc-middleware => ./stubs/grpcmiddleware

replace github.com/grpc-ecosystem/go-grpc-middleware/v2 => ./stubs/grpcmiddleware2

require github.com/gomodule/redigo v1.9.2

replace github.com/gomodule/redigo => ./stubs/redigo

require github.com/hibiken/asynq v0.25.1

replace github.com/hibiken/asynq => ./stubs/asynq
