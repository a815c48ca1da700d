package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/voi-rl/voi/internal/sharedtest"
)

// manyRuns are recorded runs as JSON lines in voi's form: the examples, and variants that
// are cut off anywhere or repeat a message. Some cannot be read.
func manyRuns(t *testing.T, seed uint64) (lines []string) {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 0))
	for _, file := range []string{recordedRuns, "../../examples/trajectories/clarify.jsonl"} {
		for line := range strings.Lines(read(t, file)) {
			lines = append(lines, strings.TrimSpace(line))
			for k := range 4 {
				var run map[string]any
				sharedtest.OK(t, json.Unmarshal([]byte(line), &run))
				messages := run["messages"].([]any)
				at := rng.IntN(len(messages))
				if k%2 == 0 {
					messages = messages[:at]
				} else {
					messages = append(append(append([]any{}, messages[:at]...), messages[at]), messages[at:]...)
				}
				run["trajectory_id"], run["messages"] = fmt.Sprint(run["trajectory_id"], k), messages
				if rng.IntN(3) == 0 {
					run["outcome"] = float64(rng.IntN(2))
				}
				lines = append(lines, string(sharedtest.Need(json.Marshal(run))(t)))
			}
		}
	}
	rng.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
	return lines
}

// serve replies to recorded runs with the same bytes that score writes for a file of them,
// at any number of workers and over HTTP.
func TestServeAndScoreAgreeOnRuns(t *testing.T) {
	dir := t.TempDir()
	profile := "../../examples/trajectories/profile.yaml"
	lines := manyRuns(t, 1)
	in, out := filepath.Join(dir, "in.jsonl"), filepath.Join(dir, "out.jsonl")
	sharedtest.OK(t, os.WriteFile(in, []byte(strings.Join(lines, "\n")), 0o600))
	for _, c := range []struct{ more, steps, profile string }{{"", "default", ""}, {`,"profile":"` + profile + `","verdicts":true,"beliefs":true`, profile, profile}} {
		args := []string{in, "--step-profile", c.steps, "--out", out}
		if c.profile != "" {
			args = append(args, "--verdicts", "--beliefs")
		}
		_, errs, err := scoreRecorded(t, args...)
		if err != nil {
			t.Fatal(err, errs)
		}
		request := fmt.Sprintf(`{"op":"score_trajectory","id":[1],"trajectories":[%s]%s}`, strings.Join(lines, ","), c.more)
		var first string
		for _, workers := range []string{"1", "3"} {
			s := startServe(t, "--step-profile", "default", "--step-profile", profile, "--workers", workers)
			s.send("%s", request)
			line := sharedtest.Need(s.stdout.ReadString('\n'))(t)
			if first == "" {
				first = line
			}
			if line != first {
				t.Errorf("with %s workers the reply is another", workers)
			}
		}
		_, address, _ := startHTTP(t, "--step-profile", "default", "--step-profile", profile)
		if _, body := post(t, address+"/v1/score_trajectory", request); body+"\n" != first {
			t.Error("HTTP and lines differ")
		}
		sameRuns(t, first, read(t, out), read(t, filepath.Join(dir, "out.steps.jsonl")), strings.Count(errs, "no_messages"))
	}
}

// sameRuns compares a reply with the rows of score.
func sameRuns(t *testing.T, reply, rows, steps string, rejected int) {
	t.Helper()
	decode := func(text string) (out []map[string]any) {
		for line := range strings.Lines(text) {
			var row map[string]any
			sharedtest.OK(t, json.Unmarshal([]byte(line), &row))
			out = append(out, row)
		}
		return out
	}
	var got struct {
		Op    string
		Items []map[string]any
	}
	sharedtest.OK(t, json.Unmarshal([]byte(reply), &got))
	runs, beside := decode(rows), decode(steps)
	failed := 0
	for _, one := range got.Items {
		if one["error"] != nil {
			failed++
			continue
		}
		row := runs[0]
		runs = runs[1:]
		n := int(row["steps"].(float64))
		var want []any
		for _, step := range beside[:n] {
			want = append(want, step)
		}
		beside = beside[n:]
		if steps, _ := one["steps"].([]any); len(steps) != n || n > 0 && !reflect.DeepEqual(steps, want) {
			t.Fatalf("steps %v\nwant %v", one["steps"], want)
		}
		row["steps"] = one["steps"]
		if !reflect.DeepEqual(one, row) {
			t.Fatalf("%v\nwant %v", one, row)
		}
	}
	if len(runs) > 0 || failed != rejected || failed == 0 {
		t.Errorf("%d runs are missing, %d failed of %d", len(runs), failed, rejected)
	}
}

// A run that cannot be scored fails alone; an invalid request fails as a whole.
func TestServeRunsThatCannotBeScored(t *testing.T) {
	s := startServe(t)
	whole := strings.TrimSpace(strings.SplitN(read(t, recordedRuns), "\n", 2)[0])
	for bad, want := range map[string]string{
		`1`:                     "bad_request",
		`{"trajectory_id":"x"}`: "bad_request",
		`{"a":1,"a":2}`:         "bad_json",
		strings.Repeat("[", 200) + strings.Repeat("]", 200):                            "too_deep",
		`{"trajectory_id":"x","messages":[{"role":"judge"}]}`:                          "bad_request",
		`{"trajectory_id":"x","messages":[{"role":"user"}],"tools":[{"name":7}]}`:      "bad_tools",
		`{"trajectory_id":"x","messages":[{"role":"user"}],"reference":{"actions":7}}`: "bad_reference",
		`{"id":"x","question":"user: hi","function":[]}`:                               "bad_request",
		`{"task_id":1,"trials":[],"simulations":[]}`:                                   "bad_request",
	} {
		s.send(`{"op":"score_trajectory","id":1,"trajectories":[%s,%s,%s]}`, whole, bad, whole)
		line := sharedtest.Need(s.stdout.ReadString('\n'))(t)
		var got struct {
			Op    string
			Items []struct {
				Reward *float64
				Error  *struct{ Code string }
			}
		}
		if err := json.Unmarshal([]byte(line), &got); err != nil || got.Op != "trajectory_result" || len(got.Items) != 3 {
			t.Fatalf("%.60s gives %s", bad, line)
		}
		if e := got.Items[1].Error; e == nil || e.Code != want || got.Items[0].Reward == nil || got.Items[2].Reward == nil {
			t.Errorf("%.60s gives %s", bad, line)
		}
	}
	for request, want := range map[string]string{
		`{"op":"score_trajectory","id":1}`:                                       "bad_request",
		`{"op":"score_trajectory","id":1,"items":[]}`:                            "bad_request",
		`{"op":"score_trajectory","id":1,"trajectories":{}}`:                     "bad_request",
		`{"op":"score_trajectory","id":1,"trajectories":[],"items":[]}`:          "bad_request",
		`{"op":"score_trajectory","id":1,"trajectories":[{]}`:                    "bad_json",
		`{"op":"score_trajectory","id":1,"trajectories":[],"verdicts":1}`:        "bad_request",
		`{"op":"score_trajectory","id":1,"trajectories":[],"profile":"guarded"}`: "unknown_profile",
		`{"op":"score","id":1,"trajectories":[]}`:                                "bad_request",
	} {
		s.send("%s", request)
		if line := sharedtest.Need(s.stdout.ReadString('\n'))(t); !strings.Contains(line, `"code":"`+want+`"`) {
			t.Errorf("%s gives %s", request, line)
		}
	}
}
