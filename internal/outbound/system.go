package outbound

import (
	"cmp"
	"net/url"
	"slices"
	"strings"

	"golang.org/x/net/publicsuffix"

	"github.com/reslint/reslint/internal/settings"

	"github.com/reslint/reslint/internal/stem"
)

// Level says how strong the evidence for a system is.
type Level uint8

// The levels of evidence, weakest first. Two consumers are compared at the strongest level that both have.
const (
	NoEvidence Level = iota
	ByField          // the field of one type that the URLs begin with
	ByType           // the stem of an adapter type's name
	ByPackage        // a package below an adapter root
	ByHost           // the registrable domain of a constant URL
	BySettings       // the project's own settings
)

// Evidence is what is known of the system that a consumer calls.
type Evidence struct {
	Setting string   // name in the project's settings
	Domains []string // registrable domains of constant URLs
	Hosts   []string // the hosts that they come from
	Package string   // element below an adapter root
	PkgPath string
	Stem    string // of the adapter type
	Type    string
	Field   string // that the URLs begin with, as path.Type.Field
}

// Name is what the system is called in messages.
func (e Evidence) Name() string {
	switch {
	case e.Setting != "":
		return e.Setting
	case e.Package != "":
		return e.Package
	case e.Stem != "":
		return e.Stem
	case len(e.Domains) > 0:
		return e.Domains[0]
	case e.Field != "":
		return e.Field[lastDot(e.Field)+1:]
	}
	return ""
}

// Says gives the evidence in words: "host hooks.slack.com".
func (e Evidence) Says(l Level) string {
	switch l {
	case BySettings:
		return "systems: in the settings"
	case ByHost:
		return "host " + e.Hosts[0]
	case ByPackage:
		return "package " + e.PkgPath
	case ByType:
		return "type " + e.Type
	case ByField:
		return "field " + e.Field[lastDot(e.Field[:lastDot(e.Field)])+1:]
	}
	return ""
}

// Has reports whether there is evidence at a level.
func (e Evidence) Has(l Level) bool {
	switch l {
	case BySettings:
		return e.Setting != ""
	case ByHost:
		return len(e.Domains) > 0
	case ByPackage:
		return e.Package != ""
	case ByType:
		return e.Stem != ""
	case ByField:
		return e.Field != ""
	}
	return false
}

// Differ compares two consumers: whether they are different systems, and at which level that is known.
func Differ(a, b Evidence) (Level, bool) {
	for _, l := range []Level{BySettings, ByHost, ByPackage, ByType, ByField} {
		if !a.Has(l) || !b.Has(l) {
			continue
		}
		return l, !sameAt(l, a, b)
	}
	return NoEvidence, false
}

func sameAt(l Level, a, b Evidence) bool {
	switch l {
	case BySettings:
		return a.Setting == b.Setting
	case ByHost:
		return slices.ContainsFunc(a.Domains, func(d string) bool { return slices.Contains(b.Domains, d) })
	case ByPackage:
		return a.Package == b.Package
	case ByField: // of one type
		return a.Field == b.Field || a.Field[:lastDot(a.Field)] != b.Field[:lastDot(b.Field)]
	}
	return a.Stem == b.Stem
}

// strongest is the highest level at which there is evidence.
func (e Evidence) strongest() Level {
	l := BySettings
	for l > NoEvidence && !e.Has(l) {
		l--
	}
	return l
}

// mergeHosts takes over the hosts that another consumer of the same system calls.
func (e *Evidence) mergeHosts(x Evidence) {
	for i, d := range x.Domains {
		if !slices.Contains(e.Domains, d) {
			e.Domains = append(slices.Clip(e.Domains), d)
			e.Hosts = append(slices.Clip(e.Hosts), x.Hosts[i])
		}
	}
}

// evidence gathers what is known of a consumer.
func (w *world) evidence(c *consumer, hosts []string) Evidence {
	e := w.named(c)
	for _, h := range hosts {
		if d := domainOf(h); d != "" {
			if !slices.Contains(e.Domains, d) {
				e.Domains = append(e.Domains, d)
				e.Hosts = append(e.Hosts, h)
			}
			if s := w.settingOfHost(h); s != "" && e.Setting == "" {
				e.Setting = s
			}
		}
	}
	if e.Setting == "" {
		e.Setting = cmp.Or(w.settingNamed(e.Package), w.settingNamed(e.Stem))
	}
	return e
}

// named is what the names of a consumer's package and type, and the settings for them, say.
func (w *world) named(c *consumer) Evidence {
	if c == nil {
		return Evidence{}
	}
	key := consumer{Pkg: c.Pkg, Type: c.Type}
	if e, ok := w.names[key]; ok {
		return e
	}
	e := Evidence{PkgPath: c.Pkg, Package: w.adapterPackage(c.Pkg), Setting: w.settingOf(c)}
	if c.Type != "" {
		e.Stem, e.Type = w.adapterStem(c.Type), c.Type
	}
	if w.names != nil {
		w.names[key] = e
	}
	return e
}

// settingNamed returns the system of the project's settings that has a name, or has it as an alias.
func (w *world) settingNamed(name string) string {
	if name == "" {
		return ""
	}
	for _, system := range sortedKeys(w.opts.Config.Systems) {
		for _, n := range append([]string{system}, w.opts.Config.Systems[system].Aliases...) {
			if settings.Fold(n) == settings.Fold(name) {
				return system
			}
		}
	}
	return ""
}

// adapterPackage returns the element of an import path below an adapter root, or nothing.
func (w *world) adapterPackage(path string) string {
	elems := strings.Split(path, "/")
	for _, root := range w.opts.Config.AdapterRoots {
		r := strings.Split(strings.Trim(root, "/"), "/")
		for i := 0; i+len(r) < len(elems); i++ {
			if slices.Equal(elems[i:i+len(r)], r) {
				return elems[i+len(r)]
			}
		}
	}
	return ""
}

// adapterStem returns what an adapter type's name says besides its suffix, in lower case, or nothing.
func (w *world) adapterStem(name string) string {
	return stem.OfAdapter(name, w.opts.Config.Suffixes)
}

// settingOf returns the system to which the project's settings assign a consumer.
func (w *world) settingOf(c *consumer) string {
	for _, name := range sortedKeys(w.opts.Config.Systems) {
		s := w.opts.Config.Systems[name]
		if slices.Contains(s.Types, c.Pkg+"."+c.Type) {
			return name
		}
		for _, p := range s.Packages {
			if below, ok := strings.CutSuffix(p, "/..."); ok && (c.Pkg == below || strings.HasPrefix(c.Pkg, below+"/")) || p == c.Pkg {
				return name
			}
		}
	}
	return ""
}

func (w *world) settingOfHost(host string) string {
	for _, name := range sortedKeys(w.opts.Config.Systems) {
		for _, h := range w.opts.Config.Systems[name].Hosts {
			if below, ok := strings.CutPrefix(h, "*."); ok && strings.HasSuffix(host, "."+below) || h == host {
				return name
			}
		}
	}
	return ""
}

// Domain returns the registrable domain of a URL or, where that is not the whole of it, of one that begins so; nothing
// where that does not tell it.
func Domain(url string, whole bool) string {
	if _, rest, _ := strings.Cut(url, "://"); !whole && !strings.Contains(rest, "/") {
		return "" // the host may go on
	}
	return domainOf(hostOf(url))
}

// domainOf returns the registrable domain of a host; nothing for loopback and addresses.
func domainOf(host string) string {
	if host == "" || host == "localhost" || strings.HasSuffix(host, ".localhost") {
		return ""
	}
	if strings.Trim(host, "0123456789.:[]abcdef") == "" && strings.ContainsAny(host, "0123456789") && !strings.ContainsAny(host, "ghijklmnopqrstuvwxyz") {
		return "" // an address
	}
	d, err := publicsuffix.EffectiveTLDPlusOne(strings.ToLower(host))
	if err != nil {
		return strings.ToLower(host) // a bare name inside a cluster
	}
	return d
}

// hostsOf returns the hosts of the constant URLs that a value may be.
func hostsOf(v value) []string {
	var out []string
	for _, x := range v {
		s, ok := startOf(value{x})
		if !ok {
			continue
		}
		if _, open := x.is.(prefix); open {
			if _, rest, _ := strings.Cut(s, "://"); !strings.Contains(rest, "/") {
				continue // the host may go on
			}
		}
		if h := hostOf(s); h != "" && !slices.Contains(out, h) {
			out = append(out, h)
		}
	}
	return out
}

// endpointsOf returns the endpoints at the constant URLs that a value may be.
func endpointsOf(v value) []endpoint {
	var out []endpoint
	for _, x := range v {
		hosts := hostsOf(value{x})
		if len(hosts) == 0 {
			continue
		}
		s, _ := startOf(value{x})
		_, rest, _ := strings.Cut(s, "://")
		if e := (endpoint{hosts[0], tokenWords(rest)}); !slices.Contains(out, e) {
			out = append(out, e)
		}
	}
	return out
}

// tokenWords reports whether the words of a URL or name say that it is about tokens or logging in.
func tokenWords(s string) bool {
	for word := range strings.FieldsFuncSeq(strings.ToLower(spaced(s)), func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') }) {
		for _, start := range []string{"auth", "oauth", "token", "login", "signin", "sso", "sts", "iam", "identity", "openid", "oidc", "accounts", "session", "jwks"} {
			if strings.HasPrefix(word, start) {
				return true
			}
		}
	}
	return false
}

// spaced parts the words of a name in camel case.
func spaced(s string) string {
	var b strings.Builder
	for i := range len(s) {
		upper := s[i] >= 'A' && s[i] <= 'Z'
		if after := i > 0 && s[i-1] >= 'a' && s[i-1] <= 'z'; upper && after || upper && i+1 < len(s) && s[i+1] >= 'a' && s[i+1] <= 'z' {
			b.WriteByte(' ')
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// hostOf returns the host of a URL, or of the whole beginning of one: nothing where the host may go on.
func hostOf(s string) string {
	scheme, rest, ok := strings.Cut(s, "://")
	if !ok || scheme != "http" && scheme != "https" && scheme != "ws" && scheme != "wss" {
		return ""
	}
	if strings.ContainsAny(rest, "%{}<> ") {
		host, _, _ := strings.Cut(rest, "/")
		if strings.ContainsAny(host, "%{}<> ") {
			return "" // a format
		}
	}
	host, _, _ := strings.Cut(rest, "/")
	u, err := url.Parse(scheme + "://" + host)
	if err != nil {
		return ""
	}
	return u.Hostname()
}
