package reward

import (
	"github.com/voi-rl/voi/certainty"
	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/domains"
)

// cert is Cert of F10, in [0, 1] (SAGE-Agent eqs. 11 and 12): the certainty of the
// completion's own calls or candidates, by a profile's rules.
//
//	TOOLCALL          product of w over its calls (rule calls: max, their maximum);
//	                  0 if the call is absent or malformed
//	ASK               1 - max w over its candidates; the rule
//	                  ask_without_candidate if none names an offered tool
//	REFUSE, DIRECTLY  1
//	no action         the rule no_action
func cert(c *completion.Completion, w *certainty.Weigher, r *rules) float64 {
	switch c.Action {
	case completion.ToolCall:
		return certOfCalls(c.Calls, w, r)
	case completion.Ask:
		return certOfQuestion(c.Candidates, w, r)
	case completion.Refuse, completion.Directly:
		return 1
	default:
		return r.noAction
	}
}

// certOfCalls is Cert of a TOOLCALL.
func certOfCalls(calls []domains.Call, w *certainty.Weigher, r *rules) float64 {
	if len(calls) == 0 {
		return 0
	}
	if r.calls == callsMax {
		return maxWeight(calls, w)
	}
	product := 1.0
	for i := range calls {
		if product *= w.Weight(calls[i]); product == 0 {
			break
		}
	}
	return product
}

// certOfQuestion is Cert of an ASK.
func certOfQuestion(candidates []domains.Call, w *certainty.Weigher, r *rules) float64 {
	for i := range candidates {
		if w.Offers(candidates[i].Name) {
			return 1 - maxWeight(candidates, w)
		}
	}
	return r.askWithoutCandidate
}

// maxWeight is the largest w (F3) of some calls. A call of a tool that is not
// offered has w = 0.
func maxWeight(calls []domains.Call, w *certainty.Weigher) float64 {
	most := 0.0
	for i := range calls {
		if most = max(most, w.Weight(calls[i])); most == 1 {
			break
		}
	}
	return most
}
