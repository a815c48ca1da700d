package completion

import (
	"bufio"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/voi-rl/voi/internal/sharedtest"
)

// TestClassifyCases reads testdata/classify.golden: the right action (by hand), the rule
// (from -update; '!' marks a conflict), the text.
func TestClassifyCases(t *testing.T) {
	const file = "testdata/classify.golden"
	data := sharedtest.Need(os.ReadFile(file))(t)
	var out strings.Builder
	for i, line := range strings.Split(strings.TrimSuffix(string(data), "\n"), "\n") {
		if line == "" || line[0] == '#' {
			out.WriteString(line + "\n")
			continue
		}
		parts := strings.SplitN(line, "\t", 3)
		if len(parts) != 3 {
			t.Fatalf("%s:%d: want action, rule and text between tabs", file, i+1)
		}
		c := Classify(strings.ReplaceAll(parts[2], `\n`, "\n"))
		if string(c.Action) != parts[0] {
			t.Errorf("%s:%d: %s by %s, want %s: %s", file, i+1, c.Action, c.Rule, parts[0], parts[2])
		}
		rule := c.Rule
		if c.Conflict {
			rule += "!"
		}
		if rule != parts[1] && !*sharedtest.Update {
			t.Errorf("%s:%d: rule %s, want %s: %s", file, i+1, rule, parts[1], parts[2])
		}
		fmt.Fprintf(&out, "%s\t%s\t%s\n", parts[0], rule, parts[2])
	}
	if *sharedtest.Update {
		sharedtest.OK(t, os.WriteFile(file, []byte(out.String()), 0o644))
	}
}

// TestClassifyWhen2Call measures the classifier on the labelled answers of When2Call. The
// rules were first written on the half of the rows whose uuid has a SHA-256 with an even
// first byte.
func TestClassifyWhen2Call(t *testing.T) {
	f := sharedtest.Need(os.Open(sharedtest.Shared(t, "data", "when2call", "dev.jsonl")))(t)
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<24)
	want := map[string]Action{"direct": Directly, "tool_call": ToolCall, "request_for_info": Ask, "cannot_answer": Refuse}
	var right, all [2]int
	for lines.Scan() {
		var row struct {
			UUID    string
			Answers map[string]string
		}
		sharedtest.OK(t, json.Unmarshal(lines.Bytes(), &row))
		half := sha256.Sum256([]byte(row.UUID))[0] % 2
		for key, action := range want {
			all[half]++
			if c := Classify(row.Answers[key]); c.Action == action {
				right[half]++
			} else {
				t.Logf("%s as %s by %s: %s", key, c.Action, c.Rule, row.Answers[key])
			}
		}
	}
	total := right[0] + right[1]
	t.Logf("right: %d of %d and %d of %d", right[0], all[0], right[1], all[1])
	if 1000*total < 985*(all[0]+all[1]) || all[0]+all[1] != 600 {
		t.Errorf("right in %d of %d answers, want at least 98.5%% of 600", total, all[0]+all[1])
	}
}

func TestNormalise(t *testing.T) {
	got := strings.Join(normalise(nil, "I'm sorry, I can’t; you'll see: it's Tom's \"x\" (won't—don't)"), " ")
	if want := "i am sorry i can not you will see it is tom x will not do not"; got != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

// TestClassifyCutBlock asks behind a code block that begins in the part of a long text that is
// not read.
func TestClassifyCutBlock(t *testing.T) {
	for _, blocks := range []int{1, 2, 3} {
		text := strings.Repeat("The file is set up like this.\n", 700)
		for range blocks {
			text += "```\n" + strings.Repeat("x = 1\n", 5000) + "```\n"
		}
		if c := Classify(text + "Could you please tell me which city you mean?"); !c.Asks {
			t.Errorf("%d blocks: %s by %s", blocks, c.Action, c.Rule)
		}
	}
}
