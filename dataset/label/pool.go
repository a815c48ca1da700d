package label

import (
	"math"
	"slices"

	"github.com/voi-rl/voi/certainty"
)

// tie is the difference up to which F7 treats scores as equal.
const tie = 1e-12

// pool joins the questions of several beliefs into one list, best first. A question of
// several beliefs is listed once, with its best score. The list of a single belief is
// unchanged.
func (w *work) pool(lists [][]certainty.Question) []certainty.Question {
	all := []certainty.Question{}
	if len(lists) == 1 {
		return append(all, lists[0]...)
	}
	at := make(map[string]int)
	for _, list := range lists {
		for _, q := range list {
			name := q.Tool + "\x00" + q.Name()
			k, known := at[name]
			switch {
			case !known:
				at[name] = len(all)
				all = append(all, q)
			case q.Score > all[k].Score:
				all[k] = q
			}
		}
	}
	return w.order(all)
}

// order sorts as F7 says: by score; scores within 1e-12 of the best remaining one are
// ordered by fewer aspects, then by the order of tools, then of properties.
func (w *work) order(all []certainty.Question) []certainty.Question {
	rank := make(map[string]int, len(w.sample.Tools))
	for i := range w.sample.Tools {
		if _, ok := rank[w.sample.Tools[i].Name]; !ok {
			rank[w.sample.Tools[i].Name] = i
		}
	}
	place := w.places(rank)
	slices.SortStableFunc(all, func(a, b certainty.Question) int {
		switch {
		case a.Score > b.Score:
			return -1
		case a.Score < b.Score:
			return 1
		}
		return 0
	})
	for from := 0; from < len(all); {
		end := from + 1
		for end < len(all) && math.Abs(all[from].Score-all[end].Score) <= tie {
			end++
		}
		slices.SortStableFunc(all[from:end], func(a, b certainty.Question) int {
			if d := len(a.Aspects) - len(b.Aspects); d != 0 {
				return d
			}
			if d := rank[a.Tool] - rank[b.Tool]; d != 0 {
				return d
			}
			return compareAspects(a, b, place)
		})
		from = end
	}
	return all
}

// compareAspects orders two questions about one tool by the places of their aspects in the schema.
func compareAspects(a, b certainty.Question, place func(tool, name string) int) int {
	for i := range a.Aspects {
		if d := place(a.Tool, a.Aspects[i]) - place(b.Tool, b.Aspects[i]); d != 0 {
			return d
		}
	}
	return 0
}

// places returns the place of a parameter in the schema of its tool, behind all others if it is
// none of them.
func (w *work) places(rank map[string]int) func(tool, name string) int {
	of := map[string]map[string]int{}
	return func(tool, name string) int {
		params := w.sample.Tools[rank[tool]].Params
		at, known := of[tool]
		if !known {
			at = make(map[string]int, len(params))
			for i := range params {
				if _, ok := at[params[i].Name]; !ok {
					at[params[i].Name] = i
				}
			}
			of[tool] = at
		}
		if i, ok := at[name]; ok {
			return i
		}
		return len(params)
	}
}
