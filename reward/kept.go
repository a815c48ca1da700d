package reward

import (
	"hash/maphash"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/voi-rl/voi/certainty/asking"
	"github.com/voi-rl/voi/certainty/grounding"
	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/dataset/label"
	"github.com/voi-rl/voi/internal/lru"
)

// A policy repeats its texts: in the completions of a group, in later steps, and, if it
// refuses, in every sample. Results for its latest texts are cached, at most 4 MiB of each
// kind for all samples together.
var (
	questions = lru.Generations[*question]{Most: 2 << 20, Size: (*question).size}
	texts     = lru.Generations[*heard]{Most: 2 << 20, Size: func(t *heard) int { return 256 + len(t.text) }}
	seed      = maphash.MakeSeed()

	guards atomic.Uint64 // number of guards so far
)

// maxText is the longest text in the cache, in bytes.
const maxText = 1 << 12

// heard is the classification of a text, which does not depend on the sample.
type heard struct {
	text  string // a copy, which does not keep the completion in memory
	class completion.Class
}

// classify is classifyAnew with a cache.
func classify(s string) completion.Class {
	if len(s) > maxText {
		return classifyAnew(s)
	}
	hash := maphash.String(seed, s)
	if t, ok := texts.Find(hash); ok && t.text == s {
		return t.class
	}
	s = strings.Clone(s)
	class := classifyAnew(s)
	if class.Action != completion.ToolCall { // calls may be large
		texts.Keep(hash, &heard{s, class})
	}
	return class
}

// sureEnough is how sure asking.Declined must be that a text declines nothing although rules take it for a
// refusal, and that it declines although they take it for an answer. Rules know less of long refusals,
// which give reasons and advice.
func sureEnough(s string) (undeclined, declined float32) {
	if len(s) > asking.ShortText {
		return -4, 1.5
	}
	return -2.5, 2.5
}

// besides is how sure asking.Declined must be that a text which asks declines, too.
const besides = 4

// The rules of a class that classifyAnew changes.
const (
	ruleUndeclined = "direct.undeclined"
	ruleStillAsks  = "ask.undeclined"
	ruleDeclined   = "refuse.declined"
)

// classifyAnew is completion.Classify, unless a network is sure of the contrary: that a refusal
// declines nothing ("If I had no tool, I would say so"; "What is the city? Without it I can't go on" asks), or that
// an answer declines.
func classifyAnew(s string) completion.Class {
	class := completion.Classify(s)
	refuses := class.Action == completion.Refuse
	if !refuses && class.Action != completion.Directly || class.Claim != "" {
		return class
	}
	undeclined, declined := sureEnough(s)
	switch sure, ok := asking.Declined(s, refuses); {
	case !ok:
	case refuses && sure < undeclined:
		class.Action, class.Rule, class.Second = completion.Directly, ruleUndeclined, completion.None
		if class.Asks {
			class.Action, class.Rule = completion.Ask, ruleStillAsks
		}
	case !refuses && sure > declined:
		class.Action, class.Rule = completion.Refuse, ruleDeclined
	}
	return class
}

// lessened is by how much the user's words must lower how sure asking.DeclinedOf is of a refusal that they
// have nothing to do with.
const lessened = 0.8

// turns is the conversation, of which asking reads the user's words.
func (g *guard) turns() []grounding.Turn { return label.Input(g.sample, nil).Turns }

// declines reports whether a refusal is one of what the user asks for: "I can't sing" says nothing about
// a flight.
func (g *guard) declines(s string) bool {
	asked, anything, ok := asking.DeclinedOf(s, g.made.turns.of(g, (*guard).turns))
	return !ok || asked > 0 || anything-asked < lessened
}

// readsAs reports whether a text of a class may stand for an action. What asks back and declines, too,
// may stand for either: "I can't fix it. Shall I look for a plumber?"
func readsAs(action completion.Action, s string, class *completion.Class) bool {
	if class.Action == action || class.Second == action {
		return true
	}
	if action != completion.Refuse || class.Action != completion.Ask || class.Claim != "" {
		return false
	}
	sure, ok := asking.Declined(s, false)
	return ok && sure > besides
}

// question is the meaning of a question for one sample. It is immutable.
type question struct {
	guard uint64   // the number of the sample's guard
	text  string   // a copy
	of    []string // the tools that it was read for
	says  asking.Question
}

// size is the approximate size of a question in bytes.
func (q *question) size() int {
	return 256 + len(q.text) + 64*len(q.of) + 64*len(q.says.Requests) + 128*len(q.says.Statements)
}

// read returns a text's requests for some tools, with a cache.
func (g *guard) read(text string, of []string) asking.Question {
	if len(text) > maxText {
		return g.readAnew(text, of)
	}
	hash := maphash.String(seed, text) ^ g.number
	for _, tool := range of {
		hash = hash*0x9e3779b97f4a7c15 + maphash.String(seed, tool)
	}
	q, found := questions.Find(hash)
	if !found || q.guard != g.number || q.text != text || !slices.Equal(q.of, of) {
		text = strings.Clone(text)
		q = &question{guard: g.number, text: text, of: of, says: g.readAnew(text, of)}
		questions.Keep(hash, q)
	}
	return q.says
}
