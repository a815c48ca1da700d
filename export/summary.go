package export

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/internal/term"
)

// Summary describes a build or a merge.
type Summary struct {
	Out               string   `json:"out"`
	Complete          bool     `json:"complete"`                // the folder has its manifest
	Missing           []string `json:"missing_ranks,omitempty"` // ranks that are not done
	RankFrom          string   `json:"rank_from,omitempty"`     // the rank taken from the environment, and the variables that it was read from
	Records           int64    `json:"records"`
	Rows              int64    `json:"rows"`
	Rejected          int64    `json:"rejected"`
	Shards            int      `json:"shards"`
	Bytes             int64    `json:"bytes"` // of all shards
	Counts            Counts   `json:"counts"`
	DuplicateIDs      []string `json:"duplicate_ids"`
	DuplicateIDsTotal int64    `json:"duplicate_ids_total"`
	ConfigSHA256      string   `json:"config_sha256"`
	Warnings          []string `json:"warnings,omitempty"` // done as asked, but probably not intended
}

func (m *Manifest) summary(dir string) *Summary {
	s := &Summary{
		Out: dir, Complete: m.Rank == nil,
		Records: m.Records, Rows: m.Rows, Rejected: m.Rejected,
		Shards: len(m.Shards), Counts: m.Counts,
		DuplicateIDs: m.DuplicateIDs, DuplicateIDsTotal: m.DuplicateIDsTotal,
		ConfigSHA256: m.ConfigSHA256,
	}
	for _, shard := range m.Shards {
		s.Bytes += shard.Bytes
	}
	if blind := m.Config.blind(); blind != nil {
		s.Warnings = append(s.Warnings, fmt.Sprintf("no trainer renders the tools of the layout %s, and with --tools column no prompt holds them: a policy would have to guess what it may call", strings.Join(blind, ", ")))
	}
	return s
}

// blind returns the layouts without tools in their prompts although their trainers render
// none. Programs of the user read generic, and may render tools themselves.
func (c *Config) blind() (names []string) {
	for _, l := range Layouts() {
		if l.Name != genericLayout.Name && l.Tools == ToolsSystem && c.Tools[l.Name] == ToolsColumn {
			names = append(names, l.Name)
		}
	}
	return names
}

// Text is the summary for a person. Names that come from data are quoted.
func (s *Summary) Text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s in %s, %s rejected, of %s read; %s (%s) in %s\n",
		term.Count(s.Rows, "row"), term.Count(int64(s.Shards), "shard"), term.Count(s.Rejected, "row"),
		term.Count(s.Records, "row"), bytesText(s.Bytes), layoutsText(s.Counts.Layouts), s.Out)
	if len(s.Missing) > 0 {
		fmt.Fprintf(&b, "waiting for rank %s; the last one writes the manifest\n", strings.Join(s.Missing, ", "))
	}
	if len(s.Counts.Outcomes) > 0 {
		fmt.Fprintf(&b, "outcomes   %s\n", countsText(s.Counts.Outcomes, nil))
		fmt.Fprintf(&b, "splits     %s\n", countsText(s.Counts.Splits, nil))
	} else if s.Rows > 0 {
		fmt.Fprintf(&b, "actions    %s\n", countsText(s.Counts.Actions, actionOrder))
		fmt.Fprintf(&b, "splits     %s\n", countsText(s.Counts.Splits, nil))
		fmt.Fprintf(&b, "beliefs    %s\n", countsText(s.Counts.BeliefSources, nil))
		fmt.Fprintf(&b, "policy     %s; it agrees with the reference in %s\n", countsText(s.Counts.PolicyActions, nil), s.Counts.Agreement.text())
	}
	if len(s.Counts.Flags) > 0 {
		fmt.Fprintf(&b, "flags      %s\n", countsText(s.Counts.Flags, nil))
	}
	if s.Rejected > 0 {
		fmt.Fprintf(&b, "rejected   %s; why, row by row: %s\n", countsText(s.Counts.Rejections, nil), rejectedFile)
	}
	for _, w := range s.Warnings {
		fmt.Fprintf(&b, "warning    %s\n", w)
	}
	if s.DuplicateIDsTotal > 0 {
		b.WriteString(duplicatesText(s.DuplicateIDsTotal, s.DuplicateIDs))
	}
	return b.String()
}

// duplicatesText names the first of the duplicate ids, if a manifest lists any.
func duplicatesText(total int64, ids []string) string {
	text := fmt.Sprintf("duplicates %s stand for rows that differ", term.Count(total, "id"))
	if len(ids) > 0 {
		text += fmt.Sprintf(", %q first", ids[0])
	}
	return text + "\n"
}

// Failure says why a complete folder is useless: it has no rows. It is "" for a folder with
// rows.
func (s *Summary) Failure() string {
	switch {
	case !s.Complete || s.Rows > 0:
		return ""
	case s.Records == 0:
		return "the inputs hold no rows; there was nothing to build"
	}
	return fmt.Sprintf("none of %s could be used (%s); why, row by row: %s", term.Count(s.Records, "row"), countsText(s.Counts.Rejections, nil), filepath.Join(s.Out, rejectedFile))
}

var actionOrder = func() []string {
	order := make([]string, len(completion.Actions))
	for i, a := range completion.Actions {
		order[i] = string(a)
	}
	return order
}()

func (a Agreement) text() string {
	said := a.Agree + a.Disagree
	if said == 0 {
		return "no row, since it has a say in none"
	}
	return fmt.Sprintf("%d of %d (%.1f%%)", a.Agree, said, 100*float64(a.Agree)/float64(said))
}

func layoutsText(layouts map[string]int64) string {
	var parts []string
	for _, l := range Layouts() {
		if n, ok := layouts[l.Name]; ok {
			parts = append(parts, fmt.Sprintf("%s %d", l.Name, n))
		}
	}
	if parts == nil {
		return "no layout"
	}
	return strings.Join(parts, ", ")
}

// countsText lists counts, first in the given order, then by name.
func countsText(counts map[string]int64, order []string) string {
	var parts []string
	done := make(map[string]bool, len(order))
	for _, names := range [...][]string{order, sortedKeys(counts)} {
		for _, name := range names {
			if n, ok := counts[name]; ok && !done[name] {
				parts = append(parts, fmt.Sprintf("%s %d", name, n))
			}
			done[name] = true
		}
	}
	if parts == nil {
		return "none"
	}
	return strings.Join(parts, ", ")
}

func bytesText(n int64) string {
	switch {
	case n >= 10<<20:
		return fmt.Sprintf("%d MiB", n>>20)
	case n >= 10<<10:
		return fmt.Sprintf("%d KiB", n>>10)
	}
	return term.Count(n, "byte")
}
