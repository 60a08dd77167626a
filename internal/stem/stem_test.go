package stem_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/reslint/reslint/internal/stem"
)

// The stem of each name, with hyphens between its words; "" is none.
var table = map[string]string{
	// parts, in Go's styles
	"sberClient": "sber", "sberHTTPClient": "sber", "SberHttpClient": "sber", "httpSberClient": "sber", "sberBreaker": "sber",
	"sberCB": "sber", "sberCb": "sber", "cbSber": "sber", "sberSem": "sber", "sberSemaphore": "sber", "semSber": "sber",
	"sberBulkhead": "sber", "sberLimiter": "sber", "sberTransport": "sber", "sberRoundTripper": "sber", "sberConn": "sber",
	"sberPool": "sber", "sberUnit": "sber", "sberCircuitBreaker": "sber", "newSberClient": "sber", "theSberClient": "sber",
	// adapters and settings
	"SberAdapter": "sber", "NewSberAdapter": "sber", "SberGateway": "sber", "SberProvider": "sber", "SberConnector": "sber",
	"SberIntegration": "sber", "SberSettings": "sber", "SberClientSettings": "sber", "SberConfig": "sber", "sberCfg": "sber",
	"sberOpts": "sber", "SberService": "sber", "SberAPI": "sber", "sberService": "sber", "sber_section": "sber",
	// other styles
	"sber": "sber", "SBER": "sber", "Sber": "sber", "sber-client": "sber", "sber_client": "sber", "SBER_CLIENT": "sber",
	"sber.client": "sber", "sber client": "sber", "client.sber": "sber", "CLIENT_SBER": "sber", "sber-adapter": "sber",
	"sberclient": "sber", "sberadapter": "sber", "ofdapi": "ofd", "channel-adapter": "channel", "ChannelClient": "channel",
	// initialisms and one letter
	"SBPClient": "sbp", "sbpClient": "sbp", "SBP_CLIENT": "sbp", "HTTPSBPClient": "httpsbp", "S3Client": "s3", "s3_client": "s3",
	"eBayClient": "ebay", "EBayClient": "ebay", "gRPCConn": "", "GRPCConn": "", "OAuthClient": "", "oauth2Client": "", "OAuth2Client": "",
	// several words
	"odnaKassa": "odna-kassa", "odna_kassa": "odna-kassa", "OdnaKassaClient": "odna-kassa", "odna-kassa-breaker": "odna-kassa",
	"sberRefundsBreaker": "sber-refunds", "GitHubClient": "git-hub", "githubClient": "github", "YooKassaGateway": "yoo-kassa",
	"payment-service": "payment", "PaymentsServiceClient": "payments", "sberRetryClient": "sber", "sberV2Client": "sber", "sber2Client": "sber2",
	// nothing that names a system
	"": "", "client": "", "Client": "", "httpClient": "", "HTTPClient": "", "cb": "", "CB": "", "breaker": "", "sem": "", "default": "",
	"defaultClient": "", "c": "", "_": "", "http.Client": "", "retryableHTTPClient": "", "apiClient": "", "authClient": "", "uploadSem": "",
	"circuit-breaker": "", "HTTP GET": "", "externalService": "", "upstream": "", "v2": "", "42": "", "baseTransport": "", "sharedLimiter": "",
	// not of the Latin alphabet
	"сберКлиент": "сбер-клиент", "СБЕР_Client": "сбер",
}

func TestTable(t *testing.T) {
	t.Parallel()
	if len(table) < 80 {
		t.Errorf("only %d names", len(table))
	}
	for text, want := range table {
		n := stem.Of(text)
		if got := n.Join("-"); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
		if n.Known() != (want != "") || n.Stem() != strings.ReplaceAll(want, "-", "") || n.Text != text {
			t.Errorf("%q: %t, %q, %q", text, n.Known(), n.Stem(), n.Text)
		}
	}
}

func TestOfEnv(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"CHANNEL_SERVICE_URL": "channel", "SBER_TOKEN": "sber", "SBER_BASE_URL": "sber", "INSURANCE_API_KEY": "insurance",
		"CLIENT_SBER_TIMEOUT": "sber", "SBER_CERT_FILE": "sber", "TOKEN": "", "BASE_URL": "", "HTTP_PROXY": "", "DATABASE_DSN": "",
		"ODNA_KASSA_SECRET": "odna-kassa", "SBER_PASSWORD": "sber", "USER": "",
	} {
		if got := stem.OfEnv(text).Join("-"); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

func TestAgrees(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"sberClient", "SBER_SEM", true},
		{"odnaKassa", "odna_kassa", true},
		{"odnakassa", "OdnaKassaAdapter", true},
		{"OdnaKassaRefundsBreaker", "odnakassa", true}, // one of the system's own
		{"sber", "sber-refunds", true},
		{"GitHubClient", "github", true},
		{"payments", "paymentAdapter", true}, // a plural
		{"policies", "policy", true},
		{"ServiceNowClient", "servicenow", true}, // the role is a part of the name
		{"client", "sber", true},                 // says nothing
		{"", "", true},
		{"ins", "insurance", false}, // an abbreviation needs an alias
		{"sber", "sberbank", false},
		{"sbr", "sber", false},
		{"sberBreaker", "insuranceBreaker", false},
		{"press", "pres", false}, // no plural
	} {
		a, b := stem.Of(c.a), stem.Of(c.b)
		if a.Agrees(b) != c.want || b.Agrees(a) != c.want {
			t.Errorf("%q and %q: %t", c.a, c.b, !c.want)
		}
	}
	if stem.Of("sber").Says(stem.Of("client")) || !stem.Of("sberRefunds").Says(stem.Of("SBER")) || stem.Of("sber").Says(stem.Of("sberRefunds")) {
		t.Error("Says is about the whole of the other name")
	}
}

func TestIsDefault(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"default": true, "Default": true, "DEFAULT": true, "default-breaker": true, "defaultCB": true,
		"": false, "breaker": false, "sber-default": false, "http": false,
	} {
		if stem.Of(text).IsDefault() != want {
			t.Errorf("%q: %t", text, !want)
		}
	}
}

func TestHasRole(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{"sberClient": true, "semSber": true, "sberCB": true, "sber": false, "payments": false, "": false} {
		if stem.Of(text).HasRole() != want {
			t.Errorf("%q: %t", text, !want)
		}
	}
}

func TestNear(t *testing.T) {
	t.Parallel()
	known := []string{"sber", "insurance", "receipt"}
	for text, want := range map[string]string{
		"sbr": "sber", "sbre": "sber", "sberr": "sber", "sbrBreaker": "sber", "reciept": "receipt", "ins": "insurance", "insurence": "insurance",
		"sber": "sber", "payments": "", "client": "", "": "", "i": "",
	} {
		if got, ok := stem.Of(text).Near(known); got != want || ok != (want != "") {
			t.Errorf("%q: got %q, %t, want %q", text, got, ok, want)
		}
	}
}

// styles write the same words in every way that names are written.
var styles = map[string]func([]string) string{
	"camel": func(w []string) string { return w[0] + strings.Join(each(w[1:], title), "") },
	"Go":    func(w []string) string { return strings.Join(each(w, title), "") },
	"snake": func(w []string) string { return strings.Join(w, "_") },
	"kebab": func(w []string) string { return strings.Join(w, "-") },
	"dots":  func(w []string) string { return strings.Join(w, ".") },
	"SHOUT": func(w []string) string { return strings.ToUpper(strings.Join(w, "_")) },
}

func each(words []string, f func(string) string) []string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = f(w)
	}
	return out
}

func title(w string) string { return string(unicode.ToUpper(rune(w[0]))) + w[1:] }

var roles = []string{"client", "breaker", "cb", "sem", "semaphore", "bulkhead", "limiter", "adapter", "gateway", "provider", "settings", "config",
	"transport", "conn", "service", "api", "http"}

// someWords are words of a system's name: of letters, perhaps with a digit at the end of one.
func someWords(r *rand.Rand) []string {
	words := make([]string, 1+r.IntN(3))
	for i := range words {
		var b strings.Builder
		for range 2 + r.IntN(6) {
			b.WriteByte(byte('a' + r.IntN(26)))
		}
		words[i] = b.String()
	}
	return words
}

const rounds = 20_000

// All styles of the same words have one stem.
func TestStyles(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	for range rounds {
		words := someWords(r)
		if r.IntN(2) == 0 {
			words = append(words, roles[r.IntN(len(roles))])
		}
		if r.IntN(4) == 0 {
			words = append([]string{roles[r.IntN(len(roles))]}, words...)
		}
		if len(words) == 1 {
			words = append(words, "client") // a single word in lower case may have a role written on to it
		}
		want := stem.Of(styles["snake"](words)).Stem()
		for name, style := range styles {
			if got := stem.Of(style(words)); got.Stem() != want {
				t.Fatalf("%s: %q has the stem %q, not %q", name, got.Text, got.Stem(), want)
			}
		}
	}
}

// A role at the end, or several, never changes the stem.
func TestRoleSuffix(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 4))
	for range rounds {
		words := append(someWords(r), "client")
		want := stem.Of(styles["snake"](words)).Stem()
		for range 1 + r.IntN(3) {
			words = append(words, roles[r.IntN(len(roles))])
		}
		for name, style := range styles {
			if got := stem.Of(style(words)); got.Stem() != want {
				t.Fatalf("%s: %q has the stem %q, not %q", name, got.Text, got.Stem(), want)
			}
		}
	}
}

// Agreement is symmetric, every name agrees with itself, and a longer name with its beginning.
func TestAgreement(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(5, 6))
	for range rounds {
		words, other := someWords(r), someWords(r)
		a, b := stem.Of(styles["snake"](words)), stem.Of(styles["Go"](other))
		long := stem.Of(styles["camel"](slices.Concat(words, other)))
		if !a.Agrees(a) || a.Agrees(b) != b.Agrees(a) || !long.Agrees(a) || !a.Agrees(long) {
			t.Fatalf("%q, %q, %q", a.Text, b.Text, long.Text)
		}
	}
}

// Whatever a name is made of, it is cut without a panic, and its stem is a part of it.
func FuzzOf(f *testing.F) {
	for text := range table {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, n := range []stem.Name{stem.Of(text), stem.OfEnv(text)} {
			if n.Known() != (n.Stem() != "") || !n.Agrees(n) {
				t.Errorf("%q: %q", text, n.Stem())
			}
			if again := stem.Of(n.Join("_")); n.Known() && again.Known() && !strings.Contains(n.Stem(), again.Stem()) {
				t.Errorf("%q: %q, then %q", text, n.Stem(), again.Stem())
			}
		}
	})
}
