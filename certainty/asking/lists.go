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

// role is what a phrase of a list does in a sentence.
type role uint8

const (
	roleFunction    role = iota // says which language it is, and nothing about the matter
	roleAnd                     // another thing follows
	roleOr                      // an alternative follows
	roleAsk                     // an interrogative; tag is its kind
	rolePolar                   // begins a question to be answered by yes, no or one of the offered
	roleTell                    // asks to be told
	roleSoft                    // of roleTell: may as well be a noun or another's act, and asks as an imperative only
	roleLead                    // may stand before what begins a clause
	roleNegation                // what follows is not asked for
	roleSubordinate             // begins a clause that asks for nothing
	roleRhetorical              // makes a sentence no question
	roleAnswer                  // a sentence that begins so answers the one before
	roleOption                  // what follows is an example, a default or an offer
	roleChosen                  // what stands here counts as chosen
	roleFrom                    // the words of leaving
	roleTo                      // the words of arriving
	roleConcept                 // a word of a concept; tag is which
	roleSubject                 // a pronoun before a verb
	roleOf                      // joins two nouns
	roleNamed                   // of roleConcept, in the name of a parameter only
	roleGeneral                 // says of what kind a thing is, not which one
	roleArticle                 // a noun follows
	rolePlease                  // a sentence that ends so asks for what it names
	roleEnd                     // a sentence that ends so is a question, whatever its mark
	roleIdle                    // begins a question about something else than a value
	roleTag                     // a sentence that ends so, behind a comma, asks whether what it says is so
	roleIt                      // stands for what the sentence before names
	roleWant                    // in a question for yes or no: it is about what there is to tell
	roleAnyone                  // stands for people and things in general
	roleMe                      // who is told
	roles
)

var roleNames = [roles]string{"function", "and", "or", "ask", "polar", "tell", "soft", "lead", "negation", "subordinate",
	"rhetorical", "answer", "option", "chosen", "from", "to", "concept", "subject", "of", "named", "general", "article", "please", "end", "idle", "tag", "it", "want", "anyone", "me"}

// entry is a phrase of a list.
type entry struct {
	words []string
	open  bool // the last word stands for all that begin so
	role  role
	tag   uint8
}

// language is the lists of one language.
type language struct {
	name  string
	wants bool               // it has words of roleWant
	first map[string][]entry // by the beginning of the first word, the longest phrases first
}

// keyLength is how many characters of a word lists are found by.
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

// lexicon is all that the files of lists hold.
type lexicon struct {
	languages []*language // at most 64
	english   *language
	votes     map[string]vote // of each word
}

// vote is a set of languages that a word speaks for, and of those that it speaks for
// half as much, as a word of a phrase.
type vote struct{ whole, part uint64 }

var lists = sync.OnceValue(func() *lexicon {
	l := &lexicon{votes: make(map[string]vote, 1<<12)}
	all, err := files.ReadDir("lang")
	if err != nil {
		panic(err) // embedded
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
		for _, es := range lang.first {
			for _, e := range es {
				switch e.role {
				case roleConcept, roleNamed, roleLead, roleTag, roleIt, roleWant:
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
	return l
})

// parseLanguage reads a file of lists: lines "role: phrase | phrase", the role of
// an interrogative or a concept followed by which.
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
		l.wants = l.wants || e.role == roleWant
		var names []string
		switch e.role {
		case roleAsk:
			names = kindNames[:]
		case roleConcept, roleNamed:
			names = conceptNames[:]
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
	for _, es := range l.first {
		slices.SortStableFunc(es, func(a, b entry) int { return len(b.words) - len(a.words) })
	}
	return l, nil
}

// is reports whether a phrase stands at the beginning of tokens.
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

// find returns the longest phrase of a role that stands at the beginning of tokens:
// its length and its tag. The length is 0 where none does.
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

// has reports whether a phrase of a role stands at the beginning of tokens.
func (l *language) has(r role, tokens []words.Token) bool {
	n, _ := l.find(r, tokens)
	return n > 0
}

// languageOf returns the language that most words of a text speak for; English where
// none does.
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

// concepts are those that a word stands for in a language, or in English.
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
			break // of "number of" the number is no number
		}
		if es[i].role == r && es[i].is(tokens) {
			set, most = set|1<<es[i].tag, len(es[i].words)
		}
	}
	return set
}

// isShort reports whether a word has fewer than n characters.
func isShort(w string, n int) bool { return utf8.RuneCountInString(w) < n }
