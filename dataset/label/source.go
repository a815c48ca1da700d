package label

import (
	"fmt"
	"slices"
	"strings"
)

// Source is where a belief comes from, the column belief_source.
type Source string

// The sources of F12, and None where no source gives a belief.
const (
	Given     Source = "given"     // the row has candidates
	HeldOut   Source = "held_out"  // a parameter was held out of a call
	Reference Source = "reference" // the reference call, as far as the conversation backs it
	Contrast  Source = "contrast"  // a rejected or alternative call, treated in the same way
	LLM       Source = "llm"       // a model's candidates
	Question  Source = "question"  // the source's own question, with its requested parameters open
	Schema    Source = "schema"    // one candidate for each offered tool
	Gold      Source = "gold"      // the source's missing parameters; only on request
	None      Source = "none"      // no tools, or no source gave a belief
)

// Sources returns the order of F12.
func Sources() []Source { return []Source{Given, HeldOut, Reference, Contrast, LLM, Question, Schema} }

// Known reports whether labels can be made from a source.
func Known(s Source) bool { return s == Gold || slices.Contains(Sources(), s) }

// ParseSources reads a comma-separated list of sources, which restricts and orders them. An
// empty list is the order of F12. The error names an unknown or repeated source.
func ParseSources(list string) ([]Source, error) {
	if strings.TrimSpace(list) == "" {
		return Sources(), nil
	}
	var out []Source
	for _, name := range strings.Split(list, ",") {
		s := Source(strings.TrimSpace(name))
		switch {
		case !Known(s):
			return nil, fmt.Errorf("label: %q is no source of beliefs; use %s", name, joinSources(append(Sources(), Gold)))
		case slices.Contains(out, s):
			return nil, fmt.Errorf("label: the source %s is named twice; name each once", s)
		}
		out = append(out, s)
	}
	return out, nil
}

func joinSources(all []Source) string {
	names := make([]string, len(all))
	for i, s := range all {
		names[i] = string(s)
	}
	return strings.Join(names, ", ")
}
