package reward

import (
	"fmt"
	"slices"

	"github.com/voi-rl/voi/certainty"
	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// Cause is a reason why a completion lost points.
type Cause string

// The causes of a Loss.
const (
	CauseParse           Cause = "parse"            // the format, no action, a malformed call
	CauseClass           Cause = "class"            // another action than the reference's, or an answer that is too short
	CauseTool            Cause = "tool"             // another tool, or one that is not offered
	CauseArgumentMissing Cause = "argument_missing" // arguments absent or unspecified
	CauseArgumentWrong   Cause = "argument_wrong"   // arguments that differ from the reference's or lie outside their domain
	CauseUngrounded      Cause = "ungrounded"       // arguments without support in the conversation (F4)
	CauseSlot            Cause = "wrong_slot"       // a question that does not request the missing parameters, or requests more (F11)
	CauseOverAsk         Cause = "over_ask"         // a question where none was due, or whose own candidate leaves little open
	CauseSays            Cause = "not_what_it_says" // a text that does not fit its tag (F11)
	CauseAnswer          Cause = "answer"           // an answer with facts that the source does not have, or a judge's verdict (F11)
	CauseRefusal         Cause = "refusal"          // a refusal where none was due
)

// Causes lists the causes, in the order of all reports.
var Causes = [...]Cause{CauseParse, CauseClass, CauseTool, CauseArgumentMissing, CauseArgumentWrong, CauseUngrounded,
	CauseSlot, CauseOverAsk, CauseRefusal, CauseSays, CauseAnswer}

// Loss is the points that one cause took from the best reward. All losses add
// up to Explanation.Best less the reward.
type Loss struct {
	Cause  Cause
	Points float64
	Why    []string // the affected components, and the reason
}

// losses attributes every point between the best reward and this one. In each
// term the component's own loss comes first, and then the loss by Cert.
func (x *Prepared) losses(c *completion.Completion, s *seen, best *values) []Loss {
	v := &s.values
	var l ledger
	for _, pl := range x.profile.places {
		cert, weight := 1.0, pl.weight // of the best reward; cert is 1 unless it multiplies the term
		if pl.times {
			cert = best[atCertainty]
		}
		if pl.at == atCls {
			weight *= best[atWeight]
		}
		short := weight * (best[pl.at] - v[pl.at]) * cert
		if pl.weight < 0 {
			short = -pl.points(v) // a negative term is best at 0
		}
		if short != 0 {
			x.blame(&l, pl.at, c, s, short)
		}
		if pl.times && pl.weight > 0 {
			if taken := weight * v[pl.at] * (cert - v[atCertainty]); taken != 0 {
				l.add(x.causeOfCert(c, s), taken, "Cert "+number(v[atCertainty])+" times "+string(components[pl.at].name))
			}
		}
	}
	return l.losses()
}

// blame attributes a component's own loss.
func (x *Prepared) blame(l *ledger, at int, c *completion.Completion, s *seen, points float64) {
	v, name := &s.values, string(components[at].name)
	switch {
	case components[at].format || at == atForm:
		l.add(CauseParse, points, name)
	case at == atCertainty, at == atSlot:
		l.add(x.causeOfCert(c, s), points, name)
	case x.guard != nil:
		cause, why := x.guard.blame(at, c, s)
		l.add(cause, points, why...)
	case c.Action == completion.None:
		l.add(CauseParse, points, name+": no action")
	case c.Action != x.reference:
		l.add(causeOfAction(c.Action), points, fmt.Sprintf("%s: %s where the reference is %s", name, c.Action, x.reference))
	case at == atCls:
		l.add(CauseClass, points, name+": a short answer")
	case !c.HasCall():
		l.add(CauseParse, points, name+": the call is malformed")
	case v[atTool] != toolNames:
		l.add(CauseTool, points, name+": calls of other tools")
	default:
		missing, wrong := differences(x.calls, c.Calls)
		all := float64(max(1, len(missing)+len(wrong)))
		l.add(CauseArgumentMissing, points*float64(len(missing))/all, names(name, missing)...)
		l.add(CauseArgumentWrong, points*float64(len(wrong))/all, names(name, wrong)...)
	}
}

// causeOfAction is the cause for another action than the reference's.
func causeOfAction(a completion.Action) Cause {
	switch a {
	case completion.Ask:
		return CauseOverAsk
	case completion.Refuse:
		return CauseRefusal
	default:
		return CauseClass
	}
}

// causeOfCert is the cause for a Cert below 1.
func (x *Prepared) causeOfCert(c *completion.Completion, s *seen) Cause {
	if x.guard != nil {
		return x.guard.causeOfCert(c, s)
	}
	switch {
	case c.Action == completion.None || c.CallErr != nil:
		return CauseParse
	case !x.offersAll(c.Calls) || !x.offersAll(c.Candidates):
		return CauseTool
	case c.Action == completion.Ask:
		return CauseOverAsk
	case x.profile.rules.options.OutOfDomain == certainty.Zero && slices.ContainsFunc(c.Calls, func(call domains.Call) bool { return x.weigher.Weight(call) == 0 }):
		return CauseArgumentWrong
	default:
		return CauseArgumentMissing
	}
}

// differences pairs calls of the same tools, equal calls first. It lists, as
// tool.argument, the reference's arguments that are missing, and arguments that
// differ or are not in the reference.
func differences(reference, calls []domains.Call) (missing, wrong []string) {
	taken := make([]bool, len(calls))
	var open []domains.Call
	for _, ref := range reference {
		if at := partner(ref, calls, taken, true); at >= 0 {
			taken[at] = true
		} else {
			open = append(open, ref)
		}
	}
	for _, ref := range open {
		at := partner(ref, calls, taken, false)
		if at < 0 {
			continue
		}
		taken[at] = true
		m, w := argumentDifferences(ref, calls[at])
		missing, wrong = append(missing, m...), append(wrong, w...)
	}
	return missing, wrong
}

// partner finds an unpaired call that equals ref, or that has its tool.
func partner(ref domains.Call, calls []domains.Call, taken []bool, equal bool) int {
	for i := range calls {
		if !taken[i] && calls[i].Name == ref.Name && (!equal || jsonvalue.Equal(calls[i].Arguments, ref.Arguments)) {
			return i
		}
	}
	return -1
}

func argumentDifferences(ref, call domains.Call) (missing, wrong []string) {
	due, given := ref.Arguments.Getter(), call.Arguments.Getter()
	for _, m := range ref.Arguments.Members() {
		switch v, ok := given(m.Key); {
		case ok && jsonvalue.Equal(v, m.Value):
		case !ok || certainty.Unspecified(v):
			missing = append(missing, ref.Name+"."+m.Key)
		default:
			wrong = append(wrong, ref.Name+"."+m.Key)
		}
	}
	for _, m := range call.Arguments.Members() {
		if _, ok := due(m.Key); !ok {
			wrong = append(wrong, ref.Name+"."+m.Key)
		}
	}
	return missing, wrong
}

// maxNamed is the number of arguments in a reason.
const maxNamed = 8

func names(component string, arguments []string) []string {
	var out []string
	for i, a := range arguments {
		if i == maxNamed {
			return append(out, fmt.Sprintf("%s: and %d more", component, len(arguments)-maxNamed))
		}
		out = append(out, component+": "+a)
	}
	return out
}

// ledger sums losses by cause.
type ledger struct {
	points map[Cause]float64
	why    map[Cause][]string
}

func (l *ledger) add(cause Cause, points float64, why ...string) {
	if points == 0 {
		return
	}
	if l.points == nil {
		l.points, l.why = map[Cause]float64{}, map[Cause][]string{}
	}
	l.points[cause] += points
	for _, w := range why {
		if !slices.Contains(l.why[cause], w) {
			l.why[cause] = append(l.why[cause], w)
		}
	}
}

func (l *ledger) losses() []Loss {
	var out []Loss
	for _, cause := range Causes {
		if points := l.points[cause]; points != 0 {
			out = append(out, Loss{cause, points, l.why[cause]})
		}
	}
	return out
}
