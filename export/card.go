package export

import (
	"fmt"
	"slices"
	"strings"

	"github.com/voi-rl/voi/internal/jsonvalue"
)

// card writes the dataset card: the counts, and the front matter with which
// load_dataset(DIR) and load_dataset(DIR, "trl") read exactly their files.
func (m *Manifest) card() []byte {
	var b strings.Builder
	b.WriteString("---\n")
	m.cardConfigs(&b)
	b.WriteString("tags:\n- tool-calling\n- grpo\n- voi\n---\n\n" + m.title() + "\n\n")
	fmt.Fprintf(&b, "Written by voi %s, column schema %d, configuration `%s`. `manifest.json` lists every file with its checksum; `voi inspect DIR --verify` recomputes them and every label.\n\n",
		m.Voi, m.SchemaVersion, m.ConfigSHA256[:min(12, len(m.ConfigSHA256))])
	fmt.Fprintf(&b, "%d rows read, %d written, %d rejected (`rejected.jsonl` says why, row by row).\n\n", m.Records, m.Rows, m.Rejected)
	m.cardLayouts(&b)
	table(&b, "Split", "Samples", m.Counts.Splits, nil)
	table(&b, "Reference action", "Samples", m.Counts.Actions, actionOrder)
	table(&b, "Its source", "Samples", m.Counts.ActionSources, nil)
	table(&b, "Source", "Samples", m.Counts.Sources, nil)
	table(&b, "Belief from", "Samples", m.Counts.BeliefSources, nil)
	table(&b, "The policy would", "Samples", m.Counts.PolicyActions, nil)
	if table(&b, "Outcome", "Runs", m.Counts.Outcomes, nil); len(m.Counts.Outcomes) == 0 {
		fmt.Fprintf(&b, "Policy and reference agree in %s.\n\n", m.Counts.Agreement.text())
	}
	table(&b, "Flag", "Samples", m.Counts.Flags, nil)
	table(&b, "Rejected for", "Rows", m.Counts.Rejections, nil)
	if p := m.Counts.PromptChars; p.Max > 0 && m.Rows > 0 {
		fmt.Fprintf(&b, "Prompts have %d to %d characters, %d on average.\n\n", p.Min, p.Max, p.Sum/m.Rows)
	}
	if m.DuplicateIDsTotal > 0 {
		fmt.Fprintf(&b, "%d ids stand for rows that differ: `duplicate_ids` in the manifest.\n\n", m.DuplicateIDsTotal)
	}
	b.WriteString("## Inputs\n\n| file | rows | bytes | SHA-256 |\n|---|---|---|---|\n")
	for _, in := range m.Inputs {
		fmt.Fprintf(&b, "| %s | %d | %d | `%s` |\n", code(in.Path), in.Records, in.Bytes, in.SHA256)
	}
	return []byte(b.String())
}

// title names the kind of rows.
func (m *Manifest) title() string {
	if len(m.Counts.Outcomes) > 0 {
		return "# Recorded runs of agents, their steps and what these earn"
	}
	return "# Tool-calling samples with the value of asking"
}

// layoutSplits returns the layouts with files, in the order of Layouts, each with its
// splits, train first.
func (m *Manifest) layoutSplits() (layouts []*Layout, splits map[string][]string) {
	splits = make(map[string][]string)
	for _, s := range m.Shards {
		name := layoutOf(s.Path)
		parts := strings.Split(s.Path, "/")
		if split := parts[max(len(parts)-2, 0)]; !slices.Contains(splits[name], split) {
			splits[name] = append(splits[name], split)
		}
	}
	for _, l := range Layouts() {
		if of := splits[l.Name]; of != nil {
			slices.Sort(of)
			if i := slices.Index(of, DefaultSplit); i > 0 {
				copy(of[1:], of[:i])
				of[0] = DefaultSplit
			}
			layouts = append(layouts, l)
		}
	}
	return layouts, splits
}

// loadable returns the layouts that load_dataset can read by name. It reads a whole folder
// with one reader, Parquet's if there are such files.
func loadable(layouts []*Layout) []*Layout {
	var parquet []*Layout
	for _, l := range layouts {
		if l.Extension == "parquet" {
			parquet = append(parquet, l)
		}
	}
	if parquet == nil {
		return layouts
	}
	return parquet
}

func (m *Manifest) cardConfigs(b *strings.Builder) {
	layouts, splits := m.layoutSplits()
	layouts = loadable(layouts)
	if len(layouts) == 0 {
		return
	}
	b.WriteString("configs:\n")
	for i, l := range layouts {
		fmt.Fprintf(b, "- config_name: %s\n", l.Name)
		if i == 0 {
			b.WriteString("  default: true\n")
		}
		b.WriteString("  data_files:\n")
		for _, split := range splits[l.Name] {
			fmt.Fprintf(b, "  - split: %s\n    path: %s/part-*.%s\n", split, layoutDir(l.Name, split), l.Extension)
		}
	}
}

func (m *Manifest) cardLayouts(b *strings.Builder) {
	layouts, splits := m.layoutSplits()
	named := loadable(layouts)
	for _, l := range layouts {
		call := fmt.Sprintf("load_dataset(DIR, %q)", l.Name)
		switch i := slices.Index(named, l); {
		case i == 0:
			call = "load_dataset(DIR)"
		case i < 0:
			call = fmt.Sprintf("load_dataset(%q, data_files=%q)", "json", "DIR/"+l.Name+"/SPLIT/*."+l.Extension)
		}
		tools := ""
		if m.Config.Tools[l.Name] == ToolsColumn {
			tools = "; the tools stand beside the prompt, not in it"
		}
		fmt.Fprintf(b, "- `%s`: layout %s, %d rows (%s)%s\n", call, l.Name, m.Counts.Layouts[l.Name], strings.Join(splits[l.Name], ", "), tools)
	}
	b.WriteString("\n")
}

// table writes counts as a Markdown table, if there are any.
func table(b *strings.Builder, what, unit string, counts map[string]int64, order []string) {
	if len(counts) == 0 {
		return
	}
	fmt.Fprintf(b, "| %s | %s |\n|---|---|\n", what, unit)
	names := slices.Clone(order)
	for _, name := range sortedKeys(counts) {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	for _, name := range names {
		if n, ok := counts[name]; ok {
			fmt.Fprintf(b, "| %s | %d |\n", code(name), n)
		}
	}
	b.WriteString("\n")
}

// code formats a name from data as code, without characters that could end the code or the
// table.
func code(name string) string {
	clean := strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r == '`' || r == '|' {
			return ' '
		}
		return r
	}, name)
	return "`" + jsonvalue.Cut(clean, 120) + "`"
}
