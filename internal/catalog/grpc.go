package catalog

import (
	"go/types"
	"strings"

	"github.com/reslint/reslint/internal/gotypes"
)

// gRPC. A connection has no timeout of its own: what bounds an RPC is the context of the call, a service config with
// timeouts, or an interceptor. Options of a connection that have no row may be any of these.

const grpcPath = "google.golang.org/grpc"

// harmless is an option, or an interceptor, that gives RPCs no deadline.
var harmless = number(1)

// connection is a connection to a target, with options: each is harmless, a service config in JSON, or not known.
func connection(target, options int) []*Shape {
	return results(fresh(GRPC, F{"BaseURL": arg(target), "Options": elem(options)}), unknown)
}

func harmlessOption(name string) Func {
	return Func{Name: grpcPath + "." + name, Results: results(harmless)}
}

var grpcTypes = []Type{
	{Name: grpcPath + ".ClientConn", Kind: GRPC},
}

var grpcFuncs = []Func{
	{Name: grpcPath + ".NewClient", Results: connection(0, 1)},
	{Name: grpcPath + ".Dial", Results: connection(0, 1)},
	{Name: grpcPath + ".DialContext", Results: connection(1, 2)},
	{Name: "(*" + grpcPath + ".ClientConn).Invoke", Send: &Send{Client: arg(0), Ctx: arg(1), RPC: true}, Results: results(unknown)},
	{Name: "(*" + grpcPath + ".ClientConn).NewStream", Send: &Send{Client: arg(0), Ctx: arg(1), RPC: true, Stream: true}, Results: results(unknown, unknown)},

	{Name: grpcPath + ".WithDefaultServiceConfig", Results: results(arg(0))},
	{Name: grpcPath + ".WithUnaryInterceptor", Results: results(arg(0))},
	{Name: grpcPath + ".WithChainUnaryInterceptor", Results: results(elem(0))},
	harmlessOption("FailOnNonTempDialError"),
	harmlessOption("WithAuthority"),
	harmlessOption("WithBackoffConfig"),
	harmlessOption("WithBackoffMaxDelay"),
	harmlessOption("WithBlock"),
	harmlessOption("WithChainStreamInterceptor"),
	harmlessOption("WithChannelzParentID"),
	harmlessOption("WithCodec"),
	harmlessOption("WithCompressor"),
	harmlessOption("WithConnectParams"),
	harmlessOption("WithCredentialsBundle"),
	harmlessOption("WithDecompressor"),
	harmlessOption("WithDefaultCallOptions"),
	harmlessOption("WithDisableHealthCheck"),
	harmlessOption("WithDisableRetry"),
	harmlessOption("WithDisableServiceConfig"),
	harmlessOption("WithIdleTimeout"),
	harmlessOption("WithInitialConnWindowSize"),
	harmlessOption("WithInitialWindowSize"),
	harmlessOption("WithInsecure"),
	harmlessOption("WithKeepaliveParams"),
	harmlessOption("WithLocalDNSResolution"),
	harmlessOption("WithMaxCallAttempts"),
	harmlessOption("WithMaxHeaderListSize"),
	harmlessOption("WithMaxMsgSize"),
	harmlessOption("WithNoProxy"),
	harmlessOption("WithPerRPCCredentials"),
	harmlessOption("WithReadBufferSize"),
	harmlessOption("WithReturnConnectionError"),
	harmlessOption("WithSharedWriteBuffer"),
	harmlessOption("WithStaticConnWindowSize"),
	harmlessOption("WithStaticStreamWindowSize"),
	harmlessOption("WithStatsHandler"),
	harmlessOption("WithStreamInterceptor"),
	harmlessOption("WithTimeout"), // of the dial
	harmlessOption("WithTransportCredentials"),
	harmlessOption("WithUserAgent"),
	harmlessOption("WithWriteBufferSize"),
}

// Interceptors of RPCs that hand on the context they get, or one made from it: traces, metrics, logs and the like. Those that
// retry are not here: their options, also those of one call, can give each attempt a deadline.
const (
	middlewarePath  = "github.com/grpc-ecosystem/go-grpc-middleware"
	interceptorName = ".UnaryClientInterceptor"
)

func interceptor(name string) Func { return Func{Name: name, Results: results(harmless)} }

var interceptorFuncs = []Func{
	interceptor("go.opentelemetry.io/contrib/instrumentation/google.golang.org/grpc/otelgrpc" + interceptorName),
	interceptor("(*github.com/grpc-ecosystem/go-grpc-prometheus.ClientMetrics)" + interceptorName),
	interceptor("(*" + middlewarePath + "/providers/prometheus.ClientMetrics)" + interceptorName),
	interceptor("github.com/grpc-ecosystem/grpc-opentracing/go/otgrpc.OpenTracingClientInterceptor"),
	interceptor("gopkg.in/DataDog/dd-trace-go.v1/contrib/google.golang.org/grpc" + interceptorName),

	{Name: middlewarePath + ".ChainUnaryClient", Results: results(elem(0))},
	interceptor(middlewarePath + "/logging/kit" + interceptorName),
	interceptor(middlewarePath + "/logging/kit.PayloadUnaryClientInterceptor"),
	interceptor(middlewarePath + "/logging/logrus" + interceptorName),
	interceptor(middlewarePath + "/logging/logrus.PayloadUnaryClientInterceptor"),
	interceptor(middlewarePath + "/logging/zap" + interceptorName),
	interceptor(middlewarePath + "/logging/zap.PayloadUnaryClientInterceptor"),
	interceptor(middlewarePath + "/tracing/opentracing" + interceptorName),
	interceptor(middlewarePath + "/validator" + interceptorName),
	interceptor(middlewarePath + "/v2/interceptors/logging" + interceptorName),
	interceptor(middlewarePath + "/v2/interceptors/ratelimit" + interceptorName),
	interceptor(middlewarePath + "/v2/interceptors/validator" + interceptorName),
	{Name: middlewarePath + "/v2/interceptors/selector" + interceptorName, Results: results(arg(0))},
}

var interceptorVars = []Var{
	{"github.com/grpc-ecosystem/go-grpc-prometheus" + interceptorName, harmless},
}

// IsInvoker reports whether a type is the function that an interceptor calls to go on with an RPC.
func IsInvoker(t types.Type) bool { return gotypes.Is(t, grpcPath, "UnaryInvoker") }

// The methods of generated clients, and the functions that make them, by their shapes: no table could list them.
var (
	unaryRPC  = &Func{Send: &Send{Client: arg(0), Ctx: arg(1), RPC: true}, Results: results(unknown, unknown)}
	streamRPC = &Func{Send: &Send{Client: arg(0), Ctx: arg(1), RPC: true, Stream: true}, Results: results(unknown, unknown)}
	newStub   = &Func{Results: results(arg(0))} // a stub is the connection that it is over
)

// LookupRPC returns what is known of an interface's method that has the shape of an RPC in generated gRPC clients: the
// context first, call options last. It is nil for any other.
func LookupRPC(f *types.Func) *Func {
	sig := f.Signature()
	if !sig.Variadic() || sig.Recv() == nil || !takesCall(sig) || !types.IsInterface(sig.Recv().Type()) {
		return nil
	}
	if sig.Results().Len() > 0 && isStream(sig.Results().At(0).Type()) {
		return streamRPC
	}
	return unaryRPC
}

// takesCall reports whether a function takes a context and call options.
func takesCall(sig *types.Signature) bool {
	n := sig.Params().Len()
	if n < 2 || !gotypes.Is(sig.Params().At(0).Type(), "context", "Context") {
		return false
	}
	rest, ok := sig.Params().At(n - 1).Type().(*types.Slice)
	return ok && gotypes.Is(rest.Elem(), grpcPath, "CallOption")
}

// isStream reports whether a type has the methods by which a stream goes on.
func isStream(t types.Type) bool {
	if !types.IsInterface(t) {
		return false
	}
	for _, name := range []string{"RecvMsg", "CloseSend"} {
		if obj, _, _ := types.LookupFieldOrMethod(t, false, nil, name); obj == nil {
			return false
		}
	}
	return true
}

// IsStub reports whether a type is the interface of a generated gRPC client, or one of a connection: RPCs are called
// through it.
func IsStub(t types.Type) bool {
	in, ok := types.Unalias(t).Underlying().(*types.Interface)
	if !ok {
		return false
	}
	for m := range in.Methods() {
		if sig := m.Signature(); sig.Variadic() && takesCall(sig) {
			return true
		}
	}
	return false
}

// LookupStub returns what is known of a function that makes a generated gRPC client over a connection, as in
// NewPaymentsClient(grpc.ClientConnInterface) PaymentsClient, or nil.
func LookupStub(f *types.Func) *Func {
	sig := f.Signature()
	if sig.Recv() != nil || sig.Params().Len() != 1 || sig.Results().Len() != 1 || !strings.HasPrefix(f.Name(), "New") {
		return nil
	}
	n, ok := types.Unalias(sig.Results().At(0).Type()).(*types.Named)
	if !ok || n.Obj().Pkg() != f.Pkg() || f.Name() != "New"+n.Obj().Name() || !IsConnection(sig.Params().At(0).Type()) || !IsStub(n) {
		return nil
	}
	return newStub
}

// IsConnection reports whether a type is a gRPC connection, or the interface of one.
func IsConnection(t types.Type) bool {
	return KindOf(t) == GRPC || gotypes.Is(t, grpcPath, "ClientConnInterface")
}
