package export

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/voi-rl/voi/configs"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/shard"
	"github.com/voi-rl/voi/internal/sharedtest"
	"github.com/voi-rl/voi/internal/yamlvalue"
	"github.com/voi-rl/voi/trajectory"
)

// writeRuns writes a file of recorded runs: the examples again and again with other ids,
// and sometimes a row that is no run, a run with calls without results, or one with results
// without calls.
func writeRuns(t *testing.T, copies int) string {
	t.Helper()
	text := string(sharedtest.Need(os.ReadFile("../examples/trajectories/runs.jsonl"))(t)) + string(sharedtest.Need(os.ReadFile("../examples/trajectories/clarify.jsonl"))(t))
	var b strings.Builder
	for i := range copies {
		b.WriteString(strings.ReplaceAll(text, `"trajectory_id": "`, fmt.Sprintf(`"trajectory_id": "%d `, i)))
		if i%3 == 0 {
			b.WriteString(`{"trajectory_id":"x","messages":[{"role":"bot"}]}` + "\n")
			fmt.Fprintf(&b, `{"trajectory_id":"odd %d","messages":[{"role":"assistant","content":"","tool_calls":[{"id":"a","name":"f","arguments":"{"},{"id":"a","name":"g","arguments":{}}]},{"role":"tool","tool_call_id":"b","content":"x"}]}`+"\n", i)
		}
	}
	path := filepath.Join(t.TempDir(), "runs.jsonl")
	sharedtest.OK(t, os.WriteFile(path, []byte(b.String()), 0o666))
	return path
}

// runOptions build recorded runs, whole or cut into decisions.
func runOptions(t *testing.T, in, out string, decisions bool) BuildOptions {
	t.Helper()
	profile := sharedtest.Need(yamlvalue.Parse(string(configs.StepProfile("default")), jsonvalue.Options{}))(t)
	critical := sharedtest.Need(yamlvalue.Parse("critical: [move_booking, cancel_booking, book_table]\n", jsonvalue.Options{}))(t)
	opt := BuildOptions{Inputs: []Input{{Path: in}}, Out: out, ShardRows: 20, Workers: 2, Split: []Share{{"train", 0.5}, {"validation", 0.5}}, Runs: &Runs{Decisions: decisions}}
	opt.Runs.Counter = sharedtest.Need(trajectory.NewCounter(sharedtest.Need(trajectory.NewCritical(critical))(t), domains.Value{}))(t)
	if opt.Runs.Profile = sharedtest.Need(trajectory.ParseStepProfile(profile))(t); decisions {
		opt.Layouts = []string{"generic", "pref", "pivot"}
	}
	return opt
}

// A build of runs has the same bytes with other numbers of workers, and when it is killed
// before any step and resumed.
func TestRunsSurviveKillsAndWorkers(t *testing.T) {
	in, every := writeRuns(t, 9), sharedtest.Long(1, 17)
	if testing.Short() { // also under the race detector
		every = 41
	}
	for _, decisions := range []bool{false, true} {
		whole := runOptions(t, in, filepath.Join(t.TempDir(), "whole"), decisions)
		total := 0
		whole.hook = func(shard.Op, string) error { total++; return nil }
		s := build(t, whole)
		if s.Records != 78 || !decisions && s.Rows != 75 || decisions && s.Rows != 9*12 || s.Rejected == 0 {
			t.Fatalf("decisions %v: %+v", decisions, s)
		}
		verified(t, whole.Out)
		want := sharedtest.Tree(t, whole.Out)
		for n := 0; n < total; n += every {
			opt := whole
			opt.Out, opt.Resume, opt.Workers = filepath.Join(t.TempDir(), "out"), true, 1+n%5
			for _, limit := range []int{n, (total - n) / 3} {
				steps := 0
				opt.hook = func(shard.Op, string) error {
					if steps++; steps > limit {
						return errCrash
					}
					return nil
				}
				if _, err := Build(context.Background(), opt); err != nil && !errors.Is(err, errCrash) {
					t.Fatalf("crash at step %d: %v", limit, err)
				}
				mustBeUnfinishedOrWhole(t, tree0(t, opt.Out), want)
			}
			opt.hook = nil
			build(t, opt)
			sharedtest.SameTree(t, fmt.Sprintf("crash at step %d", n), sharedtest.Tree(t, opt.Out), want)
			if t.Failed() {
				return
			}
		}
	}
}

// Ranks together have the rows of one process, with the same advantages, and their
// rejections are in the order of the input.
func TestRanksOfRuns(t *testing.T) {
	sharedtest.Unraced(t)
	in := writeRuns(t, 6)
	for _, decisions := range []bool{false, true} {
		one, three := runOptions(t, in, filepath.Join(t.TempDir(), "one"), decisions), runOptions(t, in, filepath.Join(t.TempDir(), "three"), decisions)
		build(t, one)
		three.WorldSize = 3
		for _, rank := range []int{2, 0, 1} {
			three.Rank = rank
			build(t, three)
		}
		verified(t, three.Out)
		a, b := entriesByID(t, one.Out), entriesByID(t, three.Out)
		if len(a) < 30 || !reflect.DeepEqual(a, b) {
			t.Errorf("decisions %v: 3 ranks have other rows than one: %d and %d ids", decisions, len(b), len(a))
		}
		if x, y := sharedtest.Tree(t, one.Out)[rejectedFile], sharedtest.Tree(t, three.Out)[rejectedFile]; x != y || x == "" {
			t.Errorf("rejected rows differ:\n%s\n%s", x, y)
		}
	}
}

// entriesByID reads all shards of a folder: rows as text, by layout and id.
func entriesByID(t *testing.T, dir string) map[string][]string {
	t.Helper()
	all := map[string][]string{}
	m := sharedtest.Need(ReadManifest(dir))(t)
	for _, part := range m.Shards {
		layout := layoutOf(part.Path)
		if layout == prefLayout.Name {
			continue
		}
		sharedtest.OK(t, withShard(filepath.Join(dir, part.Path), func(s *shardReader) error {
			return s.eachEntry(context.Background(), func(e *Entry) error {
				key := layout + " " + e.SampleID
				text := string(e.identity(nil))
				if e.Run != nil && e.Run.Steps != nil {
					text = string(sharedtest.Need(json.Marshal(e.Run.Steps))(t))
				}
				all[key] = append(all[key], text)
				return nil
			})
		}))
	}
	return all
}

// Rows of one task are in one split, whole or cut.
func TestTasksStandInOneSplit(t *testing.T) {
	sharedtest.Unraced(t)
	in := writeRuns(t, 4)
	for _, decisions := range []bool{false, true} {
		opt := runOptions(t, in, filepath.Join(t.TempDir(), "out"), decisions)
		opt.Split = []Share{{"train", 0.4}, {"validation", 0.3}, {"test", 0.3}}
		build(t, opt)
		splits := map[string]map[string]bool{}
		m := sharedtest.Need(ReadManifest(opt.Out))(t)
		for _, part := range m.Shards {
			if l := layoutOf(part.Path); l != genericLayout.Name && l != trajectoriesLayout.Name {
				continue
			}
			sharedtest.OK(t, withShard(filepath.Join(opt.Out, part.Path), func(s *shardReader) error {
				return s.eachEntry(context.Background(), func(e *Entry) error {
					task := ""
					if e.Run != nil {
						task = e.Run.Row.TaskID
					} else {
						task = e.together()
					}
					if splits[task] == nil {
						splits[task] = map[string]bool{}
					}
					splits[task][filepath.Dir(part.Path)] = true
					return nil
				})
			}))
		}
		several := map[string]bool{}
		for task, in := range splits {
			if task != "" && len(in) != 1 {
				t.Errorf("decisions %v: task %q stands in %v", decisions, task, in)
			}
			for split := range in {
				several[split] = true
			}
		}
		if len(splits) < 3 || len(several) < 2 {
			t.Errorf("decisions %v: %d tasks in %d splits: the test shows nothing", decisions, len(splits), len(several))
		}
	}
}

// Verify finds every kind of fault in the rows of a run.
func TestVerifyRuns(t *testing.T) {
	opt := runOptions(t, writeRuns(t, 1), filepath.Join(t.TempDir(), "out"), false)
	opt.Split = nil
	build(t, opt)
	read := func() (r RunRows) {
		for _, layout := range []string{"trajectories", "steps"} {
			sharedtest.OK(t, withShard(filepath.Join(opt.Out, layout, "train", "part-00000-00000.parquet"), func(s *shardReader) error {
				return s.eachEntry(context.Background(), func(e *Entry) error {
					if e.SampleID == "0 asked" {
						if e.Run.Steps == nil {
							r.Row = e.Run.Row
						}
						r.Steps = append(r.Steps, e.Run.Steps...)
					}
					return nil
				})
			}))
		}
		return r
	}
	for what, change := range map[string]func(r *RunRows){
		"":                          func(*RunRows) {},
		"2 steps and":               func(r *RunRows) { r.Row.Steps = 2 },
		"reward is":                 func(r *RunRows) { *r.Row.Reward += 0.5 },
		"cap is":                    func(r *RunRows) { half := 0.5; r.Row.CAP = &half },
		"messages:":                 func(r *RunRows) { r.Row.Messages = "[" },
		"return_to_go is":           func(r *RunRows) { *r.Steps[0].ReturnToGo += 1 },
		"step 7 follows":            func(r *RunRows) { r.Steps[2].Step = 7 },
		"calls:":                    func(r *RunRows) { r.Steps[0].Calls = "[" },
		"not those of the messages": func(r *RunRows) { r.Steps[0].Text = "Hm." },
	} {
		r := read()
		change(&r)
		runs, steps := &shardCheck{runs: newRunCheck()}, &shardCheck{runs: newRunCheck()}
		runs.recorded(&r.Row)
		for i := range r.Steps {
			steps.rows++
			steps.step(&r.Steps[i])
		}
		said := map[string]*runCheck{}
		runs.runs.agree(said, "part", &runs.found, "")
		steps.runs.agree(said, "part", &steps.found, "")
		runs.found.join(&steps.found)
		if text := runs.found.Text(); (runs.found.Total == 0) != (what == "") || !strings.Contains(text, what) {
			t.Errorf("%s: %s", what, text)
		}
	}
}

// Flags and layouts that do not fit the kind of input are refused.
func TestLayoutsOfRuns(t *testing.T) {
	in := writeRuns(t, 1)
	for layout, want := range map[string]string{"generic": "is of samples", "steps": ""} {
		opt := runOptions(t, in, filepath.Join(t.TempDir(), "out"), false)
		opt.Layouts = []string{layout}
		_, err := Build(context.Background(), opt)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", layout, err)
		}
		if err == nil {
			verified(t, opt.Out)
		}
	}
	opt := fixtureOptions(writeFixture(t, 5), filepath.Join(t.TempDir(), "out"))
	opt.Layouts = []string{"steps"}
	if _, err := Build(context.Background(), opt); err == nil || !strings.Contains(err.Error(), "recorded runs that stay whole") {
		t.Error(err)
	}
}

// The columns that the specification names are in order and have their types.
func TestRunColumns(t *testing.T) {
	for layout, want := range map[*Layout]string{
		trajectoriesLayout: "trajectory_id string task_id string source string outcome double? steps int64 actions_required int64? actions_matched int64? critical_executed int64 " +
			"critical_correct int64? critical_required int64? cap double? car double? coverage double? tmr double? pmr double? questions int64 hallucinations int64? gate_step int64? " +
			"progress double? failure string? attribution string? reward double? messages string",
		stepsLayout: "trajectory_id string step int64 calls string components string? reward double? return_to_go double? advantage double?",
	} {
		rest := strings.Fields(want)
		for _, c := range layout.Columns {
			kind := c.Type
			if c.Nullable {
				kind += "?"
			}
			if len(rest) > 1 && rest[0] == c.Name && rest[1] == kind {
				rest = rest[2:]
			}
		}
		if len(rest) > 0 {
			t.Errorf("%s lacks %v, or has it in another place or of another type", layout.Name, rest)
		}
	}
}

// Runs share questions by their users' texts.
func TestRunsAgainst(t *testing.T) {
	in := writeRuns(t, 1)
	whole, other := runOptions(t, in, filepath.Join(t.TempDir(), "whole"), false), runOptions(t, writeRuns(t, 2), filepath.Join(t.TempDir(), "other"), false)
	build(t, whole)
	build(t, other)
	c := sharedtest.Need(Against(context.Background(), whole.Out, other.Out))(t)
	if c.Rows != 9 || c.SharedQuestions != 8+1 || c.SharedIDs != 9 {
		t.Errorf("%+v", c)
	}
	if _, err := Against(context.Background(), filepath.Join(whole.Out, "steps"), other.Out); err == nil || !strings.Contains(err.Error(), "holds steps") {
		t.Error(err)
	}
}
