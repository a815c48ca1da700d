package agent_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/voi-rl/voi/certainty"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/env"
	"github.com/voi-rl/voi/env/agent"
	"github.com/voi-rl/voi/internal/sharedtest"
)

// trip is a task whose user hides two values: one from a domain of 3, one from
// an infinite domain.
const trip = `{"id":"trip","source":"test","class":"ambiguous","system":"",
 "tools":[{"name":"book_trip","description":"Books a trip to a city.","parameters":{"type":"object","properties":{
   "city":{"type":"string","description":"The city of the trip"},"seat_class":{"type":"string","enum":["economy","business","first"]},"nights":{"type":"integer","description":"Number of nights"}},
   "required":["city","seat_class","nights"]}},
  {"name":"read_news","description":"Reads the news.","parameters":{"type":"object","properties":{"topic":{"type":"string"}},"required":["topic"]}}],
 "turns":[{"user":"Book me a trip for 4 nights.","gold":[{"name":"book_trip","arguments":{"city":"Lima","seat_class":"business","nights":4}}],
   "hidden":[{"tool":"book_trip","aspect":"city","value":"Lima"},{"tool":"book_trip","aspect":"seat_class","value":"business"}],"reply":"To Lima in business."}],
 "world":{"kind":"recorded"},"split":"train","seed":0}`

func prepare(t testing.TB, text string, user env.User) *env.Prepared {
	t.Helper()
	task := sharedtest.Need(env.ParseTask(sharedtest.Need(domains.ParseValue(text))(t)))(t)
	return sharedtest.Need(sharedtest.Need(env.New(env.Options{User: user}))(t).Prepare(task))(t)
}

// TestTranscripts compares the whole transcript of each agent.
func TestTranscripts(t *testing.T) {
	var b strings.Builder
	for _, user := range []env.Scripted{{Constrain: -1}, {Constrain: 1}} {
		for _, name := range agent.Names {
			for _, proposer := range []agent.Proposer{agent.Gold{}, agent.Read{}} {
				a := sharedtest.Need(agent.New(name, agent.Options{Policy: certainty.DefaultPolicy(), Proposer: proposer}))(t)
				run := sharedtest.Need(agent.Play(t.Context(), prepare(t, trip, user), a, 1))(t)
				again := sharedtest.Need(agent.Play(t.Context(), prepare(t, trip, user), a, 1))(t)
				if diff := cmp.Diff(run.Value().JSON(), again.Value().JSON()); diff != "" {
					t.Errorf("%s: the same seed plays another episode:\n%s", name, diff)
				}
				fmt.Fprintf(&b, "%s, %s proposer, one value in %v constrained first: outcome %v, %s\n", name, proposer.Name(), user.Constrain, *run.Outcome, run.End.Reason)
				for _, m := range run.Messages[1:] {
					fmt.Fprintf(&b, "  %s: %s", m.Role, m.Content)
					for _, c := range m.Calls {
						fmt.Fprintf(&b, "%s(%s)", c.Name, c.Arguments.JSON())
					}
					b.WriteByte('\n')
				}
			}
		}
	}
	sharedtest.Golden(t, "testdata/transcripts.golden", b.String())
}

func TestUnknownAgent(t *testing.T) {
	if _, err := agent.New("clairvoyant", agent.Options{}); err == nil || !strings.Contains(err.Error(), "ask-entropy") {
		t.Errorf("the error is %v; it should name the agents", err)
	}
}
