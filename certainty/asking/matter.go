package asking

import (
	"slices"
	"strings"

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
	was   bool // it is about the past
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
			for _, w := range wordsIn(turn.Text[:min(len(turn.Text), maxHeardText)], maxHeard) {
				t.words = append(t.words, w)
				t.was = t.was || slices.Contains([]string{"was", "were", "did", "had"}, w.text)
			}
		}
	}
	return t.words
}

// past reports whether the user speaks about the past or the tool records past events. It is
// true if the conversation is unknown.
func (m *matter) past() bool {
	records := func(w word) bool { return near(recording, w.id) }
	return len(m.said()) == 0 || m.was || slices.ContainsFunc(m.tool.name, records) || slices.ContainsFunc(m.description(), records)
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
var doing = func() (acts []act) {
	for _, verb := range [...]string{"want", "need", "like", "prefer", "choose", "search", "use", "set", "send", "provide", "plan", "book", "refer", "belong",
		"reside", "mean", "intend", "begin", "have", "live", "get", "take"} {
		acts = append(acts, act{words.Find(verb), 0.65})
	}
	return acts
}()

// nearMatter is the similarity from which on a word counts as close to one of the task's.
const nearMatter = 0.55

// explains reports whether a word of a question belongs to the task: it is a word of the tool
// or of the conversation, close in meaning to one, or a verb from doing.
func (m *matter) explains(w *said, x *param) bool {
	is := func(of []word) bool {
		return slices.ContainsFunc(of, func(y word) bool { return w.text == y.text || words.Near(w.id, y.id) >= nearMatter })
	}
	return w.text == "" || w.about&(x.about|x.said) != 0 || w.general || near(doing, w.id) || is(m.tool.name) ||
		slices.ContainsFunc(m.tool.params, func(p param) bool { return is(p.name) || is(p.desc) || is(p.values) }) ||
		is(m.description()) || is(m.said())
}

// elsewhere reports whether an English question with an interrogative is about something other
// than the task. It counts the words after the finite verb that the task does not explain.
// Usually two such words are needed. One is enough after "do" or "have" with a subject that is
// not a pronoun, and after "is" with an indefinite noun ("how heavy is an elephant?"). A clause
// about what is to happen (should, shall, will) always belongs to the task.
func (p *parser) elsewhere(a *ask, to int, x *param, m *matter) bool {
	if a.behind == 0 || a.told || a.kinds&(1<<askPolar|1<<askNamed|1<<askAlternative|1<<askWhy) != 0 {
		return false
	}
	k := a.behind
	for k < to && !p.has(rolePolar, k, to) && !(k == a.behind && p.tokens[k].Text == "s") {
		k++
	}
	allowed := 1
	if k < to {
		pronoun := p.has(roleSubject, k+1, to)
		switch p.tokens[k].Text {
		case "should", "shall", "will", "would", "must", "may", "any", "need", "want":
			return false
		case "do", "does", "did", "has", "have", "had":
			if !pronoun {
				allowed = 0
			}
		case "can", "could", "is", "are", "am":
			if pronoun {
				return false
			}
			fallthrough
		default:
			past := strings.HasPrefix(p.tokens[k].Text, "w") // was, were
			if next := min(k+1, to-1); p.tokens[next].Text == "a" || p.tokens[next].Text == "an" || past && p.has(roleArticle, next, to) {
				allowed = 0
			}
		}
	} else if a.kinds != 1<<askWho {
		return false
	} else {
		k = a.behind - 1
	}
	for i := k + 1; i < to && (i == k+1 || !p.ends(i-1)); i++ {
		if p.has(roleWant, i, to) || p.has(roleTell, i, to) {
			return false
		}
		if w := &p.words[i]; !w.skip && p.roles[i]&^(1<<roleConcept|1<<roleLead|1<<roleNamed) == 0 && !m.explains(w, x) {
			if allowed--; allowed < 0 {
				return true
			}
		}
	}
	return false
}
