package asking

import (
	"slices"

	"github.com/voi-rl/voi/certainty/grounding"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/words"
)

// matter is what a task is about: the words of one of its tools, and those of its conversation,
// which all tools share.
type matter struct {
	tool  *tool
	about *domains.Tool
	*talk
	told []word // words of the tool's description
}

// talk is the user's part of a conversation. It is read only when a question contains a word
// that no schema explains.
type talk struct {
	r     *grounding.Reading
	words []word
	heard bool
}

// Bounds on the text that a question is compared with.
const (
	maxAbout     = 64      // words of a tool's description
	maxHeard     = 256     // words of a turn
	maxHeardText = 1 << 13 // bytes of a turn
)

func (t *talk) said() []word {
	if t.heard || t.r == nil {
		return t.words
	}
	t.heard = true
	for _, turn := range t.r.Turns() {
		if turn.Role == "user" && len(t.words) < maxWords {
			t.words = append(t.words, wordsIn(turn.Text[:min(len(turn.Text), maxHeardText)], maxHeard)...)
		}
	}
	return t.words
}

func (m *matter) description() []word {
	if m.told == nil {
		m.told = append(wordsIn(m.about.Description[:min(len(m.about.Description), maxHeardText)], maxAbout), word{})
	}
	return m.told
}

// wordsIn returns the first words of a text.
func wordsIn(text string, most int) (out []word) {
	tokens := words.Tokens(nil, text, most)
	words.Each(tokens, func(id words.ID, from, to int) {
		out = append(out, word{stem(joined(tokens[from:to])), id, 1})
	})
	return out
}

// doing are verbs for what people commonly do with the things a tool needs. A verb close to one
// of them does not show that a question is about something else.
var doing = func() (ids []words.ID) {
	for _, verb := range [...]string{"want", "need", "like", "prefer", "choose", "search", "use", "set", "send", "provide", "plan", "book", "refer", "belong",
		"reside", "mean", "intend", "begin", "have", "live", "get", "take"} {
		ids = append(ids, words.Find(verb))
	}
	return ids
}()

// nearMatter is the similarity from which on a word counts as close to one of the task's.
const nearMatter = 0.55

// nearDoing is the same for the verbs in doing.
const nearDoing = 0.65

// explains reports whether a word of a question belongs to the task: it is a word of the tool
// or of the conversation, close in meaning to one, or a verb from doing.
func (m *matter) explains(w *said, x *param) bool {
	is := func(of []word) bool {
		return slices.ContainsFunc(of, func(y word) bool { return w.text == y.text || words.Near(w.id, y.id) >= nearMatter })
	}
	return w.text == "" || w.about&(x.about|x.said) != 0 || w.general || slices.ContainsFunc(doing, func(id words.ID) bool { return words.Near(w.id, id) >= nearDoing }) || is(m.tool.name) ||
		slices.ContainsFunc(m.tool.params, func(p param) bool { return is(p.name) || is(p.desc) || is(p.values) }) ||
		is(m.description()) || is(m.said())
}
