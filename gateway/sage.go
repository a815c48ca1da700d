package gateway

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/voi-rl/voi/certainty"
	"github.com/voi-rl/voi/certainty/grounding"
	"github.com/voi-rl/voi/configs"
	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/decision"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/words"
	"github.com/voi-rl/voi/trajectory"
)

// sage is SAGE-Agent's Algorithm 1. The calls that the model proposes are candidates, with "<UNK>"
// for values that the model or the conversation leaves open. Values that the conversation excludes
// leave the belief over the candidates (F5). If the question with the highest EVPI less cost (F6,
// F7) is worth it, it is asked; else the best candidate is called. When a failed call is proposed
// again, the values that its error names are open (A.4.1).
type sage struct {
	rule    decision.Policy
	asking  certainty.Policy
	samples int  // proposals, including the first
	asks    bool // a model words the questions
	entropy bool // the question is chosen by entropy (Active Task Disambiguation)
}

// mostSamples is the most proposals that are merged.
const mostSamples = 8

func newSage(argument string, o *Options) (Policy, error) {
	p := sage{asking: o.Asking, samples: 1}
	if err := each(argument, p.set); err != nil {
		return nil, err
	}
	var err error
	p.rule, err = decision.Sage(o.Asking)
	return p, err
}

// newATD makes the baseline without a belief: several solutions, and the question whose answers
// differ most among them.
func newATD(argument string, o *Options) (Policy, error) {
	p := sage{asking: o.Asking, samples: 3, entropy: true}
	err := each(argument, p.set)
	p.rule = decision.Entropic(0, o.Asking.MaxQuestions)
	return p, err
}

func (p *sage) set(name, value string) (err error) {
	switch {
	case name == "samples":
		p.samples, err = whole(value, mostSamples)
	case name == "questions" && value == byModel:
		p.asks = true
	default:
		err = fmt.Errorf("give samples=N, the proposals that are merged, or questions=model")
	}
	return err
}

func (p sage) Rule() decision.Policy { return p.rule }

// leaveOpen tells the model how to mark unknown values.
const leaveOpen = `In the arguments of a tool call, write "<UNK>" for each value that neither the conversation nor a result gives. Never guess one; the user is asked for it.`

// Prepare tells the model to leave unknown values open.
func (p sage) Prepare(_ context.Context, t *Turn, request domains.Value, _ *Model) (domains.Value, error) {
	if len(t.Run.Tools) == 0 {
		return request, nil
	}
	t.blanks = true
	return remind(request, leaveOpen), nil
}

// Look weighs the candidates.
func (p sage) Look(ctx context.Context, t *Turn, r *Reply, m *Model) (Sight, error) {
	s := Sight{Signals: t.signals(r)}
	if t.large() || len(r.Message.Calls) == 0 {
		return s, nil
	}
	replies := []*Reply{r}
	if p.samples > 1 && m != nil {
		more, err := m.Sample(ctx, t, p.samples-1)
		if err != nil {
			return s, err
		}
		replies = append(replies, more...)
	}
	at, own, cands := t.candidates(replies)
	if len(cands) == 0 {
		return s, nil // an unreadable call, which the harness reports
	}
	b, err := certainty.NewBelief(t.counter.Offered(t.Run), t.counter.Sets(t.Run), cands, certainty.Options{})
	if err == nil {
		b, err = t.narrow(b)
	}
	if err != nil || !b.Defined() {
		return s, err
	}
	past := t.state().past()
	d := certainty.Decide(b, p.asking, past.asked, past.asks)
	values := map[string]float64{"v_now": b.VNow(), "questions": float64(len(d.Questions)), "candidates": float64(len(cands)), "score": 0, "evpi_max": 0}
	if d.Best != nil {
		values["score"] = d.Best.Score
	}
	for i := range d.Questions {
		values["evpi_max"] = max(values["evpi_max"], d.Questions[i].EVPI)
	}
	if p.entropy {
		d.Best, values["entropy"] = mostOpen(b, cands, t.counter.Sets(t.Run), d.Questions)
	}
	for name, v := range values {
		s.Signals = s.Signals.With(name, v)
	}
	if best := b.Best(); best >= 0 {
		s.Kept = r.withCalls(map[int]domains.Call{at: own[best]}) // F7 calls, whatever was open in it
	}
	s.Do = func(ctx context.Context, _ string) (Done, error) {
		if p.asks {
			return t.askBy(ctx, m, b, d.Best)
		}
		return t.ask(d.Best, "asked for ")
	}
	return s, nil
}

// candidates returns the calls that the user may mean, one from each reply: the call at the place
// of the first reply's least supported call. own are these calls as the model proposed them; in
// cands unsupported values are open.
func (t *Turn) candidates(replies []*Reply) (at int, own []domains.Call, cands []certainty.Candidate) {
	tools, sets := t.counter.Offered(t.Run), t.counter.Sets(t.Run)
	least := 2.0
	for i := range replies[0].Message.Calls {
		c := &replies[0].Message.Calls[i]
		if tool := domains.ToolNamed(tools, c.Name); tool != nil && !c.Malformed() {
			if score, _, _ := t.backed(tool, sets[c.Name], c); score < least {
				at, least = i, score
			}
		}
	}
	for _, r := range replies {
		if at >= len(r.Message.Calls) {
			continue
		}
		c := &r.Message.Calls[at]
		if tool := domains.ToolNamed(tools, c.Name); tool != nil && !c.Malformed() {
			own = append(own, domains.Call{Name: c.Name, Arguments: c.Arguments})
			cands = append(cands, certainty.Candidate{Call: t.open(tool, sets[c.Name], c)})
		}
	}
	return at, own, cands
}

// open returns a call in which some required values are "<UNK>": unsupported values that the user
// was not asked about and, if the same call failed before, the values that its error names, or all
// if it names none.
func (t *Turn) open(tool *domains.Tool, set domains.Set, c *trajectory.Call) domains.Call {
	args := c.Arguments
	failed := t.failure(c)
	text := " " + words.Spoken(failed) + " "
	named := func(p *domains.Param) bool { return strings.Contains(text, " "+words.Spoken(p.Name)+" ") }
	some := slices.ContainsFunc(tool.Params, func(p domains.Param) bool { return named(&p) })
	for i := range tool.Params {
		p := &tool.Params[i]
		d, _ := set.Get(p.Name)
		score, _ := t.support(tool, p, d, args.Field(p.Name))
		if p.Required && (score < decision.GuardTau && !t.settled(tool, p.Name, args.Field(p.Name)) || failed != "" && (named(p) || !some)) {
			args = args.With(p.Name, jsonvalue.NewString(certainty.Unknown))
		}
	}
	return domains.Call{Name: c.Name, Arguments: args}
}

// failure is the error of the last equal call; "" if it did not fail.
func (t *Turn) failure(c *trajectory.Call) (text string) {
	results, _ := t.Run.Results()
	for i := range t.Run.Messages {
		for j := range t.Run.Messages[i].Calls {
			k := &t.Run.Messages[i].Calls[j]
			if k.Name != c.Name || !jsonvalue.Equal(k.Arguments, c.Arguments) {
				continue
			}
			if text = ""; results[i][j] >= 0 && t.Run.Messages[results[i][j]].Failed {
				text = t.Run.Messages[results[i][j]].Content
			}
		}
	}
	return text
}

// narrow removes from a belief the values that the conversation denies for its open parameters.
func (t *Turn) narrow(b *certainty.Belief) (*certainty.Belief, error) {
	best := b.Best()
	if best < 0 {
		return b, nil
	}
	call := b.Call(best)
	tool := domains.ToolNamed(t.counter.Offered(t.Run), call.Name)
	var excluded []certainty.Argument
	for _, aspect := range b.Missing() {
		for _, v := range t.denied(tool, aspect) {
			excluded = append(excluded, certainty.Argument{Name: aspect, Value: v})
		}
	}
	if len(excluded) == 0 {
		return b, nil
	}
	return b.Update(certainty.Answer{Tool: call.Name, Excluded: excluded})
}

// denied are the values of a parameter that the user said it does not have.
func (t *Turn) denied(tool *domains.Tool, param string) (values []domains.Value) {
	d, _ := t.counter.Sets(t.Run)[tool.Name].Get(param)
	if d.Type != domains.Finite {
		return nil
	}
	name := tool.Name + "." + param
	if values, known := t.excluded[name]; known {
		return values
	}
	for _, v := range d.Values {
		if slices.ContainsFunc(t.denials(tool), func(no domains.Value) bool { return grounding.Same(tool.Param(param), no, v) }) {
			values = append(values, v)
		}
	}
	t.excluded[name] = values
	return values
}

// mostCompared is the most pairs of a text that the user denied and a value that a tool lists. All
// of them are compared in some tenths of a second.
const mostCompared = 1 << 15

// denials are the texts that the user denied: the latest ones, of which all can be compared with
// the values that a tool lists.
func (t *Turn) denials(tool *domains.Tool) []domains.Value {
	if texts, known := t.denies[tool.Name]; known {
		return texts
	}
	listed := 1
	for _, p := range t.counter.Sets(t.Run)[tool.Name] {
		if p.Domain.Type == domains.Finite {
			listed += len(p.Domain.Values)
		}
	}
	mentions := slices.DeleteFunc(slices.Clone(t.reading().Mentions), func(m grounding.Mention) bool { return m.Status != grounding.Denied })
	slices.SortStableFunc(mentions, func(x, y grounding.Mention) int {
		return cmp.Or(cmp.Compare(y.Span.Turn, x.Span.Turn), cmp.Compare(y.Span.Start, x.Span.Start))
	})
	var texts []domains.Value
	seen := map[string]bool{}
	for _, m := range mentions {
		if !seen[m.Value] && len(texts) < mostCompared/listed {
			seen[m.Value] = true
			texts = append(texts, jsonvalue.NewString(m.Value))
		}
	}
	t.denies[tool.Name] = texts
	return texts
}

// withCalls is the reply with other calls at their indexes; the same reply if they are equal.
func (r *Reply) withCalls(calls map[int]domains.Call) *Reply {
	raw, list := r.Raw, slices.Clone(r.Raw.Field("tool_calls").Items())
	changed := false
	for at, c := range calls {
		old := &r.Message.Calls[at]
		if old.Name == c.Name && jsonvalue.Equal(old.Arguments, c.Arguments) {
			continue
		}
		changed = true
		function := jsonvalue.ObjectOf("name", jsonvalue.NewString(c.Name), "arguments", jsonvalue.NewString(c.Arguments.JSON()))
		if at < len(list) {
			list[at] = list[at].With("function", function)
		} else { // OpenAI's older notation
			raw = raw.With("function_call", function)
		}
	}
	if !changed {
		return r
	}
	if len(list) > 0 {
		raw = raw.With("tool_calls", jsonvalue.NewArray(list...))
	}
	m, err := trajectory.ParseMessage(raw.With("role", jsonvalue.NewString(dataset.Assistant)))
	if err != nil {
		return r
	}
	return &Reply{Message: m, Raw: raw, Finish: r.Finish}
}

// mostOpen returns the question whose answer has the highest entropy over equally weighted
// solutions, with that entropy in bits. An open value is uniform over its domain. The question is
// about one aspect.
func mostOpen(b *certainty.Belief, solutions []certainty.Candidate, sets map[string]domains.Set, questions []certainty.Question) (best *certainty.Question, most float64) {
	for i := range questions {
		q := &questions[i]
		if len(q.Aspects) > 1 {
			continue
		}
		if e := entropy(solutions, sets, q.Tool, q.Aspects[0]); e > most {
			best, most = q, e
		}
	}
	return best, most
}

// askBy has the model word five questions, and asks the one with the highest value (EVPI less cost)
// for the aspects that its words ask for (certainty/asking). If none of them asks for anything, the
// template is used.
func (t *Turn) askBy(ctx context.Context, m *Model, b *certainty.Belief, best *certainty.Question) (Done, error) {
	role, err := m.role(nil)
	if err != nil || best == nil {
		return t.ask(best, "asked for ")
	}
	aspects := jsonvalue.NewStrings(best.Aspects)
	said, err := role.Role("questions", configs.QuestionsPrompt(), tokensQuestions, checkQuestions, "questions").Ask(ctx, best.Name(), jsonvalue.ObjectOf(
		"messages", t.Run.MessagesValue(), "candidate", b.Call(b.Best()).Value(), "open", aspects))
	if err != nil {
		return Done{}, m.why(err)
	}
	text, score := "", 0.0
	for _, v := range said["questions"].Items() {
		read := t.state().past().asker.Read(v.Str(), nil, best.Tool)
		var asked []string
		for _, r := range read.Asked() {
			if r.Tool == best.Tool && !slices.Contains(asked, r.Aspect) {
				asked = append(asked, r.Aspect)
			}
		}
		worth := b.EVPI(best.Tool, asked)
		for _, a := range asked {
			worth -= lambda(t, best.Tool, a)
		}
		if len(asked) > 0 && worth > score {
			text, score = v.Str(), worth
		}
	}
	if text == "" {
		return t.ask(best, "asked for ")
	}
	return Done{Reply: newReply(text), Why: "asked for " + best.Name() + " in the model's words"}, nil
}

// lambda is the cost of asking about an aspect again.
func lambda(t *Turn, tool, aspect string) float64 {
	return t.policy.Lambda * float64(t.state().past().asked[tool+"."+aspect])
}

const (
	tokensQuestions = 600
	mostQuestions   = 5
	longestQuestion = 500 // bytes
)

func checkQuestions(_ string, v domains.Value) error {
	list, ok := v.Strings()
	if !ok || len(list) > mostQuestions || slices.ContainsFunc(list, func(q string) bool {
		return len(q) > longestQuestion || strings.ContainsAny(q, "<>\n")
	}) {
		return fmt.Errorf("give at most %d questions, each a text of one line and at most %d bytes", mostQuestions, longestQuestion)
	}
	return nil
}
