package reward

import (
	"cmp"
	"strings"
	"unicode/utf8"

	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/domains"
)

// Input is one completion for a sample.
type Input struct {
	Completion   string         // its text
	ASCII        bool           // Completion is known to be ASCII, and need not be checked for UTF-8
	Messages     *domains.Value // chat messages instead of the text; nil: the text counts
	FinishReason string         // why generation ended; "length" means cut

	Grammar completion.Grammar     // of the completion; "": the profile's
	Asks    func(tool string) bool // tools whose calls are questions to the user (ask_user); nil: none
}

// FinishLength is the FinishReason of a completion that was cut by length.
const FinishLength = "length"

// Result is the result for one completion.
type Result struct {
	Reward     float64           // in Profile.Range, always finite; 0 and meaningless if Err is set
	Components []float64         // in the order of Profile.Components; nil if Err is set
	Action     completion.Action // F8; None if nothing was decided
	Notes      []string          // codes of oddities, each once, in a fixed order; nil if none
	Err        *Error            // the reason if there is no reward; else nil
}

// Score scores one completion (F8 to F11). A bad completion is no error: it has
// a low reward and notes. Result.Err is set if the profile leaves truncated
// completions unscored and this is one, if Input.Messages is neither a list of
// messages nor a text, or if the judge fails. Cost is linear in the completion.
func (x *Prepared) Score(in Input) Result { return x.AppendScore(nil, in) }

// AppendScore is Score with the components appended to dst, so that a caller
// can reuse memory. Result.Components is all of dst, with the components at its
// end.
func (x *Prepared) AppendScore(dst []float64, in Input) Result {
	c, err := x.read(in)
	if err != nil {
		return Result{Notes: x.notes(in, &c, nil), Action: c.Action, Err: err}
	}
	s := x.look(&c, true)
	if err := x.judged(&c, &s); err != nil {
		return Result{Notes: x.notes(in, &c, &s), Action: c.Action, Err: err}
	}
	return Result{
		Reward:     x.profile.reward(&s.values),
		Components: x.appendComponents(dst, &s.values),
		Action:     c.Action,
		Notes:      x.notes(in, &c, &s),
	}
}

// Worth is the Reward of Score, computed faster: it leaves out components for which no term of
// the profile pays, such as those of a question that is not due.
func (x *Prepared) Worth(in Input) (float64, *Error) {
	c, err := x.read(in)
	if err != nil {
		return 0, err
	}
	s := x.look(&c, x.profile.paysUndue)
	if err := x.judged(&c, &s); err != nil {
		return 0, err
	}
	return x.profile.reward(&s.values), nil
}

// read reads the completion. Calls that ask the user are read as the question that they ask.
func (x *Prepared) read(in Input) (completion.Completion, *Error) {
	c, err := x.parse(in)
	if err != nil {
		return c, errorf(CodeBadRequest, "%v", err)
	}
	if in.Asks != nil {
		if asked, ok := c.Asking(in.Asks); ok {
			c = asked
		}
	}
	return c, x.unscored(in)
}

func (x *Prepared) parse(in Input) (completion.Completion, error) {
	grammar := cmp.Or(in.Grammar, x.profile.rules.grammar)
	if in.Messages == nil {
		text := in.Completion
		if !in.ASCII {
			text = valid(text)
		}
		return completion.ParseText(text[:x.guard.end(text)], grammar), nil
	}
	c, err := completion.ParseValue(*in.Messages, grammar)
	if err != nil {
		return c, err
	}
	if end := x.guard.end(c.Text); end < len(c.Text) && !c.FromToolCalls {
		c = completion.ParseText(c.Text[:end], grammar)
	}
	return c, nil
}

// unscored is the error for a completion that the profile does not score.
func (x *Prepared) unscored(in Input) *Error {
	if x.profile.rules.unscored && in.FinishReason == FinishLength {
		return errorf(CodeTruncated, "the completion was cut by length, and the profile %s leaves such unscored (truncated: unscored)", x.profile.name)
	}
	return nil
}

// appendComponents appends the profile's components in their order.
func (x *Prepared) appendComponents(dst []float64, v *values) []float64 {
	for _, at := range x.profile.rules.members() {
		dst = append(dst, v[at])
	}
	return dst
}

// look computes every component independently. Without all, it leaves out those components of a
// question that is not due which would need a term of their own to count.
func (x *Prepared) look(c *completion.Completion, all bool) (s seen) {
	if x.guard != nil {
		return x.guard.look(c, all)
	}
	v := &s.values
	v[atWeight], v[atJudge] = 1, 1
	if x.profile.rules.grammar != completion.Native {
		v[atXML] = formatXML(c)
		v[atSoft] = formatSoft(c)
		v[atStrict] = formatStrict(c)
	}
	v[atTool] = tool(x.calls, c.Calls)
	v[atCls] = class(c.Action, x.reference, isLong(c))
	v[atCertainty] = cert(c, x.weigher, &x.profile.rules)
	return s
}

// valid replaces each byte that is not UTF-8 by U+FFFD, as JSON readers do, so
// that the reward does not depend on how the completion arrived.
func valid(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + 16)
	for _, r := range s { // gives U+FFFD for each such byte
		b.WriteRune(r)
	}
	return b.String()
}
