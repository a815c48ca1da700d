package asking

import (
	_ "embed"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/voi-rl/voi/internal/words"
)

// Traits of an ask that was matched to a parameter. Their weights are in want.txt. A trait is 0
// or 1 unless its comment says otherwise.
const (
	always = iota
	isTold // asked with an imperative
	isPolar
	isAlternative
	isPhrase // without words that ask
	isItem   // of a list
	isWhy
	isWho
	isWhere
	isWhen
	isHow
	isQuantity
	isWhich
	isWhat
	ofBoolean
	ofChoice
	named      // a word of the parameter's name is in the clause
	namedWhole // ... and all others too
	byFocus    // how far the clause's noun is the parameter's, in [0, 1]
	byForm     // how well the interrogative fits the parameter, in [-1, 1]
	byWords    // how many words it shares with the parameter, in [0, 1]
	verbDo     // the class of the finite verb after the interrogative
	verbBe
	verbModal
	verbHave
	verbPast
	verbNone
	toYou // the subject after that verb
	toMe
	toIt
	toName // ... the parameter itself
	toNoun
	modalYou // "would you"
	wantYou  // "do you want"
	wants
	negated
	idles
	offersOne // an example or a default
	offersTwo // "or"
	chosenIn
	dependent // it has a dependent clause
	tellsIn   // a verb of telling after its interrogative
	strange1  // at least one word that the task does not explain; two; three
	strange2
	strange3
	modifies    // the name stands before another noun: "the city's mayor" is no city
	ofAnother   // "the name of ..."
	late        // the name is not what the interrogative asks for: "when will you tell me the city?"
	parted      // words stand between the interrogative and the name
	deniedElse  // a negation elsewhere in the message
	answeredBy  // a sentence after it begins like an answer
	chosenElse  // words elsewhere that say that something is settled
	inQuotes    // quotation marks in the message
	inCode      // characters of code in the message
	valued      // it names one of the parameter's possible values
	marked      // its sentence ends with a question mark
	length      // logarithm of the number of its words, in [0, 1]
	traitsCount // the number of traits
)

var traitNames = [traitsCount]string{"always", "told", "polar", "alternative", "phrase", "item", "why", "who", "where", "when", "how", "quantity", "which", "what",
	"boolean", "choice", "named", "whole_name", "focus", "form", "words", "do", "be", "modal", "have", "past", "no_verb", "you", "me", "it", "name", "noun",
	"modal_you", "want_you", "want", "negation", "idle", "option", "or", "chosen", "dependent", "tell", "strange_1", "strange_2", "strange_3", "modifies", "of", "late", "parted",
	"negation_else", "answer_else", "chosen_else", "quotes", "code", "value", "mark", "length"}

// inputs are an ask's traits and the sum of the vectors of those of its words that do not resemble
// the parameter.
type inputs [traitsCount + words.Dim]float32

// hidden is the number of the classifier's hidden units.
const hidden = 24

// wanting is the classifier, a network with one hidden layer and direct connections: its output
// is the sum of the inputs by the first of their weights, and of the hidden units by theirs.
// TestWant fits it.
type wanting struct {
	weights [traitsCount + words.Dim][1 + hidden]float32
	out     [hidden]float32
}

//go:embed want.txt
var wantFile string

var wanted = sync.OnceValue(func() *wanting {
	w, err := parseWanting(wantFile)
	if err != nil {
		panic(err) // held by a test
	}
	return w
})

// parseWanting parses lines of a trait's name and its weights; those of the dimensions of word
// vectors are named "word", and the last one, of the hidden units, "out".
func parseWanting(text string) (*wanting, error) {
	w, n := &wanting{}, 0
	for line := range strings.Lines(text) {
		if line[0] == '#' {
			continue
		}
		name, to := "out", w.out[:]
		if n < len(w.weights) {
			name, to = "word", w.weights[n][:]
		}
		if n < len(traitNames) {
			name = traitNames[n]
		}
		f := strings.Fields(line)
		if n++; n > len(w.weights)+1 || len(f) != len(to)+1 || f[0] != name {
			return nil, fmt.Errorf("want.txt: line %d is not %s and %d numbers; fit the file anew with go test -run TestWant -want", n, name, len(to))
		}
		for i := range to {
			x, err := strconv.ParseFloat(f[1+i], 32)
			if err != nil {
				return nil, fmt.Errorf("want.txt: line %d: %w", n, err)
			}
			to[i] = float32(x)
		}
	}
	if n != len(w.weights)+1 {
		return nil, fmt.Errorf("want.txt has %d lines, not %d", n, len(w.weights)+1)
	}
	return w, nil
}

// wants reports whether the inputs are those of an ask that wants the parameter's value.
func (w *wanting) wants(in *inputs) bool {
	var sum [1 + hidden]float32
	for i, x := range in {
		if x != 0 {
			for k, y := range &w.weights[i] {
				sum[k] += x * y
			}
		}
	}
	for k, y := range w.out {
		sum[0] += y * float32(math.Tanh(float64(sum[1+k])))
	}
	return sum[0] > 0
}

// kindTraits are the traits of kinds of interrogatives.
var kindTraits = [askKinds]int{askWho: isWho, askFrom: isWhere, askTo: isWhere, askWhere: isWhere, askUntil: isWhen, askSince: isWhen, askTime: isWhen, askDay: isWhen, askWhen: isWhen,
	askDuration: isQuantity, askFrequency: isQuantity, askAge: isQuantity, askPrice: isQuantity, askCount: isQuantity, askAmount: isQuantity, askDegree: isQuantity,
	askWhy: isWhy, askHow: isHow, askWhich: isWhich, askWhat: isWhat, askAlternative: isAlternative}

// traits sets the inputs for an ask that is matched to a parameter.
func (p *parser) traits(t *inputs, c *chosen, x *param, m *matter) {
	a, n := c.ask, len(p.tokens)
	from, to := p.first(a.start), p.first(a.end)
	at, behind := a.at, a.behind
	if behind == 0 {
		at, behind = from, from
	}
	set := func(i int, on bool) {
		if on {
			t[i] = 1
		}
	}
	t[always] = 1
	for k, i := range kindTraits {
		set(i, i > 0 && a.kinds>>k&1 != 0)
	}
	set(isTold, a.told)
	set(isPolar, a.kinds == 1<<askPolar)
	set(isPhrase, a.phrase)
	set(isItem, a.more)
	set(marked, a.marked)
	set(inQuotes, p.quotes)
	set(inCode, p.code)
	set(ofBoolean, x.about&(1<<typeBoolean) != 0)
	set(ofChoice, x.about&(1<<typeChoice) != 0)
	t[byFocus], t[byForm], t[byWords] = max(0, min(1, c.focus)), max(-1, min(1, c.form/2)), min(1, c.words/3)
	t[length] = min(1, float32(math.Log(float64(max(1, to-from))))/4)

	first, last, hits, strange := to, -1, uint(0), 0
	for k, term := range a.terms {
		i := term.token
		w := &p.words[i]
		if w.text == "" {
			continue
		}
		if k := slices.IndexFunc(x.name, func(y word) bool { return y.text == w.text }); k >= 0 {
			first, last, hits = min(first, i), max(last, i), hits|1<<k
			continue
		}
		set(valued, has(x.values, w.text))
		if c.alike>>k&1 != 0 {
			continue
		}
		if w.id != 0 {
			v := w.id.Vector()
			for d, y := range v {
				t[traitsCount+d] += float32(y) / 254
			}
		}
		if w.id != 0 && strange < 3 && !w.skip && p.roles[i]&^plain == 0 && !m.explains(w, x) {
			set(strange1+strange, true)
			strange++
		}
	}
	if last >= 0 {
		set(named, true)
		set(namedWhole, hits == 1<<len(x.name)-1)
		set(modifies, last+1 < to && !p.ends(last) && !p.words[last+1].skip && p.roles[last+1]&(1<<rolePolar) == 0)
		set(ofAnother, last+1 < to && p.has(roleOf, last+1, n))
		set(late, first > behind+2 && !a.told && a.kinds != 1<<askPolar)
		for i := behind; i < first; i++ {
			set(parted, !p.words[i].skip)
		}
	}
	var in, after, beside, following uint32 // the roles of words in the clause, after its interrogative, outside it, and after it
	for i, r := range p.roles {
		switch {
		case i >= to:
			beside, following = beside|r, following|r
		case i < from:
			beside |= r
		default:
			if in |= r; i >= behind {
				after |= r
			}
		}
	}
	for _, r := range [...]struct {
		trait int
		roles uint32
		role  role
	}{{negated, in, roleNegation}, {idles, in, roleIdle}, {offersOne, in, roleOption}, {offersTwo, in, roleOr}, {chosenIn, in, roleChosen}, {wants, after, roleWant}, {dependent, after, roleSubordinate},
		{tellsIn, after, roleTell}, {deniedElse, beside, roleNegation}, {chosenElse, beside, roleChosen}, {answeredBy, following, roleAnswer}} {
		set(r.trait, r.roles>>r.role&1 != 0)
	}
	p.verbs(t, a, x, at, behind, to)
	set(wantYou, t[wants] > 0 && t[toYou] > 0 && t[verbDo] > 0)
}

// plain are the roles of words that can be the topic of a question.
const plain = 1<<roleConcept | 1<<roleLead | 1<<roleNamed | 1<<roleGeneral

// verbs sets the traits of a clause's finite verb and of the subject after it.
func (p *parser) verbs(t *inputs, a *ask, x *param, at, behind, to int) {
	verb := at
	if a.kinds&(1<<askPolar|1<<askAlternative) == 0 || a.told || at == behind {
		for verb = behind; verb < to && !p.has(roleVerb, verb, to); verb++ {
		}
	}
	n, class := p.find(roleVerb, verb, to)
	if n == 0 {
		if !a.told && !a.phrase && p.lang.verbs {
			t[verbNone] = 1
		}
		return
	}
	t[verbDo+int(class)] = 1
	i := verb + 1
	if i >= to {
		return
	}
	subject := toNoun
	switch k, person := p.find(rolePerson, i, to); {
	case k > 0:
		subject = toYou + int(person)
	case has(x.name, stem(p.tokens[i].Text)) || p.has(roleArticle, i, to) && i+1 < to && has(x.name, stem(p.tokens[i+1].Text)):
		subject = toName
	}
	t[subject] = 1
	if subject == toYou && t[verbModal] > 0 {
		t[modalYou] = 1
	}
}

// first returns the first token at or after a byte offset.
func (p *parser) first(at int) int {
	i, _ := slices.BinarySearchFunc(p.tokens, at, func(t words.Token, at int) int { return t.Start - at })
	return i
}
