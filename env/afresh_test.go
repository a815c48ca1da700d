package env

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/dataset/label"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/sharedtest"
	"github.com/voi-rl/voi/reward"
	"github.com/voi-rl/voi/trajectory"
)

// session has three turns; in the last one a tool appears that was not offered before.
const session = `{"id":"session","source":"test","class":"ambiguous","tools":[
  {"name":"find_room","description":"Finds a hotel room.","parameters":{"type":"object","properties":{"city":{"type":"string","description":"The city"},"nights":{"type":"integer","description":"Number of nights"},"view":{"type":"string","enum":["sea","garden"]}},"required":["city","nights"]}},
  {"name":"send_note","description":"Sends a note to a guest.","parameters":{"type":"object","properties":{"guest":{"type":"string","description":"Name of the guest"},"text":{"type":"string"}},"required":["guest"]}}],
 "turns":[{"user":"Find me a room for 3 nights with a view of the sea.","gold":[{"name":"find_room","arguments":{"city":"Lisbon","nights":3,"view":"sea"}}],"hidden":[{"tool":"find_room","aspect":"city","value":"Lisbon"}]},
  {"user":"Write to Maria, and find a room in Porto for 2 nights as well.","gold":[{"name":"send_note","arguments":{"guest":"Maria"}},{"name":"find_room","arguments":{"city":"Porto","nights":2}}]},
  {"user":"Now cancel the booking.","gold":[{"name":"cancel_room","arguments":{"booking":"QX77"}}],"hidden":[{"tool":"cancel_room","aspect":"booking","value":"QX77"}],
   "tools":[{"name":"cancel_room","description":"Cancels a booking.","parameters":{"type":"object","properties":{"booking":{"type":"string","description":"Number of the booking"}},"required":["booking"]}}]}],
 "world":{"kind":"recorded"},"split":"train","seed":0}`

var lines = []string{
	"<answer><ASK><question>Which city?</question></ASK></answer>", "<answer><ASK><question>What is the number of the booking, and which city?</question></ASK></answer>",
	"<answer><ASK><question>Hm?</question></ASK></answer>", "<answer><REFUSE>I'm sorry, but I can't do that.</REFUSE></answer>", "It is done.",
	`<answer><TOOLCALL>[{"name":"find_room","arguments":{"city":"Lisbon","nights":3,"view":"sea"}}]</TOOLCALL></answer>`,
	`<answer><TOOLCALL>[{"name":"find_room","arguments":{"city":"Porto","nights":2}},{"name":"send_note","arguments":{"guest":"Maria"}}]</TOOLCALL></answer>`,
	`<answer><TOOLCALL>[{"name":"send_note","arguments":{"guest":"Maria","text":"Welcome"}}]</TOOLCALL></answer>`,
	`<answer><TOOLCALL>[{"name":"cancel_room","arguments":{"booking":"QX77"}}]</TOOLCALL></answer>`,
	`<answer><TOOLCALL>[{"name":"ask_user","arguments":{"question":"Which city do you want?"}}]</TOOLCALL></answer>`,
	`<answer><TOOLCALL>[{"name":"fly","arguments":{}}]</TOOLCALL></answer>`, "<answer><TOOLCALL>[{</TOOLCALL></answer>",
}

// A step's reward uses results of earlier steps, and labels that are made on demand. It must
// equal the reward from reading the whole run again and labelling every sample.
func TestStepsEarnWhatIsComputedAfresh(t *testing.T) {
	task := sharedtest.Need(ParseTask(sharedtest.Need(domains.ParseValue(session))(t)))(t)
	asked, steps, heard := 0, 0, 0
	for _, askTool := range []bool{false, true} {
		p := sharedtest.Need(sharedtest.Need(New(Options{AskTool: askTool, User: watched{t: t, shared: &heard}}))(t).Prepare(task))(t)
		for seed := range uint64(25) {
			draw := rand.New(rand.NewPCG(seed, 1))
			e, _, err := p.Reset(t.Context(), seed)
			sharedtest.OK(t, err)
			for !e.Done() {
				v := jsonvalue.NewString(lines[draw.IntN(len(lines))])
				decided := eagerly(t, e, v)
				s, err := e.Step(t.Context(), v)
				sharedtest.OK(t, err)
				want := &State{}
				run := e.run
				last, ok, err := p.env.counter.Last(t.Context(), &run, trajectory.NewToolbox(e.run.Tools, nil), &trajectory.Recall{}, nil)
				if err != nil || !ok {
					t.Fatal(ok, err)
				}
				if s.Done && e.run.Outcome != nil {
					last[trajectory.Terminal] = *e.run.Outcome
				}
				for k, name := range trajectory.ComponentNames {
					want.Components = append(want.Components, Component{name, last[k]})
				}
				if decided != nil {
					want.Components = append(want.Components, Component{Decision, *decided})
				}
				if diff := cmp.Diff(want.Components, s.Components); diff != "" {
					t.Fatalf("seed %d, %s after %v:\n%s", seed, v.Str(), e.completions, diff)
				}
				steps++
				if s.Info.Action == "ASK" {
					asked++
				}
			}
		}
	}
	if asked < 60 || steps < 250 || heard < 40 {
		t.Errorf("%d of %d steps ask, and %d share their reading with the user", asked, steps, heard)
	}
}

// watched is the scripted user with a check: the shared reading of the step must give the
// same requests as a reading that the user makes.
type watched struct {
	Scripted
	t      *testing.T
	shared *int
}

func (w watched) Meet(p *Prepared, seed uint64) Speaker {
	return watching{w.Scripted.Meet(p, seed), p, w}
}

type watching struct {
	Speaker
	p *Prepared
	watched
}

func (w watching) Identity() Identity { return w.watched.Identity() }

func (w watching) Hear(ctx context.Context, turn int, text string, run Run) (Said, error) {
	if run.before != nil {
		*w.shared++
	}
	got, want := w.p.Requests(turn, text, run), w.p.Requests(turn, text, Run{Messages: run.Messages})
	if diff := cmp.Diff(aspects(want), aspects(got)); diff != "" {
		w.t.Errorf("%q:\n%s", text, diff)
	}
	return w.Speaker.Hear(ctx, turn, text, run)
}

func aspects(of []Requested) (out []string) {
	for _, r := range of {
		out = append(out, r.Tool.Name+"."+r.Aspect)
	}
	return out
}

// eagerly is the component decision, with all labels made beforehand.
func eagerly(t *testing.T, e *Episode, v domains.Value) *float64 {
	s := &dataset.Sample{Messages: e.Conversation(), Tools: e.Tools(), Reference: e.Due()}
	labels := sharedtest.Need((&label.Labeler{}).LabelContext(t.Context(), s, e.Sets(), nil))(t)
	x := sharedtest.Need(e.p.env.Profile.Prepare(s, e.Sets(), &labels))(t)
	in := reward.Input{Completion: v.Str(), Asks: e.p.env.Critical.Asks}
	if !strings.HasPrefix(v.Str(), "<answer>") {
		in.Grammar = completion.Native
	}
	r := x.Score(in)
	if r.Err != nil {
		return nil
	}
	return &r.Reward
}

// A decision is worth the same in whichever form the episode reads it: in tags, in a model's own
// notation, as a message's calls. A call of ask_user is the question that it asks.
func TestADecisionIsWorthTheSameInEveryForm(t *testing.T) {
	const thought, question = "<reasoning>\nThe city is open.\n</reasoning>\n", "Which city do you want?"
	calls := func(call string) string { return `{"role":"assistant","content":"","tool_calls":[` + call + `]}` }
	const ask, find = `{"name":"ask_user","arguments":{"question":"` + question + `"}}`, `{"name":"find_room","arguments":{"city":"Lisbon","nights":3,"view":"sea"}}`
	p := sharedtest.Need(sharedtest.Need(New(Options{}))(t).Prepare(sharedtest.Need(ParseTask(sharedtest.Need(domains.ParseValue(session))(t)))(t)))(t)
	worth := func(v domains.Value) float64 {
		t.Helper()
		e, _, err := p.Reset(t.Context(), 0)
		sharedtest.OK(t, err)
		s := sharedtest.Need(e.Step(t.Context(), v))(t)
		last := s.Components[len(s.Components)-1]
		if last.Name != Decision {
			t.Fatalf("%s has the components %v", v.JSON(), s.Components)
		}
		return last.Value
	}
	for _, x := range []struct {
		name  string
		least float64
		forms []domains.Value
	}{
		{"a question", 2.5, []domains.Value{
			jsonvalue.NewString(thought + "<answer>\n<ASK><question>" + question + "</question></ASK>\n</answer>\n"),
			jsonvalue.NewString(thought + "<answer>\n<TOOLCALL>[" + ask + "]</TOOLCALL>\n</answer>\n"),
			jsonvalue.NewString(question),
			jsonvalue.NewString("<tool_call>" + ask + "</tool_call>"),
			sharedtest.Need(domains.ParseValue(calls(ask)))(t),
		}},
		{"a call", 0.5, []domains.Value{
			jsonvalue.NewString(thought + "<answer>\n<TOOLCALL>[" + find + "]</TOOLCALL>\n</answer>\n"),
			jsonvalue.NewString("<tool_call>" + find + "</tool_call>"),
			sharedtest.Need(domains.ParseValue(calls(find)))(t),
		}},
	} {
		want := worth(x.forms[0])
		if want < x.least {
			t.Errorf("%s in tags is worth %v", x.name, want)
		}
		for _, v := range x.forms[1:] {
			if got := worth(v); got != want {
				t.Errorf("%s is worth %v as %s, and %v in tags", x.name, got, v.JSON(), want)
			}
		}
	}
}

// The tool that asks is no tool that a question may be about: offering it changes no worth.
func TestAskUserIsNothingToAskAbout(t *testing.T) {
	const task = `{"id":"image","source":"test","class":"ambiguous","tools":[{"name":"convert_image","description":"Convert an image.","parameters":{"type":"object","properties":{
  "file":{"type":"string","description":"Path of the image."},"format":{"type":"string","description":"Format to write. One of: png, jpeg or webp."},"width":{"type":"integer","description":"Width in pixels, from 1 to 4096."}},"required":["file","format","width"]}}],
 "turns":[{"user":"Resize cat.png and save it as webp.","gold":[{"name":"convert_image","arguments":{"file":"cat.png","format":"webp","width":640}}],"hidden":[{"tool":"convert_image","aspect":"width","value":640}]}],
 "world":{"kind":"recorded"},"split":"train","seed":0}`
	read := sharedtest.Need(ParseTask(sharedtest.Need(domains.ParseValue(task))(t)))(t)
	worth := map[bool]float64{}
	for _, offered := range []bool{false, true} {
		p := sharedtest.Need(sharedtest.Need(New(Options{AskTool: offered}))(t).Prepare(read))(t)
		e, _, err := p.Reset(t.Context(), 0)
		sharedtest.OK(t, err)
		s := sharedtest.Need(e.Step(t.Context(), jsonvalue.NewString("What is the width?")))(t)
		worth[offered] = s.Components[len(s.Components)-1].Value
	}
	if worth[false] < 1.5 || worth[true] != worth[false] {
		t.Errorf("a question is worth %v, and where ask_user is offered %v", worth[false], worth[true])
	}
}
