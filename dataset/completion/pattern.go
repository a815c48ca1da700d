package completion

import (
	"slices"
	"strings"
)

// A pattern matches consecutive words of one sentence. It is written as words with blanks
// between:
//
//	word         that word
//	word~, ~word a word with that beginning, or ending
//	a|b|$name    one of the words, or of the words of the class $name
//	?a|b         the same, or nothing
//	*n           up to n arbitrary words
//	^            the beginning of the sentence; only in front
//	END          the end of the sentence; only at the end
//
// Words are in normalised form: lower case, contractions written out ("can't" is "can
// not"), no accents on Latin letters, and each character is a word in a script without
// blanks. A quotation is one word, the constant quoted.
type pattern []element

type element struct {
	words    []string
	known    []*entry // of the words
	affixes  []affix
	optional bool
	gap      int  // greater than 0 for *n
	anchor   bool // ^
	end      bool // END
}

// affix is the beginning or ending of a word.
type affix struct {
	text   string
	suffix bool
}

// compile reads the fields of a pattern.
func compile(fields []string, classes map[string][]string) pattern {
	var p pattern
	for _, field := range fields {
		var e element
		switch {
		case field == "^":
			p = append(p, element{anchor: true})
			continue
		case field == "END":
			p = append(p, element{end: true})
			continue
		case field[0] == '*':
			p = append(p, element{gap: int(field[1] - '0')})
			continue
		}
		field, e.optional = strings.CutPrefix(field, "?")
		if words := normalise(nil, field); !e.optional && !strings.ContainsAny(field, "|$~") && len(words) > 1 {
			for _, w := range words { // for a script without blanks
				p = append(p, element{words: []string{w}})
			}
			continue
		}
		for word := range strings.SplitSeq(field, "|") {
			name, isClass := strings.CutPrefix(word, "$")
			list := []string{word}
			if isClass {
				list = classes[name]
			}
			for _, w := range list {
				e.add(w)
			}
		}
		p = append(p, e)
	}
	return p
}

func (e *element) add(word string) {
	if text, ok := strings.CutSuffix(word, "~"); ok {
		e.affixes = append(e.affixes, affix{text: fold(text)})
	} else if text, ok := strings.CutPrefix(word, "~"); ok {
		e.affixes = append(e.affixes, affix{fold(text), true})
	} else {
		e.words = append(e.words, fold(word))
	}
}

// known finds the entries of the pattern's words.
func (p pattern) known(l *lexicon) pattern {
	for i := range p {
		for _, w := range p[i].words {
			p[i].known = append(p[i].known, l.entry(w))
		}
	}
	return p
}

// is reports whether a word is one of the element's words.
func (e *element) is(w *word) bool {
	if w.known != nil && slices.Contains(e.known, w.known) {
		return true
	}
	for _, a := range e.affixes {
		if a.suffix && strings.HasSuffix(w.text, a.text) || !a.suffix && strings.HasPrefix(w.text, a.text) {
			return true
		}
	}
	return false
}

// in reports whether the pattern matches anywhere in the words. Its cost is bounded by
// len(words) times the product of the few gaps.
func (p pattern) in(words []word) bool {
	if len(p) > 0 && p[0].anchor {
		return p[1:].at(words)
	}
	for i := range words {
		if p.at(words[i:]) {
			return true
		}
	}
	return false
}

// at reports whether the pattern matches at the first word.
func (p pattern) at(words []word) bool {
	if len(p) == 0 {
		return true
	}
	e := &p[0]
	if e.end {
		return len(words) == 0
	}
	if e.gap > 0 {
		for n := 0; n <= e.gap && n <= len(words); n++ {
			if p[1:].at(words[n:]) {
				return true
			}
		}
		return false
	}
	if len(words) > 0 && e.is(&words[0]) && p[1:].at(words[1:]) {
		return true
	}
	return e.optional && p[1:].at(words)
}
