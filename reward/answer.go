package reward

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/voi-rl/voi/certainty/grounding"
	"github.com/voi-rl/voi/dataset/completion"
)

// facts are the facts that an answer may state: numbers, dates, names and codes of the
// source's own answer and of the conversation.
type facts struct {
	given    bool                           // the source gives an answer
	any      bool                           // the source's answer has facts of its own
	mentions map[string][]grounding.Mention // by a key that equal values share (alike)
	words    map[string]bool                // all words of the source's answer and the conversation
}

// known reads the source's answer and the conversation.
func (g *guard) known() *facts {
	text := g.sample.Answers[completion.Directly]
	f := &facts{given: hasWord(text) || strings.ContainsFunc(text, unicode.IsDigit)}
	if !f.given {
		return f
	}
	f.words = map[string]bool{}
	eachFact(text, func(*grounding.Mention, string) { f.any = true })
	var all strings.Builder
	all.WriteString(text)
	for i := range g.sample.Messages {
		all.WriteString("\n" + g.sample.Messages[i].Content)
	}
	text = all.String()
	f.mentions = map[string][]grounding.Mention{}
	for _, m := range mentionsOf(text) {
		if like := f.mentions[alike(&m)]; !slices.ContainsFunc(like, func(s grounding.Mention) bool { return s.Value == m.Value && s.Unit == m.Unit }) {
			f.mentions[alike(&m)] = append(like, m)
		}
	}
	eachPiece(text, func(t word) { f.words[t.plain()] = true })
	return f
}

// answered is answer of F11, in [0, 1].
func (g *guard) answered(text string) float64 {
	f := g.made.answer.of(g, (*guard).known)
	if !f.given {
		return 1
	}
	own, foreign := 0, 0
	eachFact(text, func(m *grounding.Mention, fact string) {
		if own++; !f.have(m, fact) {
			foreign++
		}
	})
	switch {
	case own == 0 && f.any:
		return 0.5
	case own == 0:
		return 1
	}
	return 1 - float64(foreign)/float64(own)
}

// have reports whether the source or the conversation states a fact: as a mention of
// the same value or, unless the fact is an amount, by its words.
func (f *facts) have(m *grounding.Mention, text string) bool {
	if m != nil && slices.ContainsFunc(f.mentions[alike(m)], func(s grounding.Mention) bool { return sameMention(m, &s) }) {
		return true
	}
	if m != nil && m.Unit != "" {
		return false
	}
	all := true
	eachPiece(text, func(t word) { all = all && f.words[t.plain()] })
	return all
}

// alike is a key that all mentions of a value share; for a date it is month and day.
func alike(m *grounding.Mention) string {
	if m.Kind == grounding.Date {
		return m.Value[max(0, len(m.Value)-len("03-12")):]
	}
	return likeliest(m)
}

// likeliest is the value of a mention; of a quantity that can be read in two ways ("1,000": "1000|1") the
// likelier one.
func likeliest(m *grounding.Mention) string {
	switch m.Kind {
	case grounding.Number, grounding.Amount, grounding.Money, grounding.Duration:
		first, _, _ := strings.Cut(m.Value, "|")
		return first
	}
	return m.Value
}

// sameMention reports whether two mentions have the same value: the same number, with
// the same unit or without one, or the same date as far as both state it.
func sameMention(a, b *grounding.Mention) bool {
	if a.Kind == grounding.Date && b.Kind == grounding.Date && len(a.Value) == len(b.Value) {
		for i := range len(a.Value) {
			if x, y := a.Value[i], b.Value[i]; x != y && x != 'X' && y != 'X' {
				return false
			}
		}
		return true
	}
	return likeliest(a) == likeliest(b) && a.Value != "" && (a.Unit == b.Unit || a.Unit == "" || b.Unit == "")
}

// factual are the kinds of mentions that are facts: numbers, dates, names, codes.
// Names in plain words are recognised by their capitals.
var factual = []grounding.Kind{grounding.Number, grounding.Amount, grounding.Money, grounding.Date, grounding.Time, grounding.Duration,
	grounding.Email, grounding.URL, grounding.Phone}

// mentionsOf reads a text as a user's message.
func mentionsOf(text string) []grounding.Mention {
	all := grounding.Read(grounding.Input{Turns: []grounding.Turn{{Role: "user", Text: text}}}).Mentions
	return slices.DeleteFunc(all, func(m grounding.Mention) bool { return !slices.Contains(factual, m.Kind) })
}

// eachFact visits the facts of a text: mentions, and names and codes outside of
// mentions.
func eachFact(text string, yield func(m *grounding.Mention, fact string)) {
	all, until := mentionsOf(text), 0
	slices.SortFunc(all, func(a, b grounding.Mention) int { return a.Span.Start - b.Span.Start })
	for i := range all {
		if at := all[i].Span; at.Start >= until {
			yield(&all[i], text[at.Start:at.End])
			until = at.End
		}
	}
	lang, _ := completion.Language(text)
	eachPiece(text, func(t word) {
		for len(all) > 0 && all[0].Span.End <= t.start {
			all = all[1:]
		}
		inside := len(all) > 0 && all[0].Span.Start < t.start+len(t.text)
		if !inside && t.isFact() && (lang != "de" || strings.ContainsFunc(t.text, unicode.IsDigit)) { // German nouns have capitals
			yield(nil, t.text)
		}
	})
}

// word is a piece of a text that may be a fact.
type word struct {
	text  string
	start int  // byte offset
	first bool // the first of a sentence
}

// plain is a token in the form for comparison: lower case, and numbers without
// grouping and trailing zeros.
func (t word) plain() string {
	if strings.ContainsFunc(t.text, func(r rune) bool { return !unicode.IsDigit(r) && r != '.' && r != ',' }) {
		return strings.ToLower(t.text)
	}
	s := t.text
	if i := strings.LastIndexAny(s, ".,"); i >= 0 && len(s)-i-1 != 3 { // a decimal separator
		s = strings.Map(dropMark, s[:i]) + "." + s[i+1:]
		return strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	return strings.Map(dropMark, s)
}

func dropMark(r rune) rune {
	if r == '.' || r == ',' {
		return -1
	}
	return r
}

// isFact reports whether a token is a number, a code or a name: it has a digit, or a
// capital where grammar needs none.
func (t word) isFact() bool {
	r, size := utf8.DecodeRuneInString(t.text)
	return strings.ContainsFunc(t.text, unicode.IsDigit) || !t.first && unicode.IsUpper(r) && len(t.text) > size
}

// eachPiece visits the words of a text, and numbers and codes with the signs inside
// them.
func eachPiece(text string, yield func(word)) {
	start, first := -1, true
	flush := func(end int) {
		if start >= 0 {
			yield(word{strings.TrimRight(text[start:end], ".,:-'’/"), start, first})
			first = strings.ContainsRune(".:", rune(text[end-1]))
		}
		start = -1
	}
	for i, r := range text {
		inside := unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)
		switch {
		case inside && start < 0:
			start = i
		case inside || start >= 0 && strings.ContainsRune(".,:-'’/_@", r):
		default:
			flush(i)
			first = first || strings.ContainsRune(".?!。？！؟।\n\"“«(*", r)
		}
	}
	flush(len(text))
}
