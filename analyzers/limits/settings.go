package limits

import (
	"github.com/reslint/reslint/internal/rule"
	"github.com/reslint/reslint/internal/settings"
	"github.com/reslint/reslint/internal/settingspass"
)

// checkSettings reports timeouts in settings that contradict each other or are too long.
func checkSettings(r *rule.Reporter, read *settingspass.Result) {
	read.AddTo(r)
	for _, v := range read.Violations(settings.Timeouts) {
		check := timeoutOrder
		if v.Kind == settings.LongRead {
			check = longReadTimeout
		}
		r.Report(read.Finding(check, v))
	}
}
