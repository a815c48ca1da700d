package export

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/voi-rl/voi/dataset"
)

// Entry is a sample for a layout: its row, and data that are no column of the row.
type Entry struct {
	*Row            // its prompt depends on Tools; for a run only id, source and split are set
	Run   *RunRows  // a recorded run; nil for a sample
	Tools ToolsMode // where this layout's prompt has its tools
	Index int64     // index of the record in the whole input, from 0
	Label string    // Row.Label; "" if no layout of the build needs it
}

// bytes estimates the memory of the texts.
func (e *Entry) bytes() int {
	if e.Run != nil {
		return e.Run.bytes()
	}
	return e.Row.bytes() + len(e.Label)
}

// sampled is a sample for all layouts of a build: one entry for each of the plan's modes,
// in order.
type sampled []Entry

// as returns the entry for a mode.
func (s sampled) as(mode ToolsMode) *Entry {
	i := slices.IndexFunc(s, func(e Entry) bool { return e.Tools == mode })
	return &s[i]
}

// bytes estimates the memory of all entries, which differ only in their prompts.
func (s sampled) bytes() int {
	n := s[0].bytes()
	for i := range s[1:] {
		n += 512 + len(s[i+1].Prompt[0].Content)
	}
	return n
}

// carried is the part of a sample in a row of a layout with labels.
type carried struct {
	source, split string
	label         string
	prompt        []Message
	index         int64
}

// entry restores the sample of such a row from its label and its prompt.
func (c *carried) entry() (*Entry, error) {
	r, err := ParseLabel(c.label)
	if err != nil {
		return nil, err
	}
	r.Source, r.Split, r.Prompt = c.source, c.split, c.prompt
	r.PromptChars = promptChars(c.prompt)
	e := &Entry{Row: r, Tools: ToolsColumn, Index: c.index, Label: c.label}
	if len(c.prompt) == 0 {
		return e, nil
	}
	// The source's own instructions may have such a heading, too.
	if ours, _, _ := strings.Cut(c.prompt[0].Content, systemHeading); strings.Contains(ours, toolsHeading+"[") {
		e.Tools = ToolsSystem
		if strings.Contains(r.Tools, "<") {
			r.Flags = withFlag(r.Flags, dataset.FlagEscaped)
		}
	}
	return e, nil
}

// withFlag returns a copy of sorted flags with one more flag.
func withFlag(flags []string, f dataset.Flag) []string {
	i, found := slices.BinarySearch(flags, string(f))
	if found {
		return flags
	}
	return slices.Insert(slices.Clone(flags), i, string(f))
}

// identity appends bytes that are equal exactly for entries with the same sample, at any
// places of the input.
func (e *Entry) identity(dst []byte) []byte {
	if e.Run != nil {
		text, _ := json.Marshal(e.Run.Row) // of finite numbers
		return append(dst, text...)
	}
	label, _ := e.Row.Label() // a label that is too long to be scored also identifies a sample
	dst = append(append(append(append(dst, label...), e.Source...), e.Split...), e.Action...)
	for _, m := range e.Prompt {
		dst = appendMessage(dst, m)
	}
	return dst
}
