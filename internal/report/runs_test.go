package report

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/sharedtest"
	"github.com/voi-rl/voi/trajectory"
)

// writeRuns writes rows of runs and of their steps in the layout of voi score.
func writeRuns(t *testing.T, runs, steps []map[string]any) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "s.jsonl")
	for file, rows := range map[string][]map[string]any{path: runs, StepsFile(path): steps} {
		var b strings.Builder
		for _, row := range rows {
			b.Write(append(sharedtest.Need(json.Marshal(row))(t), '\n'))
		}
		sharedtest.OK(t, os.WriteFile(file, []byte(b.String()), 0o666))
	}
	return path
}

// asJSON is a value as the text of a column.
func asJSON(v any) string {
	text, _ := json.Marshal(v) // of this file
	return string(text)
}

func said(role, text string) map[string]any { return map[string]any{"role": role, "content": text} }

// Each step stands beside its message, also where runs share an id or have no steps. The
// content of a file is shown as text, and bounded.
func TestPageOfScoredRuns(t *testing.T) {
	evil := `</p><script>alert(1)</script>` + "\x1b[2J" + strings.Repeat("x", 1<<16)
	many := make([]any, 3000)
	for i := range many {
		many[i] = map[string]any{"function": map[string]any{"name": "t", "arguments": "{}"}}
	}
	call := said("assistant", "")
	call["tool_calls"] = many
	messages := asJSON([]any{said("user", "hello"), said("assistant", "which one?"), said("user", evil), call})
	var runs, steps []map[string]any
	for i := range 40 { // of 40 runs the 20 with the lowest and the 10 with the highest rewards are shown
		id := "same"
		if i%10 == 9 {
			id = evil
		}
		runs = append(runs, map[string]any{"trajectory_id": id, "task_id": fmt.Sprint("t", i), "steps": 2, "outcome": i % 2, "reward": i, "end": evil, "messages": messages},
			map[string]any{"trajectory_id": "same", "steps": 0, "messages": "[]"})
		for k := range 2 {
			steps = append(steps, map[string]any{
				"trajectory_id": id, "step": k, "action": "ASK", "reward": float64(i) + float64(k)/10, "information": 0.25, "certified": 2,
				"components": asJSON(map[string]any{"known": 0.5, evil: 1, "critical": 0}), "asked": asJSON([]string{"book.time"}), "v_now": 0.5,
				"critical": asJSON([]any{map[string]any{"tool": evil, "correct": false, "verdicts": map[string]any{"balanced": "REVISE"}, "unmet": []string{"confirmation"}, "director": map[string]any{"verdict": "ABORT", "feedback": evil}}}),
			})
		}
	}
	path := writeRuns(t, runs, steps)
	if !IsRuns(context.Background(), path) || IsRuns(context.Background(), StepsFile(path)) {
		t.Error("rows of runs are told by what they hold, and those of steps are others")
	}
	show := func() string { return string(sharedtest.Need(Page(t.Context(), PageOptions{Scored: path}))(t)) }
	page := show()
	if again := show(); again != page {
		t.Error("two pages differ")
	}
	if n := strings.Count(page, `<details class="run"`); n != 30 {
		t.Fatalf("%d runs are shown", n)
	}
	rewards := regexp.MustCompile(`<strong>&#43;([0-9.]+)</strong>`).FindAllStringSubmatch(page, -1)
	var want []string
	for i := range 30 { // the lowest rewards, in rising order, then the highest
		if i >= leastRuns {
			i = 39 - (i - leastRuns)
		}
		want = append(want, fmt.Sprintf("%d.000", i), fmt.Sprintf("%d.100", i))
	}
	for i, w := range want {
		if i >= len(rewards) || rewards[i][1] != w {
			t.Fatalf("step %d is not beside its message: %v, not %s", i, rewards, w)
		}
	}
	for _, need := range []string{"<dd>80 of 40 tasks, of which 40 have no outcome and are in no figure</dd>", "<td>19.50 [", "Runs that earned most", "known &#43;0.50",
		"information 25%", "certified 100%", "v_now 0.50", "asks <bdi>book.time</bdi>", "<em>wrong</em>: balanced REVISE; unmet confirmation; Director ABORT", "and 2980 more", "&lt;script&gt;alert(1)"} {
		if !strings.Contains(page, need) {
			t.Errorf("the page lacks %q", need)
		}
	}
	for _, not := range []string{"<script", "\x1b", "NaN", "ZgotmplZ", "critical &#43;0"} {
		if strings.Contains(page, not) {
			t.Errorf("the page has %q", not)
		}
	}
	if len(page) > 30*20<<10 {
		t.Errorf("a page of %d bytes", len(page))
	}
	sharedtest.OK(t, os.Remove(StepsFile(path)))
	page = show()
	if !strings.Contains(page, "which is not there") || !strings.Contains(page, "which one?") || strings.Contains(page, "<strong>") {
		t.Error("without its steps the page shows what was said, and says what is missing")
	}
}

// A run without steps takes none from the run behind it.
func TestPageOfRunWithoutSteps(t *testing.T) {
	path := writeRuns(t, []map[string]any{
		{"trajectory_id": "mute", "steps": 0, "outcome": 0, "reward": 0, "messages": asJSON([]any{said("user", "hello")})},
		{"trajectory_id": "run", "steps": 1, "outcome": 0, "reward": -0.5, "messages": asJSON([]any{said("user", "hello"), said("assistant", "bye")})},
	}, []map[string]any{{"trajectory_id": "run", "step": 0, "action": "REFUSE", "reward": -0.5}})
	if page := string(sharedtest.Need(Page(t.Context(), PageOptions{Scored: path}))(t)); !strings.Contains(page, "agent, step 0, REFUSE") {
		t.Error("the step is not beside its message")
	}
}

// writeRollout writes the runs of an agent as voi rollout does: two seeds of each task,
// with the given successes.
func writeRollout(t *testing.T, dir, agent string, tasks int, succeeds func(task, seed int) bool, user string) string {
	t.Helper()
	var b strings.Builder
	for task := range tasks {
		for seed := range 2 {
			ok := succeeds(task, seed)
			outcome, reward, end, text := 0, -0.25, "agent_stop", "done"
			if ok {
				outcome, reward, end, text = 1, 1.5, "user_stop", "which one?"
			}
			row := map[string]any{
				"trajectory_id": fmt.Sprintf("t%d/%d", task, seed), "task_id": fmt.Sprint("t", task), "class": trajectory.Classes[task%3],
				"messages": []any{said("user", "hello"), said("assistant", text)}, "outcome": outcome, "end": map[string]any{"reason": end},
				"reference":   map[string]any{"actions": []any{map[string]any{"name": "book", "arguments": map[string]any{}}}},
				"environment": map[string]any{"user": map[string]any{"kind": user, "seed": seed}, "world": "recorded", "wasted": 1 - outcome, "rewards": []any{reward}},
			}
			b.Write(append(sharedtest.Need(json.Marshal(row))(t), '\n'))
		}
	}
	path := filepath.Join(dir, agent+"-00000.jsonl")
	sharedtest.OK(t, os.WriteFile(path, []byte(b.String()), 0o666))
	return path
}

func counter(t *testing.T) *trajectory.Counter {
	t.Helper()
	none := sharedtest.Need(trajectory.NewCritical())(t)
	return sharedtest.Need(trajectory.NewCounter(none, domains.Value{}))(t)
}

// Runs pair by task and seed, in any order. Intervals are over tasks. A pair flips if
// exactly one side succeeds.
func TestCompareRuns(t *testing.T) {
	dir := t.TempDir()
	never := func(task, _ int) bool { return task%3 == 0 }
	sage := func(task, seed int) bool { return task%3 != 1 || seed == 1 || task > 6 }
	a, b := writeRollout(t, dir, "never-ask", 30, never, "scripted"), writeRollout(t, dir, "sage", 30, sage, "scripted")
	opt := Options{A: dir, Profiles: []string{"never-ask", "sage"}, Counter: counter(t), Flips: 3}
	r := sharedtest.Need(Compare(t.Context(), opt))(t)
	if r.Unit != "run" || !r.Paired || r.Pairs != 60 || r.Samples != 30 || r.A.File != "never-ask" || len(r.Warnings) != 0 {
		t.Errorf("%+v", r)
	}
	diff := 0.0
	for task := range 30 {
		for seed := range 2 {
			diff += float64(btoi(sage(task, seed))-btoi(never(task, seed))) / 60
		}
	}
	if got := find(t, r, "success", all).Diff.Value; math.Abs(got-diff) > 1e-12 {
		t.Errorf("success differs by %v, want %v", got, diff)
	}
	if got := find(t, r, "reward", "explicit").Diff; got.Value != 0 || got.N != 20 {
		t.Errorf("the reward of explicit tasks differs by %+v", got)
	}
	f := r.Flips
	if f.Rows != int64(math.Round(60*diff)) || f.ToRight != f.Rows || f.ToWrong != 0 || f.Samples != 20 || len(f.Listed) != 3 || f.Listed[0].Run != "t1/1" {
		t.Errorf("flips %+v", f)
	}
	for _, need := range []string{"60 pairs of 30 tasks", "flips of 20 tasks", "from failure to success", "ends     agent_stop to user_stop", "(line 4, ambiguous)"} {
		if !strings.Contains(r.Text(), need) {
			t.Errorf("the text lacks %q:\n%s", need, r.Text())
		}
	}
	if _, err := json.Marshal(r); err != nil {
		t.Error(err)
	}

	lines := strings.SplitAfter(string(sharedtest.Need(os.ReadFile(b))(t)), "\n")
	slices.Reverse(lines)
	shuffled := filepath.Join(t.TempDir(), "b.jsonl")
	sharedtest.OK(t, os.WriteFile(shuffled, []byte(strings.Join(lines, "")+"{\"trajectory_id\":\"x\",\"messages\":\n"), 0o666))
	other := sharedtest.Need(Compare(t.Context(), Options{A: a, B: shuffled, Counter: opt.Counter, Flips: 3}))(t)
	if diff := cmp.Diff(find(t, r, "success", all).Diff.Value, find(t, other, "success", all).Diff.Value); diff != "" || other.Pairs != 60 {
		t.Errorf("another order gives another difference: %s", diff)
	}
	if other.B.Broken != 1 || !strings.Contains(strings.Join(other.Warnings, "\n"), "1 run of B cannot be read") {
		t.Errorf("warnings %q", other.Warnings)
	}
	worse := sharedtest.Need(Compare(t.Context(), Options{A: b, B: a, Counter: opt.Counter}))(t)
	if len(worse.Regressions) == 0 || worse.Regressions[0].Figure != "success" {
		t.Errorf("regressions %v", worse.Regressions)
	}
	replied := writeRollout(t, t.TempDir(), "sage", 30, sage, "reply")
	if r := sharedtest.Need(Compare(t.Context(), Options{A: b, B: replied, Counter: opt.Counter}))(t); !strings.Contains(strings.Join(r.Warnings, "\n"), "with user reply, world recorded") || r.Flips.Rows != 0 {
		t.Errorf("another user is no warning: %q", r.Warnings)
	}
	scored := write(t, t.TempDir(), "s.jsonl", "aa", policy(10, 0.5, 0.5, 1))
	for name, bad := range map[string]Options{
		"one folder":       {A: dir},
		"one agent twice":  {A: dir, B: dir, Profiles: []string{"sage"}},
		"no such agent":    {A: dir, Profiles: []string{"sage", "wise"}},
		"nothing in it":    {A: t.TempDir(), B: b},
		"one file":         {A: a},
		"runs and rows":    {A: a, B: scored},
		"a group":          {A: a, B: b, Group: []string{"step"}},
		"a profile":        {A: a, B: b, Profiles: []string{"guarded"}},
		"a missing folder": {A: filepath.Join(dir, "no"), B: b},
	} {
		bad.Counter = opt.Counter
		if _, err := Compare(t.Context(), bad); err == nil {
			t.Errorf("%s is no error", name)
		}
	}
}

// A figure is compared over the pairs that have it on both sides, such as the correctness
// of critical calls, which a run without a critical call lacks.
func TestCompareLackingFigures(t *testing.T) {
	dir := t.TempDir()
	file := func(name, city string, calls func(task int) bool) string {
		var b strings.Builder
		for task := range 10 {
			messages := []any{said("user", "Book a stay in Rome.")}
			if calls(task) {
				call := map[string]any{"name": "book", "arguments": map[string]any{"city": city}}
				messages = append(messages, map[string]any{"role": "assistant", "content": "", "tool_calls": []any{call}}, said("tool", "ok"))
			}
			row := map[string]any{
				"trajectory_id": fmt.Sprintf("t%d/0", task), "task_id": fmt.Sprint("t", task), "outcome": 1,
				"messages":  append(messages, said("assistant", "done")),
				"tools":     []any{map[string]any{"name": "book", "parameters": map[string]any{"type": "object", "properties": map[string]any{"city": map[string]any{"type": "string"}}}}},
				"reference": map[string]any{"actions": []any{map[string]any{"name": "book", "arguments": map[string]any{"city": "Rome"}}}},
			}
			b.Write(append(sharedtest.Need(json.Marshal(row))(t), '\n'))
		}
		path := filepath.Join(dir, name)
		sharedtest.OK(t, os.WriteFile(path, []byte(b.String()), 0o666))
		return path
	}
	early := file("a.jsonl", "Oslo", func(task int) bool { return task < 8 })
	late := file("b.jsonl", "Rome", func(task int) bool { return task >= 2 })
	last := file("c.jsonl", "Rome", func(task int) bool { return task >= 8 })
	for b, want := range map[string]struct {
		a, b  int64
		tests bool
	}{late: {6, 6, true}, last: {8, 2, false}} {
		d := find(t, sharedtest.Need(Compare(t.Context(), Options{A: early, B: b, Counter: counter(t)}))(t), "pmr", all).Diff
		if d.A.Value != 0 || d.B.Value != 1 || d.Value != 1 || d.A.N != want.a || d.B.N != want.b || math.IsNaN(d.P) == want.tests {
			t.Errorf("%s: %+v", filepath.Base(b), d)
		}
	}
}

// A row that was scored succeeds as its run does: a part of the outcome is none, and what
// is 1 but for rounding is one.
func TestScoredRunsSucceedAsRuns(t *testing.T) {
	rows := func(outcomes ...float64) string {
		var runs []map[string]any
		for i, outcome := range outcomes {
			runs = append(runs, map[string]any{"trajectory_id": fmt.Sprintf("t%d/0", i), "task_id": fmt.Sprint("t", i), "messages": asJSON([]any{said("user", "hello"), said("assistant", "done")}),
				"end": "agent_stop", "outcome": outcome, "steps": 1, "critical_executed": 0})
		}
		return writeRuns(t, runs, nil)
	}
	r := sharedtest.Need(Compare(t.Context(), Options{A: rows(0, 0, 0, 0), B: rows(0.5, 0.5, 1-1e-9, 0), Counter: counter(t)}))(t)
	if d := find(t, r, "success", all).Diff; d.B.Value != 0.25 || r.Flips.ToRight != 1 {
		t.Errorf("success of %v, %d flips", d.B, r.Flips.ToRight)
	}
}

// A figure of a run that no mean can hold is none.
func TestScoredRunsBeyondAMean(t *testing.T) {
	rows := func(steps float64) string {
		var runs []map[string]any
		for i := range 8 {
			runs = append(runs, map[string]any{"trajectory_id": fmt.Sprintf("t%d/0", i), "task_id": fmt.Sprint("t", i), "messages": asJSON([]any{said("user", "hello"), said("assistant", "done")}),
				"end": "agent_stop", "outcome": 1, "steps": steps, "critical_executed": 0})
		}
		return writeRuns(t, runs, nil)
	}
	r := sharedtest.Need(Compare(t.Context(), Options{A: rows(1e308), B: rows(-1e308), Counter: counter(t)}))(t)
	if _, err := json.Marshal(r); err != nil || strings.Contains(r.Text(), "Inf") {
		t.Errorf("%v\n%s", err, r.Text())
	}
}

// The page of a folder has a part for each agent, with every class, and the worst runs
// first.
func TestPageOfRollouts(t *testing.T) {
	dir := t.TempDir()
	writeRollout(t, dir, "never-ask", 60, func(task, _ int) bool { return task%3 == 0 }, "scripted")
	writeRollout(t, dir, "sage", 60, func(task, seed int) bool { return task != 1 || seed == 0 }, "scripted")
	page := string(sharedtest.Need(Page(t.Context(), PageOptions{Scored: dir, Counter: counter(t)}))(t))
	for _, need := range []string{`<bdi>never-ask</bdi>`, `<bdi>sage</bdi>`, "<dd>120 of 60 tasks</dd>", "user scripted, world recorded", "of the tasks with several runs paid the same", "99.2% [", "agent_stop", "infeasible", "How runs ended", "&#43;1.500"} {
		if !strings.Contains(page, need) {
			t.Errorf("the page lacks %q", need)
		}
	}
	sage := page[strings.Index(page, "<bdi>sage</bdi>"):]
	if worst := sage[strings.Index(sage, `<details class="run"`):]; !strings.Contains(worst[:200], "t1/1") {
		t.Errorf("the run that failed is not the first: %s", worst[:200])
	}
	if n := strings.Count(sage, `<details class="run"`); n < leastRuns || n > leastRuns+mostRuns {
		t.Errorf("%d runs are shown", n)
	}
	one := string(sharedtest.Need(Page(t.Context(), PageOptions{Scored: dir, Profile: "sage", Counter: counter(t)}))(t))
	if strings.Contains(one, "never-ask") {
		t.Error("the page of one agent shows another")
	}
	for name, opt := range map[string]PageOptions{"an agent that is not there": {Scored: dir, Profile: "wise"}, "a group": {Scored: dir, Group: []string{"x"}}} {
		opt.Counter = counter(t)
		if _, err := Page(t.Context(), opt); err == nil {
			t.Errorf("%s is no error", name)
		}
	}
}
