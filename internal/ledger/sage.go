package ledger

import (
	"fmt"

	"github.com/voi-rl/voi/certainty"
	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/reward"
)

const sageAgent = "SAGE-Agent"

// certainties are parameters, each with the certainty of a call that leaves it open (F3,
// eq. 14).
var certainties = []struct {
	what, schema string
	printed      float64
	digits       int
}{
	{"a boolean", `{"type":"boolean"}`, 0.5, 1},
	{"three values", `{"enum":["first","second","third"]}`, 1.0 / 3, 4},
	{"eleven currencies", `{"enum":["USD","EUR","GBP","JPY","CHF","CAD","AUD","CNY","INR","SEK","NOK"]}`, 1.0 / 11, 4},
	{"free text", `{"type":"string"}`, 1e-4, 4},
}

// booking is the tool of the worked values.
const booking = `[{"name":"book","parameters":{"type":"object","properties":{
	"to":{"type":"string"},"return":{"type":"boolean"}},"required":["to","return"]}}]`

// worked are the worked values of F10: baseline, certainty, certainty-total.
var worked = []struct {
	what, reference, answer string
	printed                 [3]float64
}{
	{"a right question, a boolean missing", "ASK", `<ASK><TOOLCALL>[{"name":"book","arguments":{"to":"Porto","return":"<UNK>"}}]</TOOLCALL>Is it a return?</ASK>`, [3]float64{4, 3, 2}},
	{"a right question, a free text missing", "ASK", `<ASK><TOOLCALL>[{"name":"book","arguments":{"to":"<UNK>","return":true}}]</TOOLCALL>Where to?</ASK>`, [3]float64{4, 3.9998, 3.9996}},
	{"a right refusal", "REFUSE", `<REFUSE>That is beyond what my tools can do.</REFUSE>`, [3]float64{4, 4, 4}},
}

func sage(int) (all []Entry, err error) {
	add := func(where, what string, printed float64, digits int, ours float64) {
		all = append(all, Entry{Paper: sageAgent, Where: where, Quantity: what, Printed: printed, digits: digits, Ours: exact(ours)}.judge("", false))
	}
	for _, c := range certainties {
		b, err := believe(fmt.Sprintf(`[{"name":"f","parameters":{"type":"object","properties":{"p":%s},"required":["p"]}}]`, c.schema), `{"p":"<UNK>"}`)
		if err != nil {
			return nil, err
		}
		add("eq. 14", "certainty of an argument left open: "+c.what, c.printed, c.digits, b.VNow())
	}
	for _, w := range worked {
		for i, name := range []string{"baseline", "certainty", "certainty-total"} {
			r, err := rewardOf(name, w.reference, w.answer)
			if err != nil {
				return nil, err
			}
			add("eqs. 11, 12", "reward "+name+": "+w.what, w.printed[i], 4, r)
		}
	}
	times, err := timesAsked()
	if err != nil {
		return nil, err
	}
	add("eq. 4", "times that an aspect is asked at most, lambda 0.5", 2, 0, float64(times))
	return all, nil
}

// believe returns the belief over one candidate call of the first tool.
func believe(tools, arguments string) (*certainty.Belief, error) {
	v, err := domains.ParseValue(tools)
	if err != nil {
		return nil, err
	}
	list, err := domains.ParseTools(v)
	if err != nil {
		return nil, err
	}
	args, err := domains.ParseValue(arguments)
	if err != nil {
		return nil, err
	}
	call := certainty.Candidate{Call: domains.Call{Name: list[0].Name, Arguments: args}}
	return certainty.NewBelief(list, nil, []certainty.Candidate{call}, certainty.Options{})
}

// timesAsked counts questions. It asks for the parameter with the highest possible EVPI, a
// free text, and learns nothing from the answers, until the policy with SAGE-Agent's lambda
// and alpha stops asking.
func timesAsked() (times int, err error) {
	b, err := believe(`[{"name":"f","parameters":{"type":"object","properties":{"p":{"type":"string"}},"required":["p"]}}]`, `{"p":"<UNK>"}`)
	if err != nil {
		return 0, err
	}
	policy := certainty.DefaultPolicy()
	policy.MaxQuestions = 1000
	for certainty.Decide(b, policy, map[string]int{"f.p": times}, times).Action == certainty.ActionAsk {
		times++
	}
	return times, nil
}

// rewardOf scores a completion with full format points under a built-in profile.
func rewardOf(profile, action, answer string) (float64, error) {
	p, err := reward.Load(profile)
	if err != nil {
		return 0, err
	}
	v, err := domains.ParseValue(booking)
	if err != nil {
		return 0, err
	}
	tools, err := domains.ParseTools(v)
	if err != nil {
		return 0, err
	}
	ref, err := domains.ParseValue(`{"action":"` + action + `"}`)
	if err != nil {
		return 0, err
	}
	reference, err := dataset.ParseReference(ref)
	if err != nil {
		return 0, err
	}
	x, err := p.Prepare(&dataset.Sample{Tools: tools, Reference: reference}, nil, nil)
	if err != nil {
		return 0, err
	}
	completion := "<reasoning>\nr\n</reasoning>\n<answer>\n" + answer + "\n</answer>\n"
	return x.Score(reward.Input{Completion: completion}).Reward, nil
}
