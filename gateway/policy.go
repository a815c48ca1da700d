package gateway

import (
	"context"
	"fmt"
	"slices"
	"strconv"
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
	// Look computes what the rule decides on, from the turn with the reply that is
	// proposed. Calls to the model go through m; it is nil where the decision is recorded
	// only, and signals that only a model gives are missing then.
	Look(ctx context.Context, t *Turn, proposed *Reply, m *Model) (Sight, error)
}

// Preparer is a policy that changes what the model is asked, before it proposes.
type Preparer interface {
	Policy
	Prepare(ctx context.Context, t *Turn, request domains.Value, m *Model) (domains.Value, error)
}

// Sight is what a policy sees of a turn with the reply that is proposed.
type Sight struct {
	Signals decision.Signals // those that the rule reads are among them, where they are known
	Kept    *Reply           // what is given where the rule does nothing; nil: what is proposed
	State   domains.Value    // what the policy keeps in mind, for annotations and recordings; null: nothing
	// Do carries another action of the rule out; nil: it has none.
	Do func(ctx context.Context, action string) (Done, error)
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
	State   domains.Value
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

// prepare has each policy change what the model is asked. Where one fails, the model is
// asked what the client asked.
func (c Chain) prepare(ctx context.Context, t *Turn, m *Model) error {
	request := t.Request
	for _, p := range c {
		if p, ok := p.(Preparer); ok {
			if err := safely(func() (err error) { request, err = p.Prepare(ctx, t, request, m); return err }); err != nil {
				return fmt.Errorf("%s: %w", p.Rule().Identity().Name, err)
			}
		}
	}
	t.Request = request
	return nil
}

// Decide has each policy decide. It returns the reply to be given: where a policy fails,
// what it was given. m is nil where the reply is given whatever they do: an action is not
// carried out then.
func (c Chain) Decide(ctx context.Context, t *Turn, proposed *Reply, m *Model) (*Reply, Decision) {
	var d Decision
	for _, p := range c {
		given, s, err := decideBy(ctx, p, t, proposed, m)
		if err != nil {
			d.Failed = fmt.Errorf("%s: %w", s.Policy.Name, err)
			return proposed, d
		}
		d.Stages = append(d.Stages, s)
		proposed = given
	}
	return proposed, d
}

// decideBy has one policy decide.
func decideBy(ctx context.Context, p Policy, t *Turn, proposed *Reply, m *Model) (given *Reply, s Stage, err error) {
	rule := p.Rule()
	s.Policy, s.Actions = rule.Identity(), rule.Actions()
	done := Done{Reply: proposed}
	err = safely(func() error {
		sight, err := p.Look(ctx, t, proposed, m)
		s.Signals, s.State = sight.Signals, sight.State
		if err == nil {
			s.Action, err = decision.Decide(rule, s.Actions, s.Signals)
		}
		switch {
		case err != nil || m == nil:
		case s.Action == Keep && sight.Kept != nil:
			done.Reply = sight.Kept
		case s.Action != Keep:
			done, err = sight.Do(ctx, s.Action)
		}
		return err
	})
	s.Why = done.Why
	return done.Reply, s, err
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
	{"pass", newPass}, {"guard", newGuard}, {"sage", newSage}, {"atd", newATD}, {"react-ask", prompted("react-ask")},
	{"procot", prompted("procot")}, {"domain-react", prompted("domain-react")}, {"nod", newNOD}, {"reflect", reviewed("reflect")},
	{"critic", reviewed("critic")}, {"debate", reviewed("debate")}, {"cgdp", newCGDP}, {"sdp", newSDP}, {"dc", newDC},
}

// Names lists the policies that can be named.
func Names() (names []string) {
	for i := range policies {
		names = append(names, policies[i].name)
	}
	return names
}

// each yields the settings of a policy's argument: words with colons between, each alone
// or with a value, as in "strict:director=model".
func each(argument string, set func(name, value string) error) error {
	if argument == "" {
		return nil
	}
	for part := range strings.SplitSeq(argument, ":") {
		name, value, _ := strings.Cut(part, "=")
		if err := set(name, value); err != nil {
			return fmt.Errorf("%.60q: %w", part, err)
		}
	}
	return nil
}

// bare refuses the argument of a policy without settings.
func bare(argument string) error {
	if argument != "" {
		return fmt.Errorf("it takes no settings, and %.40q was given", argument)
	}
	return nil
}

// whole reads a setting from 1 to most.
func whole(value string, most int) (int, error) {
	n, err := strconv.Atoi(value)
	if err != nil || n < 1 || n > most {
		return 0, fmt.Errorf("give a whole number from 1 to %d", most)
	}
	return n, nil
}

// ParseChain reads a list of policies with commas between, each a name with settings
// behind colons: "guard", "guard:0.3,nod:strict", "dc:policy.yaml".
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
