package played

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/env"
	"github.com/voi-rl/voi/env/agent"
	"github.com/voi-rl/voi/gateway"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/trajectory"
)

// Prefix begins the names of these agents. "+" joins the policies of a chain in a name.
const Prefix = "gateway:"

// New returns the agent with a name that begins with Prefix, such as gateway:guard+nod.
// Faults may follow an @, as in gateway:guard@invent=0.3+lose=0.1. The upstream in the
// options is not used.
func New(name string, faults gateway.Faults, o gateway.Options) (agent.Agent, error) {
	policies, own, ok := strings.Cut(strings.TrimPrefix(name, Prefix), "@")
	if ok {
		var err error
		if faults, err = ParseFaults(strings.ReplaceAll(own, "+", ",")); err != nil {
			return nil, err
		}
	}
	o.Upstream, o.Plain = (&gateway.Script{}).Upstream(), true
	chain, err := gateway.ParseChain(strings.ReplaceAll(policies, "+", ","), &o)
	if err == nil {
		_, err = gateway.New(chain, o)
	}
	return played{name, chain, faults, o}, err
}

// ParseFaults reads "invent=0.3,vague=0.1"; "" means no faults.
func ParseFaults(text string) (gateway.Faults, error) {
	var members []jsonvalue.Member
	if text != "" {
		for part := range strings.SplitSeq(text, ",") {
			name, rate, _ := strings.Cut(part, "=")
			f, err := strconv.ParseFloat(rate, 64)
			if err != nil {
				return gateway.Faults{}, fmt.Errorf("%.60q gives no rate; write faults as in invent=0.3,vague=0.1", part)
			}
			members = append(members, jsonvalue.Member{Key: strings.TrimSpace(name), Value: jsonvalue.NewFloat(f)})
		}
	}
	return gateway.ParseFaults(jsonvalue.NewObject(members...))
}

type played struct {
	name   string
	chain  gateway.Chain
	faults gateway.Faults
	opt    gateway.Options
}

func (a played) Name() string { return a.name }

// Meet begins an episode.
func (a played) Meet(e *env.Episode, seed uint64) agent.Player {
	p := &player{played: a, e: e, script: &gateway.Script{Seed: seed, Faults: a.faults}, turn: -1}
	o := a.opt
	o.Upstream = p.script.Upstream()
	p.gateway, p.err = gateway.New(a.chain, o)
	return p
}

// player is the agent in one episode.
type player struct {
	played
	e       *env.Episode
	script  *gateway.Script
	gateway *gateway.Gateway // in front of the script
	err     error            // the error of creating it
	turn    int
	calls   []trajectory.Call // gold calls of the turns so far
}

// Act asks the gateway for the next message.
func (p *player) Act(ctx context.Context) (domains.Value, error) {
	if p.err != nil {
		return domains.Value{}, p.err
	}
	for p.turn < p.e.Turn() {
		p.turn++
		for _, c := range p.e.Gold() {
			p.calls = append(p.calls, trajectory.Call{Name: c.Name, Arguments: c.Arguments})
		}
	}
	run := trajectory.Trajectory{Messages: p.e.Messages()}
	task := gateway.ScriptTask{ID: "episode", Calls: p.calls, Answer: "It is done.", Hidden: []string{}}
	if len(p.e.Gold()) == 0 {
		task.Answer = "Sorry, I cannot do that with the tools that I have."
	}
	for _, h := range p.e.Untold() {
		task.Hidden = append(task.Hidden, h.Tool+"."+h.Aspect)
	}
	for i := range run.Messages {
		if run.Messages[i].Role == dataset.User {
			task.Says = run.Messages[i].Content
			break
		}
	}
	p.script.Tasks = []gateway.ScriptTask{task}
	body := jsonvalue.ObjectOf("tools", p.tools(), "messages", run.MessagesValue())
	status, reply := p.gateway.Reply(ctx, body.JSON())
	v, err := jsonvalue.Parse(reply, jsonvalue.Options{})
	choices := v.Field("choices").Items()
	if err != nil || status != http.StatusOK || len(choices) == 0 {
		return domains.Value{}, errors.Join(fmt.Errorf("the gateway answers with status %d: %s", status, jsonvalue.Cut(reply, 500)), err)
	}
	return choices[0].Field("message"), nil
}

// tools returns the offered tools, with MCP's annotations.
func (p *player) tools() domains.Value {
	list := domains.ToolsValue(p.e.Tools()).Items()
	for i := range list {
		if a := p.e.Annotated().Field(p.e.Tools()[i].Name); !a.IsNull() {
			list[i] = list[i].With("annotations", a)
		}
	}
	return jsonvalue.NewArray(list...)
}
