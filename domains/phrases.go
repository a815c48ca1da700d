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

// The words by which descriptions say what a parameter takes are data, one file
// a language. A line of it is CLASS: PHRASE | PHRASE ...; a number word has its
// value after "=", and a line of rivals holds words that exclude each other.
//
//go:embed words/*.txt
var wordFiles embed.FS

// class is a set of the parts that a phrase can play in a description.
type class uint64

const (
	clsOr         class = 1 << iota // joins the last two values of a list
	clsAnd                          // may join values that are wanted together
	clsOneOf                        // announces a closed set
	clsEither                       // begins a choice between what is joined at the end of its clause
	clsOneOfAfter                   // closes the list before it, where a language says so at the end
	clsClosing                      // says of values that they are the ones accepted
	clsValues                       // nouns for the values of a parameter
	clsChoice                       // nouns for what has few values
	clsTakes                        // verbs that give the value itself
	clsAre                          // copulas before a list
	clsPartial                      // what follows is usual, and not all
	clsHabit                        // what follows is how it mostly is
	clsSeveral                      // announces a set of which a value is several
	clsExample                      // what follows are examples
	clsLike                         // examples follow, if values do
	clsMore                         // the list goes on unnamed
	clsOnly                         // nothing but what is named
	clsGloss                        // begins what a value means
	clsClause                       // begins a clause that is no item
	clsPrep                         // begins what follows a noun, and is no part of a value
	clsArticle                      // begins a description of a value instead of a value
	clsNot
	clsRefuse  // says that values are turned down
	clsThing   // kinds of things, which name no value
	clsMeasure // units and letters that a slash joins: km/h, n/a
	clsPart    // the parts of a thing
	clsMedia   // the top-level media types
	clsFrom
	clsBetween
	clsTo
	clsRange // nouns and verbs that a range follows
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
	clsFirst // "is the first": the least that a position can be
	clsPlain // what may stand between the beginning of a sentence and a bound of the value
	clsSets  // words after which a comparison speaks of the value
	clsUnit  // units of time
	clsNumber
	clsMagnitude // makes another number of the one before it
	clsLesser    // says that an amount is in a part of its currency
	clsFormat    // nouns for the form of a value, whose parts look like values
	clsFree      // nouns for what is written freely
	clsStop      // what tells languages apart

	// The signs, which no file names.
	clsEnd     // ends a sentence or a line
	clsOpening // of brackets
	clsClose   // of brackets
)

// classNames are the names in the files of words, in the order of the bits.
var classNames = [...]string{
	"or", "and", "oneof", "either", "oneofafter", "closing", "values", "choice", "takes", "are", "partial", "habit", "several", "example", "like", "more", "only", "gloss", "clause", "prep", "article", "not", "refuse",
	"thing", "measure", "part", "media", "from", "between", "to", "range", "least", "most", "above", "below", "leastafter", "mostafter", "aboveafter", "belowafter", "multiple",
	"even", "positive", "nonnegative", "abovezero", "first", "plain", "sets", "units", "number", "magnitude", "lesser", "format", "free", "stop",
}

// phrase is the rest of an entry whose first word is its key.
type phrase struct {
	rest  []string
	class class
	value int64 // of a number word
}

// tongue is one file of words.
type tongue struct {
	name     string
	comma    bool // decimals are written with a comma
	phrases  map[string][]phrase
	rivals   map[string]uint64 // words by the lines that hold them
	measures uint64            // the lines whose words are values of a unit only
	lines    int
}

// lexicon is every language, English among them, and the words that tell one
// from another.
type lexicon struct {
	languages map[string]*tongue
	letters   map[rune][]int   // the languages that write it, and few others
	stops     map[string][]int // the languages that a word is likely in
}

var words = sync.OnceValue(func() *lexicon {
	x := &lexicon{languages: map[string]*tongue{}, letters: map[rune][]int{}, stops: map[string][]int{}}
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
		l := &tongue{name: name, phrases: map[string][]phrase{}, rivals: map[string]uint64{}}
		for line := range strings.Lines(string(text)) {
			if head, entries, ok := strings.Cut(line, ":"); ok && head[0] != '#' {
				l.add(head, strings.Split(strings.TrimSpace(entries), " | "), x)
			}
		}
		x.languages[name] = l
	}
	return x
})

// add takes the entries of one line.
func (l *tongue) add(head string, entries []string, x *lexicon) {
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
		n, _ := strconv.ParseInt(value, 10, 64)
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

// likely notes that a word is one of a language.
func (x *lexicon) likely(word, language string) {
	if n := slices.Index(orderOfLanguages[:], language); n >= 0 && !slices.Contains(x.stops[word], n) {
		x.stops[word] = append(x.stops[word], n)
	}
}

// enter keeps the entries of one word with the longest first, one for each
// phrase whatever number of classes it has.
func (l *tongue) enter(first string, p phrase) {
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

// longest is the longest entry that stands at the first of tokens, and the number
// of tokens that it takes, 0 where there is none.
func (l *tongue) longest(tokens []token) (p phrase, n int) {
	for _, p := range l.phrases[tokens[0].low] {
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

// orderOfLanguages is the order in which languages are compared with a text.
var orderOfLanguages = [...]string{"en", "es", "fr", "de", "pt", "it", "nl", "ru", "pl", "tr", "id", "sv", "hi", "ar"}

// language is the one that a text is written in: by its script, or by the words
// and letters that stand in it; English where nothing else is more likely.
func (x *lexicon) language(tokens []token) *tongue {
	counts, script := [len(orderOfLanguages)]int{}, ""
	for i := range tokens {
		t := &tokens[i]
		if s := scriptOf(t.low); s != "" && script != "ja" {
			script = s
		}
		weight := 3
		if len(t.low) == 1 {
			weight = 1 // as often a code
		}
		for _, n := range x.stops[t.low] {
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
	for n, count := range counts {
		if count <= 1 || count+6 < most {
			continue
		}
		if n > 0 || counts != [len(orderOfLanguages)]int{count} {
			count += x.languages[orderOfLanguages[n]].covers(tokens)
		}
		if count > most {
			best, most = n, count
		}
	}
	return x.languages[orderOfLanguages[best]]
}

// covers is how many words of a text belong to phrases of several words.
func (l *tongue) covers(tokens []token) int {
	covered := 0
	for i := 0; i < len(tokens); i++ {
		if _, n := l.longest(tokens[i:]); n > 1 {
			covered += 2 * n
			i += n - 1
		}
	}
	return covered
}

// scriptOf names the language of a word's script, "" for scripts of several.
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

// rival reports whether words exclude each other; unit says that they are those
// of a unit.
func (l *tongue) rival(items []item, unit bool) bool {
	common := ^uint64(0)
	if !unit {
		common = ^l.measures
	}
	for i := range items {
		common &= l.rivals[strings.ToLower(items[i].text)]
	}
	return common != 0
}
