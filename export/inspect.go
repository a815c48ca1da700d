package export

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/term"
	"github.com/voi-rl/voi/trajectory"
)

// Inspection describes a folder of shards, or one shard.
type Inspection struct {
	Path     string       `json:"path"`
	Manifest *Manifest    `json:"manifest,omitempty"` // nil for one shard, and for a part of a folder
	Layouts  []LayoutInfo `json:"layouts"`

	// The fields below are computed from the rows of the first layout with labels (all
	// except sft and pref). Without such a layout they are empty.
	Counts      Counts           `json:"counts"`
	DomainTypes map[string]int64 `json:"domain_types"` // parameters by the type of their domain, F1
	Tools       int64            `json:"tools"`        // offered tools over all rows
	Quantiles   []Quantile       `json:"prompt_chars_quantiles"`
	Example     *Row             `json:"-"` // the first row
	Run         *trajectory.Row  `json:"-"` // the first recorded run
}

// LayoutInfo describes the files of one layout.
type LayoutInfo struct {
	Name    string   `json:"name"`
	Columns []Column `json:"columns"`
	Splits  []string `json:"splits"`
	Files   int      `json:"files"`
	Rows    int64    `json:"rows"`
	Bytes   int64    `json:"bytes"`
}

// Quantile is the prompt length that a share At of all rows does not exceed.
type Quantile struct {
	At    float64 `json:"at"`
	Chars int64   `json:"chars"`
}

// Inspect reads a folder of shards, a folder of one layout or split, or one shard, and
// describes it.
func Inspect(ctx context.Context, path string) (*Inspection, error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("there is no folder or shard %s; check the path", path)
	}
	if err != nil {
		return nil, fmt.Errorf("inspecting: %w", err)
	}
	in := &Inspection{Path: path, DomainTypes: map[string]int64{}, Quantiles: []Quantile{}}
	if !info.IsDir() {
		return in, in.file(ctx, path, info.Size())
	}
	m, root, below, err := FolderOf(path)
	if err != nil {
		return nil, err
	}
	if below == "" {
		in.Manifest, in.Counts = m, m.Counts
	}
	return in, in.folder(ctx, m, root)
}

func (in *Inspection) file(ctx context.Context, path string, size int64) error {
	return withShard(path, func(s *shardReader) error {
		l, err := s.layout()
		if err != nil {
			return err
		}
		in.Layouts = []LayoutInfo{{Name: l.Name, Columns: l.Columns, Splits: []string{}, Files: 1, Bytes: size}}
		if s.file != nil {
			in.Layouts[0].Columns, in.Layouts[0].Rows = columnsOf(s.file.Schema()), s.file.NumRows()
		}
		if err := in.read(ctx, l, []string{path}); err != nil || s.file != nil {
			return err
		}
		in.Layouts[0].Rows = in.Counts.Rows // the number of rows in JSON lines is known only after reading
		return nil
	})
}

func (in *Inspection) folder(ctx context.Context, m *Manifest, root string) error {
	layouts, splits := m.layoutSplits()
	in.Layouts = []LayoutInfo{}
	for _, l := range layouts {
		info := LayoutInfo{Name: l.Name, Columns: l.Columns, Splits: splits[l.Name]}
		for _, s := range m.Shards {
			if layoutOf(s.Path) == l.Name {
				info.Files++
				info.Rows += s.Rows
				info.Bytes += s.Bytes
			}
		}
		in.Layouts = append(in.Layouts, info)
	}
	for _, l := range layouts {
		if l.whole() {
			files, err := m.files(root, l)
			if err != nil {
				return err
			}
			return in.read(ctx, l, files)
		}
	}
	return nil
}

// Readable returns the files of the folder dir that voi can read as inputs again: samples,
// or recorded runs.
func (m *Manifest) Readable(dir string) ([]string, error) {
	if m.Config.Runs != nil && !m.Config.Runs.Decisions {
		return m.files(dir, trajectoriesLayout)
	}
	return m.files(dir, genericLayout)
}

// files returns the shards of a layout. A shard that leaves the folder, or is no file, is
// an error.
func (m *Manifest) files(dir string, l *Layout) ([]string, error) {
	var files []string
	var shards []Shard
	for _, s := range m.Shards {
		if layoutOf(s.Path) == l.Name {
			shards = append(shards, s)
			files = append(files, filepath.Join(dir, filepath.FromSlash(s.Path)))
		}
	}
	return files, checkInside(dir, shards)
}

// read reads every row of the given shards.
func (in *Inspection) read(ctx context.Context, l *Layout, files []string) error {
	if !l.whole() {
		return nil
	}
	counts := Counts{}
	chars := make(map[int64]int64)
	for _, path := range files {
		err := withShard(path, func(s *shardReader) error {
			return s.eachEntry(ctx, func(e *Entry) error {
				r := e.Row
				if counts.addEntry(e); e.Run != nil {
					if in.Run == nil {
						in.Run = &e.Run.Row
					}
					return nil
				}
				if in.Example == nil {
					in.Example = r
				}
				chars[rounded(r.PromptChars)]++
				return in.domains(r)
			})
		})
		if err != nil {
			return err
		}
	}
	if in.Manifest == nil {
		in.Counts = counts.filled()
	}
	if in.Example != nil {
		in.quantiles(chars, &counts)
	}
	return nil
}

// domains counts the parameters of a row by the type of their domain.
func (in *Inspection) domains(r *Row) error {
	v, err := jsonvalue.Parse(r.Domains, columnOptions)
	if err != nil {
		return fmt.Errorf("sample %q: domains: %w", r.SampleID, err)
	}
	for _, tool := range v.Members() {
		in.Tools++
		for _, p := range tool.Value.Members() {
			count(&in.DomainTypes, p.Value.Field("type").Str(), 1)
		}
	}
	return nil
}

// rounded keeps four digits of long prompts, so that the table of lengths stays small for
// any rows. It rounds up, since nothing is cut at a length that is sized by a quantile.
func rounded(n int64) int64 {
	step := int64(1)
	for n/step >= 10_000 {
		step *= 10
	}
	return (n + step - 1) / step * step
}

func (in *Inspection) quantiles(chars map[int64]int64, counts *Counts) {
	if counts.Rows == 0 {
		return
	}
	lengths := slices.Sorted(maps.Keys(chars))
	for _, at := range []float64{0, 0.1, 0.5, 0.9, 0.99, 1} {
		sum := int64(0)
		for _, n := range lengths {
			if sum += chars[n]; float64(sum) >= at*float64(counts.Rows) {
				in.Quantiles = append(in.Quantiles, Quantile{at, min(n, counts.PromptChars.Max)})
				break
			}
		}
	}
	in.Quantiles[0].Chars = counts.PromptChars.Min
}

// Text is the inspection for a person. Texts from data are quoted.
func (in *Inspection) Text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", in.Path)
	if m := in.Manifest; m != nil {
		fmt.Fprintf(&b, "written by voi %s, column schema %d, configuration %.12s\n", m.Voi, m.SchemaVersion, m.ConfigSHA256)
		for _, input := range m.Inputs {
			fmt.Fprintf(&b, "input      %q: %s, sha256 %.12s\n", input.Path, term.Count(input.Records, "row"), input.SHA256)
		}
		fmt.Fprintf(&b, "rows       %d read, %d written, %d rejected\n", m.Records, m.Rows, m.Rejected)
		if m.DuplicateIDsTotal > 0 {
			b.WriteString(duplicatesText(m.DuplicateIDsTotal, m.DuplicateIDs))
		}
	}
	for _, l := range in.Layouts {
		fmt.Fprintf(&b, "\nlayout %s: %s in %s, %s", l.Name, term.Count(l.Rows, "row"), term.Count(int64(l.Files), "shard"), bytesText(l.Bytes))
		if len(l.Splits) > 0 {
			fmt.Fprintf(&b, " (%s)", strings.Join(l.Splits, ", "))
		}
		b.WriteString("\n")
		for _, c := range l.Columns {
			nullable := ""
			if c.Nullable {
				nullable = ", nullable"
			}
			fmt.Fprintf(&b, "  %-15s %s%s\n", c.Name, c.Type, nullable)
		}
	}
	in.countsText(&b)
	if in.Example != nil {
		b.WriteString("\n" + in.Example.text())
	}
	if in.Run != nil {
		b.WriteString("\n" + runText(in.Run))
	}
	return b.String()
}

func (in *Inspection) countsText(b *strings.Builder) {
	c := &in.Counts
	if c.Rows == 0 {
		return
	}
	b.WriteString("\n")
	if len(c.Outcomes) > 0 {
		fmt.Fprintf(b, "%-10s %s\n%-10s %s\n%-10s %s\n", "splits", countsText(c.Splits, nil), "outcomes", countsText(c.Outcomes, nil), "sources", countsText(c.Sources, nil))
		return
	}
	for _, line := range []struct{ name, text string }{
		{"splits", countsText(c.Splits, nil)},
		{"actions", countsText(c.Actions, actionOrder) + " (" + countsText(c.ActionSources, nil) + ")"},
		{"beliefs", countsText(c.BeliefSources, nil)},
		{"policy", countsText(c.PolicyActions, nil) + "; it agrees with the reference in " + c.Agreement.text()},
		{"domains", countsText(in.DomainTypes, nil) + fmt.Sprintf("; %.1f tools a row", float64(in.Tools)/float64(c.Rows))},
		{"flags", countsText(c.Flags, nil)},
		{"prompts", in.quantilesText()},
	} {
		fmt.Fprintf(b, "%-10s %s\n", line.name, line.text)
	}
}

func (in *Inspection) quantilesText() string {
	parts := make([]string, len(in.Quantiles))
	for i, q := range in.Quantiles {
		switch q.At {
		case 0:
			parts[i] = fmt.Sprintf("from %d", q.Chars)
		case 1:
			parts[i] = fmt.Sprintf("to %d characters", q.Chars)
		default:
			parts[i] = fmt.Sprintf("%g%% %d", 100*q.At, q.Chars)
		}
	}
	return strings.Join(parts, ", ")
}

// text shows a row, with long texts cut.
func (r *Row) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "example %q (%q, %s)\n", r.SampleID, r.Source, r.Split)
	for _, m := range r.Prompt {
		fmt.Fprintf(&b, "  %-13s %s\n", m.Role, quoted(m.Content, 200))
	}
	for _, f := range []struct{ name, text string }{
		{"tools", quoted(r.Tools, 200)}, {"domains", quoted(r.Domains, 200)},
		{"action", r.Action + " (" + r.ActionSource + ")"}, {"reference", quoted(r.Reference, 200)},
		{"belief", r.BeliefSource + ", candidates " + quoted(r.Candidates, 200)},
		{"missing", fmt.Sprintf("%q", r.Missing)}, {"v_now", cell(r.VNow)},
		{"evpi_max", cell(r.EVPIMax)}, {"best_question", fmt.Sprintf("%q", r.BestQuestion)},
		{"policy_action", r.PolicyAction + ", agrees: " + cell(r.Agrees)}, {"reading", quoted(r.Reading, 200)},
		{"flags", fmt.Sprintf("%q", r.Flags)},
	} {
		fmt.Fprintf(&b, "  %-13s %s\n", f.name, f.text)
	}
	return b.String()
}

// runText shows a run, with long texts cut.
func runText(r *trajectory.Row) string {
	var b strings.Builder
	fmt.Fprintf(&b, "example %q (%q)\n", r.TrajectoryID, r.Source)
	v := reflect.ValueOf(*r)
	for i := range v.NumField() {
		name, _, _ := strings.Cut(v.Type().Field(i).Tag.Get("parquet"), ",")
		if text := cell(v.Field(i).Interface()); i > 0 && text != "null" {
			fmt.Fprintf(&b, "  %-17s %s\n", name, text)
		}
	}
	return b.String()
}

// quoted shows a text from data, with control characters escaped, cut after n bytes.
func quoted(text string, n int) string {
	if len(text) <= n {
		return fmt.Sprintf("%q", text)
	}
	return fmt.Sprintf("%q", strings.ToValidUTF8(text[:n], "")) + "..."
}
