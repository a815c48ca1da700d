package configs_test

import (
	"bytes"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/voi-rl/voi/configs"
	"github.com/voi-rl/voi/internal/sharedtest"
)

// Every sample pays for the prompt, so it stays short.
func TestSystemPromptSize(t *testing.T) {
	prompt := configs.SystemPrompt()
	if n := utf8.RuneCountInString(prompt); n < 1000 || n > 2500 {
		t.Errorf("system prompt has %d characters, want 1,000 to 2,500", n)
	}
	if !strings.HasSuffix(prompt, "\n") || strings.Contains(prompt, "\r") {
		t.Error("system prompt does not end in a newline, or holds CR")
	}
}

// Every file on disk is embedded, every line is a JSON object, and no line names a machine
// or holds a control character.
func TestExamplesAreComplete(t *testing.T) {
	entries := sharedtest.Need(os.ReadDir("examples"))(t)
	var onDisk []string
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), ".jsonl") {
			onDisk = append(onDisk, "examples/"+e.Name())
		}
	}
	var names []string
	rows := 0
	for _, ex := range configs.Examples() {
		names = append(names, ex.Name)
		rows += checkLines(t, ex.Name, ex.Data)
		if ex.Answers != nil {
			checkLines(t, ex.Name+" (answers)", ex.Answers)
		}
	}
	if got, want := strings.Join(names, " "), strings.Join(onDisk, " "); got != want {
		t.Errorf("embedded %s, on disk %s", got, want)
	}
	if rows < 40 {
		t.Errorf("%d examples, want 40 or more", rows)
	}
}

func checkLines(t *testing.T, name string, data []byte) int {
	t.Helper()
	lines := bytes.Split(bytes.TrimSuffix(data, []byte("\n")), []byte("\n"))
	for i, line := range lines {
		var row map[string]json.RawMessage
		if err := json.Unmarshal(line, &row); err != nil {
			t.Errorf("%s:%d: %v", name, i+1, err)
		}
	}
	return len(lines)
}

// Examples returns copies: a caller that changes the bytes changes nobody else's.
func TestExamplesAreCopies(t *testing.T) {
	configs.Examples()[0].Data[0] = 'x'
	if configs.Examples()[0].Data[0] != '{' {
		t.Error("Examples returns shared bytes")
	}
}

// Every profile on disk is embedded under its name, and there is no other.
func TestProfilesAreComplete(t *testing.T) {
	entries := sharedtest.Need(os.ReadDir("profiles"))(t)
	var onDisk []string
	for _, e := range entries {
		if name, ok := strings.CutSuffix(e.Name(), ".yaml"); ok {
			onDisk = append(onDisk, name)
		}
	}
	slices.Sort(onDisk)
	names := configs.Profiles()
	if got, want := strings.Join(names, " "), strings.Join(onDisk, " "); got != want || got == "" {
		t.Errorf("embedded %q, on disk %q", got, want)
	}
	for _, name := range names {
		if len(configs.Profile(name)) == 0 {
			t.Errorf("the profile %s is empty", name)
		}
	}
	for _, name := range []string{"", "none", "../profiles/baseline", "baseline.yaml", "a\x00b", "/etc/passwd"} {
		if configs.Profile(name) != nil {
			t.Errorf("there is a profile %q", name)
		}
	}
}
