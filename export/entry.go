package export

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/voi-rl/voi/dataset"
)

// Entry is a sample as a layout gets it: its row, and what is no column of it.
type Entry struct {
	*Row            // its prompt as Tools says; of a run its id, source and split alone
	Run   *RunRows  // of a recorded run; nil: it is a sample
	Tools ToolsMode // where the prompt of this layout has its tools
	Index int64     // place of the record among all of the input, from 0
	Label string    // Row.Label; "" where no layout of the build carries it
}

// bytes estimates the memory of the texts.
func (e *Entry) bytes() int {
	if e.Run != nil {
		return e.Run.bytes()
	}
	return e.Row.bytes() + len(e.Label)
}

// sampled is a sample as the layouts of a build get it: one entry for each of
// the plan's modes, in their order.
type sampled []Entry

// as returns the entry of a mode.
func (s sampled) as(mode ToolsMode) *Entry {
	i := slices.IndexFunc(s, func(e Entry) bool { return e.Tools == mode })
	return &s[i]
}

// bytes estimates the memory of all entries, which share all but their prompts.
func (s sampled) bytes() int {
	n := s[0].bytes()
	for i := range s[1:] {
		n += 512 + len(s[i+1].Prompt[0].Content)
	}
	return n
}

// carried is what a row of a layout with labels holds of its sample.
type carried struct {
	source, split string
	label         string
	prompt        []Message
	index         int64
}

// entry makes the sample of such a row again, from its label and its prompt.
func (c *carried) entry() (*Entry, error) {
	r, err := ParseLabel(c.label)
	if err != nil {
		return nil, err
	}
	r.Source, r.Split, r.Prompt = c.source, c.split, c.prompt
	r.PromptChars = promptChars(c.prompt)
	e := &Entry{Row: r, Tools: ToolsColumn, Index: c.index, Label: c.label}
	if len(c.prompt) > 0 && strings.Contains(c.prompt[0].Content, toolsHeading+"[") {
		e.Tools = ToolsSystem
		if strings.Contains(r.Tools, "<") {
			r.Flags = withFlag(r.Flags, dataset.FlagEscaped)
		}
	}
	return e, nil
}

// withFlag is a copy of sorted flags that has one more.
func withFlag(flags []string, f dataset.Flag) []string {
	i, found := slices.BinarySearch(flags, string(f))
	if found {
		return flags
	}
	return slices.Insert(slices.Clone(flags), i, string(f))
}

// identity appends bytes that are the same for two entries of a layout exactly if they
// hold the same sample, whatever their places in the input.
func (e *Entry) identity(dst []byte) []byte {
	if e.Run != nil {
		text, _ := json.Marshal(e.Run.Row) // of finite numbers
		return append(dst, text...)
	}
	label, _ := e.Row.Label() // one that is too long to be scored tells samples apart, too
	dst = append(append(append(append(dst, label...), e.Source...), e.Split...), e.Action...)
	for _, m := range e.Prompt {
		dst = appendMessage(dst, m)
	}
	return dst
}
