package export

import (
	"testing"

	"github.com/voi-rl/voi/configs"
	"github.com/voi-rl/voi/dataset"
)

// From a prompt, as a trainer sends it, SourceMessages restores the source's conversation:
// it removes only voi's text.
func TestSourceMessages(t *testing.T) {
	user := dataset.Message{Role: "user", Content: "A room."}
	system := func(text string) []dataset.Message { return []dataset.Message{{Role: "system", Content: text}, user} }
	tools, _ := systemText(configs.SystemPrompt(), []string{`{"name":"f"}`, `{"name":"g"}`}, ToolsSystem)
	bare, _ := systemText(configs.SystemPrompt(), nil, ToolsColumn)
	for _, tc := range []struct {
		name string
		in   []dataset.Message
		want string // the system message that is left
	}{
		{"none", []dataset.Message{user}, ""},
		{"ours", system(tools), ""},
		{"ours, of a prompt of one's own", system("Decide.\n\n" + toolsHeading + `[{"name":"f"}]`), ""},
		{"ours, without tools", system(bare), ""},
		{"ours, and the source's", system(tools + systemHeading + "Today is Monday."), "Today is Monday."},
		{"the source's alone", system("Today is Monday."), "Today is Monday."},
		{"one that speaks of tools", system("Today is Monday.\n\n" + toolsHeading + "[a hammer], and no more."), "Today is Monday.\n\n" + toolsHeading + "[a hammer], and no more."},
	} {
		out := SourceMessages(tc.in)
		got := ""
		if out[0].Role == "system" {
			got = out[0].Content
		}
		if got != tc.want || out[len(out)-1].Content != user.Content {
			t.Errorf("%s: %q, want %q", tc.name, got, tc.want)
		}
	}
}
