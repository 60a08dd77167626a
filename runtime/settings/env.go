package settings

import (
	"os"
	"slices"
	"strings"
)

const separator = "__"

// environment applies CLIENT__<SYSTEM>__<KEY> and DATABASE__<KEY>.
func (l *loader) environment() {
	environ := l.options.Environ
	if environ == nil {
		environ = os.Environ
	}
	vars := slices.Clone(environ())
	slices.Sort(vars)
	for _, v := range vars {
		name, value, ok := strings.Cut(v, "=")
		if !ok {
			continue
		}
		parts := strings.Split(name, separator)
		switch {
		case len(parts) < 2:
		case parts[0] == "DATABASE":
			l.store(l.databaseFields(), "database", strings.Join(parts[1:], "."), value, name)
		case parts[0] == "CLIENT":
			l.override(name, parts[1], strings.Join(parts[2:], "."), value)
		}
	}
}

func (l *loader) override(variable, system, key, value string) {
	name, ok := l.known(system)
	if !ok && len(l.settings.Client) == 0 {
		return // the file could not be read: no fault about every variable
	}
	if !ok {
		l.fault(variable, "client."+strings.ToLower(system), ruleConfig, "no such system in %s", l.file)
		return
	}
	s := l.settings.Client[name]
	path := "client." + name
	l.store(l.systemFields(&s), path, strings.ToLower(key), value, variable)
	l.settings.Client[name] = s
}

// known returns the name of the section that is the same system as name.
func (l *loader) known(name string) (string, bool) {
	for _, have := range l.settings.Systems() {
		if SameName(have, name) {
			return have, true
		}
	}
	return "", false
}
