package reward

import (
	"fmt"
	"strconv"
	"unicode/utf8"

	"github.com/voi-rl/voi/certainty/asking"
	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/domains"
)

// Explanation gives the reason for each point of a completion, and for each
// point that it lost, with quotations of the text and references to the
// schemas.
type Explanation struct {
	Result
	Profile   string
	SHA256    string
	Lo, Hi    float64           // the profile's range
	Best      float64           // the highest reward of a completion for this sample
	Reference completion.Action // of the sample
	Missing   []string          // missing parameters by the sample's belief (F12); nil if unknown

	Parts []Part        // every component, in the order of Profile.Components
	Calls []WeighedCall // the calls of a TOOLCALL, the candidates of an ASK; at most MaxExplained
	More  int           // calls beyond those
	// F11's; nil if it has none for this completion.
	Agreement *float64         // of a TOOLCALL with the reference, in [0, 1]
	Answer    *float64         // of a DIRECTLY
	Question  *asking.Question // of an ASK: its requests and statements; offsets into the question

	Lost []Loss // in the order of Causes; only causes that lost or won points
}

// The limits of an Explanation. Parts of a completion beyond them are scored
// but not shown.
const (
	MaxExplained = 16 // calls, and arguments of a call
	maxQuote     = 72 // code points of a quotation
)

// Part is one component of an Explanation.
type Part struct {
	Component Component
	Value     float64    // the raw value, as in Result.Components
	Best      float64    // the highest value for this sample
	Terms     []TermPart // the profile's terms with this component; none if it is only reported
	Points    float64    // the sum of their points
	Rule      string     // the formula's number, and the deciding condition
	Quotes    []Quote    // the text that decided
}

// TermPart is one term of a profile with its contribution.
type TermPart struct {
	Weight float64
	Times  Component // Certainty or ""
	Points float64
}

// Quote is a part of the completion's text.
type Quote struct {
	What string          // the kind of text: call, answer, ...
	Span completion.Span // byte offsets into the completion's text; absent if there is no such text
	Text string          // its beginning
}

// Explain is Score with reasons. It costs a few times as much.
// Explanation.Result is the same as Score's.
func (x *Prepared) Explain(in Input) Explanation {
	p := x.profile
	e := Explanation{Profile: p.name, SHA256: p.sha256, Lo: p.lo, Hi: p.hi, Reference: x.reference, Missing: x.missing}
	c, err := x.read(in)
	e.Result = Result{Action: c.Action, Notes: x.notes(in, &c, nil), Err: err}
	best := x.best()
	for _, pl := range p.places {
		e.Best += max(0, pl.points(&best))
	}
	if err != nil {
		return e
	}
	s := x.look(&c, true)
	err = x.judged(&c, &s)
	e.Notes = x.notes(in, &c, &s)
	if e.Err = err; err != nil {
		return e
	}
	e.Reward, e.Components = p.reward(&s.values), x.appendComponents(nil, &s.values)
	e.Parts = x.parts(&c, &s, &best)
	e.Calls, e.More = x.weighCalls(&c, &s)
	e.Lost = x.losses(&c, &s, &best)
	if x.guard != nil && (s.fault == "" || s.question.read != nil) {
		e.found(&c, &s)
	}
	return e
}

// best holds the highest value of each component for this sample. Under F10 the
// Cert of a question approaches 1 without reaching it. Under F11 it is at most
// u, and only cls is multiplied by it.
func (x *Prepared) best() values {
	v := values{atWeight: 1, atJudge: 1}
	for _, i := range x.profile.rules.members() {
		v[i] = x.profile.mostOf(i)
	}
	if len(x.calls) == 0 {
		v[atTool] = toolNoneNeeds
	}
	if x.guard != nil {
		v[atWeight] = x.guard.weight
		if x.reference == completion.Ask && x.profile.certaintyOnly(atCls) {
			v[atCertainty] = x.guard.warrant()
		}
	}
	return v
}

// certaintyOnly reports whether Cert affects no component except one.
func (p *Profile) certaintyOnly(at int) bool {
	for _, pl := range p.places {
		if pl.at == atCertainty || pl.times && pl.at != at {
			return false
		}
	}
	return true
}

// found copies F11's findings.
func (e *Explanation) found(c *completion.Completion, s *seen) {
	switch {
	case c.Action == completion.ToolCall && e.Reference == completion.ToolCall:
		e.Agreement = &s.agreement.m
	case c.Action == completion.Directly && e.Reference == completion.Directly && s.denial == "":
		e.Answer = &s.answer
	case c.Action == completion.Ask:
		e.Question = &asking.Question{Requests: s.question.read, Statements: s.question.statements}
	}
}

func (x *Prepared) parts(c *completion.Completion, s *seen, best *values) []Part {
	v := &s.values
	var parts []Part
	for _, i := range x.profile.rules.members() {
		part := Part{Component: components[i].name, Value: v[i], Best: best[i]}
		for _, pl := range x.profile.places {
			if pl.at == i {
				t := TermPart{Weight: pl.weight, Points: pl.points(v)}
				if pl.times {
					t.Times = Certainty
				}
				part.Terms = append(part.Terms, t)
				part.Points += t.Points
			}
		}
		part.Rule, part.Quotes = x.why(i, c, s)
		parts = append(parts, part)
	}
	return parts
}

// why returns the condition that decided a component, and the text that it was
// read from.
func (x *Prepared) why(at int, c *completion.Completion, s *seen) (rule string, quotes []Quote) {
	if x.guard != nil {
		return x.guard.why(at, c, s)
	}
	v := &s.values
	if components[at].format && x.profile.rules.grammar == completion.Native {
		return "F8: 0 in native text", nil
	}
	switch at {
	case atXML:
		return whyXML(c)
	case atSoft:
		if start, end, ok := findSoft(c); ok {
			return "F9: the four tags in order", []Quote{quote(c, "tags", completion.Span{Start: start, End: end})}
		}
		return "F9: the four tags are not in order, with only white space between the two parts", nil
	case atStrict:
		if v[at] > 0 {
			return "F9: the whole text is in form", nil
		}
		return "F9: the text differs from <reasoning>\\n...\\n</reasoning>\\n<answer>\\n...\\n</answer>\\n", nil
	case atTool:
		if c.Action == completion.ToolCall {
			quotes = callQuotes(c)
		}
		return x.whyTool(c, v[at]), quotes
	case atCls:
		return x.whyClass(c, v[at])
	default:
		return x.whyCert(c), callQuotes(c)
	}
}

func whyXML(c *completion.Completion) (string, []Quote) {
	f := countTags(c)
	rule := fmt.Sprintf("F9: %d of 4 tags in place, each once", f.once())
	if f.rest == len(c.Text) {
		return rule, nil
	}
	n := utf8.RuneCountInString(c.Text[f.rest:])
	return rule + fmt.Sprintf("; %d characters after </answer>", n), []Quote{quote(c, "after", completion.Span{Start: f.rest, End: len(c.Text)})}
}

func (x *Prepared) whyTool(c *completion.Completion, value float64) string {
	switch has := c.HasCall(); {
	case len(x.calls) == 0 && !has:
		return "F9: a call on neither side"
	case len(x.calls) == 0:
		return "F9: a call where the reference has none"
	case !has && c.CallErr != nil:
		return "F9: no call, since it is malformed: " + c.CallErr.Error()
	case !has:
		return "F9: no call where the reference has one"
	case value == toolSame:
		return "F9: the same calls"
	case value == toolNames:
		return "F9: the same tools, other arguments"
	default:
		return "F9: calls of other tools"
	}
}

func (x *Prepared) whyClass(c *completion.Completion, value float64) (string, []Quote) {
	var quotes []Quote
	if c.AnswerBlock.Present() {
		quotes = []Quote{quote(c, "answer", c.AnswerBlock)}
	}
	switch {
	case c.Action == completion.None:
		return "F9: no action", quotes
	case value == 0:
		return fmt.Sprintf("F9: %s where the reference is %s", c.Action, x.reference), quotes
	case value == clsShort:
		return fmt.Sprintf("F9: the reference action in %d characters, fewer than %d", c.AnswerLength(), clsLength), quotes
	default:
		return "F9: the reference action", quotes
	}
}

func (x *Prepared) whyCert(c *completion.Completion) string {
	r := &x.profile.rules
	switch c.Action {
	case completion.ToolCall:
		switch {
		case len(c.Calls) == 0:
			return "F10: the call is absent or malformed"
		case r.calls == callsMax:
			return "F10: the largest w of the calls (calls: max)"
		default:
			return "F10: the product of w over the calls"
		}
	case completion.Ask:
		for i := range c.Candidates {
			if x.weigher.Offers(c.Candidates[i].Name) {
				return "F10: 1 - the largest w of the candidates"
			}
		}
		return "F10: no candidate of an offered tool (ask_without_candidate: " + formatNumber(r.askWithoutCandidate) + ")"
	case completion.Refuse, completion.Directly:
		return "F10: 1 for " + string(c.Action)
	default:
		return "F10: nothing was decided (no_action: " + formatNumber(r.noAction) + ")"
	}
}

func callQuotes(c *completion.Completion) []Quote {
	if !c.CallText.Present() {
		return nil
	}
	what := "call"
	if c.Action == completion.Ask {
		what = "candidates"
	}
	return []Quote{quote(c, what, c.CallText)}
}

func quote(c *completion.Completion, what string, s completion.Span) Quote {
	return Quote{What: what, Span: s, Text: shorten(s.Of(c.Text))}
}

// shorten cuts a text for people.
func shorten(s string) string {
	runes := 0
	for i := range s {
		if runes == maxQuote {
			return s[:i] + "..."
		}
		runes++
	}
	return s
}

// shown is a JSON value in few characters.
func shown(v domains.Value) string { return shorten(v.JSON()) }

// number writes a value for people; six digits are enough to tell points apart.
func number(f float64) string { return strconv.FormatFloat(f, 'g', 6, 64) }
