package domains

import (
	"context"
	"fmt"
	"maps"
	"slices"
)

// Override returns the set with each domain replaced by other's domain for that
// parameter. Domains in other for parameters that the set lacks are left out.
func (s Set) Override(other Set) Set {
	out := slices.Clone(s)
	if len(other) == 0 {
		return out
	}
	at := other.indexes()
	for i := range out {
		if n, ok := at[out[i].Name]; ok {
			out[i].Domain = other[n].Domain
		}
	}
	return out
}

// indexes returns the index of each parameter, of the first where a name repeats.
func (s Set) indexes() map[string]int {
	at := make(map[string]int, len(s))
	for i := len(s) - 1; i >= 0; i-- {
		at[s[i].Name] = i
	}
	return at
}

// Complete returns sets with the annotator's domains for each tool that sets lacks. Of
// two tools of one name the first counts (F1). The given map is not changed. The error
// is the annotator's.
func Complete(ctx context.Context, by Annotator, tools []Tool, sets map[string]Set) (map[string]Set, error) {
	out := sets
	for i := range tools {
		t := &tools[i]
		if _, known := out[t.Name]; known {
			continue
		}
		set, err := by.Annotate(ctx, t)
		if err != nil {
			return nil, fmt.Errorf("tool %q: %w", t.Name, err)
		}
		if len(out) == len(sets) {
			out = maps.Clone(sets)
			if out == nil {
				out = make(map[string]Set, len(tools))
			}
		}
		out[t.Name] = set
	}
	return out, nil
}
