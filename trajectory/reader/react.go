package reader

import (
	"strings"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/trajectory"
)

// logOf is the text of a ReAct log in a row.
func logOf(v domains.Value) string {
	for _, key := range [...]string{"traj", "trajectory", "log"} {
		if s := v.Field(key).Str(); s != "" {
			return s
		}
	}
	return ""
}

// isReAct recognises a log of thoughts, actions and observations.
func isReAct(v domains.Value) bool {
	s := logOf(v)
	return strings.Contains(s, "Thought") && strings.Contains(s, "Action")
}

// readReAct reads a log. A thought and the action after it become one message of
// the agent, the observation a message of the tool.
func readReAct(r *row) (*trajectory.Trajectory, error) {
	t := &trajectory.Trajectory{ID: text(r.Value, "id", "trajectory_id"), TaskID: text(r.Value, "task_id", "id"), Source: "react"}
	if t.ID == "" {
		t.ID = r.raw.Key
	}
	if t.TaskID == "" {
		t.TaskID = r.raw.Key
	}
	t.Reference.Answer = text(r.Value, "gt", "answer", "gold")
	question, parts := splitLog(logOf(r.Value))
	if q := text(r.Value, "question"); q != "" {
		question = q
	}
	t.Messages = append(t.Messages, trajectory.Message{Role: dataset.User, Content: question})
	var m *trajectory.Message
	for _, p := range parts {
		said := p.text()
		if p.label == "observation" {
			observed, err := trajectory.ParseMessage(jsonvalue.ObjectOf(
				"role", dataset.ToolRole,
				"content", said))
			if err != nil {
				return nil, err
			}
			t.Messages = append(t.Messages, observed)
			m = nil
			continue
		}
		if m == nil || p.label == "thought" || p.label == "action" && len(m.Calls) > 0 {
			t.Messages = append(t.Messages, trajectory.Message{Role: dataset.Assistant})
			m = &t.Messages[len(t.Messages)-1]
		}
		switch p.label {
		case "thought":
			m.Reasoning = said
		case "action":
			m.Calls = append(m.Calls, logCall(said))
		case "action input":
			if n := len(m.Calls); n > 0 {
				m.Calls[n-1].Arguments = inputOf(said)
			}
		case "final answer":
			m.Content = said
		}
	}
	t.Finish("", number(firstOf(r.Value, "reward", "em")))
	return t, nil
}

type logPart struct {
	label string
	lines []string
}

func (p *logPart) text() string { return trajectory.Lines(p.lines) }

// logLabels begin the parts of a log; a number may follow them.
var logLabels = [...]string{"thought", "action input", "action", "observation", "final answer"}

// splitLog returns the text before the first part, without the instruction around
// it, and the parts.
func splitLog(log string) (question string, parts []logPart) {
	var head strings.Builder
	for line := range strings.Lines(log) {
		label, rest := labelOf(line)
		switch n := len(parts); {
		case label != "":
			parts = append(parts, logPart{label, []string{rest}})
		case n > 0:
			parts[n-1].lines = append(parts[n-1].lines, line)
		default:
			head.WriteString(line)
		}
	}
	question = head.String()
	if _, after, ok := strings.Cut(question, "### Instruction:"); ok {
		question, _, _ = strings.Cut(after, "### Response:")
	}
	question = strings.TrimSpace(question)
	for _, start := range [...]string{"Question:", "Task:"} {
		question = strings.TrimSpace(strings.TrimPrefix(question, start))
	}
	return question, parts
}

func labelOf(line string) (label, rest string) {
	text := strings.TrimLeft(line, " \t")
	for _, l := range logLabels {
		if len(text) <= len(l) || !strings.EqualFold(text[:len(l)], l) {
			continue
		}
		after := strings.TrimLeft(text[len(l):], " 0123456789")
		if strings.HasPrefix(after, ":") {
			return l, after[1:]
		}
	}
	return "", ""
}

// logCall reads search[text], search({"q": 1}) or a bare name.
func logCall(s string) trajectory.Call {
	s = strings.TrimSpace(s)
	at := strings.IndexAny(s, "[({")
	if at <= 0 || strings.ContainsAny(s[:at], " \n") && !strings.HasPrefix(s[at:], "[") {
		return trajectory.Call{Name: s, Arguments: jsonvalue.NewObject()}
	}
	rest := strings.TrimSpace(s[at+1:])
	if s[at] == '{' {
		rest = s[at:]
	} else if n := len(rest); n > 0 && (rest[n-1] == ']' || rest[n-1] == ')') {
		rest = rest[:n-1]
	}
	return trajectory.Call{Name: strings.TrimSpace(s[:at]), Arguments: inputOf(rest)}
}

// inputOf is the input of an action: an object as it is, other text under the key
// "input".
func inputOf(s string) domains.Value {
	if v := trajectory.Arguments(jsonvalue.NewString(s)); v.Kind() == jsonvalue.Object {
		return v
	}
	return jsonvalue.ObjectOf("input", s)
}
