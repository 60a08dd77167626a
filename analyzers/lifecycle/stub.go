package lifecycle

import "github.com/reslint/reslint/internal/rule"

func checkLiterals(r *rule.Reporter, c *code) {}
