package server

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/voi-rl/voi/configs"
	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/dataset/reader"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/episodes"
	"github.com/voi-rl/voi/internal/item"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/sharedtest"
	"github.com/voi-rl/voi/internal/yamlvalue"
	"github.com/voi-rl/voi/reward"
	"github.com/voi-rl/voi/trajectory"
)

// answer answers the text of a request as a carrier does whose address names op.
func (c *Core) answer(dst []byte, text, op string) (reply []byte, failed *item.Error) {
	c.inTurn(len(text), func(k *task) { reply, failed = c.answerAt(k, dst, text, op, "", nil) })
	return reply, failed
}

// testCore is a Core with all built-in profiles, the default first.
func testCore(t testing.TB, change ...func(*Config)) *Core {
	t.Helper()
	cfg := Config{Version: "test", Scorer: item.NewScorer(item.Options{})}
	for _, name := range append([]string{reward.DefaultProfile}, reward.Names()...) {
		if name == reward.DefaultProfile && len(cfg.Profiles) > 0 {
			continue
		}
		p := sharedtest.Need(reward.Load(name))(t)
		cfg.Profiles = append(cfg.Profiles, p)
	}
	steps, err := yamlvalue.Parse(string(configs.StepProfile("default")), jsonvalue.Options{})
	sharedtest.OK(t, err)
	critical := sharedtest.Need(trajectory.NewCritical())(t)
	cfg.Runs = &Runs{
		Counter:  sharedtest.Need(trajectory.NewCounter(critical, domains.Value{}))(t),
		Profiles: []StepProfile{{"default", sharedtest.Need(trajectory.ParseStepProfile(steps))(t)}},
	}
	cfg.Episodes = sharedtest.Need(episodes.New(episodes.Options{}))(t)
	for _, f := range change {
		f(&cfg)
	}
	c := sharedtest.Need(NewCore(cfg))(t)
	return c
}

// exampleSamples are the embedded examples.
func exampleSamples(t testing.TB) []*dataset.Sample {
	t.Helper()
	var out []*dataset.Sample
	for _, ex := range configs.Examples() {
		r := sharedtest.Need(reader.Open(context.Background(), "-", reader.Options{Stdin: bytes.NewReader(ex.Data)}))(t)
		for raw, err := range r.All() {
			sharedtest.OK(t, err)
			if rec := r.Decode(raw); rec.Sample != nil {
				out = append(out, rec.Sample)
			}
		}
	}
	if len(out) < 30 {
		t.Fatalf("%d examples, want more", len(out))
	}
	return out
}

// pad is reasoning text; with it a completion has about two kilobytes.
var pad = strings.Repeat("The user gives a place and a day; what is left open has to be asked for, \"as it were\".\n", 18)

// completions are good and bad answers that a policy may give to a sample.
func completions(s *dataset.Sample, reasoning string) []string {
	var out []string
	for _, d := range []completion.Draft{
		{Action: completion.ToolCall, Calls: s.Reference.ToolCalls},
		{Action: completion.Ask, Text: "Which one do you mean?", Calls: s.Reference.ToolCalls},
		{Action: completion.Refuse, Text: "I am sorry, no tool of mine can do that."},
		{Action: completion.Directly, Text: "Yes."},
	} {
		d.Reasoning = reasoning
		if text, err := completion.Render(d); err == nil {
			out = append(out, text, text[:len(text)/2], text+" and more")
		}
	}
	return append(out, "", "<answer><TOOLCALL>[{\"name\":1}]</TOOLCALL></answer>", "\xff<answer>\xed\xa0\x80")
}

// fields are the inline fields of a sample, as JSON texts.
func fields(s *dataset.Sample) (messages, tools, reference string) {
	return dataset.MessagesValue(s.Messages).JSON(), domains.ToolsValue(s.Tools).JSON(), s.Reference.Value().JSON()
}

// inlineItem is the JSON text of an item that brings its sample.
func inlineItem(s *dataset.Sample, text string) string {
	m, t, r := fields(s)
	return fmt.Sprintf(`{"completion":%s,"messages":%s,"tools":%s,"reference":%s}`, quote(text), m, t, r)
}

func quote(s string) string { return string(jsonvalue.AppendString(nil, s)) }

// exampleItems are the items of all completions of all examples.
func exampleItems(t testing.TB, reasoning string) (items []string) {
	for _, s := range exampleSamples(t) {
		for _, c := range completions(s, reasoning) {
			items = append(items, inlineItem(s, c))
		}
	}
	return items
}

func scoreRequest(id string, items []string, more string) string {
	return fmt.Sprintf(`{"op":"score","id":%s,"items":[%s]%s}`, id, strings.Join(items, ","), more)
}
