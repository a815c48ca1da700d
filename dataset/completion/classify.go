package completion

import (
	"strings"

	"github.com/voi-rl/voi/domains"
)

// Class is what Classify says about a text.
type Class struct {
	Action   Action // None for an empty text only
	Rule     string // the rule that decided
	Conflict bool   // another action's rule fired with equal force

	Calls    []domains.Call // of a TOOLCALL; nil where CallErr says why
	CallErr  *CallError     // offsets into the text
	CallSpan Span           // where the calls are

	unclosed, beside bool
}

// The rules of Class.Rule that no sentence carries.
const (
	RuleEmpty  = "empty"         // nothing but white space
	RuleAnswer = "direct.answer" // nothing else fired
)

// Classify tells which action a text takes that carries neither a label nor a
// tag (inputs.md, "Content classifier"): TOOLCALL where the text is, or is
// mainly, a JSON call in one of the notations of F8, else ASK, REFUSE or
// DIRECTLY by language rules. It reads the first and last 16 KiB for those.
//
// Precedence: a call; a strong question over a strong refusal where it comes
// later or the inability is a condition that the user can lift; a refusal,
// unless the text answers after all; a question; an answer.
func Classify(content string) Class {
	s := trimEnd(Span{0, len(content)}, content)
	if s.Start == s.End {
		return Class{Rule: RuleEmpty}
	}
	text := s.Of(content)
	if f, ok := findCall(text); ok {
		return f.class(s.Start)
	}
	e := gather(sentences(text))
	return e.decide()
}

// class turns a call that was found into a Class, offsets moved by start.
func (f found) class(start int) Class {
	c := Class{Action: ToolCall, Rule: f.rule, Calls: f.calls, CallErr: f.err, unclosed: f.unclosed, beside: f.beside}
	c.CallSpan = Span{f.span.Start + start, f.span.End + start}
	if c.CallErr != nil {
		c.CallErr.Offset += start
	}
	return c
}

// mark is the most telling evidence of one kind, and in which sentence.
type mark struct {
	rule *rule
	at   int
}

// force returns the force of the evidence, 0 where there is none.
func (m mark) force() force {
	if m.rule == nil {
		return 0
	}
	return m.rule.force
}

// take keeps the stronger evidence; of two equals the earlier.
func (m *mark) take(r *rule, at int) {
	if r != nil && r.force > m.force() {
		*m = mark{r, at}
	}
}

// evidence is what the sentences of a text say together.
type evidence struct {
	ask, refuse     mark
	offer, negative mark
	resume          mark
	courtesy        mark
	condition       bool // an inability that the user can lift
	lastAsk         int  // the last sentence with ask evidence, -1 if none
	answers         int  // sentences of substance
	lastAnswer      int  // the last of them, -1 if none
	beforeAsk       int  // how many of them stand before lastAsk
}

// shortSentence is the length in words up to which a sentence has no substance
// ("Sure!", "Of course.").
const shortSentence = 3

// gather collects the evidence of every sentence.
func gather(list []sentence) evidence {
	e := evidence{lastAsk: -1, lastAnswer: -1}
	for i := range list {
		e.weigh(&list[i], i)
	}
	return e
}

// weigh adds the evidence of sentence i.
func (e *evidence) weigh(s *sentence, i int) {
	refusal := refusalRules.first(s)
	if other := otherRefusal(s); other != nil && refusal == nil {
		refusal = other
	}
	if r := negativeRules.first(s); r != nil && (refusal == nil || refusal.force < strong) {
		e.negative.take(r, i)
		e.answer(i)
		return
	}
	lifted := conditionRules.first(s) != nil
	if lifted {
		e.condition = true
		e.ask.take(&conditionRules[0], i)
		e.lastAsk, e.beforeAsk = i, e.answers
	}
	if e.refuse.force() == strong || refusal != nil && refusal.force == strong {
		e.resume.take(resumeRules.first(s), i)
	}
	e.refuse.take(refusal, i)
	if asked := e.weighQuestion(s, i); asked || lifted || refusal != nil {
		return
	}
	if len(s.words) > shortSentence && preambleRules.first(s) == nil {
		e.answer(i)
	}
}

// answer counts a sentence of substance.
func (e *evidence) answer(i int) { e.answers, e.lastAnswer = e.answers+1, i }

// weighQuestion adds what sentence i asks, and reports whether it asks or
// offers anything.
func (e *evidence) weighQuestion(s *sentence, i int) bool {
	asks := askRules.first(s)
	if other := otherQuestion(s); other != nil && asks.weakerThan(strong) {
		asks = other
	}
	switch {
	case suggestionRules.first(s) != nil && s.question:
		e.answer(i)
		return true
	case courtesyRules.first(s) != nil:
		e.courtesy.take(&courtesyRules[0], i)
		return true
	case offerRules.first(s) != nil:
		e.offer.take(&offerRules[0], i)
		return true
	case asks == nil:
		return false
	}
	e.ask.take(asks, i)
	e.lastAsk, e.beforeAsk = i, e.answers
	return true
}

func (r *rule) weakerThan(f force) bool { return r == nil || r.force < f }

// decide turns the evidence into a Class.
func (e *evidence) decide() Class {
	ask, refuse := e.ask.force(), e.refuse.force()
	switch {
	case ask == strong && !e.buried() && refuse == strong && !e.condition && e.resume.rule == nil:
		return e.both()
	case ask == strong && !e.buried():
		return Class{Action: Ask, Rule: e.ask.rule.name}
	case refuse == strong && e.resume.rule != nil:
		return Class{Action: Directly, Rule: e.resume.rule.name, Conflict: true}
	case refuse == strong:
		return Class{Action: Refuse, Rule: e.refuse.rule.name}
	case ask == medium && (e.answers == 0 || e.ask.rule.question && e.lastAsk > e.lastAnswer):
		return Class{Action: Ask, Rule: e.ask.rule.name, Conflict: refuse == medium}
	case refuse == medium && e.answers == 0:
		return Class{Action: Refuse, Rule: e.refuse.rule.name, Conflict: ask == medium}
	case e.offer.rule != nil && e.answers == 0 && refuse == 0 && e.negative.rule == nil:
		return Class{Action: Ask, Rule: e.offer.rule.name}
	case e.negative.rule != nil:
		return Class{Action: Directly, Rule: e.negative.rule.name}
	case refuse > 0 && e.answers == 0:
		return Class{Action: Refuse, Rule: e.refuse.rule.name}
	case e.answers == 0 && e.courtesy.rule != nil:
		return Class{Action: Directly, Rule: e.courtesy.rule.name}
	}
	return Class{Action: Directly, Rule: RuleAnswer}
}

// buried reports whether all questions stand in the middle of a longer answer:
// a letter that the assistant drafts, a form that it explains.
func (e *evidence) buried() bool {
	return e.beforeAsk >= 2 && e.answers-e.beforeAsk >= 2
}

// both decides between a strong question and a strong refusal: what comes last
// is what the user is left with.
func (e *evidence) both() Class {
	if e.lastAsk >= e.refuse.at {
		return Class{Action: Ask, Rule: e.ask.rule.name, Conflict: true}
	}
	return Class{Action: Refuse, Rule: e.refuse.rule.name, Conflict: true}
}

// containsAny reports whether s contains one of the phrases.
func containsAny(s string, phrases []string) bool {
	for _, p := range phrases {
		if strings.Contains(s, p) {
			return true
		}
	}
	return false
}
