package completion

import (
	"strings"

	"github.com/voi-rl/voi/domains"
)

// Class is the result of Classify.
type Class struct {
	Action   Action // None only for an empty text
	Rule     string // the rule that decided
	Conflict bool   // another action's rule fired with equal force
	Second   Action // the action of that rule; None without one
	Asks     bool   // a sentence asks, whatever was decided

	Language string // of the text, as in Language
	Judged   bool   // whether the rules can judge that language
	Claim    string // the first sentence that claims that an act is done; "" for none
	Hollow   bool   // a DIRECTLY that only announces an answer: Sure, let me check.

	Calls    []domains.Call // of a TOOLCALL; nil if CallErr says why
	CallErr  *CallError     // offsets into the text
	CallSpan Span           // where the calls are

	unclosed, beside, extra bool
}

// The values of Class.Rule without a sentence.
const (
	RuleEmpty  = "empty"         // nothing but white space
	RuleAnswer = "direct.answer" // no other rule fired
)

// Classify returns the action of a text without a label or a tag (inputs.md, "Content
// classifier"): TOOLCALL if the text is, or mainly is, a JSON call in a notation of F8,
// else ASK, REFUSE or DIRECTLY by language rules. The rules read the first and last 16 KiB.
//
// Precedence: a call; a strong question over a strong refusal, if it comes later or the
// inability is a condition that the user can lift; a refusal, unless the text answers after
// all; a question; an answer.
func Classify(content string) Class {
	s := trimEnd(Span{0, len(content)}, content)
	if s.Start == s.End {
		return Class{Rule: RuleEmpty}
	}
	text := s.Of(content)
	if f, ok := findCall(text); ok {
		return f.class(s.Start)
	}
	list := sentences(text)
	e := evidence{lastAsk: -1, lastAnswer: -1}
	best, languages := rules().languagesOf(list)
	for i := range list {
		f := rules().fire(&list[i], languages)
		e.weigh(&list[i], &f, i)
	}
	c := e.decide()
	c.Asks = e.ask.rule != nil
	c.Claim, c.Hollow = e.claim, c.Action == Directly && e.answers+e.others == 0 && e.courtesy.rule == nil && e.preambles > 0
	if best >= 0 {
		c.Language, c.Judged = rules().languages[best].code, !rules().languages[best].partial
	}
	return c
}

// class turns a found call into a Class, with offsets shifted by start.
func (f found) class(start int) Class {
	c := Class{Action: ToolCall, Rule: f.rule, Calls: f.calls, CallErr: f.err, unclosed: f.unclosed, beside: f.beside, extra: f.extra}
	c.CallSpan = Span{f.span.Start + start, f.span.End + start}
	if c.CallErr != nil {
		c.CallErr.Offset += start
	}
	return c
}

// mark is the strongest evidence of one kind, and the index of its sentence.
type mark struct {
	rule *rule
	at   int
}

// force returns the force of the evidence, 0 without evidence.
func (m mark) force() force {
	if m.rule == nil {
		return 0
	}
	return m.rule.force
}

// take keeps the stronger evidence, and the earlier one of equals.
func (m *mark) take(r *rule, at int) {
	if r != nil && r.force > m.force() {
		*m = mark{r, at}
	}
}

// evidence collects the evidence of all sentences of a text.
type evidence struct {
	ask, refuse     mark
	offer, negative mark
	resume          mark
	courtesy        mark
	claim           string // the first sentence that claims that an act is done
	condition       bool   // an inability that the user can lift
	lastAsk         int    // the last sentence with ask evidence, -1 if none
	answers         int    // number of sentences with substance
	preambles       int    // number of sentences that only lead to an answer
	others          int    // number of other sentences, too short for substance
	lastAnswer      int    // the last sentence with substance, -1 if none
	beforeAsk       int    // how many sentences with substance stand before lastAsk
}

// shortSentence is the largest number of words of a sentence without substance ("Sure!",
// "Of course.").
const shortSentence = 3

// weigh adds the evidence of sentence i.
func (e *evidence) weigh(s *sentence, f *fired, i int) {
	refusal := f[kindRefuse]
	if f[kindClaim] != nil && e.claim == "" {
		e.claim = s.raw
	}
	if r := f[kindNegative]; r != nil && refusal.weakerThan(strong) {
		e.negative.take(r, i)
		e.answer(i)
		return
	}
	lifted := f[kindCondition]
	if lifted != nil {
		e.condition = true
		e.ask.take(lifted, i)
		e.lastAsk, e.beforeAsk = i, e.answers
	}
	if e.refuse.force() == strong || refusal != nil && refusal.force == strong {
		e.resume.take(f[kindResume], i)
	}
	e.refuse.take(refusal, i)
	if asked := e.weighQuestion(s, f, i); asked || lifted != nil || refusal != nil {
		return
	}
	switch {
	case f[kindPreamble] != nil:
		e.preambles++
	case len(s.words) > shortSentence && !strings.HasPrefix(s.raw, "(") && !strings.HasPrefix(s.raw, "（"): // what stands in brackets explains
		e.answer(i)
	default:
		e.others++
	}
}

// answer counts a sentence with substance.
func (e *evidence) answer(i int) { e.answers, e.lastAnswer = e.answers+1, i }

// weighQuestion adds the questions of sentence i, and reports whether it asks or offers
// anything.
func (e *evidence) weighQuestion(s *sentence, f *fired, i int) bool {
	asks := f[kindAsk]
	if asks.weakerThan(strong) && asksInOtherScript(s) {
		asks = foreignMark
	}
	switch {
	case f[kindSuggestion] != nil && s.question:
		e.answer(i)
		return true
	case f[kindCourtesy] != nil:
		e.courtesy.take(f[kindCourtesy], i)
		return true
	case f[kindOffer] != nil:
		e.offer.take(f[kindOffer], i)
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
		return Class{Action: Directly, Rule: e.resume.rule.name, Conflict: true, Second: Refuse}
	case refuse == strong:
		return Class{Action: Refuse, Rule: e.refuse.rule.name}
	case ask == medium && (e.answers == 0 || e.ask.rule.question && e.lastAsk > e.lastAnswer):
		return Class{Action: Ask, Rule: e.ask.rule.name, Conflict: refuse == medium, Second: second(Refuse, refuse == medium)}
	case refuse == medium && e.answers == 0:
		return Class{Action: Refuse, Rule: e.refuse.rule.name, Conflict: ask == medium, Second: second(Ask, ask == medium)}
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

// buried reports whether all questions stand in the middle of a longer answer, such as a
// letter that the assistant drafts or a form that it explains.
func (e *evidence) buried() bool {
	return e.beforeAsk >= 2 && e.answers-e.beforeAsk >= 2
}

// both decides between a strong question and a strong refusal: the later one counts,
// because the user has to react to it.
func (e *evidence) both() Class {
	if e.lastAsk >= e.refuse.at {
		return Class{Action: Ask, Rule: e.ask.rule.name, Conflict: true, Second: Refuse}
	}
	return Class{Action: Refuse, Rule: e.refuse.rule.name, Conflict: true, Second: Ask}
}

// second returns an action if is is true, else None.
func second(a Action, is bool) Action {
	if is {
		return a
	}
	return None
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
