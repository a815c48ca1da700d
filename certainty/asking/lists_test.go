package asking

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/voi-rl/voi/internal/words"
)

// asksOf reads a text in a language.
func asksOf(l *language, text string) []ask {
	p := parser{lists: lists(), lang: l, text: text, tokens: words.Tokens(nil, text, maxWords)}
	p.read(text)
	return p.asks
}

// TestEveryPhrase uses every phrase of every list and checks that it has its effect:
// an interrogative asks for its kind, an imperative asks to be told, and a
// rhetorical phrase makes a sentence no question. It fails for a phrase that another
// one shadows.
func TestEveryPhrase(t *testing.T) {
	for _, l := range lists().languages {
		tell := ""
		for _, es := range l.first {
			for _, e := range es {
				if w := strings.Join(e.words, " "); e.role == roleTell && (tell == "" || w < tell) {
					tell = w
				}
			}
		}
		for _, es := range l.first {
			for i := range es {
				e := &es[i]
				sep := " "
				if r, _ := utf8.DecodeRuneInString(e.words[0]); r >= 0xe00 {
					sep = ""
				}
				text := strings.Join(e.words, sep)
				if e.open {
					text += "xyz"
				}
				t.Run(fmt.Sprintf("%s/%s/%s", l.name, roleNames[e.role], text), func(t *testing.T) {
					tokens := words.Tokens(nil, text, 32)
					n, tag := l.find(e.role, tokens)
					if e.role == roleConcept || e.role == roleNamed {
						if !l.concepts(e.role, tokens).has(int(e.tag)) {
							t.Errorf("is no word of %s", conceptNames[e.tag])
						}
						return
					}
					if e.role == roleAlso || e.role == roleHow {
						if n != len(e.words) {
							t.Errorf("is found as %d words", n)
						}
						return
					}
					if n != len(e.words) || tag != e.tag {
						t.Fatalf("is found as %d words of tag %d; another phrase hides it", n, tag)
					}
					switch e.role {
					case roleAsk:
						if got := asksOf(l, text+" xyz?"); len(got) != 1 || e.tag != askSame && got[0].kinds&(1<<e.tag) == 0 {
							t.Errorf("asks %+v", got)
						}
					case roleTell, roleSoft:
						if got := asksOf(l, text+" xyz"); len(got) != 1 || !got[0].strict {
							t.Errorf("asks %+v", got)
						}
					case rolePolar:
						if got := asksOf(l, text+" xyz?"); len(got) != 1 || got[0].kinds&(1<<askPolar) == 0 {
							t.Errorf("asks %+v", got)
						}
					case roleRhetorical:
						if got := asksOf(l, text+" xyz?"); len(got) != 0 {
							t.Errorf("asks %+v", got)
						}
					case roleAnswer:
						if got := asksOf(l, "xyz? "+text+" xyz."); len(got) != 0 {
							t.Errorf("the question before is not answered: %+v", got)
						}
					case roleEnd:
						if got := asksOf(l, "xyz "+text); len(got) != 1 {
							t.Errorf("asks %+v", got)
						}
					}
				})
			}
		}
	}
}
