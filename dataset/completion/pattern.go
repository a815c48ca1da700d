package completion

import (
	"slices"
	"strings"
)

// A pattern matches words of one sentence that stand in a row. It is written
// as words with blanks between:
//
//	word         that word
//	a|b|$name    one of the words, or of the words of the class $name
//	?a|b         the same, or nothing
//	*n           up to n words, whatever they are
//	^            the beginning of the sentence; only in front
//	END          the end of the sentence; only at the end
//
// Words are in the form that normalise gives: lower case, contractions written
// out ("can't" is "can not"). A quotation is the one word of the constant
// quoted.
type pattern []element

type element struct {
	words    []string
	optional bool
	gap      int  // greater than 0 for *n
	anchor   bool // ^
	end      bool // END
}

// compile reads a pattern. Patterns are constants of this package: a test
// compiles each of them and checks that its classes exist.
func compile(text string) pattern {
	var p pattern
	for field := range strings.FieldsSeq(text) {
		var e element
		switch {
		case field == "^":
			e.anchor = true
		case field == "END":
			e.end = true
		case field[0] == '*':
			e.gap = int(field[1] - '0')
		default:
			field, e.optional = strings.CutPrefix(field, "?")
			for word := range strings.SplitSeq(field, "|") {
				if name, ok := strings.CutPrefix(word, "$"); ok {
					e.words = append(e.words, strings.Fields(classes[name])...)
				} else {
					e.words = append(e.words, word)
				}
			}
		}
		p = append(p, e)
	}
	return p
}

// in reports whether the pattern matches anywhere in the words. Its cost is
// bounded by len(words) times the product of the pattern's few gaps.
func (p pattern) in(words []string) bool {
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

// at reports whether the pattern matches the first of the words.
func (p pattern) at(words []string) bool {
	if len(p) == 0 {
		return true
	}
	e := p[0]
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
	if len(words) > 0 && slices.Contains(e.words, words[0]) && p[1:].at(words[1:]) {
		return true
	}
	return e.optional && p[1:].at(words)
}

// classes are the word classes that patterns share.
var classes = map[string]string{
	// Verbs by which an assistant asks for information.
	"give": "provide specify share tell give clarify confirm indicate describe supply enter input state mention " +
		"identify elaborate explain name select choose pick list include upload attach send detail define " +
		"disclose narrow rephrase verify restate double-check advise",
	// What may stand between the modal and the verb.
	"polite": "please kindly also perhaps possibly maybe just then either quickly first briefly",
	"modal":  "could can would will may might",
	// Deeds by which an assistant does part of what was asked after all.
	"act": "retrieve generate play create make show set add book order send calculate compute convert write draft " +
		"open start stop change update schedule",
	// Deeds that only an assistant is asked for.
	"deed": "assist help answer fulfill complete perform process execute handle provide retrieve fetch access determine " +
		"proceed do",
	"know": "know confirm clarify understand verify ask determine",
	"wh":   "what which who whom whose when where why how",
	"be":   "is are was were am be",
	// What an assistant lacks when it refuses.
	"ability": "ability abilities capability capabilities capacity functionality functionalities function functions " +
		"feature features access tool tools means permission permissions authorization information data resources " +
		"knowledge expertise skill skills support option ways way features database plugin plugins api apis authority",
	"adv": "currently also unfortunately directly actually really just simply still presently personally " +
		"physically yet sorry honestly truly only not",
	"det": "the a an any some your my this that these those such all both each more additional further other specific",
	// What an assistant asks for.
	"detail": "information info details detail clarification specifics context input data parameters parameter " +
		"name names date dates location city id address number preferences preference username email phone account " +
		"amount size",
}
