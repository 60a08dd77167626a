package config

import (
	"bytes"
	"encoding/json"

	"github.com/reslint/reslint/internal/rule"
)

// Schema returns the JSON schema (draft 7) of the configuration file, for editors. It accepts every file that Load
// accepts. What Load refuses beyond it are relations between values, and forms that a pattern cannot express.
func Schema(checks []*rule.Check) []byte {
	o := table(checks).schema()
	o["$schema"] = "http://json-schema.org/draft-07/schema#"
	o["title"] = FileName
	o["description"] = "Configuration of reslint."
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(o); err != nil { // only for values that JSON does not have, which the table has not either
		panic(err)
	}
	return b.Bytes()
}
