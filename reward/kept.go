package reward

import (
	"hash/maphash"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/voi-rl/voi/certainty/asking"
	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/internal/lru"
)

// A policy says the same things again and again: in the completions of a group, in the
// steps behind it, and, where it refuses, of every sample. What was made of the texts that
// it said last is kept, of each kind at most 4 MiB for all samples together.
var (
	questions = lru.Generations[*question]{Most: 2 << 20, Size: (*question).size}
	texts     = lru.Generations[*heard]{Most: 2 << 20, Size: func(t *heard) int { return 256 + len(t.text) }}
	seed      = maphash.MakeSeed()

	guards atomic.Uint64 // that were made
)

// maxText is the longest text that is kept, in bytes.
const maxText = 1 << 12

// heard is what a text is to every sample.
type heard struct {
	text  string // a copy, which holds no completion in memory
	class completion.Class
}

// classify is completion.Classify, done once for a text while it is kept.
func classify(s string) completion.Class {
	if len(s) > maxText {
		return completion.Classify(s)
	}
	hash := maphash.String(seed, s)
	if t, ok := texts.Find(hash); ok && t.text == s {
		return t.class
	}
	s = strings.Clone(s)
	class := completion.Classify(s)
	if class.Action != completion.ToolCall { // calls may be large
		texts.Keep(hash, &heard{s, class})
	}
	return class
}

// question is what one question says to one sample. It is not changed once it is made.
type question struct {
	guard uint64   // the number of the sample's guard
	text  string   // a copy
	of    []string // the tools that it was held against
	says  asking.Question
}

// size is about how many bytes a question takes.
func (q *question) size() int {
	return 256 + len(q.text) + 64*len(q.says.Requests) + 128*len(q.says.Statements)
}

// read returns what a text asks for of some tools, read once while it is kept.
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
