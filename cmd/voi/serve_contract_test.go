package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/voi-rl/voi/internal/sharedtest"
)

// The server accepts the rows that voi build writes for a trainer. A server without samples
// gives each completion, by the row's label alone, the same reward to the last digit as a
// server with samples does by id.
func TestServeScoresWhatBuildWrites(t *testing.T) {
	data := filepath.Join(t.TempDir(), "data")
	if text, err := exec.Command(voiBinary(t), "build", "--out", data, "--layout", "generic,nemo-gym").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	paths, err := filepath.Glob(filepath.Join(data, "nemo-gym", "*", "*.jsonl"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no rows: %v", err)
	}
	token := filepath.Join(t.TempDir(), "token")
	sharedtest.OK(t, os.WriteFile(token, []byte("a-token-of-some-length"), 0o600))
	_, known, _ := startHTTP(t, "--data", data)
	_, bare, _ := startHTTP(t, "--token-file", token)
	bare += "/t/a-token-of-some-length"
	ask := func(url string, body, reply any) {
		text := sharedtest.Need(json.Marshal(body))(t)
		status, got := post(t, url, string(text))
		if err := json.Unmarshal([]byte(got), reply); err != nil || status != 200 {
			t.Fatalf("%s: %d %v %s", url, status, err, got)
		}
	}
	rows := 0
	for _, path := range paths {
		text := sharedtest.Need(os.ReadFile(path))(t)
		for i, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
			rows++
			var row map[string]any
			sharedtest.OK(t, json.Unmarshal([]byte(line), &row))
			answer := []string{
				"<reasoning>\nx\n</reasoning>\n<answer>\n<ASK>Which day do you mean?</ASK>\n</answer>\n",
				"<reasoning>\nx\n</reasoning>\n<answer>\n<REFUSE>No tool of mine can do that.</REFUSE>\n</answer>\n", "neither",
			}[i%3]
			row["response"] = map[string]any{"output": []any{map[string]any{"type": "message", "role": "assistant",
				"content": []any{map[string]any{"type": "output_text", "text": answer}}}}}
			for _, profile := range []string{"certainty", "guarded"} {
				var by struct{ Rewards []*float64 }
				ask(known+"/v1/score", map[string]any{"profile": profile, "items": []any{map[string]any{"sample_id": row["sample_id"], "completion": answer}}}, &by)
				var gym struct {
					Reward   float64
					Unscored int
				}
				ask(bare+"/p/"+profile+"/verify", row, &gym)
				var slime, rl any
				ask(bare+"/slime?profile="+profile, map[string]any{"prompt": "p", "response": answer, "label": row["label"]}, &slime)
				ask(bare+"/openrlhf?profile="+profile, map[string]any{"query": "p" + answer, "prompts": "p", "labels": row["label"]}, &rl)
				if by.Rewards[0] == nil {
					t.Fatalf("%v is unscored by its id", row["sample_id"])
				}
				want := *by.Rewards[0]
				if gym.Unscored != 0 || gym.Reward != want || slime != want || rl.(map[string]any)["rewards"] != want {
					t.Errorf("%v under %s: %+v, %v and %v by label, %v by id", row["sample_id"], profile, gym, slime, rl, want)
				}
			}
		}
	}
	if rows < 30 {
		t.Errorf("%d rows", rows)
	}
}
