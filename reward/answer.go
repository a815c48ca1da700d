package reward

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/voi-rl/voi/dataset/completion"
)

// facts are what an answer may say by itself: the numbers, dates, names and codes of
// the source's own answer and of the conversation.
type facts struct {
	given  bool            // the source gives an answer
	any    bool            // which has facts of its own
	source map[string]bool // all words of the source's answer and of the conversation
}

// known reads the source's answer and the conversation.
func (g *guard) known() *facts {
	text := g.sample.Answers[completion.Directly]
	f := &facts{given: hasWord(text) || strings.ContainsFunc(text, unicode.IsDigit)}
	if !f.given {
		return f
	}
	f.source = map[string]bool{}
	eachFact(text, func(string) { f.any = true })
	eachPiece(text, func(t word) { f.source[t.plain()] = true })
	for i := range g.sample.Messages {
		eachPiece(g.sample.Messages[i].Content, func(t word) { f.source[t.plain()] = true })
	}
	return f
}

// answered is answer of F11, in [0, 1].
func (g *guard) answered(text string) float64 {
	f := g.made.answer.of(g, (*guard).known)
	if !f.given {
		return 1
	}
	own, foreign := 0, 0
	eachFact(text, func(fact string) {
		if own++; !f.source[fact] {
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

// word is one of the pieces of a text that facts are made of.
type word struct {
	text  string
	first bool // of a sentence
}

// plain is a token as it is compared: in lower case, a number without its grouping
// and trailing zeros.
func (t word) plain() string {
	if strings.ContainsFunc(t.text, func(r rune) bool { return !unicode.IsDigit(r) && r != '.' && r != ',' }) {
		return strings.ToLower(t.text)
	}
	s := t.text
	if i := strings.LastIndexAny(s, ".,"); i >= 0 && len(s)-i-1 != 3 { // a decimal mark
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
// capital where none is due.
func (t word) isFact() bool {
	r, size := utf8.DecodeRuneInString(t.text)
	return strings.ContainsFunc(t.text, unicode.IsDigit) || !t.first && unicode.IsUpper(r) && len(t.text) > size
}

func eachFact(text string, yield func(string)) {
	eachPiece(text, func(t word) {
		if t.isFact() {
			yield(t.plain())
		}
	})
}

// eachPiece walks the words of a text, numbers and codes with the marks inside them.
func eachPiece(text string, yield func(word)) {
	start, first := -1, true
	flush := func(end int) {
		if start >= 0 {
			yield(word{strings.TrimRight(text[start:end], ".,:-'’/"), first})
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
