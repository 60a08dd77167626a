package settingspass

import (
	"cmp"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/reslint/reslint/internal/rule"
	"github.com/reslint/reslint/internal/settings"
)

// readCode reads the struct tags of the package and its calls that set defaults.
func readCode(pass *analysis.Pass, opts Options, res *Result) {
	r := &codeReader{
		pass: pass, names: opts.Settings.Names(), builder: settings.NewBuilder(), res: res,
		structs: make(map[*types.TypeName]*ast.TypeSpec), nested: make(map[*types.TypeName]bool),
		relevant: make(map[*types.TypeName]bool),
	}
	var specs []*ast.TypeSpec
	for _, f := range pass.Files {
		if !written(pass, f) {
			continue
		}
		specs = append(specs, r.collect(f)...)
		if importsViper(f) {
			r.calls(f)
		}
	}
	r.findRelevant(specs)
	for _, spec := range specs {
		if obj := r.object(spec); r.relevant[obj] && !r.nested[obj] {
			r.walk(spec.Type.(*ast.StructType), scope{}.named(spec.Name.Name, "").inside(obj))
		}
	}
	res.Code.Name = pass.Pkg.Path()
	r.builder.Fill(res.Code)
}

type codeReader struct {
	pass     *analysis.Pass
	names    settings.Names
	builder  *settings.Builder
	res      *Result
	structs  map[*types.TypeName]*ast.TypeSpec
	nested   map[*types.TypeName]bool // used as the type of a field
	relevant map[*types.TypeName]bool // there is a field with a tag in it, however deep
	steps    int                      // structs that were walked
}

func (r *codeReader) object(spec *ast.TypeSpec) *types.TypeName {
	obj, _ := r.pass.TypesInfo.Defs[spec.Name].(*types.TypeName)
	return obj
}

// findRelevant marks the structs that can hold settings. In nearly every package there are none.
func (r *codeReader) findRelevant(specs []*ast.TypeSpec) {
	for changed := true; changed; {
		changed = false
		for _, spec := range specs {
			obj := r.object(spec)
			if obj != nil && !r.relevant[obj] && r.holds(spec.Type.(*ast.StructType)) {
				r.relevant[obj], changed = true, true
			}
		}
	}
}

func (r *codeReader) holds(st *ast.StructType) bool {
	return slices.ContainsFunc(st.Fields.List, func(f *ast.Field) bool {
		if f.Tag != nil && (strings.Contains(f.Tag.Value, "env") || strings.Contains(f.Tag.Value, "default")) {
			tag := tagOf(f)
			text, _ := defaultOf(tag)
			if text != "" || tag.Get("env") != "" || tag.Get("envconfig") != "" {
				return true
			}
		}
		if r.relevant[r.structOf(f.Type)] {
			return true
		}
		inner, ok := f.Type.(*ast.StructType)
		return ok && r.holds(inner)
	})
}

// collect returns the struct types of a file, if one of its tags can matter.
func (r *codeReader) collect(f *ast.File) []*ast.TypeSpec {
	var specs []*ast.TypeSpec
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			return false // a local type is no settings struct of the package
		case *ast.TypeSpec:
			if _, ok := n.Type.(*ast.StructType); ok {
				specs = append(specs, n)
				r.structs[r.object(n)] = n
			}
		case *ast.StructType:
			for _, field := range n.Fields.List {
				if obj := r.structOf(field.Type); obj != nil {
					r.nested[obj] = true
				}
			}
		}
		return true
	})
	return specs
}

// structOf returns the named type of a field, if it is a type of this package.
func (r *codeReader) structOf(expr ast.Expr) *types.TypeName {
	if star, ok := expr.(*ast.StarExpr); ok {
		expr = star.X
	}
	id, ok := expr.(*ast.Ident)
	if !ok {
		return nil
	}
	obj, _ := r.pass.TypesInfo.Uses[id].(*types.TypeName)
	if obj == nil || !obj.IsAlias() {
		return obj
	}
	if named, ok := types.Unalias(obj.Type()).(*types.Named); ok {
		return named.Obj()
	}
	return nil
}

// A scope is what the structs around a field say.
type scope struct {
	env    string            // prefix that names in env tags get
	conf   string            // prefix of envconfig's names
	path   []string          // names in files, from the root: those in tags, else the systems that fields are named after
	owner  string            // the system that the nearest name of a field or a type speaks of
	client bool              // a name on the way says that this is a client's
	types  []*types.TypeName // that the walk is inside of
}

func (s scope) inside(obj *types.TypeName) scope {
	s.types = append(slices.Clip(s.types), obj)
	return s
}

// named adds the names of a struct type and of the field that has it; the field's counts first.
func (s scope) named(typeName, field string) scope {
	for _, name := range []string{typeName, field} {
		if stem := stem(name); stem != "" {
			s.owner = stem
		}
		s.client = s.client || slices.ContainsFunc(settings.Words(name), func(w string) bool { return w == "client" || w == "clients" })
	}
	return s
}

// roles are words in names of types and fields that do not name a system.
var roles = []string{
	"a", "adapter", "api", "app", "bulkhead", "breaker", "cfg", "client", "clients", "conf", "config", "configs", "configuration",
	"connection", "default", "defaults", "env", "environment", "external", "gateway", "http", "integration", "integrations",
	"limit", "limits", "opts", "option", "options", "out", "params", "pool", "properties", "provider", "rest", "section", "service",
	"services", "setting", "settings", "system", "systems", "the", "timeout", "timeouts", "unit",
}

// stem is the name of a system in the name of a type or a field, in snake case, or "".
func stem(name string) string {
	words := slices.DeleteFunc(settings.Words(name), func(w string) bool { return slices.Contains(roles, w) })
	return strings.Join(words, "_")
}

// maxSteps bounds how many structs of a package are walked, each counted once for every field that leads to it.
const maxSteps = 10_000

func (r *codeReader) walk(st *ast.StructType, s scope) {
	if r.steps++; r.steps > maxSteps {
		return
	}
	for _, field := range st.Fields.List {
		tag := tagOf(field)
		if len(field.Names) == 0 {
			r.embedded(field, tag, s)
			continue
		}
		for _, name := range field.Names {
			if !r.into(field, name.Name, tag, s) {
				r.leaf(field, name, tag, s)
			}
		}
	}
}

// embedded walks an embedded struct, whose fields count as those of the struct around it.
func (r *codeReader) embedded(field *ast.Field, tag reflect.StructTag, s scope) {
	obj := r.structOf(field.Type)
	if !r.enter(obj, s) {
		return
	}
	s.env += prefixTag(tag)
	r.walk(r.structs[obj].Type.(*ast.StructType), s.named(obj.Name(), "").inside(obj))
}

// enter reports whether a named struct is worth walking and the walk is not inside of it already.
func (r *codeReader) enter(obj *types.TypeName, s scope) bool {
	return obj != nil && r.relevant[obj] && !slices.Contains(s.types, obj)
}

// into walks the struct that a field has as its type, and reports whether it has one.
func (r *codeReader) into(field *ast.Field, name string, tag reflect.StructTag, s scope) bool {
	s.env += prefixTag(tag)
	s.conf = join(s.conf, confName(name, tag), "_")
	if elem := cmp.Or(fileName(tag), stem(name)); elem != "" {
		s.path = append(slices.Clip(s.path), elem)
	}
	if st, ok := field.Type.(*ast.StructType); ok {
		r.walk(st, s.named("", name))
		return true
	}
	obj := r.structOf(field.Type)
	if obj == nil || r.structs[obj] == nil {
		return false
	}
	if r.enter(obj, s) {
		r.walk(r.structs[obj].Type.(*ast.StructType), s.named(obj.Name(), name).inside(obj))
	}
	return true
}

func prefixTag(tag reflect.StructTag) string {
	if prefix, ok := tag.Lookup("envPrefix"); ok {
		return prefix
	}
	return tag.Get("env-prefix")
}

func join(prefix, name, sep string) string {
	if prefix == "" {
		return name
	}
	return prefix + sep + name
}

// confName is the name of a field as envconfig makes it.
func confName(name string, tag reflect.StructTag) string {
	if alt := tag.Get("envconfig"); alt != "" {
		return strings.ToUpper(alt)
	}
	if split, _ := strconv.ParseBool(tag.Get("split_words")); split {
		name = strings.Join(settings.Words(name), "_")
	}
	return strings.ToUpper(name)
}

// fileName is the name of a field in files, or "".
func fileName(tag reflect.StructTag) string {
	for _, key := range []string{"koanf", "mapstructure", "yaml", "json", "toml"} {
		if first, _, _ := strings.Cut(tag.Get(key), ","); first != "" && first != "-" {
			return first
		}
	}
	return ""
}

// leaf reads a field that holds a value.
func (r *codeReader) leaf(field *ast.Field, name *ast.Ident, tag reflect.StructTag, s scope) {
	text, key := defaultOf(tag)
	if text == "" && tag.Get("env") == "" && tag.Get("envconfig") == "" {
		return
	}
	ref, full, ok := r.refer(name.Name, tag, s)
	if !ok {
		return
	}
	place := rule.At(name)
	if text != "" {
		place = tagPlace(field.Tag, key, text)
	}
	start, stop := place.Resolve(r.pass.Fset)
	place.Start, place.Stop = start, stop
	v := &settings.Value{
		Key: ref.Key, Source: settings.FromTag, Place: place, File: filepath.Base(start.Filename), Name: full, Owner: s.owner,
	}
	read := text != "" && v.Read(text, 10)
	r.res.Named = append(r.res.Named, Named{System: ref.System, Value: v})
	if ref.System == "" {
		ref.System = s.system(r.names)
	}
	ref.Rooted = ref.Rooted || s.client
	if read && (ref.System != "" || ref.Key == settings.PoolSize) {
		r.builder.Add(ref, v)
	}
}

// defaultOf returns the default that a tag gives, and the key of the tag that has it.
func defaultOf(tag reflect.StructTag) (text, key string) {
	for _, key := range []string{"envDefault", "env-default", "default"} {
		if text := tag.Get(key); text != "" {
			return text, key
		}
	}
	return "", ""
}

// refer finds out which setting a field is: from the name of its variable, from its names in files, or from its own.
func (r *codeReader) refer(name string, tag reflect.StructTag, s scope) (ref settings.Ref, full string, ok bool) {
	var candidates []string
	if env, _, _ := strings.Cut(tag.Get("env"), ","); env != "" {
		candidates = append(candidates, s.env+env)
	}
	if alt := tag.Get("envconfig"); alt != "" {
		candidates = append(candidates, strings.ToUpper(alt))
	}
	if len(candidates) == 0 {
		candidates = append(candidates, strings.Join(append(slices.Clip(s.path), cmp.Or(fileName(tag), name)), "."))
	}
	if s.conf != "" && tag.Get("env") == "" {
		candidates = append(candidates, join(s.conf, confName(name, tag), "_"))
	}
	for _, c := range candidates {
		got, known := r.names.Ref(c)
		if stem(got.System) == "" { // gateway, service: whose?
			got.System = ""
		}
		if known && (!ok || ref.System == "") {
			ref, full, ok = got, c, true
		}
		if ok && (ref.System != "" || ref.Key == settings.PoolSize) {
			break
		}
	}
	if got, known := r.names.Ref(join(s.owner, name, ".")); known && got.Key == settings.PoolSize && !ok {
		return got, candidates[0], true
	}
	return ref, full, ok
}

// system is the one that the structs around a field name.
func (s scope) system(names settings.Names) string {
	for _, name := range slices.Backward(s.path) {
		if stem := stem(name); stem != "" {
			return stem
		}
	}
	return s.owner
}

func tagOf(field *ast.Field) reflect.StructTag {
	if field.Tag == nil {
		return ""
	}
	text, err := strconv.Unquote(field.Tag.Value)
	if err != nil {
		return ""
	}
	return reflect.StructTag(text)
}

// tagPlace is the place of a default in a tag, or the whole tag where it is written with escapes.
func tagPlace(tag *ast.BasicLit, key, text string) rule.Place {
	quoted := key + ":" + strconv.Quote(text)
	i := strings.Index(tag.Value, quoted)
	for i > 0 && tag.Value[i-1] != ' ' && tag.Value[i-1] != '`' { // "default" also ends "env-default"
		next := strings.Index(tag.Value[i+1:], quoted)
		if next < 0 {
			return rule.At(tag)
		}
		i += 1 + next
	}
	if i < 0 || strings.ContainsAny(tag.Value, "\r\n") {
		return rule.At(tag)
	}
	start := tag.Pos() + token.Pos(i+len(key)+len(`:"`))
	return rule.Place{Pos: start, End: start + token.Pos(len(text))}
}

func importsViper(f *ast.File) bool {
	return slices.ContainsFunc(f.Imports, func(i *ast.ImportSpec) bool { return strings.HasSuffix(i.Path.Value, `/viper"`) })
}

// calls reads viper's SetDefault("client.sber.max_connections", 20).
func (r *codeReader) calls(f *ast.File) {
	ast.Inspect(f, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || len(call.Args) != 2 {
			return true
		}
		sel, ok := call.Fun.(*ast.SelectorExpr)
		if !ok || sel.Sel.Name != "SetDefault" {
			return true
		}
		if fn, ok := r.pass.TypesInfo.Uses[sel.Sel].(*types.Func); ok && fn.Pkg() != nil && strings.HasSuffix(fn.Pkg().Path(), "/viper") {
			r.setDefault(call)
		}
		return true
	})
}

func (r *codeReader) setDefault(call *ast.CallExpr) {
	key := r.pass.TypesInfo.Types[call.Args[0]].Value
	value := r.pass.TypesInfo.Types[call.Args[1]]
	if key == nil || key.Kind() != constant.String || value.Value == nil {
		return
	}
	name := constant.StringVal(key)
	ref, ok := r.names.Ref(name)
	if !ok || ref.Key != settings.PoolSize && !ref.Rooted {
		return
	}
	place := rule.At(call.Args[1])
	place.Start, place.Stop = place.Resolve(r.pass.Fset)
	v := &settings.Value{
		Key: ref.Key, Source: settings.FromCode, Place: place, File: filepath.Base(place.Start.Filename), Name: name,
	}
	if v.Read(constantText(value), 10) {
		r.builder.Add(ref, v)
	}
}

// constantText writes a constant as settings files do.
func constantText(tv types.TypeAndValue) string {
	if n, ok := constant.Int64Val(constant.ToInt(tv.Value)); ok && tv.Type.String() == "time.Duration" {
		return time.Duration(n).String()
	}
	if tv.Value.Kind() == constant.String {
		return constant.StringVal(tv.Value)
	}
	return tv.Value.ExactString()
}
