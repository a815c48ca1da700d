package domains

import (
	"embed"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// The words that descriptions use for the values of a parameter are data, one
// file a language. A line is CLASS: PHRASE | PHRASE ...; a number word has its
// value after "=". A line "rivals" holds words that exclude each other ("male",
// "female").
//
//go:embed words/*.txt
var wordFiles embed.FS

// class is a set of the roles that a phrase can have in a description.
type class uint64

const (
	clsOr         class = 1 << iota // joins the last two values of a list
	clsAnd                          // may join values of which several are wanted
	clsOneOf                        // announces a closed set
	clsEither                       // begins a choice between words at the end of its clause
	clsOneOfAfter                   // closes the list before it, in languages that put "one of" at the end
	clsClosing                      // says that values are the accepted ones
	clsValues                       // nouns for the values of a parameter
	clsChoice                       // nouns for things with few values
	clsTakes                        // verbs before the value itself
	clsAre                          // copulas before a list
	clsPartial                      // the values behind it are usual, but not all
	clsHabit                        // the words behind it say how it usually is
	clsSeveral                      // announces a set from which a value takes several
	clsExample                      // examples follow
	clsLike                         // examples follow, if the words behind it are values
	clsMore                         // more values exist ("etc.")
	clsOnly                         // no other values exist
	clsGloss                        // begins the explanation of a value
	clsClause                       // begins a clause, which is no item
	clsPrep                         // a preposition behind a noun, and no part of a value
	clsArticle                      // an article: a description follows, and no value
	clsNot
	clsRefuse  // says that values are rejected
	clsThing   // kinds of things, which are no values
	clsMeasure // units and letters that a slash joins: km/h, n/a
	clsPart    // the parts of a thing
	clsMedia   // the top-level media types
	clsFrom
	clsBetween
	clsTo
	clsRange // nouns and verbs before a range
	clsLeast
	clsMost
	clsAbove
	clsBelow
	clsLeastAfter // bounds that stand behind their number
	clsMostAfter
	clsAboveAfter
	clsBelowAfter
	clsMultiple
	clsEven
	clsPositive
	clsNonNegative
	clsAboveZero
	clsFirst     // "is the first": the smallest position
	clsExclusive // the bound beside it is no value itself
	clsPlain     // may stand between the beginning of a sentence and a bound of the value
	clsSets      // words before a comparison that is about the value
	clsUnit      // units of time
	clsNumber
	clsMagnitude // multiplies the number before it ("million")
	clsLesser    // names the smaller unit of a currency ("cents")
	clsFormat    // nouns for the format of a value, whose parts look like values
	clsFree      // nouns for free text
	clsStop      // frequent words, which tell languages apart

	// Classes of signs, which the word files do not hold.
	clsEnd     // ends a sentence or a line
	clsOpening // opening brackets
	clsClose   // closing brackets
)

// classNames are the names of the classes in the word files, in the order of the
// bits.
var classNames = [...]string{
	"or", "and", "oneof", "either", "oneofafter", "closing", "values", "choice", "takes", "are", "partial", "habit", "several", "example", "like", "more", "only", "gloss", "clause", "prep", "article", "not", "refuse",
	"thing", "measure", "part", "media", "from", "between", "to", "range", "least", "most", "above", "below", "leastafter", "mostafter", "aboveafter", "belowafter", "multiple",
	"even", "positive", "nonnegative", "abovezero", "first", "exclusive", "plain", "sets", "units", "number", "magnitude", "lesser", "format", "free", "stop",
}

// phrase is an entry of a word file without its first word, which is its key.
type phrase struct {
	rest  []string
	class class
	value float64 // of a number word
}

// vocabulary holds the entries of one word file.
type vocabulary struct {
	name     string
	comma    bool // decimals are written with a comma
	phrases  map[string][]phrase
	rivals   map[string]uint64 // the rivals lines that hold a word, as bits
	measures uint64            // the rivals lines whose words are values of a unit only
	lines    int
}

// lexicon holds all languages, English among them, and the words that tell them
// apart.
type lexicon struct {
	languages map[string]*vocabulary
	letters   map[rune][]int   // the languages that write a letter, if they are few
	stops     map[string][]int // the languages in which a word is frequent
}

var words = sync.OnceValue(func() *lexicon {
	x := &lexicon{languages: map[string]*vocabulary{}, letters: map[rune][]int{}, stops: map[string][]int{}}
	files, err := wordFiles.ReadDir("words")
	if err != nil {
		panic(err) // the files are part of the binary
	}
	for _, f := range files {
		text, err := wordFiles.ReadFile("words/" + f.Name())
		if err != nil {
			panic(err)
		}
		name := strings.TrimSuffix(f.Name(), ".txt")
		l := &vocabulary{name: name, phrases: map[string][]phrase{}, rivals: map[string]uint64{}}
		for line := range strings.Lines(string(text)) {
			if head, entries, ok := strings.Cut(line, ":"); ok && head[0] != '#' {
				l.add(head, strings.Split(strings.TrimSpace(entries), " | "), x)
			}
		}
		x.languages[name] = l
	}
	return x
})

// add adds the entries of one line.
func (l *vocabulary) add(head string, entries []string, x *lexicon) {
	switch head {
	case "decimal":
		l.comma = true
		return
	case "letters":
		for _, e := range entries {
			r, _ := utf8.DecodeRuneInString(e)
			x.letters[r] = append(x.letters[r], slices.Index(orderOfLanguages[:], l.name))
		}
		return
	case "rivals", "measures":
		for _, e := range entries {
			l.rivals[e] |= 1 << l.lines
			x.likely(e, l.name)
			if head == "measures" {
				l.measures |= 1 << l.lines
			}
		}
		l.lines++
		return
	}
	bit := class(0)
	for i, name := range classNames {
		if name == head {
			bit = 1 << i
		}
	}
	for _, e := range entries {
		if bit == clsStop {
			x.likely(e, l.name)
			continue
		}
		e, value, _ := strings.Cut(e, "=")
		n, _ := strconv.ParseFloat(value, 64)
		parts := lex(e)
		if n := len(parts[0].low); len(parts) == 1 && (n > 2 || n > 1 && bit&(clsOr|clsAnd) != 0) {
			x.likely(e, l.name)
		}
		rest := make([]string, len(parts)-1)
		for i := range rest {
			rest[i] = parts[i+1].low
		}
		l.enter(parts[0].low, phrase{rest, bit, n})
	}
}

// likely notes that a word is frequent in a language.
func (x *lexicon) likely(word, language string) {
	if n := slices.Index(orderOfLanguages[:], language); n >= 0 && !slices.Contains(x.stops[word], n) {
		x.stops[word] = append(x.stops[word], n)
	}
}

// enter adds an entry under its first word, the longest entries first. An entry
// of several classes stands there once.
func (l *vocabulary) enter(first string, p phrase) {
	have := l.phrases[first]
	at := len(have)
	for i, h := range have {
		if strings.Join(h.rest, " ") == strings.Join(p.rest, " ") {
			have[i].class |= p.class
			have[i].value = max(h.value, p.value)
			return
		}
		if at == len(have) && len(h.rest) < len(p.rest) {
			at = i
		}
	}
	have = append(have, phrase{})
	copy(have[at+1:], have[at:])
	have[at] = p
	l.phrases[first] = have
}

// longest is the longest entry that matches at the first of tokens, and its
// number of tokens, 0 if none matches.
func (l *vocabulary) longest(tokens []token) (p phrase, n int) {
	first := tokens[0].low
	entries := l.phrases[first]
	if n := len(first) - 1; n > 2 && entries == nil && first[n] == 's' {
		if p := l.single(first[:n]); p.class&clsChoice != 0 {
			return p, 1 // "levels"
		}
	}
	for _, p := range entries {
		if len(p.rest) >= len(tokens) {
			continue
		}
		n := 0
		for n < len(p.rest) && p.rest[n] == tokens[n+1].low {
			n++
		}
		if n == len(p.rest) {
			return p, n + 1
		}
	}
	return phrase{}, 0
}

// single is the entry of one word.
func (l *vocabulary) single(word string) phrase {
	for _, p := range l.phrases[word] {
		if len(p.rest) == 0 {
			return p
		}
	}
	return phrase{}
}

// orderOfLanguages is the order in which languages are compared with a text.
var orderOfLanguages = [...]string{"en", "es", "fr", "de", "pt", "it", "nl", "ru", "pl", "tr", "id", "sv", "hi", "ar"}

// language is the language of a text, by its script, or by its words and letters;
// English if no other is more likely.
func (x *lexicon) language(tokens []token) *vocabulary {
	counts, script := [len(orderOfLanguages)]int{}, ""
	for i := range tokens {
		t := &tokens[i]
		if s := scriptOf(t.low); s != "" && script != "ja" {
			script = s
		}
		between := i > 0 && i+1 < len(tokens) && len(tokens[i-1].low) > 1 && len(tokens[i+1].low) > 1
		for _, n := range x.stops[t.low] {
			weight := 3
			if len(t.low) == 1 && !(between && x.languages[orderOfLanguages[n]].single(t.low).class&clsOr != 0) {
				weight = 1 // it is a code as often
			}
			counts[n] += weight
		}
		for _, r := range t.low + t.text {
			if r >= 0x80 && r < 0x900 {
				for _, n := range x.letters[unicode.ToLower(r)] {
					counts[n] += 2
				}
			}
		}
	}
	if script != "" {
		return x.languages[script]
	}
	best, most := 0, 2
	unknown := slices.Max(counts[:]) <= 1 // then phrases of several words decide
	for n, count := range counts {
		if (count <= 1 || count+6 < most) && !unknown {
			continue
		}
		if unknown || n > 0 || counts != [len(orderOfLanguages)]int{count} {
			count += x.languages[orderOfLanguages[n]].covers(tokens)
		}
		if count > most {
			best, most = n, count
		}
	}
	return x.languages[orderOfLanguages[best]]
}

// covers counts the words of a text in phrases of several words, each word twice.
func (l *vocabulary) covers(tokens []token) int {
	covered := 0
	for i := 0; i < len(tokens); i++ {
		if _, n := l.longest(tokens[i:]); n > 1 {
			covered += 2 * n
			i += n - 1
		}
	}
	return covered
}

// scriptOf names the language of a word's script, "" for a script of several
// languages.
func scriptOf(word string) string {
	r, _ := utf8.DecodeRuneInString(word)
	switch {
	case unicode.In(r, unicode.Hiragana, unicode.Katakana):
		return "ja"
	case unicode.Is(unicode.Hangul, r):
		return "ko"
	case unicode.Is(unicode.Han, r):
		return "zh"
	case unicode.Is(unicode.Cyrillic, r):
		return "ru"
	}
	return ""
}

// rival reports whether items exclude each other, because one rivals line holds
// all of them; unit includes the lines for values of a unit.
func (l *vocabulary) rival(items []item, unit bool) bool {
	common := ^uint64(0)
	if !unit {
		common = ^l.measures
	}
	for i := range items {
		common &= l.rivals[strings.ToLower(items[i].text)]
	}
	return common != 0
}
