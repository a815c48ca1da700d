package trajectory

import (
	"hash/fnv"
	"strings"
	"unicode"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// The bounds of a step that stagnates (T3): it repeats an action, and few of the
// passages that it observes are new.
const (
	recentActions   = 3
	repeatsFrom     = 0.6 // tau_J
	learnsLittleTil = 0.3 // tau_U
)

// redundancy credits steps that stagnate with what they repeat.
func (w *crediting) redundancy() {
	var recent []map[string]bool
	seen := map[uint64]bool{}
	next := 0
	for i, step := range w.steps {
		words := map[string]bool{}
		for ; next < len(w.calls) && w.calls[next].message <= step.Message; next++ {
			if w.calls[next].message == step.Message {
				addWords(words, jsonvalue.NewString(w.calls[next].Name))
				addWords(words, w.calls[next].Arguments)
			}
		}
		fresh, passages := 0, 0
		for at := step.Message + 1; at < step.End; at++ {
			if m := &w.t.Messages[at]; m.Role == roles["tool"] && !m.ByUser {
				for paragraph := range strings.SplitSeq(m.Content, "\n\n") {
					h := fnv.New64a()
					h.Write([]byte(strings.Join(strings.Fields(strings.ToLower(paragraph)), " ")))
					passages++
					if !seen[h.Sum64()] {
						fresh++
						seen[h.Sum64()] = true
					}
				}
			}
		}
		if len(words) == 0 {
			continue // a step without an action repeats none
		}
		repeats := 0.0
		for _, other := range recent {
			repeats = max(repeats, jaccard(words, other))
		}
		if recent = append(recent, words); len(recent) > recentActions {
			recent = recent[1:]
		}
		if repeats >= repeatsFrom && float64(fresh) <= learnsLittleTil*float64(passages) {
			w.credit.Steps[i].Components[Redundancy] = -repeats
		}
	}
}

// addWords adds the words of a value, lower-cased: runs of letters and digits.
func addWords(words map[string]bool, v domains.Value) {
	switch v.Kind() {
	case jsonvalue.Array:
		for _, item := range v.Items() {
			addWords(words, item)
		}
	case jsonvalue.Object:
		for _, m := range v.Members() {
			addWords(words, m.Value)
		}
	default:
		text := v.Str()
		if v.Kind() != jsonvalue.String {
			text = v.JSON()
		}
		for word := range strings.FieldsFuncSeq(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
			words[word] = true
		}
	}
}

// jaccard is the share of the words of two sets that both have.
func jaccard(a, b map[string]bool) float64 {
	both := 0
	for word := range a {
		if b[word] {
			both++
		}
	}
	return float64(both) / float64(len(a)+len(b)-both)
}
