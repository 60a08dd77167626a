package edit

// SetRename replaces what puts a new file in the place of the old one.
func SetRename(p *Plan, rename func(from, to string) error) { p.rename = rename }
