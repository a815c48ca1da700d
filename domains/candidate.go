package domains

import (
	"fmt"
	"math"

	"github.com/voi-rl/voi/internal/jsonvalue"
)

// Candidate is a call that the user may mean.
type Candidate struct {
	Call   Call
	Weight *float64 // its prior up to a common factor, finite and at least 0; nil counts as 1
}

// ParseCandidates reads a list of {"name", "arguments", "weight"}, or a string that
// holds one; null gives none. Errors are *Error with CodeBadCalls.
func ParseCandidates(v Value) ([]Candidate, error) {
	v, err := unwrap(v, CodeBadCalls, "")
	if err != nil || v.IsNull() {
		return nil, err
	}
	if v.Kind() != jsonvalue.Array {
		return nil, &Error{CodeBadCalls, "", "they are " + v.Kind().Noun() + "; give a list of {\"name\", \"arguments\", \"weight\"}"}
	}
	out := make([]Candidate, v.Len())
	for i, item := range v.Items() {
		path := fmt.Sprintf("[%d]", i)
		if out[i].Call, err = parseCall(item, path); err != nil {
			return nil, err
		}
		weight := item.Field("weight")
		if weight.IsNull() {
			continue
		}
		w, ok := weight.Float()
		if !ok || w < 0 || math.IsInf(w, 0) {
			return nil, &Error{CodeBadCalls, join(path, "weight"), "it must be a finite number from 0 up"}
		}
		out[i].Weight = &w
	}
	return out, nil
}
