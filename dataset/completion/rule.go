package completion

import (
	"embed"
	"fmt"
	"slices"
	"strings"
	"sync"
)

// force is the weight of a rule's evidence. Only strong evidence can win against strong
// evidence.
type force uint8

const (
	weak   force = iota + 1 // decides if there is no other evidence
	medium                  // decides if there is no strong evidence
	strong
)

var forces = map[string]force{"weak": weak, "medium": medium, "strong": strong}

// kind is the function of a sentence.
type kind uint8

const (
	kindRefuse     kind = iota // the assistant is unable or unwilling
	kindCondition              // ... until the user says something
	kindNegative               // it looked and found nothing, which is an answer
	kindResume                 // after a refusal it answers after all
	kindAsk                    // it asks for something that it needs
	kindCourtesy               // a polite question without a request: anything else?
	kindOffer                  // it offers to do or tell more
	kindSuggestion             // only looks like a question
	kindPreamble               // neither answers nor asks: sure, I can help
	kindClaim                  // claims that an act is done: I have booked it
	numKinds
)

var kinds = [numKinds]string{"refuse", "condition", "negative", "resume", "ask", "courtesy", "offer", "suggestion", "preamble", "claim"}

// rule is one named language rule. It fires on a sentence that matches one of its patterns
// and none of its exceptions.
type rule struct {
	name       string
	kind       kind
	force      force
	question   bool   // fires only on sentences that end in a question mark
	language   uint32 // its bit
	order      int    // of equal forces, the earlier rule counts
	exceptions []pattern
}

// languageFiles hold the rules and function words of each language, one file each
// (languages/README.md).
//
//go:embed languages/*.txt
var languageFiles embed.FS

// language is one file of rules.
type language struct {
	code    string
	partial bool // has too few rules to judge a text (F11)
}

// lexicon holds every rule of every language, indexed by the words of a sentence.
type lexicon struct {
	languages []language
	entries   map[string]*entry
	speakers  map[string]bool // names at the beginning of a line in a conversation
	loose     []trigger       // patterns without any complete word
}

// entry is a word of a language or a rule.
type entry struct {
	languages uint32    // the languages that have it as a function word, by bit
	triggers  []trigger // the patterns that are indexed by it
}

// entry returns the entry of a word, and adds it if needed.
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
	least, most int // number of words before the word that indexes it
}

// rules are parsed when the first text is classified.
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
	if err != nil { // the files are part of the binary, and a test reads them
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
			for _, e := range t.pattern { // words of a language's question and refusal patterns belong to the language
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

// add indexes a pattern by the words of its rarest element, because a matching sentence
// contains one of them.
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

// common are words of most sentences; patterns are indexed by other words.
var common = map[string]int{"i": 1, "you": 1, "the": 1, "is": 1, "to": 1, "not": 1, "do": 1, "can": 1, "a": 1, "have": 1, "我": 1}

// fired are the rules that fire on a sentence, one for each kind.
type fired [numKinds]*rule

// fire finds the rule with the greatest force for each kind, the earlier one of equals,
// among the rules of the given languages.
func (l *lexicon) fire(s *sentence, languages uint32) (f fired) {
	var denied []*rule
	for i := range s.words {
		known := s.words[i].known
		if known == nil {
			continue
		}
		for k := range known.triggers {
			f.try(&known.triggers[k], s, languages, i, &denied)
		}
	}
	for k := range l.loose {
		f.try(&l.loose[k], s, languages, -1, &denied)
	}
	return f
}

// try checks whether a pattern matches around word i, or anywhere if i is negative. denied are the
// rules that an exception in the sentence keeps from firing, as far as they were tried.
func (f *fired) try(t *trigger, s *sentence, languages uint32, i int, denied *[]*rule) {
	r, best := t.rule, f[t.rule.kind]
	if r.language&languages == 0 || best != nil && (best.force > r.force || best.force == r.force && best.order <= r.order) || r.question && !s.question {
		return
	}
	if slices.Contains(*denied, r) || i < 0 && !t.pattern.in(s.words) || i >= 0 && !t.around(s.words, i) {
		return
	}
	if slices.ContainsFunc(r.exceptions, func(p pattern) bool { return p.in(s.words) }) {
		*denied = append(*denied, r)
		return
	}
	f[r.kind] = r
}

// around reports whether the pattern matches with its indexed word at i.
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
