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

// Policy decides which reply is given for the one that the model proposes (spec G2). It
// keeps no state: the same turn and the same proposal give the same decision. It is safe
// for concurrent use.
type Policy interface {
	// Rule decides. It is a pure function from signals to an action, which voi replay can
	// apply to recorded signals.
	Rule() decision.Policy
	// Look computes the rule's input from the turn and the proposed reply. Calls to the
	// model go through m. m is nil if the decision is only recorded; signals from a model
	// are missing then.
	Look(ctx context.Context, t *Turn, proposed *Reply, m *Model) (Sight, error)
}

// Preparer is a policy that changes the model's request before the model proposes.
type Preparer interface {
	Policy
	Prepare(ctx context.Context, t *Turn, request domains.Value, m *Model) (domains.Value, error)
}

// Sight is what a policy computed about a turn with the proposed reply.
type Sight struct {
	Signals decision.Signals // include the rule's signals, as far as they are known
	Kept    *Reply           // the reply if the rule does nothing; nil: the proposed one
	State   domains.Value    // the policy's state, for annotations and recordings; null: none
	// Do carries out another action of the rule; nil: it has none.
	Do func(ctx context.Context, action string) (Done, error)
}

// Done is the result of an action.
type Done struct {
	Reply *Reply
	// Why is a reason in one line, for annotations and recordings. It names tools and
	// parameters, and quotes nothing from the user.
	Why string
}

// The actions of policies. The first keeps the reply.
const (
	Keep    = decision.Pass
	Ask     = decision.Ask
	Stopped = decision.Stop
)

// Reply is one choice of a completion.
type Reply struct {
	Message trajectory.Message
	Raw     domains.Value // the message in the API's form
	Finish  string        // finish_reason
}

// newReply is a reply in the gateway's own words.
func newReply(text string) *Reply {
	raw := jsonvalue.ObjectOf("role", jsonvalue.NewString("assistant"), "content", jsonvalue.NewString(text))
	m, _ := trajectory.ParseMessage(raw) // cannot fail: the role is known
	return &Reply{Message: m, Raw: raw, Finish: "stop"}
}

// Stage is the decision of one policy in a chain.
type Stage struct {
	Policy  decision.Identity
	Actions []string // the possible actions
	Signals decision.Signals
	Action  string
	Why     string
	State   domains.Value
}

// Decision holds the decisions of all policies in a chain on one choice.
type Decision struct {
	Stages []Stage
	// Failed says why a policy could not decide, or why its action failed. The reply
	// before it is then given.
	Failed error
}

// Action is the first action other than pass; pass if there is none.
func (d *Decision) Action() string {
	for i := range d.Stages {
		if d.Stages[i].Action != Keep {
			return d.Stages[i].Action
		}
	}
	return Keep
}

// Chain is a list of policies; each works on the reply of the one before it.
type Chain []Policy

// prepare lets each policy change the model's request. If one fails, the model gets the
// client's request.
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

// Decide lets each policy decide, and returns the final reply. If a policy fails, that is
// the reply before it. m is nil if the reply passes whatever is decided; actions are then
// not carried out.
func (c Chain) Decide(ctx context.Context, t *Turn, proposed *Reply, m *Model) (*Reply, Decision) {
	var d Decision
	for _, p := range c {
		given, s, err := decideBy(ctx, p, t, proposed, m)
		if err != nil {
			d.Failed = fmt.Errorf("%s: %w", s.Policy.Name, err)
			break
		}
		d.Stages = append(d.Stages, s)
		proposed = given
	}
	if m != nil && t.blanks {
		d.fill(t, &proposed)
	}
	return proposed, d
}

// fill takes what is not known out of the final reply.
func (d *Decision) fill(t *Turn, r **Reply) {
	err := safely(func() error {
		given, why := t.filled(*r)
		if *r = given; why != "" && len(d.Stages) > 0 {
			d.Stages[len(d.Stages)-1].Why = why
		}
		return nil
	})
	if d.Failed == nil {
		d.Failed = err
	}
}

// decideBy lets one policy decide.
func decideBy(ctx context.Context, p Policy, t *Turn, proposed *Reply, m *Model) (given *Reply, s Stage, err error) {
	rule := p.Rule()
	s.Policy, s.Actions = rule.Identity(), rule.Actions()
	done := Done{Reply: proposed}
	err = safely(func() error {
		sight, err := p.Look(ctx, t, proposed, m)
		s.Signals, s.State = sight.Signals, sight.State
		if err == nil {
			if s.Action, err = decision.Decide(rule, s.Actions, s.Signals); err != nil && t.large() {
				err = errLarge
			}
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

// Name is the list of a chain's policies, as in --policy.
func (c Chain) Name() string {
	names := make([]string, len(c))
	for i, p := range c {
		names[i] = p.Rule().Identity().Name
	}
	return strings.Join(names, ",")
}

// policies are all policies by name, each in its file. A new policy needs a line here.
var policies = []struct {
	name string
	make func(argument string, o *Options) (Policy, error)
}{
	{"pass", newPass}, {"guard", newGuard}, {"sage", newSage}, {"atd", newATD}, {"react-ask", prompted("react-ask")},
	{"procot", prompted("procot")}, {"domain-react", prompted("domain-react")}, {"nod", newNOD}, {"reflect", reviewed("reflect")},
	{"critic", reviewed("critic")}, {"debate", reviewed("debate")}, {"cgdp", newCGDP}, {"sdp", newSDP}, {"dc", newDC},
}

// Names lists the names of all policies.
func Names() (names []string) {
	for i := range policies {
		names = append(names, policies[i].name)
	}
	return names
}

// each yields the settings in a policy's argument: words separated by colons, with or
// without a value, as in "strict:director=model".
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

// bare refuses an argument for a policy without settings.
func bare(argument string) error {
	if argument != "" {
		return fmt.Errorf("it takes no settings, and %.40q was given", argument)
	}
	return nil
}

// whole reads a whole number from 1 to most.
func whole(value string, most int) (int, error) {
	n, err := strconv.Atoi(value)
	if err != nil || n < 1 || n > most {
		return 0, fmt.Errorf("give a whole number from 1 to %d", most)
	}
	return n, nil
}

// ParseChain reads a list of policies separated by commas, each a name with settings
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
