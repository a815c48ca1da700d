package asking

import (
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/voi-rl/voi/certainty/grounding"
)

// quoteEnds are the signs that begin a quotation, each with those that end it.
var quoteEnds = map[rune]string{'"': `"`, '“': "”“", '”': "”", '„': "“”", '«': "»", '»': "«", '「': "」", '『': "』"}

// The bounds of a quotation of the user's words.
const (
	leastQuoted    = 3        // words
	mostQuoted     = maxBytes // bytes of a user's turn that is searched
	mostQuotations = 16       // that are looked at
)

// Unquoted returns a text with spaces in place of what it quotes of the user's own words: in 'You want this: "Could you
// play a song?" What is the title?' the assistant asks one question, not two. The text keeps its length.
func Unquoted(text string, turns []grounding.Turn) string {
	out := []byte(nil)
	said := sync.OnceValue(func() []string { return saidBy(turns) })
	for i, tried := 0, 0; i < len(text) && tried < mostQuotations; {
		r, size := utf8.DecodeRuneInString(text[i:])
		ends := quoteEnds[r]
		i += size
		if ends == "" {
			continue
		}
		tried++
		n := strings.IndexAny(text[i:], ends)
		if n < 0 {
			continue
		}
		if byUser(text[i:i+n], said) {
			if out == nil {
				out = []byte(text)
			}
			for k := i; k < i+n; k++ {
				out[k] = ' '
			}
			_, size = utf8.DecodeRuneInString(text[i+n:])
			i += n + size
		}
	}
	if out == nil {
		return text
	}
	return string(out)
}

// plainName stands for the name of a tool.
const plainName = "tool"

// unnamed returns a text with plainName and spaces in place of the name of the only tool that it names: the words of
// Music_3_PlayMedia ask for nothing. A text that names two tools may ask for one of them, and stays. The text keeps its
// length.
func (a *Asker) unnamed(text string) string {
	name := ""
	for _, n := range a.names {
		switch {
		case strings.Contains(name, n) || !strings.Contains(text, n):
		case strings.Contains(n, name):
			name = n
		default:
			return text
		}
	}
	if name == "" {
		return text
	}
	out := strings.ReplaceAll(text, name, plainName+strings.Repeat(" ", len(name)-len(plainName)))
	if slices.ContainsFunc(a.names, func(n string) bool { return strings.Contains(out, n) }) {
		return text // book and book_again
	}
	return out
}

// isCompound reports whether a name consists of words joined as no text joins them.
func isCompound(name string) bool {
	return strings.ContainsAny(name, "_.") || strings.ContainsFunc(name[1:], unicode.IsUpper) && strings.ContainsFunc(name, unicode.IsLower)
}

// saidBy returns the turns of the user that are searched, in lower case.
func saidBy(turns []grounding.Turn) (out []string) {
	for i := range turns {
		if t := &turns[i]; t.Role == "user" && len(t.Text) <= mostQuoted {
			out = append(out, strings.ToLower(t.Text))
		}
	}
	return out
}

// byUser reports whether one of the texts that the user said has a text of at least three words.
func byUser(text string, said func() []string) bool {
	if len(strings.Fields(text)) < leastQuoted && utf8.RuneCountInString(text) < 4*leastQuoted {
		return false
	}
	text = strings.ToLower(strings.TrimRight(strings.TrimSpace(text), ".?!…"))
	return slices.ContainsFunc(said(), func(turn string) bool { return strings.Contains(turn, text) })
}
