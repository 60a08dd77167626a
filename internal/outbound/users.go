package outbound

import (
	"cmp"
	"go/token"
	"go/types"
	"reflect"
	"slices"
	"strings"

	"github.com/reslint/reslint/internal/catalog"
	"github.com/reslint/reslint/internal/gotypes"
)

// endpoint is where requests go.
type endpoint struct {
	host  string
	token bool // it gives out the tokens for another one
}

// calledBy is what one type, or the functions of one package, send requests to.
type calledBy struct {
	endpoints []endpoint
	fields    map[string]map[string]bool // names of the fields that begin the URLs, by the location of the client
}

// noteHosts remembers where a type or function sends requests.
func (w *world) noteHosts(e *event) {
	if e.kind != evSend || e.by == nil {
		return
	}
	c := w.calledBy(e.by)
	for _, x := range endpointsOf(e.url) {
		if !slices.Contains(c.endpoints, x) {
			c.endpoints = append(c.endpoints, x)
		}
	}
	field := urlField(e.url)
	if field == "" {
		return
	}
	w.noteURLField(e.client, field)
	for _, x := range e.client {
		if o := objectOf(x.is); o != nil && locationOf(o) != "" {
			key := locationOf(o)
			if c.fields[key] == nil {
				c.fields[key] = make(map[string]bool)
			}
			c.fields[key][field] = true
		}
	}
}

// noteFieldHosts remembers the hosts of the constant URLs in a field.
func (s *sightings) noteFieldHosts(h *object, field string, hosts []string) {
	if s.hosts[h] == nil {
		s.hosts[h] = make(map[string][]string)
	}
	s.hosts[h][field] = append(s.hosts[h][field], hosts...)
}

// noteURLField remembers which field the URLs of requests through a location begin with.
func (w *world) noteURLField(client value, field string) {
	for _, x := range client {
		o := objectOf(x.is)
		if o == nil || locationOf(o) == "" {
			continue
		}
		key := locationOf(o)
		if w.seen.urlFields[key] == nil {
			w.seen.urlFields[key] = make(map[string]bool)
		}
		w.seen.urlFields[key][field] = true
	}
}

// noteBase remembers which symbol a field holds, or that what it holds was worked out.
func (s *sightings) noteBase(h *object, field string, v value) {
	if workedOut(v) {
		if s.workedOut[h] == nil {
			s.workedOut[h] = make(map[string]bool)
		}
		s.workedOut[h][field] = true
	}
	if len(v) != 1 {
		return
	}
	o := v.symOf()
	if b, ok := v[0].is.(begins); ok {
		o = b.o
	}
	if o == nil {
		return
	}
	if s.bases[h] == nil {
		s.bases[h] = make(map[string]*object)
	}
	s.bases[h][field] = o
}

// workedOut reports whether a value may be something that nothing is known of, or one of several that are not constants.
func workedOut(v value) bool {
	return slices.ContainsFunc(v, func(x alt) bool {
		switch x.is.(type) {
		case some:
			return true
		case *object, begins:
			return len(v) > 1
		}
		return false
	})
}

// baseField is the field that stands for the base URL in a field of the struct h, through whose field at key requests
// are made: the first one that holds the same. It is empty where what the field holds was worked out, from another one
// perhaps.
func (w *world) baseField(h *object, key, field string) string {
	if h == nil || h.sym != nil || field == "" || ownerOf(h.typ) != field[:lastDot(field)] {
		return field
	}
	owner, name := field[:lastDot(field)+1], field[lastDot(field)+1:]
	if w.seen.workedOut[h][name] && len(w.seen.hosts[h][name]) == 0 {
		return ""
	}
	base := w.seen.bases[h][name]
	for _, other := range sortedKeys(w.seen.bases[h]) {
		if base != nil && w.seen.bases[h][other] == base && w.seen.urlFields[key][owner+other] {
			return owner + other
		}
	}
	return field
}

// baseFields are the fields that stand for those of the struct h.
func (w *world) baseFields(h *object, key string, fields []string) []string {
	var out []string
	for _, field := range fields {
		if field = w.baseField(h, key, field); field != "" && !slices.Contains(out, field) {
			out = append(out, field)
		}
	}
	return out
}

// basesOf are the symbols that the URLs of requests begin with which a struct makes through one of its fields.
func (w *world) basesOf(in holding) []*object {
	var out []*object
	for _, field := range sortedKeys(w.seen.urlFields[in.key]) {
		if ownerOf(in.h.typ) == field[:lastDot(field)] {
			if o := w.seen.bases[in.h][field[lastDot(field)+1:]]; o != nil {
				out = append(out, o)
			}
		}
	}
	return out
}

// ownBase reports whether a struct has the base URL of the requests that are made through one of its fields: whoever
// has the struct calls that one system.
func (w *world) ownBase(key, owner string) bool {
	for field := range w.seen.urlFields[key] {
		if field[:lastDot(field)] == owner {
			return true
		}
	}
	return false
}

// calledBy returns what is known of the consumer's type, or of its package's functions.
func (w *world) calledBy(c *consumer) *calledBy {
	key := c.unit()
	if w.seen.called[key] == nil {
		w.seen.called[key] = &calledBy{fields: make(map[string]map[string]bool)}
	}
	return w.seen.called[key]
}

// key names a consumer.
func (c *consumer) key() string {
	if c.Type != "" {
		return c.Pkg + "." + c.Type
	}
	return c.Pkg + "." + c.Func
}

// unit names what a consumer is a part of: its type, or the functions of its package.
func (c *consumer) unit() string {
	if c.Type != "" {
		return c.Pkg + "." + c.Type
	}
	return c.Pkg
}

// sameUnit reports whether two consumers are parts of one unit.
func (c *consumer) sameUnit(d *consumer) bool { return c.Pkg == d.Pkg && c.Type == d.Type }

func objectOf(a atom) *object {
	switch a := a.(type) {
	case *object:
		return a
	case *frozen:
		return a.obj
	}
	return nil
}

// urlField names the one field that URLs begin with, as path.Type.Field. Fields with the addresses of token endpoints
// do not count.
func urlField(url value) string {
	if len(url) != 1 {
		return ""
	}
	o := objectOf(url[0].is)
	if b, ok := url[0].is.(begins); ok {
		o = b.o
	}
	if o == nil || o.sym == nil || o.sym.base == nil || fieldType(o.sym.base.typ, o.sym.field) == nil || o.sym.owner == "" || tokenWords(o.sym.field) ||
		answered(o.sym.base.typ, o.sym.field) {
		return ""
	}
	return o.sym.owner + "." + o.sym.field
}

// answered reports whether a field is filled from an answer in JSON, as the directories are in which one system lists
// its endpoints. Settings have other tags beside that one.
func answered(t types.Type, field string) bool {
	s := structOf(t)
	if s == nil {
		return false
	}
	for i := range s.NumFields() {
		if s.Field(i).Name() != field {
			continue
		}
		tag := reflect.StructTag(s.Tag(i))
		for _, key := range []string{"yaml", "toml", "env", "envconfig", "mapstructure", "koanf", "hcl", "default"} {
			if _, ok := tag.Lookup(key); ok {
				return false
			}
		}
		_, ok := tag.Lookup("json")
		return ok
	}
	return false
}

// User is one system that a shared thing serves.
type User struct {
	Evidence
	Place    // in this package, if there is one
	Where    token.Position
	Consumer string          // type or function
	More     []User          // that are of the same system
	known    map[useKey]bool // the user and More, while they are gathered
	receiver string          // the type whose method it is, or empty
	ways     [][]step
	through  [][]step  // of these, those that lead to where it gets the thing
	inside   bool      // another package makes what holds the thing, and takes the thing itself
	bases    []*object // what the base URLs of the consumer are known by: their symbols, and the structs that hold them
}

// users gathers who uses a thing.
type users struct {
	w     *world
	seen  map[*object]bool
	keys  map[string]bool
	found []User
	bases []*object // that are known of what has the structs which are looked at
	depth int       // of structs in structs
}

// maxHolders bounds how many structs in each other are gone through for what uses a thing inside.
const maxHolders = 64

func (w *world) usersOf(o *object, key string) []User {
	u := users{w: w, seen: make(map[*object]bool), keys: make(map[string]bool)}
	if o != nil {
		u.object(o)
	} else {
		u.location(key, nil)
	}
	return u.found
}

// object visits what holds an object.
func (u *users) object(o *object) {
	if u.seen[o] {
		return
	}
	u.seen[o] = true
	s := u.w.seen
	for _, in := range s.holdings[o] {
		u.holding(in)
		if s.spread[o] {
			u.plugins(in.key)
		}
	}
	for _, use := range s.handedUses[o] {
		u.use(use, "", nil)
	}
	if in := s.instances[o]; in != nil {
		for _, use := range s.site(o.site).uses {
			if use.state != nil && use.state.obj == o && !use.oneOf {
				u.use(use, "", nil)
			}
		}
	}
}

func (u *users) holding(in holding) {
	if in.h != nil && !u.w.through(in.h) && in.h.typ != nil {
		if found := u.holder(in); len(found) > 0 {
			u.found = append(u.found, found...)
			return
		}
	}
	if in.h != nil && in.h.sym == nil && !u.oneOfMany(in) {
		before := u.bases
		if u.w.ownBase(in.key, ownerOf(in.h.typ)) {
			u.bases = slices.Concat(before, []*object{in.h}, u.w.basesOf(in))
		}
		if u.depth++; u.depth <= maxHolders {
			u.object(in.h)
		}
		u.depth--
		u.bases = before
	}
	if in.key != "" && !strings.Contains(in.key, "[]") && (in.h == nil || !u.w.through(in.h)) {
		u.location(in.key, in.h)
	}
}

// plugins visits what types of the imports do with a field of a struct that is handed, in a loop say, to methods of an
// interface: some of these types are behind it.
func (u *users) plugins(key string) {
	for _, s := range u.w.importedShares()[key] {
		for _, x := range s.fact.Users {
			if x.Type != "" && !s.fact.Reported {
				u.found = append(u.found, x.user())
			}
		}
	}
}

// oneOfMany reports whether the struct that holds something holds others of its kind beside it. Who has the struct
// does not use all of them.
func (u *users) oneOfMany(in holding) bool {
	o := in.of
	return !u.w.through(in.h) && slices.ContainsFunc(u.w.seen.inside[in.h], func(x *object) bool {
		return x != o && x.kind == o.kind && (o.kind != catalog.None || o.typ != nil && x.typ != nil && types.Identical(o.typ, x.typ))
	})
}

// through reports whether an object only passes on what it holds: clients, transports and round trippers.
func (w *world) through(o *object) bool {
	if o.kind != catalog.None {
		return true
	}
	if o.typ == nil {
		return false
	}
	yes, ok := w.passing[o.typ]
	if !ok {
		yes = roundTrips(o.typ)
		w.passing[o.typ] = yes
	}
	return yes
}

func roundTrips(t types.Type) bool {
	if _, isPtr := t.Underlying().(*types.Pointer); !isPtr && !types.IsInterface(t) {
		t = types.NewPointer(t)
	}
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, "RoundTrip")
	_, ok := obj.(*types.Func)
	return ok
}

// holder makes users of the type that holds something, if it says which system it calls: one, or one for each of
// several.
func (u *users) holder(in holding) []User {
	n := gotypes.Named(in.h.typ)
	if n == nil || n.Obj().Pkg() == nil {
		return nil
	}
	c := &consumer{Pkg: n.Obj().Pkg().Path(), Type: n.Obj().Name()}
	at := in.h.born
	if !at.known() {
		at = in.via
	}
	if !at.known() && in.of.sym != nil {
		at = in.h.made
	}
	inside := n.Obj().Pkg() != u.w.pass.Pkg && in.of.sym != nil && !in.via.known()
	user := func(e Evidence) User {
		return User{Evidence: e, Place: at.place(), inside: inside, Consumer: c.key(), ways: [][]step{in.h.way}, through: [][]step{in.h.way}, bases: slices.Concat(u.bases, u.w.basesOf(in))}
	}
	called := u.w.calledBy(c)
	if fields := u.w.baseFields(in.h, in.key, sortedKeys(called.fields[in.key])); len(fields) > 1 && in.key != "" {
		var out []User
		for _, field := range fields {
			e := u.w.evidence(c, u.w.fieldHosts(in.h, field))
			e.Field = field
			out = append(out, user(e))
		}
		return out
	}
	endpoints, seen := u.endpointsAt(c, in)
	if !seen {
		endpoints = called.endpoints
	}
	hosts := hostNames(endpoints)
	if u.calls(in.key) {
		for _, field := range sortedKeys(u.w.seen.hosts[in.h]) {
			hosts = append(hosts, u.w.seen.hosts[in.h][field]...)
		}
	}
	e := u.w.evidence(c, hosts)
	if e.Stem == "" && e.Package == "" && in.h.more().maker != "" {
		e.Stem, e.Type = u.w.adapterStem(strings.TrimPrefix(in.h.more().maker, "New")), in.h.more().maker
	}
	if several := u.w.split(c, endpoints); seen && len(several) > 1 {
		var out []User
		for _, e := range several {
			out = append(out, user(e))
		}
		return out
	}
	if !(e.Has(BySettings) || e.Has(ByHost) || e.Has(ByPackage) || e.Has(ByType)) {
		return nil
	}
	return []User{user(e)}
}

// endpointsAt gathers where a type sends requests through one of its fields, whichever of its values that is. It
// reports whether any such requests are known.
func (u *users) endpointsAt(c *consumer, in holding) (all []endpoint, seen bool) {
	if l := u.w.seen.locs[in.key]; l != nil {
		for _, x := range l.uses {
			if x.ev.by != nil && x.ev.by.sameUnit(c) && x.ev.kind == evSend && u.sameWay(x, in.key, in.h) {
				all, seen = append(all, endpointsOf(x.ev.url)...), true
			}
		}
	}
	for _, s := range u.w.importedShares()[in.key] {
		for _, x := range s.fact.Users {
			if x.Consumer == c.key() {
				seen = true
				for i, host := range x.Evidence.Hosts {
					all = append(all, endpoint{host: host, token: i > 0}) // all of one system
				}
			}
		}
	}
	return all, seen
}

// fieldHosts are the hosts of the constant URLs that a field of a struct holds.
func (w *world) fieldHosts(h *object, field string) []string {
	owner, name := field[:lastDot(field)], field[lastDot(field)+1:]
	if ownerOf(h.typ) != owner {
		return nil
	}
	return w.seen.hosts[h][name]
}

// split gathers the evidence for each of the systems that one type calls by constant URLs. Token endpoints are no
// system of their own.
func (w *world) split(c *consumer, called []endpoint) []Evidence {
	var out []Evidence
	for _, x := range called {
		if x.token {
			continue
		}
		e := w.evidence(c, []string{x.host})
		if !e.Has(ByHost) {
			continue
		}
		if i := slices.IndexFunc(out, func(o Evidence) bool { _, differ := Differ(o, e); return !differ }); i >= 0 {
			out[i].mergeHosts(e)
			continue
		}
		out = append(out, e)
	}
	return out
}

func hostNames(all []endpoint) []string {
	var out []string
	for _, x := range all {
		out = append(out, x.host)
	}
	return out
}

// calls reports whether requests are made through what a field holds.
func (u *users) calls(key string) bool {
	if l := u.w.seen.locs[key]; l != nil && len(l.uses) > 0 {
		return true
	}
	_, ok := u.w.foreignBound(key)
	return ok
}

// use makes a user of a request through what is at key, in the struct h if that is known.
func (u *users) use(x use, key string, h *object) {
	if x.ev.kind == evHand || x.ev.by == nil {
		return
	}
	by := x.ev.by
	e := u.w.evidence(by, u.w.hostsFor(by, x.ev.url))
	if x.ev.kind == evSend {
		e.Field = u.w.baseField(h, key, urlField(x.ev.url))
	}
	bases := slices.Clone(u.bases)
	if h != nil && e.Field != "" && e.Field[:lastDot(e.Field)] == ownerOf(h.typ) && by.key() != ownerOf(h.typ) {
		bases = append(bases, h) // whatever type has the struct, it calls the struct's one system
	}
	if e.Name() == "" {
		return
	}
	at := x.ev.at
	if !at.known() {
		at = x.ev.via
	}
	way, shown := wayTo(x.ev, h)
	var through [][]step
	if shown {
		through = append(through, way)
	}
	u.found = append(u.found, User{Evidence: e, Place: at.place(), Where: x.ev.where, Consumer: by.key(), receiver: by.Type,
		ways: [][]step{way}, through: through, bases: bases})
}

// wayTo is the way to a use of what a struct holds: on the way on which the struct was made, wherever it is used. It reports
// whether that is the way of the use, too.
func wayTo(e *event, h *object) ([]step, bool) {
	if h == nil || h.sym != nil || len(e.way) >= len(h.way) && slices.Equal(e.way[:len(h.way)], h.way) {
		return e.way, true
	}
	return h.way, false
}

// hostsFor returns the hosts that tell which system a request is for. One for a token is for whatever else the type
// calls, and so may be one whose URL is not known.
func (w *world) hostsFor(by *consumer, url value) []string {
	all := endpointsOf(url)
	if slices.ContainsFunc(all, func(x endpoint) bool { return x.token }) || len(all) == 0 && by.Type != "" {
		all = append(all, w.calledBy(by).endpoints...)
	}
	return hostNames(all)
}

// location visits what is done with what a location holds, in the struct h if that is known.
func (u *users) location(key string, h *object) {
	if u.keys[key] {
		return
	}
	u.keys[key] = true
	s := u.w.seen
	for _, in := range s.placed[key] {
		u.holding(in)
	}
	u.variable(key)
	if l := s.locs[key]; l != nil {
		for _, x := range l.uses {
			if u.sameWay(x, key, h) {
				u.use(x, key, h)
			}
		}
	}
}

// variable visits what the imports do with what one of their package-level variables holds: a setter puts it there.
func (u *users) variable(key string) {
	for _, s := range u.w.importedShares()[key] {
		if !s.fact.One || s.fact.Reported {
			continue
		}
		for _, x := range s.fact.Users {
			u.found = append(u.found, x.user())
		}
	}
}

// sameWay reports whether a use of what a field holds is a use of that field of h, as far as the path to it tells: in
// a.slack.client.Get, the struct with the client is in a field slack.
func (u *users) sameWay(x use, key string, h *object) bool {
	if h == nil {
		return true
	}
	for _, y := range x.ev.client {
		o := objectOf(y.is)
		switch {
		case o == nil || o.sym == nil || locationOf(o) != key:
			continue
		case o.sym.base == nil:
			return true
		case h.sym != nil:
			if samePath(o.sym.base, h) {
				return true
			}
		case u.holds(o.sym.base, h, 0):
			return true
		}
	}
	return false
}

// samePath reports whether two symbols are reached through the same fields, of the same types.
func samePath(a, b *object) bool {
	for a.sym != nil && b.sym != nil && a.sym.base != nil && b.sym.base != nil {
		if locationOf(a) != locationOf(b) {
			return false
		}
		a, b = a.sym.base, b.sym.base
	}
	return a.sym != nil && b.sym != nil && a.sym.base == b.sym.base && a.sym.root == b.sym.root && a.sym.v == b.sym.v && ownerOf(a.typ) == ownerOf(b.typ)
}

// holds reports whether a symbol may stand for a struct that was seen to be made.
func (u *users) holds(sym, h *object, depth int) bool {
	if sym.sym == nil || sym.sym.base == nil || depth > maxPath {
		return sym.sym == nil || sym.sym.root != rootGlobal || u.held(h, locationOf(sym), nil, depth)
	}
	return u.held(h, locationOf(sym), sym.sym.base, depth)
}

// held reports whether a struct is held where a path says, in something that is held where the rest of the path says.
func (u *users) held(h *object, key string, base *object, depth int) bool {
	return slices.ContainsFunc(u.w.seen.holdings[h], func(in holding) bool {
		return in.key == key && (base == nil || in.h == nil || u.holds(base, in.h, depth+1))
	})
}

// systems merges users into systems: one a system, in a stable order, and the strongest level at which two differ.
// What was made on a way is used by one only of those that lie in different arms of a branch.
func (w *world) systems(found []User, made []step) ([]User, Level) {
	slices.SortStableFunc(found, func(a, b User) int {
		return cmp.Or(cmp.Compare(b.strongest(), a.strongest()), cmp.Compare(a.Name(), b.Name()), cmp.Compare(a.Consumer, b.Consumer), w.order(a.Pos, b.Pos))
	})
	var best []User
	for i := range min(len(found), maxSeeds, 1+maxPairs/(1+len(found)*len(found))) {
		if out := systemsFrom(found, i, made); len(out) > len(best) {
			best = out
		}
	}
	level := NoEvidence
	for i := range best {
		for j := range i {
			if l, differ := Differ(best[i].Evidence, best[j].Evidence); differ {
				level = max(level, l)
			}
		}
	}
	tellApart(best)
	slices.SortStableFunc(best, func(a, b User) int {
		return cmp.Or(cmp.Compare(a.Name(), b.Name()), cmp.Compare(a.Consumer, b.Consumer))
	})
	return best, level
}

// tellApart names users by what they differ in where their packages or types have one name.
func tellApart(us []User) {
	count := make(map[string]int)
	for _, u := range us {
		count[u.Name()]++
	}
	for i := range us {
		if u := &us[i]; count[u.Name()] > 1 && u.Setting == "" && (u.Has(ByHost) || u.Has(ByField)) {
			u.Package, u.Stem = "", ""
		}
	}
}

// maxSeeds bounds how many users are tried as the one that all others are compared with.
const maxSeeds = 16

// maxPairs bounds how many comparisons of two users that costs: where there are hundreds, fewer are tried.
const maxPairs = 1 << 20

// systemsFrom begins with one user and adds those that differ for certain from all before.
func systemsFrom(found []User, seed int, made []step) []User {
	out := []User{found[seed].clone()}
	for i, x := range found {
		same, known := i == seed, true
		for j := range out {
			l, differ := Differ(out[j].Evidence, x.Evidence)
			switch {
			case same:
			case l == NoEvidence:
				known = false
			case !differ || out[j].alternative(x, made) || l == ByType && out[j].oneBase(x):
				same = true
				out[j].add(x)
			}
		}
		if !same && known {
			out = append(out, x.clone())
		}
	}
	return out
}

func (u User) clone() User {
	u.ways, u.through, u.More = slices.Clone(u.ways), slices.Clone(u.through), slices.Clone(u.More)
	return u
}

// add takes over another user of the same system.
func (u *User) add(x User) {
	u.mergeHosts(x.Evidence)
	if u.Package == "" && u.Stem == "" {
		u.Package, u.PkgPath, u.Stem, u.Type = x.Package, x.PkgPath, x.Stem, x.Type
	}
	u.ways, u.through = append(u.ways, x.ways...), append(u.through, x.through...)
	for _, y := range append([]User{x}, x.More...) {
		y.More, y.known = nil, nil
		if u.index(); !u.lists(y) {
			u.More = append(u.More, y)
			u.known[y.useKey()] = true
		}
	}
}

// A useKey tells the uses of one system apart.
type useKey struct {
	consumer string
	where    token.Position
	place    Place
}

func (u *User) useKey() useKey {
	if u.Where.IsValid() {
		return useKey{consumer: u.Consumer, where: u.Where}
	}
	return useKey{u.Consumer, u.Where, u.Place}
}

func (u *User) lists(x User) bool { return u.known[x.useKey()] }

// index makes known what is listed. A copy of the user may have added to the index since: then the numbers differ.
func (u *User) index() {
	if len(u.known) == 1+len(u.More) {
		return
	}
	u.known = make(map[useKey]bool, 1+len(u.More))
	u.known[u.useKey()] = true
	for _, x := range u.More {
		u.known[x.useKey()] = true
	}
}

// oneBase reports whether two consumers in one package have one base URL.
func (u User) oneBase(x User) bool {
	return u.PkgPath == x.PkgPath && slices.ContainsFunc(u.bases, func(o *object) bool { return slices.Contains(x.bases, o) })
}

// alternative reports whether no one thing that was made is used by both.
func (u User) alternative(x User, made []step) bool {
	for _, a := range u.ways {
		for _, b := range x.ways {
			if !alternatives(made, a, b) {
				return false
			}
		}
	}
	return len(u.ways) > 0 && len(x.ways) > 0
}
