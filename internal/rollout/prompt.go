package rollout

import (
	"slices"
	"strings"

	"github.com/voi-rl/voi/internal/jsonvalue"
)

// maxPromptTexts bounds the texts that are looked up for one prompt.
const maxPromptTexts = 16

// PromptTexts returns the texts that a logged prompt may stand for, likeliest first: the
// contents of its messages, joined without separators. Trainers log a prompt as messages,
// or as the output of a chat template, with special tokens or without. The output of a
// template may be parsed in several ways; only a text that equals a sample's prompt exactly
// is ever used.
func PromptTexts(v jsonvalue.Value) []string {
	var texts []string
	add := func(text string) {
		if text != "" && len(texts) < maxPromptTexts && !slices.Contains(texts, text) {
			texts = append(texts, text)
		}
	}
	switch v.Kind() {
	case jsonvalue.Array, jsonvalue.Object:
		add(contents(v))
	case jsonvalue.String:
		text := v.Str()
		if strings.HasPrefix(strings.TrimLeft(text, " \t\r\n"), "[") {
			if opened, err := parse(text); err == nil && opened.Kind() == jsonvalue.Array {
				add(contents(opened))
			}
		}
		add(text)
		for _, read := range templates {
			read(text, add)
		}
	}
	return texts
}

// contents joins the contents of messages.
func contents(v jsonvalue.Value) string {
	if v.Kind() == jsonvalue.Object {
		return Text(v.Field("content"))
	}
	var b strings.Builder
	for _, m := range v.Items() {
		b.WriteString(Text(m.Field("content")))
	}
	return b.String()
}

// templates parse the output of known chat templates.
var templates = []func(text string, add func(string)){
	func(text string, add func(string)) { marked(text, "<|im_start|>", "\n", "<|im_end|>", add) },
	func(text string, add func(string)) {
		marked(text, "<|start_header_id|>", "<|end_header_id|>\n\n", "<|eot_id|>", add)
	},
	lined,
	run,
}

var roles = []string{"system", "user", "assistant", "tool", "ipython"}

// marked parses messages between special tokens: open, the role, the end of the header, the
// content, end. The last message is for the assistant to write, and has no end.
func marked(text, open, header, end string, add func(string)) {
	_, rest, found := strings.Cut(text, open)
	if !found {
		return
	}
	var b strings.Builder
	for found {
		var content string
		if _, content, found = strings.Cut(rest, header); !found {
			return
		}
		if content, rest, found = strings.Cut(content, end); !found {
			break
		}
		b.WriteString(undated(content))
		_, rest, found = strings.Cut(rest, open)
	}
	add(b.String())
}

// undated removes the dates that Llama 3 puts before a system prompt.
func undated(content string) string {
	if strings.HasPrefix(content, "Cutting Knowledge Date: ") {
		if _, rest, found := strings.Cut(content, "\n\n"); found {
			return rest
		}
	}
	return content
}

// lined parses ChatML without its special tokens: each role stands on its own line before
// the content.
func lined(text string, add func(string)) {
	lines := strings.Split(text, "\n")
	if !slices.Contains(roles, lines[0]) {
		return
	}
	var b strings.Builder
	role := lines[0]
	for start, i := 1, 1; i <= len(lines); i++ {
		if i < len(lines) && !slices.Contains(roles, lines[i]) {
			continue
		}
		if i < len(lines) || role != "assistant" {
			b.WriteString(strings.Join(lines[start:i], "\n"))
		}
		if i < len(lines) {
			role, start = lines[i], i+1
		}
	}
	add(b.String())
}

// run parses Llama 3's format without its special tokens: the role of a message follows
// directly behind the previous content. Each place that looks like the start of the user's
// message is tried.
func run(text string, add func(string)) {
	const user, assistant = "user\n\n", "assistant\n\n"
	text, found := strings.CutSuffix(text, assistant)
	if !found {
		return
	}
	if rest, ok := strings.CutPrefix(text, user); ok {
		add(rest)
		return
	}
	rest, ok := strings.CutPrefix(text, "system\n\n")
	if !ok {
		return
	}
	rest = undated(rest)
	for from, tries := 0, 0; tries < maxPromptTexts; tries++ {
		at := strings.Index(rest[from:], user)
		if at < 0 {
			return
		}
		add(rest[:from+at] + rest[from+at+len(user):])
		from += at + len(user)
	}
}
