package config

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/reslint/reslint/internal/poolsize"
	"github.com/reslint/reslint/internal/rule"
	"github.com/reslint/reslint/internal/settings"
	"github.com/reslint/reslint/internal/yamlfile"
)

// table describes the whole file. The checks decide which names are valid below "checks".
func table(checks []*rule.Check) record[Config] {
	names := make([]string, len(checks))
	for i, c := range checks {
		names[i] = c.Name
	}
	slices.Sort(names)
	return record[Config]{
		fresh: func() Config { return *Default() },
		check: checkRoot,
		props: slices.Concat(scopeProps(names), modelProps()),
	}
}

// scopeProps says which findings are wanted, and where.
func scopeProps(checks []string) []property[Config] {
	return []property[Config]{
		prop[Config, map[string]Level]{
			name: "checks", example: "no-timeout: error\nlong-read-timeout: off",
			doc: "What becomes of each check: off, on (its own severity), or note, warning or error. `reslint rules` " +
				"lists the checks.",
			shape: dict[string, Level]{what: "check", names: checks, elem: enum[Level]{[]Level{Off, On, Note, Warning, Error}}},
			ref:   func(c *Config) *map[string]Level { return &c.Checks },
		},
		prop[Config, []string]{
			name: "exclude", example: "- legacy/**\n- \"**/zz_*.go\"",
			doc: "Files without findings: patterns relative to this file, in which * is anything within a name and ** any " +
				"number of folders. A folder stands for all that is in it.",
			shape: list[string]{elem: globText},
			ref:   func(c *Config) *[]string { return &c.Exclude },
		},
		prop[Config, bool]{
			name: "tests", example: "true",
			doc:   "Whether test files and test-support packages are reported on as well.",
			shape: boolean{},
			ref:   func(c *Config) *bool { return &c.Tests },
		},
		prop[Config, []string]{
			name: "test-support", example: "- testutil\n- fixtures",
			doc: "Elements of import paths that mark a package as test support; the plural counts as well. The list " +
				"replaces the default.",
			shape: list[string]{elem: elementText},
			ref:   func(c *Config) *[]string { return &c.TestSupport },
		},
	}
}

// modelProps says what the program is made of, and what fixes write.
func modelProps() []property[Config] {
	return []property[Config]{
		prop[Config, []string]{
			name: "adapter-roots", example: "- internal/adapters/out",
			doc: "Folders below which each package talks to one external system; the end of an import path is " +
				"enough. The list replaces the default.",
			shape: list[string]{elem: folderText},
			ref:   func(c *Config) *[]string { return &c.AdapterRoots },
		},
		prop[Config, []string]{
			name: "suffixes", example: "- Adapter\n- Gateway",
			doc: "Words that names of adapter types end in: SberAdapter and ReceiptAdapter are two systems. The list " +
				"replaces the default.",
			shape: list[string]{elem: suffixText},
			ref:   func(c *Config) *[]string { return &c.Suffixes },
		},
		prop[Config, map[string]System]{
			name: "systems", example: "insurance:\n  aliases: [ins, strahovka]\n  hosts: [api.insurance.example]\n  packages: [example.com/shop/internal/insurance/...]",
			doc: "What belongs to which external system. This is the strongest evidence: it joins what reslint takes for " +
				"two systems, and separates what it takes for one.",
			shape: dict[string, System]{key: systemText, elem: systemRecord},
			ref:   func(c *Config) *map[string]System { return &c.Systems },
		},
		prop[Config, Catalog]{
			name: "catalog", example: "types:\n  - name: example.com/shop/resilience.Breaker\n    kind: breaker\n    execute: [Do]",
			doc:   "Functions and types of your own that build or wrap clients, transports, breakers and semaphores.",
			shape: catalogRecord,
			ref:   func(c *Config) *Catalog { return &c.Catalog },
		},
		prop[Config, Fix]{
			name: "fix", example: "timeout: 10s\nmax-conns-per-host: 50",
			doc: "Values that `reslint -fix` writes. A default that does not fit a value given here is lowered: " +
				"connect < read < total.",
			shape: fixRecord,
			ref:   func(c *Config) *Fix { return &c.Fix },
		},
		prop[Config, settings.Options]{
			name: "settings", example: "paths: [deploy/*.yaml]\nroots: [client]\ndatabase: database.pool_size",
			doc:   "Where the program's own settings are, and how its pools are judged.",
			shape: settingsRecord,
			ref:   func(c *Config) *settings.Options { return &c.Settings },
		},
	}
}

var systemRecord = record[System]{
	fresh:    func() System { return System{} },
	nonempty: "says nothing: give it aliases, hosts, packages or types",
	props: []property[System]{
		prop[System, []string]{name: "aliases", doc: "Other names for it, in any style.",
			shape: list[string]{systemText, 1}, ref: func(s *System) *[]string { return &s.Aliases }},
		prop[System, []string]{name: "hosts", doc: "Host names, with a port where it matters. *.example.com is every host below example.com.",
			shape: list[string]{hostText, 1}, ref: func(s *System) *[]string { return &s.Hosts }},
		prop[System, []string]{name: "packages", doc: "Import paths. One that ends in /... takes in what is below.",
			shape: list[string]{packageText, 1}, ref: func(s *System) *[]string { return &s.Packages }},
		prop[System, []string]{name: "types", doc: "Types: import path, dot, name.",
			shape: list[string]{typeText, 1}, ref: func(s *System) *[]string { return &s.Types }},
	},
}

var catalogRecord = record[Catalog]{
	fresh: func() Catalog { return Catalog{} },
	props: []property[Catalog]{
		prop[Catalog, []Constructor]{name: "constructors", doc: "Functions that build something.",
			shape: list[Constructor]{elem: constructorRecord}, ref: func(c *Catalog) *[]Constructor { return &c.Constructors }},
		prop[Catalog, []Type]{name: "types", doc: "Types that are something.",
			shape: list[Type]{elem: typeRecord}, ref: func(c *Catalog) *[]Type { return &c.Types }},
	},
}

var kindEnum = enum[Kind]{[]Kind{Client, Transport, RoundTripper, GRPC, Breaker, Semaphore, Database}}

var constructorRecord = record[Constructor]{
	fresh:    func() Constructor { return Constructor{} },
	check:    checkConstructor,
	nonempty: "says nothing: give it a func and a kind",
	props: []property[Constructor]{
		prop[Constructor, string]{name: "func", must: true,
			doc:   "The function, such as example.com/shop/httpx.New, or the method, such as (*example.com/shop/httpx.Factory).Client.",
			shape: funcText, ref: func(c *Constructor) *string { return &c.Func }},
		prop[Constructor, Kind]{name: "kind", must: true, doc: "What it builds.",
			shape: kindEnum, ref: func(c *Constructor) *Kind { return &c.Kind }},
		prop[Constructor, int]{name: "wraps", doc: "The parameter, from 1, that holds the client or transport inside.",
			shape: parameter, ref: func(c *Constructor) *int { return &c.Wraps }},
		prop[Constructor, Carrier]{name: "name", doc: "What carries the name of the system or breaker.",
			shape: carrier(nameText), ref: func(c *Constructor) *Carrier { return &c.Name }},
		prop[Constructor, map[Limit]Carrier]{name: "limits", doc: "What carries each limit. Limits that are not listed count as unset.",
			shape: dict[Limit, Carrier]{what: "limit", names: limitNames(), elem: carrier(amount{})},
			ref:   func(c *Constructor) *map[Limit]Carrier { return &c.Limits }},
	},
}

var typeRecord = record[Type]{
	fresh:    func() Type { return Type{} },
	check:    checkType,
	nonempty: "says nothing: give it a name and a kind",
	props: []property[Type]{
		prop[Type, string]{name: "name", must: true, doc: "The type, such as example.com/shop/resilience.Breaker.",
			shape: typeText, ref: func(t *Type) *string { return &t.Name }},
		prop[Type, Kind]{name: "kind", must: true, doc: "What it is.",
			shape: kindEnum, ref: func(t *Type) *Kind { return &t.Kind }},
		prop[Type, string]{name: "wraps", doc: "The field that holds the client or transport inside.",
			shape: identText, ref: func(t *Type) *string { return &t.Wraps }},
		prop[Type, []string]{name: "execute", doc: "Methods of a breaker or semaphore that run a function within it.",
			shape: list[string]{identText, 1}, ref: func(t *Type) *[]string { return &t.Execute }},
		prop[Type, []string]{name: "acquire", doc: "Methods that take a permit, or ask for leave.",
			shape: list[string]{identText, 1}, ref: func(t *Type) *[]string { return &t.Acquire }},
		prop[Type, []string]{name: "release", doc: "Methods that give a permit back, or record the outcome.",
			shape: list[string]{identText, 1}, ref: func(t *Type) *[]string { return &t.Release }},
	},
}

var parameter = integer{1, 50}

// carrier is the shape of a Carrier whose fixed value has the given shape.
func carrier(value shape[string]) record[Carrier] {
	return record[Carrier]{
		fresh:    func() Carrier { return Carrier{} },
		check:    checkCarrier,
		nonempty: "says nothing: give it a param, an option or a value",
		rules: object{
			"oneOf":        []object{{"required": []string{"param"}}, {"required": []string{"option"}}, {"required": []string{"value"}}},
			"dependencies": object{"field": []string{"param"}},
		},
		props: []property[Carrier]{
			prop[Carrier, int]{name: "param", doc: "The parameter, from 1; a method's receiver does not count.",
				shape: parameter, ref: func(c *Carrier) *int { return &c.Param }},
			prop[Carrier, string]{name: "field", doc: "The field of that parameter.",
				shape: identText, ref: func(c *Carrier) *string { return &c.Field }},
			prop[Carrier, string]{name: "option", doc: "The function that makes the option; its first parameter is the value.",
				shape: funcText, ref: func(c *Carrier) *string { return &c.Option }},
			prop[Carrier, string]{name: "value", doc: "What the function always sets.",
				shape: value, ref: func(c *Carrier) *string { return &c.Value }},
		},
	}
}

const maxTimeout = time.Hour

var fixRecord = record[Fix]{
	fresh: func() Fix { return Default().Fix },
	check: checkFix,
	props: []property[Fix]{
		prop[Fix, time.Duration]{name: "timeout", doc: "http.Client.Timeout: the whole exchange, body included.",
			shape: duration{maxTimeout}, ref: func(f *Fix) *time.Duration { return &f.Timeout }},
		prop[Fix, time.Duration]{name: "dial-timeout", doc: "Of the dialer: until the connection stands.",
			shape: duration{maxTimeout}, ref: func(f *Fix) *time.Duration { return &f.DialTimeout }},
		prop[Fix, time.Duration]{name: "tls-handshake-timeout", doc: "http.Transport.TLSHandshakeTimeout.",
			shape: duration{maxTimeout}, ref: func(f *Fix) *time.Duration { return &f.TLSHandshakeTimeout }},
		prop[Fix, time.Duration]{name: "response-header-timeout", doc: "http.Transport.ResponseHeaderTimeout: until the answer begins.",
			shape: duration{maxTimeout}, ref: func(f *Fix) *time.Duration { return &f.ResponseHeaderTimeout }},
		prop[Fix, time.Duration]{name: "idle-conn-timeout", doc: "http.Transport.IdleConnTimeout.",
			shape: duration{24 * time.Hour}, ref: func(f *Fix) *time.Duration { return &f.IdleConnTimeout }},
		prop[Fix, int]{name: "max-conns-per-host", doc: "http.Transport.MaxConnsPerHost. Calls beyond it wait.",
			shape: integer{1, 100_000}, ref: func(f *Fix) *int { return &f.MaxConnsPerHost }},
		prop[Fix, int]{name: "max-idle-conns-per-host", doc: "http.Transport.MaxIdleConnsPerHost.",
			shape: integer{1, 100_000}, ref: func(f *Fix) *int { return &f.MaxIdleConnsPerHost }},
		prop[Fix, time.Duration]{name: "acquire-timeout", doc: "Of the wait for a permit of a semaphore.",
			shape: duration{maxTimeout}, ref: func(f *Fix) *time.Duration { return &f.AcquireTimeout }},
	},
}

var settingsRecord = record[settings.Options]{
	fresh: func() settings.Options { return Default().Settings },
	props: []property[settings.Options]{
		prop[settings.Options, []string]{name: "paths",
			doc: "Files or patterns relative to the module root. Without them YAML files in the module root, config/, configs/ " +
				"and conf/ and .env files in the root are looked at.",
			shape: list[string]{globText, 1}, ref: func(o *settings.Options) *[]string { return &o.Paths }},
		prop[settings.Options, []string]{name: "roots", doc: "Where the sections of the systems are, with dots for depth.",
			shape: list[string]{dottedText, 1}, ref: func(o *settings.Options) *[]string { return &o.Roots }},
		prop[settings.Options, map[string][]string]{name: "keys", doc: "Further names for a key, with dots for depth.",
			shape: dict[string, []string]{what: "setting", names: settingNames(), elem: list[string]{dottedText, 1}},
			ref:   func(o *settings.Options) *map[string][]string { return &o.Keys }},
		prop[settings.Options, string]{name: "database", doc: "The key with the size of the database pool, with dots for depth.",
			shape: dottedText, ref: func(o *settings.Options) *string { return &o.Database }},
		prop[settings.Options, poolsize.Factors]{name: "factors", doc: "How many connections a pool has for each concurrent call.",
			shape: factorsRecord, ref: func(o *settings.Options) *poolsize.Factors { return &o.Factors }},
		prop[settings.Options, []settings.Profile]{name: "profiles",
			doc: "What each way to run the program reads: files of which later ones override earlier ones. Without profiles " +
				"each file is judged by itself.",
			shape: profiles{dict[string, []string]{key: systemText, elem: list[string]{globText, 1}}},
			ref:   func(o *settings.Options) *[]settings.Profile { return &o.Profiles }},
		prop[settings.Options, int]{name: "replicas", doc: "Processes that share one database pool, so that their connections add up.",
			shape: integer{1, 10_000}, ref: func(o *settings.Options) *int { return &o.Replicas }},
	},
}

var factorsRecord = record[poolsize.Factors]{
	fresh: poolsize.DefaultFactors,
	check: func(d *decoder, n *yamlfile.Node, path string, f *poolsize.Factors) {
		if f.Max < f.Min {
			d.errorf(n, "%s: max (%v) must not be below min (%v)", path, f.Max, f.Min)
		}
	},
	props: []property[poolsize.Factors]{
		prop[poolsize.Factors, float64]{name: "min", doc: "The fewest.",
			shape: number{1, 100}, ref: func(f *poolsize.Factors) *float64 { return &f.Min }},
		prop[poolsize.Factors, float64]{name: "max", doc: "The most.",
			shape: number{1, 100}, ref: func(f *poolsize.Factors) *float64 { return &f.Max }},
	},
}

// profiles is a mapping of names to files, in order of name.
type profiles struct{ dict[string, []string] }

func (s profiles) decode(d *decoder, n *yamlfile.Node, path string) ([]settings.Profile, bool) {
	m, ok := s.dict.decode(d, n, path)
	var all []settings.Profile
	for name, files := range m {
		all = append(all, settings.Profile{Name: name, Files: files})
	}
	slices.SortFunc(all, func(a, b settings.Profile) int { return cmp.Compare(a.Name, b.Name) })
	return all, ok
}

func (s profiles) value(v []settings.Profile) any {
	m := make(map[string][]string)
	for _, p := range v {
		m[p.Name] = p.Files
	}
	return s.dict.value(m)
}

func limitNames() []string {
	names := make([]string, len(limits))
	for i, l := range limits {
		names[i] = string(l.name)
	}
	return names
}

// settingNames lists the keys that may have further names: all but that of the database, which is a key by itself.
func settingNames() []string {
	var names []string
	for _, k := range settings.Keys() {
		if k != settings.PoolSize {
			names = append(names, k.String())
		}
	}
	return names
}

func checkCarrier(d *decoder, n *yamlfile.Node, path string, c *Carrier) {
	given := 0
	for _, is := range []bool{c.Param != 0, c.Option != "", c.Value != ""} {
		if is {
			given++
		}
	}
	switch {
	case given != 1:
		d.errorf(n, "%s takes exactly one of param, option and value", path)
	case c.Field != "" && c.Param == 0:
		d.errorf(n, "%s has a field without the param that has it", path)
	}
}

func checkConstructor(d *decoder, n *yamlfile.Node, path string, c *Constructor) {
	for _, info := range limits {
		carrier, ok := c.Limits[info.name]
		if !ok {
			continue
		}
		at := join(join(path, "limits"), string(info.name))
		count := strings.Trim(carrier.Value, "0123456789") == ""
		switch {
		case !slices.Contains(info.kinds, c.Kind):
			d.at(at, "%s: a %s has no %s", at, c.Kind, info.name)
		case carrier.Value != "" && info.duration && count:
			d.at(at, "%s is a duration: %s has no unit", at, carrier.Value)
		case carrier.Value != "" && !info.duration && !count:
			d.at(at, "%s is a whole number, not %s", at, carrier.Value)
		}
	}
	if c.Wraps != 0 && !slices.Contains(transportKinds, c.Kind) {
		d.at(join(path, "wraps"), "%s.wraps: a %s wraps nothing", path, c.Kind)
	}
}

func checkType(d *decoder, n *yamlfile.Node, path string, t *Type) {
	entered := t.Kind == Breaker || t.Kind == Semaphore
	for _, m := range []struct {
		key     string
		methods []string
	}{{"execute", t.Execute}, {"acquire", t.Acquire}, {"release", t.Release}} {
		if m.methods != nil && !entered {
			d.at(join(path, m.key), "%s.%s: only a breaker and a semaphore are entered, not a %s", path, m.key, t.Kind)
		}
	}
	switch {
	case t.Wraps != "" && !slices.Contains(transportKinds, t.Kind):
		d.at(join(path, "wraps"), "%s.wraps: a %s wraps nothing", path, t.Kind)
	case entered && t.Execute == nil && t.Acquire == nil:
		d.errorf(n, "%s: a %s needs the methods that enter it: execute or acquire", path, t.Kind)
	}
}

// checkFix lowers defaults that do not fit what is given, and reports what contradicts each other.
func checkFix(d *decoder, _ *yamlfile.Node, path string, f *Fix) {
	given := func(key string) bool { return d.line(join(path, key)) != 0 }
	lower := func(key string, v *time.Duration, limit time.Duration) {
		if !given(key) && *v >= limit {
			*v = limit / 2
		}
	}
	lower("response-header-timeout", &f.ResponseHeaderTimeout, f.Timeout)
	lower("dial-timeout", &f.DialTimeout, f.ResponseHeaderTimeout)
	lower("tls-handshake-timeout", &f.TLSHandshakeTimeout, f.Timeout)
	if !given("max-idle-conns-per-host") {
		f.MaxIdleConnsPerHost = min(f.MaxIdleConnsPerHost, f.MaxConnsPerHost)
	}
	below := func(low string, a time.Duration, high string, b time.Duration) {
		if a >= b {
			d.contradiction(path, low, short(a), "must be shorter than", high, short(b))
		}
	}
	below("dial-timeout", f.DialTimeout, "response-header-timeout", f.ResponseHeaderTimeout)
	below("response-header-timeout", f.ResponseHeaderTimeout, "timeout", f.Timeout)
	below("tls-handshake-timeout", f.TLSHandshakeTimeout, "timeout", f.Timeout)
	if f.MaxIdleConnsPerHost > f.MaxConnsPerHost {
		d.contradiction(path, "max-idle-conns-per-host", fmt.Sprint(f.MaxIdleConnsPerHost), "must not exceed",
			"max-conns-per-host", fmt.Sprint(f.MaxConnsPerHost))
	}
}

// contradiction reports two values that do not fit, at the later of those that are in the file.
func (d *decoder) contradiction(path, low, a, relation, high, b string) {
	low, high = join(path, low), join(path, high)
	at, note := low, ""
	switch {
	case d.line(high) == 0:
		note = ", the default"
	case d.line(high) > d.line(low):
		at = high
	}
	d.at(at, "%s (%s) %s %s (%s%s)", low, a, relation, high, b, note)
}

// checkRoot reports names and hosts that belong to two systems.
func checkRoot(d *decoder, _ *yamlfile.Node, _ string, c *Config) {
	names, hosts := make(map[string]string), make(map[string]string)
	order := make([]string, 0, len(c.Systems))
	for name := range c.Systems {
		order = append(order, name)
	}
	slices.SortFunc(order, func(a, b string) int {
		return cmp.Or(cmp.Compare(d.line("systems."+a), d.line("systems."+b)), cmp.Compare(a, b))
	})
	claim := func(taken map[string]string, key, system, path, what string) {
		if other, ok := taken[key]; ok && other != system {
			d.at(path, "%s: %s belongs to the system %s already (line %d)", path, what, other, d.line("systems."+other))
		}
		taken[key] = system
	}
	for _, name := range order {
		claim(names, settings.Fold(name), name, "systems."+name, quoted(name))
	}
	for _, name := range order {
		for _, alias := range c.Systems[name].Aliases {
			claim(names, settings.Fold(alias), name, "systems."+name+".aliases", quoted(alias))
		}
		for _, host := range c.Systems[name].Hosts {
			claim(hosts, strings.ToLower(host), name, "systems."+name+".hosts", quoted(host))
		}
	}
}
