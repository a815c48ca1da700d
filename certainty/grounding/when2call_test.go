package grounding

import (
	"testing"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/sharedtest"
)

// call is a row of When2Call: a question, and a call that is correct or merely offered.
type call struct {
	class string
	in    Input
	tool  *domains.Tool
	set   domains.Set
	args  domains.Value
}

func readCalls(t testing.TB, rel ...string) []call {
	t.Helper()
	var out []call
	for _, v := range jsonLines(t, sharedtest.Shared(t, rel...)) {
		calls, err := domains.ParseCalls(v.Field("answers").Field("tool_call"))
		if err != nil || len(calls) != 1 {
			t.Fatalf("answers.tool_call: %v", err)
		}
		tools, err := domains.ParseTools(v.Field("tools"))
		if err != nil {
			t.Fatal(err)
		}
		c := call{class: v.Field("correct_answer").Str(), args: calls[0].Arguments, in: Input{Turns: []Turn{{Role: "user", Text: v.Field("question").Str()}}, Tools: tools, Sets: map[string]domains.Set{}}}
		for i := range tools {
			if tools[i].Name == calls[0].Name {
				c.tool, c.set = toolOf(t, tools[i].OpenAI())
				c.in.Sets[c.tool.Name] = c.set
			}
		}
		out = append(out, c)
	}
	return out
}

// required returns the least support of a call's required arguments: 0 if one is absent, 1 if
// none is required.
func (c *call) required() (least float64, param string) {
	if c.tool == nil {
		return 0, ""
	}
	r := Read(c.in)
	least = 1
	for i := range c.tool.Params {
		p := &c.tool.Params[i]
		if !p.Required {
			continue
		}
		v, ok := c.args.Get(p.Name)
		d, _ := c.set.Get(p.Name)
		s := r.Support(c.tool, p, d, domains.Coerce(p, v)).Score
		if !ok {
			s = 0
		}
		if s < least {
			least, param = s, p.Name
		}
	}
	return least, param
}

// TestSoundAgainstUnsoundCalls measures how well support separates correct calls from calls for
// which the user had to be asked first.
func TestSoundAgainstUnsoundCalls(t *testing.T) {
	var sound, unsound []float64
	right := 0
	shown := 0
	for _, c := range readCalls(t, "data", "when2call", "dev.jsonl") {
		s, param := c.required()
		v, _ := c.args.Get(param)
		switch c.class {
		case "tool_call":
			sound = append(sound, s)
			if s >= Grounded {
				right++
			} else if shown++; shown <= *wrong {
				t.Logf("sound %.2f %s = %s: %q", s, param, v.JSON(), c.in.Turns[0].Text)
			}
		case "request_for_info":
			unsound = append(unsound, s)
			if s < Grounded {
				right++
			} else if shown++; shown <= *wrong {
				t.Logf("unsound %.2f %s = %s: %q", s, param, v.JSON(), c.in.Turns[0].Text)
			}
		}
	}
	got := auc(sound, unsound)
	t.Logf("AUC of the least support of required arguments: %.3f; on its side of one half: %.3f", got, float64(right)/float64(len(sound)+len(unsound)))
	if got < 0.90 {
		t.Errorf("AUC %.3f, want at least 0.90", got)
	}
}
