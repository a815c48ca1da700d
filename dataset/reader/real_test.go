package reader

import (
	"context"
	"strings"
	"testing"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/internal/sharedtest"
)

// counts sums up a file by action, flag and rejection code.
func counts(t *testing.T, path string) map[string]int {
	t.Helper()
	r := sharedtest.Need(Open(context.Background(), path, Options{}))(t)
	defer r.Close()
	n := map[string]int{}
	for raw, err := range r.All() {
		sharedtest.OK(t, err)
		n["rows"]++
		rec := r.Decode(raw)
		if rec.Rejection != nil {
			n[rec.Rejection.Code]++
			continue
		}
		s := rec.Sample
		n[string(s.Reference.Action)]++
		n[s.ActionSource]++
		if len(s.HeldOutCall) > 0 {
			n["held out"]++
		}
		if len(s.Contrast) > 0 {
			n["contrast"]++
		}
		for _, a := range completion.Actions {
			if s.Answers[a] != "" {
				n["answers"]++
			}
		}
		for _, f := range s.Flags {
			n[string(f)]++
		}
	}
	return n
}

// TestRealFiles reads the public files in place: every row is counted.
func TestRealFiles(t *testing.T) {
	sharedtest.Unraced(t)
	for _, c := range []struct {
		file string
		want map[string]int
	}{
		{"when2call/dev.jsonl", map[string]int{"rows": 150, "TOOLCALL": 50, "ASK": 50, "REFUSE": 50, "given": 150, "held out": 50,
			"contrast": 100, "answers": 600, "no_tools": 10}},
		{"when2call/rebuilt_dev.jsonl.gz", map[string]int{"rows": 2306, "TOOLCALL": 1153, "REFUSE": 1153, "given": 2306,
			"contrast": 1153, "answers": 2306, "no_tools": 236, "reference_missing_argument": 9, "reference_unknown_argument": 2}},
		{"bfcl/BFCL_v4_live_multiple.json.gz", map[string]int{"rows": 1053, "TOOLCALL": 1053, "given": 1053,
			"reference_missing_argument": 10, "reference_unknown_argument": 2}},
		{"bfcl/BFCL_v4_live_simple.json.gz", map[string]int{"rows": 258, "TOOLCALL": 258, "given": 258}},
		{"bfcl/possible_answer/BFCL_v4_live_simple.json.gz", map[string]int{"rows": 258, "no_messages": 258}},
		{"tools/xlam_apibank_l1.json.gz", map[string]int{"rows": 399, "TOOLCALL": 399, "given": 399,
			"reference_missing_argument": 20, "reference_unknown_argument": 8}},
		{"tools/mcp_github.json.gz", map[string]int{"rows": 1, "no_messages": 1}},
		{"tools/mcp_livemcpbench.json.gz", map[string]int{"rows": 1, "no_messages": 1}},
		{"tools/nestful_executable.json.gz", map[string]int{"rows": 39, "no_messages": 39}},
		{"tools/seal_tools.jsonl.gz", map[string]int{"rows": 4076, "no_messages": 4076}},
		{"tools/retail_assistant_tools.json", map[string]int{"rows": 1, "no_messages": 1}},
		{"tools/openapi/twilio_flex_v2.json", map[string]int{"rows": 1, "no_messages": 1}},
		{"tools/openapi/BalanceControlService-v2.json", map[string]int{"rows": 1, "no_messages": 1}},
		{"tau2/gpt-4.1_retail.json.gz", map[string]int{"rows": 1, "unknown_format": 1}},
		{"tau2/telecom_small.json.gz", map[string]int{"rows": 1, "unknown_format": 1}},
		{"tau2/tau_airline_replay.jsonl.gz", map[string]int{"rows": 50, "unknown_format": 50}},
		{"retrieval/fireact_llama2-7b.json.gz", map[string]int{"rows": 1, "unknown_format": 1}},
	} {
		t.Run(c.file, func(t *testing.T) {
			got := counts(t, sharedtest.Shared(t, append([]string{"data"}, strings.Split(c.file, "/")...)...))
			for key, n := range got {
				if n != c.want[key] {
					t.Errorf("%s: %d, want %d", key, n, c.want[key])
				}
			}
			for key, n := range c.want {
				if got[key] != n {
					t.Errorf("%s: %d, want %d", key, got[key], n)
				}
			}
		})
	}
}

// TestRealHeldOut checks that the held-out parameter of every ASK in dev.jsonl belongs to
// its call, and that TOOLCALLs name an offered tool.
func TestRealHeldOut(t *testing.T) {
	r := sharedtest.Need(Open(context.Background(), sharedtest.Shared(t, "data", "when2call", "dev.jsonl"), Options{}))(t)
	defer r.Close()
	for raw, err := range r.All() {
		sharedtest.OK(t, err)
		s := r.Decode(raw).Sample
		switch s.Reference.Action {
		case completion.Ask:
			if len(s.HeldOutCall) != 1 || s.Reference.Question == "" {
				t.Errorf("%s: held out %q of %d calls, question %q", s.ID, s.HeldOut, len(s.HeldOutCall), s.Reference.Question)
			} else if _, ok := s.HeldOutCall[0].Arguments.Get(s.HeldOut); !ok {
				t.Errorf("%s: the call has no argument %s", s.ID, s.HeldOut)
			}
		case completion.ToolCall:
			if len(s.Reference.ToolCalls) != 1 || s.Tool(s.Reference.ToolCalls[0].Name) == nil {
				t.Errorf("%s: the reference names no offered tool", s.ID)
			}
		}
		if s.Messages[0].Role != dataset.User || len(s.Messages) != 1 {
			t.Errorf("%s: %d messages", s.ID, len(s.Messages))
		}
	}
}
