package report

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/voi-rl/voi/internal/sharedtest"
)

// writeRuns writes rows of runs and of their steps as voi score lays them out.
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

// Each step stands beside its own message, also where runs share an id or have no steps;
// what a file holds is text, and bounded.
func TestRunsPage(t *testing.T) {
	evil := `</p><script>alert(1)</script>` + "\x1b[2J" + strings.Repeat("x", 1<<16)
	many := make([]any, 3000)
	for i := range many {
		many[i] = map[string]any{"function": map[string]any{"name": "t", "arguments": "{}"}}
	}
	call := said("assistant", "")
	call["tool_calls"] = many
	messages := asJSON([]any{said("user", "hello"), said("assistant", "which one?"), said("user", evil), call})
	var runs, steps []map[string]any
	for i := range 40 { // of 40 runs the 20 that earned least and the 10 that earned most are shown
		id := "same"
		if i%10 == 9 {
			id = evil
		}
		runs = append(runs, map[string]any{"trajectory_id": id, "task_id": "t", "steps": 2, "outcome": i % 2, "reward": i, "end": evil, "messages": messages},
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
	page := string(sharedtest.Need(RunsPage(context.Background(), path))(t))
	if again := sharedtest.Need(RunsPage(context.Background(), path))(t); string(again) != page {
		t.Error("two pages differ")
	}
	if n := strings.Count(page, `<details class="run"`); n != 30 {
		t.Fatalf("%d runs are shown", n)
	}
	rewards := regexp.MustCompile(`<strong>&#43;([0-9.]+)</strong>`).FindAllStringSubmatch(page, -1)
	var want []string
	for i := range 40 {
		if i < 20 || i >= 30 {
			want = append(want, fmt.Sprintf("%d.000", i), fmt.Sprintf("%d.100", i))
		}
	}
	for i, w := range want {
		if i >= len(rewards) || rewards[i][1] != w {
			t.Fatalf("step %d is not beside its message: %v, not %s", i, rewards, w)
		}
	}
	for _, need := range []string{"<dd>80, of which 20 succeeded and 40 have a reward</dd>", "<dd>19.500</dd>", "Shown are the 30 that earned least and most", "known &#43;0.50",
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
	page = string(sharedtest.Need(RunsPage(context.Background(), path))(t))
	if !strings.Contains(page, "which is not there") || !strings.Contains(page, "which one?") || strings.Contains(page, "<strong>") {
		t.Error("without its steps the page shows what was said, and says what is missing")
	}
}
