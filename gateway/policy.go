package gateway

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/voi-rl/voi/decision"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/trajectory"
)

// Policy turns what the model proposes into the reply that is given (spec G2). It keeps no
// state: the same turn and the same proposal give the same decision. It may be used by
// many at once.
type Policy interface {
	// Rule is what decides: a pure function from signals to an action, which voi replay
	// can apply to the signals that were recorded.
	Rule() decision.Policy
	// Signals are computed from the turn with the reply that is proposed; those that the
	// rule reads are among them, where they are known.
	Signals(t *Turn, proposed *Reply) decision.Signals
	// Do carries an action of the rule out. Of an action that keeps what is proposed it
	// returns that; calls to the model go through m.
	Do(ctx context.Context, t *Turn, proposed *Reply, action string, m *Model) (Done, error)
}

// Done is what an action came to.
type Done struct {
	Reply *Reply
	// Why says in a line what was found, for annotations and recordings: names of tools
	// and parameters, and no words of the user's.
	Why string
}

// The actions of policies. The first leaves the reply as it is.
const (
	Keep    = decision.Pass
	Ask     = decision.Ask
	Stopped = decision.Stop
)

// Reply is one choice of a completion.
type Reply struct {
	Message trajectory.Message
	Raw     domains.Value // the message as the API has it
	Finish  string        // finish_reason
}

// newReply is a reply in words of the gateway's own.
func newReply(text string) *Reply {
	raw := jsonvalue.ObjectOf("role", jsonvalue.NewString("assistant"), "content", jsonvalue.NewString(text))
	m, _ := trajectory.ParseMessage(raw) // the role is one that it knows
	return &Reply{Message: m, Raw: raw, Finish: "stop"}
}

// Stage is what one policy of a chain decided.
type Stage struct {
	Policy  decision.Identity
	Actions []string // that it chooses among
	Signals decision.Signals
	Action  string
	Why     string
}

// Decision is what was decided on one choice: what each policy of the chain made of it.
type Decision struct {
	Stages []Stage
	// Failed says why a policy could not decide, or its action could not be carried out:
	// what stood before it is given then.
	Failed error
}

// Action is the first action that did something, pass where none did.
func (d *Decision) Action() string {
	for i := range d.Stages {
		if d.Stages[i].Action != Keep {
			return d.Stages[i].Action
		}
	}
	return Keep
}

// Chain is policies, each of which is given the reply of the one before it.
type Chain []Policy

// Decide has each policy decide. It returns the reply to be given: where a policy fails,
// what it was given.
func (c Chain) Decide(ctx context.Context, t *Turn, proposed *Reply, m *Model) (*Reply, Decision) {
	var d Decision
	for _, p := range c {
		rule := p.Rule()
		s := Stage{Policy: rule.Identity(), Actions: rule.Actions(), Signals: p.Signals(t, proposed)}
		action, err := decision.Decide(rule, rule.Actions(), s.Signals)
		if err != nil {
			d.Failed = err
			return proposed, d
		}
		done := Done{Reply: proposed}
		if action != Keep {
			if done, err = p.Do(ctx, t, proposed, action, m); err != nil {
				d.Failed = fmt.Errorf("%s, %s: %w", s.Policy.Name, action, err)
				return proposed, d
			}
		}
		s.Action, s.Why = action, done.Why
		d.Stages = append(d.Stages, s)
		proposed = done.Reply
	}
	return proposed, d
}

// watch says what the policies would decide on a reply that is given whatever they do: an
// action is not carried out.
func (c Chain) watch(t *Turn, given *Reply) Decision {
	var d Decision
	for _, p := range c {
		rule := p.Rule()
		s := Stage{Policy: rule.Identity(), Actions: rule.Actions(), Signals: p.Signals(t, given)}
		if s.Action, d.Failed = decision.Decide(rule, rule.Actions(), s.Signals); d.Failed != nil {
			return d
		}
		d.Stages = append(d.Stages, s)
	}
	return d
}

// Name names the policies of a chain, as --policy has them.
func (c Chain) Name() string {
	names := make([]string, len(c))
	for i, p := range c {
		names[i] = p.Rule().Identity().Name
	}
	return strings.Join(names, ",")
}

// policies are those that can be named, each in its file. A further one is a line here.
var policies = []struct {
	name string
	make func(argument string, o *Options) (Policy, error)
}{
	{"pass", newPass}, {"guard", newGuard}, {"nod", newNOD}, {"dc", newDC},
}

// Names lists the policies that can be named.
func Names() (names []string) {
	for i := range policies {
		names = append(names, policies[i].name)
	}
	return names
}

// ParseChain reads a list of policies with commas between, each a name with an argument
// behind a colon: "guard", "guard:0.3,nod:strict", "dc:policy.yaml".
func ParseChain(text string, o *Options) (Chain, error) {
	var c Chain
	for part := range strings.SplitSeq(text, ",") {
		name, argument, _ := strings.Cut(strings.TrimSpace(part), ":")
		i := slices.IndexFunc(policies, func(p struct {
			name string
			make func(string, *Options) (Policy, error)
		}) bool {
			return p.name == name
		})
		if i < 0 {
			return nil, fmt.Errorf("gateway: there is no policy %.60q; there are %s", name, strings.Join(Names(), ", "))
		}
		p, err := policies[i].make(argument, o)
		if err != nil {
			return nil, fmt.Errorf("gateway: the policy %s: %w", name, err)
		}
		c = append(c, p)
	}
	return c, nil
}
