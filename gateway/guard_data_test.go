package gateway

import (
	"strings"
	"testing"
	"time"

	"github.com/voi-rl/voi/certainty"
	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/dataset/reader"
	"github.com/voi-rl/voi/decision"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/sharedtest"
	"github.com/voi-rl/voi/trajectory"
)

// plainOptions are options of a gateway that knows no tool's effect.
func plainOptions(t testing.TB) Options {
	t.Helper()
	critical := sharedtest.Need(trajectory.NewCritical())(t)
	return Options{Counter: sharedtest.Need(trajectory.NewCounter(critical, domains.Value{}))(t), Asking: certainty.DefaultPolicy(), MaxCalls: 4, MaxTokens: 1 << 20, Timeout: 30 * time.Second}
}

// supportOf returns the signals of a sample's right call.
func supportOf(t testing.TB, o *Options, s *dataset.Sample) (decision.Signals, bool) {
	if s.Reference.Action != completion.ToolCall || len(s.Reference.ToolCalls) == 0 {
		return nil, false
	}
	turn := o.turn(jsonvalue.NewObject(), &trajectory.Trajectory{Tools: s.Tools})
	for _, m := range s.Messages {
		one := trajectory.Message{Role: m.Role, Content: m.Content}
		for _, c := range m.ToolCalls {
			one.Calls = append(one.Calls, trajectory.Call{Name: c.Name, Arguments: c.Arguments})
		}
		turn.Run.Messages = append(turn.Run.Messages, one)
	}
	r := &Reply{Message: trajectory.Message{Role: dataset.Assistant}}
	for _, c := range s.Reference.ToolCalls {
		r.Message.Calls = append(r.Message.Calls, trajectory.Call{Name: c.Name, Arguments: c.Arguments})
	}
	return turn.signals(r), true
}

// A guard questions at most one in twenty of the right calls in the development data.
func TestGuardQuestionsFewRightCalls(t *testing.T) {
	sharedtest.Unraced(t)
	o := plainOptions(t)
	rule := decision.Guard(decision.GuardTau)
	calls, asked := 0, 0
	for _, file := range []string{"bfcl/BFCL_v4_live_simple.json.gz", "bfcl/BFCL_v4_live_multiple.json.gz", "when2call/dev.jsonl", "when2call/rebuilt_dev.jsonl.gz"} {
		path := sharedtest.Shared(t, append([]string{"data"}, strings.Split(file, "/")...)...)
		in := sharedtest.Need(reader.Open(t.Context(), path, reader.Options{}))(t)
		n, k := 0, 0
		for raw, err := range in.All() {
			sharedtest.OK(t, err)
			rec := in.Decode(raw)
			if rec.Sample == nil {
				continue
			}
			signals, ok := supportOf(t, &o, rec.Sample)
			if !ok {
				continue
			}
			n++
			action, err := decision.Decide(rule, rule.Actions(), signals)
			sharedtest.OK(t, err)
			if action == Ask {
				k++
			}
		}
		in.Close()
		t.Logf("%s: %d of %d right calls are questioned", file, k, n)
		calls, asked = calls+n, asked+k
	}
	if share := float64(asked) / float64(calls); calls < 300 || share > 0.05 {
		t.Errorf("%d of %d right calls are questioned: %.1f%%", asked, calls, 100*share)
	}
}
