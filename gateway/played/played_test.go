package played_test

import (
	"context"
	"iter"
	"strings"
	"testing"
	"time"

	"github.com/voi-rl/voi/certainty"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/env"
	"github.com/voi-rl/voi/env/agent"
	"github.com/voi-rl/voi/env/play"
	"github.com/voi-rl/voi/gateway"
	"github.com/voi-rl/voi/gateway/played"
	"github.com/voi-rl/voi/internal/shard"
	"github.com/voi-rl/voi/internal/sharedtest"
	"github.com/voi-rl/voi/trajectory"
)

const trip = `{"id":"trip-N","source":"test","class":"ambiguous","system":"",
 "tools":[{"name":"book_trip","description":"Books a trip to a city.","parameters":{"type":"object","properties":{"city":{"type":"string","description":"The city"},"code":{"type":"string","enum":["AB1","CD2","EF3"],"description":"The fare code"},"nights":{"type":"integer","description":"Number of nights"}},"required":["city","code","nights"]}}],
 "turns":[{"user":"Book me a trip to Lima for 4 nights.","gold":[{"name":"book_trip","arguments":{"city":"Lima","code":"CD2","nights":4}}],"hidden":[{"tool":"book_trip","aspect":"code","value":"CD2"}],"reply":""}],
 "world":{"kind":"recorded"},"split":"train","seed":0}`

// Without faults a guard changes nothing. If values are invented, it asks for them, and
// failing tasks succeed.
func TestGuardInTheEnvironment(t *testing.T) {
	critical := sharedtest.Need(trajectory.NewCritical())(t)
	counter := sharedtest.Need(trajectory.NewCounter(critical, domains.Value{}))(t)
	o := gateway.Options{Counter: counter, Asking: certainty.DefaultPolicy(), MaxCalls: 4, MaxTokens: 1 << 20, Timeout: time.Minute}
	for _, k := range []struct {
		faults      string
		pass, guard float64 // exact success of pass, and the least success of guard
	}{{"", 1, 1}, {"invent=1", 0, 0.6}} {
		asked := map[string]float64{}
		faults := sharedtest.Need(played.ParseFaults(k.faults))(t)
		opt := play.Options{
			Env: sharedtest.Need(env.New(env.Options{Unrewarded: true}))(t), Counter: counter, Seeds: 20, Rank: shard.Rank{Count: 1}, Workers: 2,
			Tasks: func(context.Context) iter.Seq2[*env.Task, error] {
				return func(yield func(*env.Task, error) bool) {
					v := sharedtest.Need(domains.ParseValue(strings.Replace(trip, "trip-N", "trip", 1)))(t)
					yield(sharedtest.Need(env.ParseTask(v))(t), nil)
				}
			},
		}
		var agents []agent.Agent
		for _, name := range []string{"gateway:pass", "gateway:guard", "gateway:guard+nod:strict"} {
			agents = append(agents, sharedtest.Need(played.New(name, faults, o))(t))
		}
		opt.Agents = agents
		for _, l := range sharedtest.Need(play.Run(t.Context(), opt))(t) {
			success, questions := l.Figures["success"].Value, l.Figures["questions"].Value
			asked[l.Agent] = questions
			if l.Runs != 20 || l.Agent == "gateway:pass" && success != k.pass || success < k.guard*flag(l.Agent != "gateway:pass") {
				t.Errorf("faults %q, %s: success %v in %d runs; want %v, and %v under a guard", k.faults, l.Agent, success, l.Runs, k.pass, k.guard)
			}
		}
		if a, b := asked["gateway:pass"], asked["gateway:guard"]; k.faults == "" && (a != b || a < 1) || k.faults != "" && (a != 0 || b < 1) {
			t.Errorf("faults %q: %v questions, under a guard %v", k.faults, a, b)
		}
	}
	for _, bad := range []string{"invent", "invent=2", "fly=0.1", "invent=x"} {
		if _, err := played.ParseFaults(bad); err == nil {
			t.Errorf("the faults %q are taken", bad)
		}
	}
	if _, err := played.New("gateway:fly", gateway.Faults{}, o); err == nil {
		t.Error("the policy fly is taken")
	}
}

func flag(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// The error of a gateway that cannot answer says what the gateway said.
func TestNoAnswer(t *testing.T) {
	critical := sharedtest.Need(trajectory.NewCritical())(t)
	o := gateway.Options{Counter: sharedtest.Need(trajectory.NewCounter(critical, domains.Value{}))(t), Asking: certainty.DefaultPolicy(), MaxCalls: 4, MaxTokens: 1 << 20, Timeout: time.Nanosecond}
	a := sharedtest.Need(played.New("gateway:guard", gateway.Faults{}, o))(t)
	e := sharedtest.Need(env.New(env.Options{Unrewarded: true}))(t)
	p := sharedtest.Need(e.Prepare(sharedtest.Need(env.ParseTask(sharedtest.Need(domains.ParseValue(trip))(t)))(t)))(t)
	if _, err := agent.Play(t.Context(), p, a, 0); err == nil || !strings.Contains(err.Error(), "status 504") || !strings.Contains(err.Error(), "message") {
		t.Errorf("%v", err)
	}
}
