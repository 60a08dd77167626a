package catalog

// Rows of modules outside the standard library. A constructor's result is written as net/http sees it: a client with
// Timeout and Transport, whatever the library calls its fields.

var libraryTypes = []Type{
	{Name: "github.com/hashicorp/go-retryablehttp.Client", Kind: Retryable, Fields: F{"HTTPClient": libraryDefault}}, // a nil one is made at the first request
	{Name: "golang.org/x/oauth2.Transport", Kind: Wrapper},
	{Name: "go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp.Transport", Kind: Wrapper},
	{Name: "golang.org/x/sync/errgroup.Group", Kind: Group},
	{Name: "golang.org/x/net/http2.Transport", Plain: true},
	{Name: "github.com/quic-go/quic-go/http3.Transport", Plain: true},
	{Name: "github.com/quic-go/quic-go/http3.RoundTripper", Plain: true},
}

// cleanTransport is cleanhttp.DefaultPooledTransport: net/http's defaults and idle connections for each CPU.
func cleanTransport() *Shape {
	return defaultsTransport(F{"MaxIdleConnsPerHost": unknown})
}

// cleanUnpooled is cleanhttp.DefaultTransport: the same without keep-alives.
func cleanUnpooled() *Shape {
	return defaultsTransport(F{"MaxIdleConnsPerHost": number(-1), "DisableKeepAlives": number(1)})
}

// wrapFunc is otelhttp.NewTransport and its like: argument 0 is the base, nil means the default.
func wrapFunc(name string) Func {
	return Func{Name: name, Results: results(wrap(arg(0)))}
}

// wrapSecond is promhttp.InstrumentRoundTripperCounter and its like: argument 1 is the base.
func wrapSecond(name string) Func {
	return Func{Name: name, Results: results(wrap(arg(1)))}
}

// oauthClient is what golang.org/x/oauth2 makes: a client over a round tripper whose base, timeout and jar come from
// the client in the context, where there is one.
func oauthClient(ctx *Shape) *Shape {
	inner := or(oauthInner(ctx), &Shape{Op: Default, Kind: Client})
	return fresh(Client, F{"Transport": wrap(field(inner, "Transport")), "Timeout": field(inner, "Timeout")})
}

// oauthInner is the client that golang.org/x/oauth2 finds in a context.
func oauthInner(ctx *Shape) *Shape {
	return &Shape{Op: ValueOf, Field: "golang.org/x/oauth2.HTTPClient", Of: []*Shape{ctx}}
}

// oauthToken is a function that gets a token through the client in its context, where there is one.
func oauthToken(name string) Func {
	return Func{Name: name, Send: &Send{Client: oauthInner(arg(1)), Ctx: arg(1)}, Results: results(unknown, unknown)}
}

// oauthSource is a function that makes a source of tokens, which get them as oauthToken does.
func oauthSource(name string) Func {
	f := oauthToken(name)
	f.Results = results(unknown)
	return f
}

// websocketDial is a handshake through the client in the options.
func websocketDial(path string) Func {
	return Func{Name: path + ".Dial", Results: results(unknown, unknown, unknown),
		Send: &Send{Client: field(arg(2), "HTTPClient"), Ctx: arg(0), URL: arg(1), Stream: true}}
}

// prometheusClient is what prometheus/common makes: no timeout, a transport with its own idle limits and, unless an
// option sets one, no timeout for dialling.
func prometheusClient() *Shape {
	return fresh(Client, F{"Transport": defaultsTransport(F{"MaxIdleConnsPerHost": number(1000), "DialContext": or(elem(2), zero)})})
}

// Retries are the fields of clients that say how often they send again what fails, and RetryIf those with which a program
// chooses what that is, of retryablehttp and resty.
var (
	Retries = []string{"RetryMax", "RetryCount"}
	RetryIf = []string{"CheckRetry", "RetryConditions"}
)

var libraryFuncs = []Func{
	{Name: "github.com/hashicorp/go-cleanhttp.DefaultTransport", Results: results(cleanUnpooled())},
	{Name: "github.com/hashicorp/go-cleanhttp.DefaultPooledTransport", Results: results(cleanTransport())},
	{Name: "github.com/hashicorp/go-cleanhttp.DefaultClient", Results: results(fresh(Client, F{"Transport": cleanUnpooled()}))},
	{Name: "github.com/hashicorp/go-cleanhttp.DefaultPooledClient", Results: results(fresh(Client, F{"Transport": cleanTransport()}))},

	{Name: "github.com/hashicorp/go-retryablehttp.NewClient", Results: results(
		fresh(Retryable, F{"HTTPClient": fresh(Client, F{"Transport": cleanTransport()})}))},
	{Name: "(*github.com/hashicorp/go-retryablehttp.Client).StandardClient", Results: results(
		field(arg(0), "HTTPClient"))}, // each attempt is bounded by the inner client's timeout
	{Name: "github.com/hashicorp/go-retryablehttp.NewRequest", Results: results(request, unknown)},
	{Name: "github.com/hashicorp/go-retryablehttp.NewRequestWithContext", Results: results(requestOf(arg(0), arg(2)), unknown)},
	{Name: "github.com/hashicorp/go-retryablehttp.FromRequest", Results: results(arg(0), unknown)},
	{Name: "(*github.com/hashicorp/go-retryablehttp.Request).WithContext", Results: results(copyOf(arg(0), F{"ctx": arg(1)}))},
	{Name: "(*github.com/hashicorp/go-retryablehttp.Client).Do", Send: &Send{Client: field(arg(0), "HTTPClient"), Again: true, Req: arg(1)}, Results: results(unknown, unknown)},
	{Name: "(*github.com/hashicorp/go-retryablehttp.Client).Get", Send: &Send{Client: field(arg(0), "HTTPClient"), Again: true, URL: arg(1)}, Results: results(unknown, unknown)},
	{Name: "(*github.com/hashicorp/go-retryablehttp.Client).Head", Send: &Send{Client: field(arg(0), "HTTPClient"), Again: true, URL: arg(1)}, Results: results(unknown, unknown)},
	{Name: "(*github.com/hashicorp/go-retryablehttp.Client).Post", Send: &Send{Client: field(arg(0), "HTTPClient"), Again: true, URL: arg(1)}, Results: results(unknown, unknown)},
	{Name: "(*github.com/hashicorp/go-retryablehttp.Client).PostForm", Send: &Send{Client: field(arg(0), "HTTPClient"), Again: true, URL: arg(1)}, Results: results(unknown, unknown)},
	{Name: "github.com/hashicorp/go-retryablehttp.Get", Send: &Send{Client: libraryDefault, URL: arg(0)}, Results: results(unknown, unknown)},
	{Name: "github.com/hashicorp/go-retryablehttp.Head", Send: &Send{Client: libraryDefault, URL: arg(0)}, Results: results(unknown, unknown)},
	{Name: "github.com/hashicorp/go-retryablehttp.Post", Send: &Send{Client: libraryDefault, URL: arg(0)}, Results: results(unknown, unknown)},
	{Name: "github.com/hashicorp/go-retryablehttp.PostForm", Send: &Send{Client: libraryDefault, URL: arg(0)}, Results: results(unknown, unknown)},

	{Name: "golang.org/x/oauth2.NewClient", Results: results(oauthClient(arg(0)))},
	{Name: "(*golang.org/x/oauth2.Config).Client", Results: results(oauthClient(arg(1)))},
	{Name: "(*golang.org/x/oauth2/clientcredentials.Config).Client", Results: results(oauthClient(arg(1)))},
	{Name: "(*golang.org/x/oauth2/jwt.Config).Client", Results: results(oauthClient(arg(1)))},
	oauthToken("(*golang.org/x/oauth2.Config).Exchange"),
	oauthToken("(*golang.org/x/oauth2.Config).PasswordCredentialsToken"),
	oauthToken("(*golang.org/x/oauth2/clientcredentials.Config).Token"),
	oauthSource("(*golang.org/x/oauth2.Config).TokenSource"),
	oauthSource("(*golang.org/x/oauth2/clientcredentials.Config).TokenSource"),
	oauthSource("(*golang.org/x/oauth2/jwt.Config).TokenSource"),

	wrapFunc("go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp.NewTransport"),
	wrapFunc("github.com/getsentry/sentry-go/httpclient.NewSentryRoundTripper"),
	wrapFunc("github.com/aws/aws-xray-sdk-go/xray.RoundTripper"),
	wrapFunc("gopkg.in/DataDog/dd-trace-go.v1/contrib/net/http.WrapRoundTripper"),
	wrapFunc("github.com/DataDog/dd-trace-go/contrib/net/http/v2.WrapRoundTripper"),
	wrapSecond("github.com/prometheus/client_golang/prometheus/promhttp.InstrumentRoundTripperCounter"),
	wrapSecond("github.com/prometheus/client_golang/prometheus/promhttp.InstrumentRoundTripperDuration"),
	wrapSecond("github.com/prometheus/client_golang/prometheus/promhttp.InstrumentRoundTripperInFlight"),
	wrapSecond("github.com/prometheus/client_golang/prometheus/promhttp.InstrumentRoundTripperTrace"),

	websocketDial("github.com/coder/websocket"),
	websocketDial("nhooyr.io/websocket"),

	{Name: "golang.org/x/net/http2.ConfigureTransport", Results: results(unknown)},
	{Name: "golang.org/x/net/http2.ConfigureTransports", Results: results(unknown, unknown)},

	// Each operation has a deadline: 30 s, or what its parameters say.
	{Name: "github.com/go-openapi/runtime/client.NewWithClient", Results: results(unknown),
		Send: &Send{Client: arg(3), Ctx: deadline(noContext, unknown)}},

	{Name: "github.com/prometheus/common/config.NewClientFromConfig", Results: results(prometheusClient(), unknown)},
	{Name: "github.com/prometheus/common/config.NewClientFromConfigWithContext", Results: results(prometheusClient(), unknown)},

	{Name: "(*golang.org/x/sync/errgroup.Group).Go", Calls: []int{1}, Spawns: true},
	{Name: "(*golang.org/x/sync/errgroup.Group).TryGo", Calls: []int{1}, Spawns: true},
	{Name: "(*github.com/spf13/cobra.Command).Context", Results: results(noContext)},
	{Name: "(*github.com/sirupsen/logrus.Logger).Fatal", Exits: true},
	{Name: "(*github.com/sirupsen/logrus.Logger).Fatalf", Exits: true},
	{Name: "github.com/sirupsen/logrus.Fatal", Exits: true},
	{Name: "github.com/sirupsen/logrus.Fatalf", Exits: true},
	{Name: "(*go.uber.org/zap.Logger).Fatal", Exits: true},
	{Name: "(*go.uber.org/zap.SugaredLogger).Fatal", Exits: true},
	{Name: "(*go.uber.org/zap.SugaredLogger).Fatalln", Exits: true},
	{Name: "(*go.uber.org/zap.SugaredLogger).Fatalf", Exits: true},
	{Name: "(*go.uber.org/zap.SugaredLogger).Fatalw", Exits: true},
}
