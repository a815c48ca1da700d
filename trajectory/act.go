package trajectory

import (
	"hash/fnv"
	"slices"
	"strings"
	"unicode"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// Act is a step that could find something out: its calls, and how new the calls and their
// results are (T3). A step that only talks, asks the user or gives the answer is no act.
type Act struct {
	Step    int      // index in Steps
	Words   []string // its token set, sorted: words of the queries; without queries, of the tools' names and arguments
	Jaccard float64  // J_t: the highest similarity to one of the last three acts, in [0, 1]
	UPR     float64  // the share of the passages observed that no earlier act observed, in [0, 1]; 0 without any
}

// recentActs is how many acts an act is compared with.
const recentActs = 3

// The default thresholds of a stagnated step (T3): J_t at least TauJ, UPR_t at most TauU.
const (
	TauJ = 0.6
	TauU = 0.3
)

// Stagnated reports whether an act repeats an earlier one and learnt little, by the given
// thresholds.
func (a *Act) Stagnated(tauJ, tauU float64) bool { return a.Jaccard >= tauJ && a.UPR <= tauU }

// Acts returns the acts of a run, in order.
func (c *Counter) Acts(t *Trajectory) []Act {
	var acts []Act
	seen := map[uint64]bool{}
	for i, step := range t.Steps() {
		m := &t.Messages[step.Message]
		words, acted := map[string]bool{}, false
		for j := range m.Calls {
			if call := &m.Calls[j]; !c.critical.Asks(call.Name) && !t.finishes(call) {
				acted = true
				call.addWords(words)
			}
		}
		if !acted {
			continue
		}
		act := Act{Step: i, Words: sorted(words)}
		for k := max(0, len(acts)-recentActs); k < len(acts); k++ {
			act.Jaccard = max(act.Jaccard, Jaccard(act.Words, acts[k].Words))
		}
		act.UPR = t.fresh(step, seen)
		acts = append(acts, act)
	}
	return acts
}

// finishes reports whether a call gives the answer in a ReAct log: finish[...].
func (t *Trajectory) finishes(c *Call) bool {
	return t.Source == "react" && strings.EqualFold(strings.TrimSpace(c.Name), "finish")
}

// fresh is the share of a step's passages that are new. It marks all of them as seen.
func (t *Trajectory) fresh(step Step, seen map[uint64]bool) float64 {
	var of []uint64
	unseen := 0
	for at := step.Message + 1; at < step.End; at++ {
		if m := &t.Messages[at]; m.Role == dataset.ToolRole && !m.ByUser {
			of = appendPassages(of, m.Content)
		}
	}
	for _, passage := range of {
		if !seen[passage] {
			unseen++
		}
	}
	for _, passage := range of {
		seen[passage] = true
	}
	if len(of) == 0 {
		return 0
	}
	return float64(unseen) / float64(len(of))
}

// passageIDs are the members that identify a search result; the first one present counts.
var passageIDs = [...]string{"id", "doc_id", "passage_id", "chunk_id", "url"}

// appendPassages appends the passages of an observation: the objects in its list of
// results, by their ids, or its paragraphs if it has no such list.
func appendPassages(of []uint64, text string) []uint64 {
	if results, ok := resultsOf(text); ok {
		for _, r := range results {
			id := r.JSON()
			for _, key := range passageIDs {
				if v := r.Field(key); !v.IsNull() {
					id = key + "\x00" + v.JSON()
					break
				}
			}
			of = append(of, hash(id))
		}
		return of
	}
	var paragraph []string // its words
	end := func() {
		if len(paragraph) > 0 {
			of = append(of, hash(strings.Join(paragraph, " ")))
		}
		paragraph = paragraph[:0]
	}
	for line := range strings.Lines(strings.ToLower(text)) {
		words := strings.Fields(line)
		if len(words) == 0 {
			end()
		}
		paragraph = append(paragraph, words...)
	}
	end()
	return of
}

// resultsOf returns the objects of a JSON list, or of the only list in an object.
func resultsOf(text string) ([]domains.Value, bool) {
	text = strings.TrimSpace(text)
	if !strings.HasPrefix(text, "[") && !strings.HasPrefix(text, "{") {
		return nil, false
	}
	v, err := domains.ParseValue(text)
	if err != nil {
		return nil, false
	}
	if v.Kind() == jsonvalue.Object {
		var lists []domains.Value
		for _, m := range v.Members() {
			if m.Value.Kind() == jsonvalue.Array {
				lists = append(lists, m.Value)
			}
		}
		if len(lists) != 1 {
			return nil, false
		}
		v = lists[0]
	}
	items := v.Items()
	if len(items) == 0 || slices.ContainsFunc(items, func(item domains.Value) bool { return item.Kind() != jsonvalue.Object }) {
		return nil, false
	}
	return items, true
}

func hash(s string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(s))
	return h.Sum64()
}

// queries are the arguments that hold a search query; "input" is the one of ReAct logs.
var queries = [...]string{"query", "q", "input"}

// Query is the text that a message's calls search for: their queries, or their names and
// arguments if they have none.
func (m *Message) Query() string {
	texts := make([]string, len(m.Calls))
	for i := range m.Calls {
		c := &m.Calls[i]
		texts[i] = c.Name + " " + c.Arguments.JSON()
		for _, key := range queries {
			if v := c.Arguments.Field(key); v.Kind() == jsonvalue.String {
				texts[i] = v.Str()
				break
			}
		}
	}
	return strings.Join(texts, "; ")
}

// addWords adds the words of a call: of its query, or of its name and arguments.
func (c *Call) addWords(words map[string]bool) {
	for _, key := range queries {
		if v := c.Arguments.Field(key); v.Kind() == jsonvalue.String {
			addWords(words, v)
			return
		}
	}
	addWords(words, jsonvalue.NewString(c.Name))
	addWords(words, c.Arguments)
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

// TokenSet returns the distinct words of a text: runs of letters and digits, lower-cased,
// sorted.
func TokenSet(text string) []string {
	words := map[string]bool{}
	addWords(words, jsonvalue.NewString(text))
	return sorted(words)
}

func sorted(words map[string]bool) []string {
	list := make([]string, 0, len(words))
	for word := range words {
		list = append(list, word)
	}
	slices.Sort(list)
	return list
}

// Common counts the words in both of two sorted sets.
func Common(a, b []string) (n int) {
	for len(a) > 0 && len(b) > 0 {
		switch c := strings.Compare(a[0], b[0]); {
		case c == 0:
			n, a, b = n+1, a[1:], b[1:]
		case c < 0:
			a = a[1:]
		default:
			b = b[1:]
		}
	}
	return n
}

// Jaccard is the size of the intersection of two sorted sets over the size of their
// union; 0 if both are empty.
func Jaccard(a, b []string) float64 {
	both := Common(a, b)
	if both == 0 {
		return 0
	}
	return float64(both) / float64(len(a)+len(b)-both)
}
