module github.com/grpc-ecosystem/go-grpc-middleware

go 1.26

require google.golang.org/grpc v1.85.0
