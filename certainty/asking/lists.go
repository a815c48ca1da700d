package asking

import (
	"embed"
	"fmt"
	"math/bits"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/voi-rl/voi/internal/words"
)

//go:embed lang/*.txt
var files embed.FS

// role is what a listed phrase does in a sentence.
type role uint8

const (
	roleFunction    role = iota // identifies the language and carries no other meaning
	roleAnd                     // announces another item
	roleOr                      // announces an alternative
	roleAsk                     // an interrogative; tag is its kind
	rolePolar                   // begins a question that is answered by yes, no or one of the options
	roleTell                    // asks to be told
	roleSoft                    // a roleTell phrase that may also be a noun or someone else's act, so it asks only as an imperative
	roleLead                    // lead-in that may precede the beginning of a clause
	roleNegation                // what follows is not asked for
	roleSubordinate             // begins a clause that asks for nothing
	roleRhetorical              // makes a sentence no question
	roleAnswer                  // a sentence that begins with it answers the one before
	roleOption                  // announces an example, a default or an offer
	roleChosen                  // announces something as already chosen
	roleFrom                    // a word for leaving a place
	roleTo                      // a word for arriving at a place
	roleConcept                 // a word for a concept; tag says which
	roleSubject                 // a pronoun before a verb
	roleOf                      // joins two nouns
	roleNamed                   // a concept word that counts only in a parameter's name
	roleGeneral                 // says what kind of thing is meant but not which one: "type"
	roleArticle                 // announces a noun
	rolePlease                  // a sentence that ends with it asks for what it names
	roleEnd                     // a sentence that ends with it is a question, whatever the punctuation
	roleIdle                    // begins a question that does not ask for a value
	roleTag                     // after a comma at the end of a sentence, asks whether the sentence is true
	roleIt                      // a pronoun for what the sentence before names
	roleWant                    // marks a yes-or-no question as being about what the user can tell
	roleAnyone                  // refers to people or things in general
	roleMe                      // the person who is told
	roleAlso                    // a word for which the name of a parameter may have another; tag says which
	roleHow                     // the same, where it says what is counted or measured: "how many results", "how warm"
	roles
)

var roleNames = [roles]string{"function", "and", "or", "ask", "polar", "tell", "soft", "lead", "negation", "subordinate",
	"rhetorical", "answer", "option", "chosen", "from", "to", "concept", "subject", "of", "named", "general", "article", "please", "end", "idle", "tag", "it", "want", "anyone", "me", "also", "how"}

// entry is a phrase of a list.
type entry struct {
	words []string
	open  bool // the last word matches any word that begins with it
	role  role
	tag   uint8
}

// language holds the lists of one language.
type language struct {
	name  string
	first map[string][]entry // phrases by key of their first word, longest first
	also  [][]string         // the words that tags of roleAlso and of roleHow stand for
}

// keyLength is the number of characters of a phrase's first word that it is looked
// up by.
const keyLength = 3

func key(word string) string {
	n := 0
	for i := range word {
		if n++; n > keyLength {
			return word[:i]
		}
	}
	return word
}

// lexicon is the content of all list files.
type lexicon struct {
	languages []*language // at most 64
	english   *language
	agreed    *language       // what agrees in any language: "right", "richtig"
	votes     map[string]vote // the languages of each word
}

// vote is the set of languages to which a word belongs (whole), and of those in
// which it is only part of a phrase, which counts half (part).
type vote struct{ whole, part uint64 }

var lists = sync.OnceValue(func() *lexicon {
	l := &lexicon{votes: make(map[string]vote, 1<<12), agreed: &language{first: map[string][]entry{}}}
	all, err := files.ReadDir("lang")
	if err != nil {
		panic(err) // cannot happen: the files are embedded
	}
	for _, f := range all {
		text, err := files.ReadFile("lang/" + f.Name())
		if err != nil {
			panic(err)
		}
		lang, err := parseLanguage(strings.TrimSuffix(f.Name(), ".txt"), string(text))
		if err != nil {
			panic(err) // held by a test
		}
		for k, es := range lang.first {
			for _, e := range es {
				if e.role == roleTag {
					l.agreed.first[k] = append(l.agreed.first[k], e)
				}
				switch e.role {
				case roleConcept, roleNamed, roleLead, roleTag, roleIt, roleWant, roleAlso, roleHow:
					continue
				}
				for _, w := range e.words {
					v := l.votes[w]
					if len(e.words) > 1 || e.open {
						v.part |= 1 << len(l.languages)
					} else {
						v.whole |= 1 << len(l.languages)
					}
					l.votes[w] = v
				}
			}
		}
		l.languages = append(l.languages, lang)
		if lang.name == "en" {
			l.english = lang
		}
	}
	l.agreed.sort()
	return l
})

// parseLanguage parses a file of lists. Its lines have the form "role: phrase |
// phrase"; for an interrogative or a concept, the role is followed by which one it
// is, and for words that names may have in place of the phrases, by these words.
func parseLanguage(name, text string) (*language, error) {
	l := &language{name: name, first: map[string][]entry{}}
	var buf []words.Token
	for n, line := range strings.Split(text, "\n") {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		head, rest, ok := strings.Cut(line, ":")
		what, tagName, _ := strings.Cut(head, " ")
		r := slices.Index(roleNames[:], what)
		if !ok || r < 0 {
			return nil, fmt.Errorf("lang/%s.txt:%d: %q is no list; begin the line with one of %s and a colon", name, n+1, head, strings.Join(roleNames[:], ", "))
		}
		e := entry{role: role(r)}
		var names []string
		switch e.role {
		case roleAsk:
			names = kindNames[:]
		case roleConcept, roleNamed:
			names = conceptNames[:]
		case roleAlso, roleHow:
			var may []string
			for w := range strings.FieldsSeq(tagName) {
				may = append(may, stem(w))
			}
			l.also = append(l.also, may)
			e.tag = uint8(len(l.also) - 1)
		}
		if names != nil {
			at := slices.Index(names, tagName)
			if at < 0 {
				return nil, fmt.Errorf("lang/%s.txt:%d: %q is no %s; there are %s", name, n+1, tagName, what, strings.Join(names, ", "))
			}
			e.tag = uint8(at)
		}
		for _, p := range strings.Split(rest, "|") {
			e := e
			p, e.open = strings.CutSuffix(strings.TrimSpace(p), "*")
			buf = words.Tokens(buf[:0], p, 16)
			if len(buf) == 0 {
				return nil, fmt.Errorf("lang/%s.txt:%d: an empty phrase", name, n+1)
			}
			for _, t := range buf {
				e.words = append(e.words, t.Text)
			}
			k := key(e.words[0])
			l.first[k] = append(l.first[k], e)
		}
	}
	l.sort()
	return l, nil
}

// sort puts the longest of the phrases that begin alike first.
func (l *language) sort() {
	for _, es := range l.first {
		slices.SortStableFunc(es, func(a, b entry) int { return len(b.words) - len(a.words) })
	}
}

// is reports whether tokens begin with the phrase.
func (e *entry) is(tokens []words.Token) bool {
	if len(e.words) > len(tokens) {
		return false
	}
	for i, w := range e.words {
		if t := tokens[i].Text; t != w && !(e.open && i == len(e.words)-1 && strings.HasPrefix(t, w)) {
			return false
		}
	}
	return true
}

// find returns the length and the tag of the longest phrase with role r that tokens
// begin with. The length is 0 if there is none.
func (l *language) find(r role, tokens []words.Token) (n int, tag uint8) {
	if len(tokens) == 0 {
		return 0, 0
	}
	return among(l.first[key(tokens[0].Text)], r, tokens)
}

func among(es []entry, r role, tokens []words.Token) (n int, tag uint8) {
	for i := range es {
		if es[i].role == r && es[i].is(tokens) {
			return len(es[i].words), es[i].tag
		}
	}
	return 0, 0
}

// has reports whether tokens begin with a phrase of role r.
func (l *language) has(r role, tokens []words.Token) bool {
	n, _ := l.find(r, tokens)
	return n > 0
}

// languageOf returns the language to which most words of a text belong; English if
// they belong to none.
func (x *lexicon) languageOf(tokens []words.Token) *language {
	var count [64]int
	for i := range tokens {
		said := x.votes[tokens[i].Text]
		for v := said.whole; v != 0; v &= v - 1 {
			count[bits.TrailingZeros64(v)] += 2
		}
		for v := said.part &^ said.whole; v != 0; v &= v - 1 {
			count[bits.TrailingZeros64(v)]++
		}
	}
	best, most := x.english, 0
	for i, l := range x.languages {
		if n := count[i]; n > most || n == most && l == x.english {
			best, most = l, n
		}
	}
	return best
}

// concepts returns the concepts of the word at the beginning of tokens, in language
// l or in English.
func (x *lexicon) concepts(l *language, tokens []words.Token) concepts {
	set := l.concepts(roleConcept, tokens)
	if l != x.english {
		set |= x.english.concepts(roleConcept, tokens)
	}
	return set
}

func (l *language) concepts(r role, tokens []words.Token) (set concepts) {
	most := 0
	for i, es := 0, l.first[key(tokens[0].Text)]; i < len(es); i++ {
		if len(es[i].words) < most {
			break // in "number of", "number" does not stand for a number
		}
		if es[i].role == r && es[i].is(tokens) {
			set, most = set|1<<es[i].tag, len(es[i].words)
		}
	}
	return set
}

// isShort reports whether a word has fewer than n characters.
func isShort(w string, n int) bool { return utf8.RuneCountInString(w) < n }
