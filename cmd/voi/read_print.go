package main

import (
	"bufio"
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/voi-rl/voi/certainty/grounding"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/term"
)

// marks are the escape sequences before and after a mention, by its status.
var marks = map[grounding.Status][2]string{
	grounding.Said:     {"\x1b[4m", "\x1b[24m"},       // underlined
	grounding.Denied:   {"\x1b[9;31m", "\x1b[29;39m"}, // struck through, red
	grounding.Replaced: {"\x1b[9;31m", "\x1b[29;39m"}, //
	grounding.Proposed: {"\x1b[3;33m", "\x1b[23;39m"}, // italic, yellow
}

// plainMarks replace marks if there is no colour.
var plainMarks = map[grounding.Status][2]string{
	grounding.Said: {"[", "]"}, grounding.Denied: {"[-", "-]"}, grounding.Replaced: {"[-", "-]"}, grounding.Proposed: {"[?", "?]"},
}

// printReading shows a conversation with marked mentions. Below it, each parameter has its
// values and its open part.
func printReading(w *bufio.Writer, one *readOne, colour bool) {
	r := one.reading
	fmt.Fprintf(w, "%s, read by %s\n", cmp.Or(term.Quote(one.sample.ID), one.place), term.Quote(r.Reader))
	for turn, m := range one.sample.Messages {
		fmt.Fprintf(w, "%2d %-9s  %s\n", turn, term.Quote(m.Role), marked(m.Content, turn, r, colour))
	}
	tool, params := "", map[string]*domains.Param(nil)
	tools := make(map[string]*domains.Tool, len(one.sample.Tools))
	for i := range one.sample.Tools {
		if t := &one.sample.Tools[i]; tools[t.Name] == nil {
			tools[t.Name] = t
		}
	}
	for _, s := range r.Slots {
		if s.Tool != tool {
			tool = s.Tool
			fmt.Fprintf(w, "\n%s\n", term.Quote(tool))
			if params = nil; tools[tool] != nil {
				params = tools[tool].ParamsByName()
			}
		}
		name := term.Quote(s.Param)
		if p := params[s.Param]; p != nil && p.Required {
			name += " (required)"
		}
		if len(s.Fills) == 0 || s.Fills[0].P < grounding.Grounded {
			fmt.Fprintf(w, "  %-28s  open\n", name)
			name = ""
		}
		for _, f := range s.Fills {
			m := &r.Mentions[f.Mention]
			value := m.Value
			if !f.Value.IsNull() {
				value = f.Value.JSON()
			}
			text := one.sample.Messages[m.Span.Turn].Content[m.Span.Start:m.Span.End]
			status := ""
			if m.Status != grounding.Said {
				status = ", " + m.Status.String()
			}
			fmt.Fprintf(w, "  %-28s  %.2f  %s  (%d: %s%s)\n", name, f.P, term.Quote(value), m.Span.Turn, term.Quote(term.Shorten(text, 60)), status)
			name = ""
		}
	}
	w.WriteByte('\n')
}

// marked is a message with its mentions marked. Of two that overlap only the first is
// marked.
func marked(text string, turn int, r *grounding.Reading, colour bool) string {
	var here []*grounding.Mention
	for i := range r.Mentions {
		if m := &r.Mentions[i]; m.Span.Turn == turn && m.Span.End > m.Span.Start {
			here = append(here, m)
		}
	}
	slices.SortStableFunc(here, func(a, b *grounding.Mention) int { return a.Span.Start - b.Span.Start })
	style := plainMarks
	if colour {
		style = marks
	}
	var b strings.Builder
	at := 0
	for _, m := range here {
		if m.Span.Start < at {
			continue
		}
		mark := style[m.Status]
		b.WriteString(term.Quote(text[at:m.Span.Start]) + mark[0] + term.Quote(text[m.Span.Start:m.Span.End]) + mark[1])
		at = m.Span.End
	}
	b.WriteString(term.Quote(text[at:]))
	return b.String()
}
