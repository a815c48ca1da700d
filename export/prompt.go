package export

import (
	"strings"
	"unicode/utf8"

	"github.com/voi-rl/voi/configs"
	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/domains"
)

// ToolsMode says where the policy finds its tools.
type ToolsMode string

// The tools modes.
const (
	ToolsSystem ToolsMode = "system" // rendered into the system message, for trainers that render no tools
	ToolsColumn ToolsMode = "column" // only in the column, for trainers that render tools themselves
)

// The headings in the system message before the data of a sample.
const (
	toolsHeading  = "## Tools\n\n"
	systemHeading = dataset.SystemHeading // neither a system prompt nor tools can contain it
)

// escapeMarkup writes every '<' of a JSON text as an equivalent escape, and counts them. In
// JSON a '<' occurs only in strings. Afterwards no tag of F8 and no control token of a chat
// template in a schema is effective in the prompt.
func escapeMarkup(json string) (text string, count int) {
	count = strings.Count(json, "<")
	if count == 0 {
		return json, 0
	}
	return strings.ReplaceAll(json, "<", `\u003c`), count
}

// systemText is the system message for all samples with the same tools: the prompt, then
// one tool on each line.
func systemText(prompt string, tools []string, mode ToolsMode) (text string, escaped int) {
	prompt = strings.TrimRight(prompt, "\n")
	if mode == ToolsColumn {
		return prompt, 0
	}
	var b strings.Builder
	b.WriteString(prompt)
	if prompt != "" {
		b.WriteString("\n\n")
	}
	b.WriteString(toolsHeading + "[")
	for i, tool := range tools {
		if i > 0 {
			b.WriteString(",\n")
		}
		safe, n := escapeMarkup(tool)
		escaped += n
		b.WriteString(safe)
	}
	b.WriteString("]")
	return b.String(), escaped
}

// Prompt returns a prompt for trainers that render no tools: one system message with the
// instructions, the tools and the conversation's own system messages, and then the other
// messages.
func Prompt(tools []domains.Tool, messages []dataset.Message) []Message {
	texts := make([]string, len(tools))
	for i := range tools {
		texts[i] = tools[i].OpenAI().JSON()
	}
	system, _ := systemText(configs.SystemPrompt(), texts, ToolsSystem)
	return conversation(system, messages)
}

// conversation returns the prompt column: one system message that includes the sample's own
// system messages, then the other messages in order.
func conversation(system string, messages []dataset.Message) []Message {
	out := make([]Message, 1, len(messages)+1)
	var own []string
	for i := range messages {
		m := &messages[i]
		if m.Role == "system" {
			if m.Content != "" {
				own = append(own, m.Content)
			}
			continue
		}
		out = append(out, Message{Role: clean(m.Role), Content: clean(m.Text())})
	}
	if len(own) > 0 {
		system += systemHeading + strings.Join(own, "\n\n")
	}
	out[0] = Message{Role: "system", Content: clean(system)}
	return out
}

// SourceMessages returns a conversation without the text that voi writes into the system
// message of a prompt: the instructions and the tools. Trainers send the whole prompt, but
// its tools are nothing that the user said. Any other conversation is unchanged.
func SourceMessages(messages []dataset.Message) []dataset.Message {
	if len(messages) == 0 || messages[0].Role != dataset.System {
		return messages
	}
	text := messages[0].Content
	if _, own, found := strings.Cut(text, systemHeading); found {
		return append([]dataset.Message{{Role: dataset.System, Content: own}}, messages[1:]...)
	}
	ours := strings.TrimRight(configs.SystemPrompt(), "\n")
	if text == ours || strings.Contains("\n\n"+text, "\n\n"+toolsHeading+"[") && strings.HasSuffix(text, "]") {
		return messages[1:]
	}
	return messages
}

// promptChars counts the code points of all contents.
func promptChars(messages []Message) int64 {
	n := 0
	for i := range messages {
		n += utf8.RuneCountInString(messages[i].Content)
	}
	return int64(n)
}
