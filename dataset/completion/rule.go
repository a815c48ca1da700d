package completion

import (
	"embed"
	"fmt"
	"slices"
	"strings"
	"sync"
)

// force is how much a rule's evidence counts. Strong evidence decides against
// anything but strong evidence.
type force uint8

const (
	weak   force = iota + 1 // suggests, where nothing else speaks
	medium                  // decides, where nothing strong speaks
	strong
)

var forces = map[string]force{"weak": weak, "medium": medium, "strong": strong}

// kind is what a rule's sentence does.
type kind uint8

const (
	kindRefuse     kind = iota // the assistant is unable or unwilling
	kindCondition              // ... until the user says something
	kindNegative               // it looked and found nothing, which is an answer
	kindResume                 // after a refusal it answers all the same
	kindAsk                    // it asks for something that it needs
	kindCourtesy               // it asks for nothing: anything else?
	kindOffer                  // it offers to do or tell more
	kindSuggestion             // only looks like a question
	kindPreamble               // neither answers nor asks: sure, I can help
	kindClaim                  // says that an act is done: I have booked it
	numKinds
)

var kinds = [numKinds]string{"refuse", "condition", "negative", "resume", "ask", "courtesy", "offer", "suggestion", "preamble", "claim"}

// rule is one named language rule: it fires on a sentence that matches one of
// its patterns and none of its exceptions.
type rule struct {
	name       string
	kind       kind
	force      force
	question   bool   // fires on sentences that end in a question mark only
	language   uint32 // its bit
	order      int    // of two of equal force the earlier counts
	exceptions []pattern
}

// languageFiles hold the rules of each language and its function words, a file
// each (languages/README.md).
//
//go:embed languages/*.txt
var languageFiles embed.FS

// language is one file of rules.
type language struct {
	code    string
	partial bool // has some rules, too few to judge a text by (F11)
}

// lexicon is every rule of every language, found by the words of a sentence.
type lexicon struct {
	languages []language
	entries   map[string]*entry
	speakers  map[string]bool // as a line of a conversation begins
	loose     []trigger       // patterns of which no word is known in full
}

// entry is a word that a language or a rule names.
type entry struct {
	languages uint32    // those that it is a function word of, by bit
	triggers  []trigger // the patterns that are filed under it
}

// entry returns the entry of a word, which it adds where there is none.
func (l *lexicon) entry(word string) *entry {
	e := l.entries[word]
	if e == nil {
		e = &entry{}
		l.entries[word] = e
	}
	return e
}

// trigger is a pattern and the rule that it fires.
type trigger struct {
	rule        *rule
	pattern     pattern
	least, most int // words that stand before the one by which it is filed
}

// rules are read when the first text is.
var rules = sync.OnceValue(func() *lexicon {
	l := &lexicon{entries: map[string]*entry{}, speakers: map[string]bool{}}
	entries, err := languageFiles.ReadDir("languages")
	for i := range entries {
		var text []byte
		if text, err = languageFiles.ReadFile("languages/" + entries[i].Name()); err == nil {
			err = l.read(strings.TrimSuffix(entries[i].Name(), ".txt"), string(text))
		}
		if err != nil {
			break
		}
	}
	if err != nil { // a file of the binary itself, which a test reads
		panic(err)
	}
	return l
})

// read adds the rules of one file.
func (l *lexicon) read(code, text string) error {
	bit := uint32(1) << len(l.languages)
	lang := language{code: code}
	classes, shared := map[string][]string{}, map[string][]pattern{}
	var current *rule
	var group string
	for n, line := range strings.Split(text, "\n") {
		fields := strings.Fields(line)
		switch {
		case len(fields) == 0 || fields[0][0] == '#':
		case line[0] != '\t':
			current, group = nil, ""
			switch fields[0] {
			case "partial":
				lang.partial = true
			case "words":
				for _, w := range fields[1:] {
					l.entry(fold(w)).languages |= bit
				}
			case "speakers":
				for _, w := range fields[1:] {
					l.speakers[fold(w)] = true
				}
			case "class":
				classes[fields[1]] = fields[2:]
			case "shared":
				group = fields[1]
			default:
				k, f := slices.Index(kinds[:], fields[0]), force(0)
				if len(fields) > 2 {
					f = forces[fields[2]]
				}
				if k < 0 || f == 0 {
					return fmt.Errorf("languages/%s.txt:%d: %q; give a kind, a name and a force", code, n+1, line)
				}
				current = &rule{name: fields[1], kind: kind(k), force: f, language: bit, order: n + 1<<16*len(l.languages), question: slices.Contains(fields[3:], "question")}
			}
		case group != "":
			shared[group] = append(shared[group], compile(fields, classes).known(l))
		case current == nil:
			return fmt.Errorf("languages/%s.txt:%d: a pattern of no rule", code, n+1)
		case fields[0] == "!" && fields[1][0] == '@':
			current.exceptions = append(current.exceptions, shared[fields[1][1:]]...)
		case fields[0] == "!":
			current.exceptions = append(current.exceptions, compile(fields[1:], classes).known(l))
		default:
			t := trigger{rule: current, pattern: compile(fields, classes).known(l)}
			for _, e := range t.pattern { // what a language asks and refuses with are words of it
				for _, w := range e.known {
					w.languages |= bit
				}
			}
			l.add(t)
		}
	}
	l.languages = append(l.languages, lang)
	return nil
}

// add files a pattern under the words of its rarest element: one of them has to
// stand in a sentence that the pattern matches.
func (l *lexicon) add(t trigger) {
	best, fewest := -1, 0
	for i, e := range t.pattern {
		if e.optional || e.gap > 0 || e.anchor || e.end || len(e.affixes) > 0 {
			continue
		}
		if n := len(e.words) + 100*common[e.words[0]]; best < 0 || n < fewest {
			best, fewest = i, n
		}
	}
	if best < 0 {
		l.loose = append(l.loose, t)
		return
	}
	for _, e := range t.pattern[:best] {
		switch {
		case e.anchor:
		case e.gap > 0 || e.optional:
			t.most += max(e.gap, 1)
		default:
			t.least, t.most = t.least+1, t.most+1
		}
	}
	for _, w := range t.pattern[best].known {
		w.triggers = append(w.triggers, t)
	}
}

// common are words that stand in most sentences: patterns are filed under others.
var common = map[string]int{"i": 1, "you": 1, "the": 1, "is": 1, "to": 1, "not": 1, "do": 1, "can": 1, "a": 1, "have": 1, "我": 1}

// fired are the rules that fire on a sentence, one of each kind.
type fired [numKinds]*rule

// fire finds the rule of greatest force of each kind, the earlier of two equals,
// among those of some languages.
func (l *lexicon) fire(s *sentence, languages uint32) (f fired) {
	for i := range s.words {
		known := s.words[i].known
		if known == nil {
			continue
		}
		for k := range known.triggers {
			f.try(&known.triggers[k], s, languages, i)
		}
	}
	for k := range l.loose {
		f.try(&l.loose[k], s, languages, -1)
	}
	return f
}

// try sees whether a pattern stands around word i, or anywhere where i is negative.
func (f *fired) try(t *trigger, s *sentence, languages uint32, i int) {
	r, best := t.rule, f[t.rule.kind]
	if r.language&languages == 0 || best != nil && (best.force > r.force || best.force == r.force && best.order <= r.order) || r.question && !s.question {
		return
	}
	if (i < 0 && t.pattern.in(s.words) || i >= 0 && t.around(s.words, i)) && !slices.ContainsFunc(r.exceptions, func(p pattern) bool { return p.in(s.words) }) {
		f[r.kind] = r
	}
}

// around reports whether the pattern stands where word i is the one by which it is filed.
func (t *trigger) around(words []word, i int) bool {
	first, last := max(0, i-t.most), i-t.least
	if t.pattern[0].anchor {
		return first == 0 && last >= 0 && t.pattern[1:].at(words)
	}
	for ; first <= last; first++ {
		if t.pattern.at(words[first:]) {
			return true
		}
	}
	return false
}
