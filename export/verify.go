package export

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"github.com/voi-rl/voi/dataset/label"
	"github.com/voi-rl/voi/internal/infile"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/shard"
	"github.com/voi-rl/voi/internal/term"
)

// Violation is one invariant that does not hold.
type Violation struct {
	Path     string `json:"path"`          // of the file, relative to the verified folder
	Row      int64  `json:"row,omitempty"` // in the file, from 1; 0: the file itself
	SampleID string `json:"sample_id,omitempty"`
	What     string `json:"what"`
}

// Verification is the result of Verify. Without violations everything is valid.
type Verification struct {
	Path       string      `json:"path"`
	Shards     int         `json:"shards"`     // verified
	Rows       int64       `json:"rows"`       // of all layouts
	Labels     int64       `json:"labels"`     // rows whose labels were made again
	Violations []Violation `json:"violations"` // at most MaxViolations
	Total      int64       `json:"violations_total"`
}

// MaxViolations bounds the violations that are kept; all of them are counted.
const MaxViolations = 1000

func (v *Verification) add(path, format string, args ...any) {
	v.take(Violation{Path: path, What: fmt.Sprintf(format, args...)})
}

func (v *Verification) take(violation Violation) {
	v.Total++
	if len(v.Violations) < MaxViolations {
		v.Violations = append(v.Violations, violation)
	}
}

func (v *Verification) join(o *Verification) {
	v.Shards += o.Shards
	v.Rows += o.Rows
	v.Labels += o.Labels
	v.Violations = append(v.Violations, o.Violations[:min(len(o.Violations), MaxViolations-len(v.Violations))]...)
	v.Total += o.Total
}

// Verify recomputes every checksum and checks every invariant of a folder, or of one shard:
// sizes, schemas, row counts, texts, JSON columns, prompt lengths, splits, and all labels,
// from the row's own columns. It checks everything and reports all violations. The error is
// about files that cannot be read at all.
func Verify(ctx context.Context, path string) (*Verification, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("verifying: %w", err)
	}
	v := &Verification{Path: path, Violations: []Violation{}}
	if !info.IsDir() {
		check := &shardCheck{path: filepath.Base(path), full: path}
		if err := check.run(ctx); err != nil {
			return nil, err
		}
		v.join(&check.found)
		return v, nil
	}
	m, dir, below, err := FolderOf(path)
	if err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("verifying: %w", err)
	}
	defer root.Close()
	f := &folderCheck{dir: dir, root: root, manifest: m, found: v}
	if below != "" { // the manifest's data about the whole folder cannot be checked here
		return v, f.shards(ctx, f.sources())
	}
	return v, f.run(ctx)
}

// folderCheck verifies a folder against its manifest.
type folderCheck struct {
	dir      string
	root     *os.Root
	manifest *Manifest
	found    *Verification
	counts   Counts
}

func (f *folderCheck) run(ctx context.Context) error {
	m := f.manifest
	if m.SchemaVersion != SchemaVersion {
		f.found.add(manifestFile, "the column schema is %d; this voi knows %d", m.SchemaVersion, SchemaVersion)
	}
	if err := (shard.Rank{Index: 0, Count: m.WorldSize}).Validate(); err != nil {
		f.found.add(manifestFile, "world_size: %v", err)
	}
	if m.ConfigSHA256 != m.Config.hash() {
		f.found.add(manifestFile, "config_sha256 is not that of config")
	}
	sources := f.sources()
	f.unlisted()
	f.twice()
	if err := f.shards(ctx, sources); err != nil {
		return err
	}
	f.totals()
	if err := f.rejected(ctx); err != nil {
		return err
	}
	if f.found.Total > 0 {
		return nil // the later checks read the shards once more, and they are damaged
	}
	ids, total, err := duplicateIDs(ctx, f.dir, m, defaultDuplicateLimits)
	if err != nil {
		return err
	}
	if total != m.DuplicateIDsTotal || !slices.Equal(ids, m.DuplicateIDs) {
		f.found.add(manifestFile, "duplicate_ids lists %d of %d, found were %d", len(m.DuplicateIDs), m.DuplicateIDsTotal, total)
	}
	return nil
}

// sources are the sources of beliefs that the labels were made with.
func (f *folderCheck) sources() []label.Source {
	sources, err := parseBeliefs(f.manifest.Config.Beliefs)
	if err != nil {
		f.found.add(manifestFile, "beliefs: %v", err)
		return label.Sources()
	}
	return sources
}

// twice reports equal inputs, whose rows occur twice.
func (f *folderCheck) twice() {
	seen := map[string]string{}
	for _, in := range f.manifest.Inputs {
		if in.Records == 0 {
			continue
		}
		if first, again := seen[in.SHA256]; again {
			f.found.add(manifestFile, "the inputs %s and %s hold the same bytes, so that each of their rows is there twice", first, in.Path)
		}
		seen[in.SHA256] = in.Path
	}
}

// unlisted reports files that are not in the manifest.
func (f *folderCheck) unlisted() {
	known := map[string]bool{manifestFile: true, cardFile: true, f.manifest.Left.Path: true}
	for _, s := range f.manifest.Shards {
		if known[s.Path] {
			f.found.add(s.Path, "the manifest lists it twice")
		}
		known[s.Path] = true
	}
	for i := range f.manifest.WorldSize {
		if i >= shard.MaxRanks || f.manifest.WorldSize == 1 {
			break
		}
		r := shard.Rank{Index: i, Count: f.manifest.WorldSize}
		known[manifestName(r)], known[rejectedName(r)] = true, true
	}
	files, err := (&shard.Folder{Dir: f.dir}).List()
	if err != nil {
		f.found.add(".", "%v", err)
	}
	for _, name := range files {
		if !known[name] {
			f.found.add(name, "the manifest does not list it")
		}
	}
	if !slices.Contains(files, cardFile) {
		f.found.add(cardFile, "the dataset card is missing")
	}
}

// shards verifies all shards, several at a time, and reports in order.
func (f *folderCheck) shards(ctx context.Context, sources []label.Source) error {
	checks := make([]*shardCheck, len(f.manifest.Shards))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i := range f.manifest.Shards {
		s := &f.manifest.Shards[i]
		checks[i] = &shardCheck{path: s.Path, full: filepath.Join(f.dir, filepath.FromSlash(s.Path)), want: s, manifest: f.manifest, sources: sources}
		if err := inside(f.root, s.Path); err != nil {
			f.found.add(s.Path, "%v", err)
			checks[i] = nil
			continue
		}
		group.Go(func() error { return checks[i].run(ctx) })
	}
	if err := group.Wait(); err != nil {
		return err
	}
	first := f.countedLayout()
	said := map[string]*runCheck{} // for the parts of runs, by split and part
	for i, c := range checks {
		if c == nil {
			continue
		}
		if c.runs != nil {
			_, part, _ := strings.Cut(f.manifest.Shards[i].Path, "/")
			c.runs.agree(said, part, &c.found, c.path)
		}
		f.found.join(&c.found)
		name := layoutOf(f.manifest.Shards[i].Path)
		count(&f.counts.Layouts, name, c.rows)
		if first == name {
			f.counts.add(&c.counts)
		}
	}
	return nil
}

// countedLayout is the layout that the manifest's counts come from: the first one that
// contains whole samples, "" if there is none.
func (f *folderCheck) countedLayout() string {
	for _, l := range Layouts() {
		if l.whole() && slices.Contains(f.manifest.Config.Layouts, l.Name) {
			return l.Name
		}
	}
	return ""
}

// totals compares the manifest's counts with those of the rows.
func (f *folderCheck) totals() {
	m := f.manifest
	if m.Records != m.Counts.records() || m.Rows != m.Counts.Rows || m.Rejected != m.Counts.Rejected {
		f.found.add(manifestFile, "%d records are not %d rows and %d rejected, but for %d that share theirs", m.Records, m.Rows, m.Rejected, m.Counts.More)
	}
	read := int64(0)
	for _, in := range m.Inputs {
		read += in.Records
	}
	if read != m.Records {
		f.found.add(manifestFile, "the inputs have %d records, the ranks %d", read, m.Records)
	}
	if f.countedLayout() == "" && m.Rows > 0 {
		return // no layout with labels was written
	}
	want, got := m.Counts.filled(), f.counts.filled()
	got.Rejected, got.Rejections, got.More = want.Rejected, want.Rejections, want.More
	for name, n := range want.Layouts {
		if n == 0 {
			count(&got.Layouts, name, 0)
		}
	}
	// Which names are counted by themselves depends on the order of the rows.
	named := want.maps()
	for i, m := range got.maps() {
		if w := *named[i]; (w[otherName] > 0 || (*m)[otherName] > 0) && sumOf(*m) == sumOf(w) {
			*m = w
		}
	}
	if !reflect.DeepEqual(got, want) {
		f.found.add(manifestFile, "counts are not those of the rows: %s", differingCounts(got, want))
	}
	if m.Rows != got.Rows {
		f.found.add(manifestFile, "%d rows are listed, %d are there", m.Rows, got.Rows)
	}
}

func sumOf(counts map[string]int64) (sum int64) {
	for _, n := range counts {
		sum += n
	}
	return sum
}

func differingCounts(got, want Counts) string {
	a, b := reflect.ValueOf(got), reflect.ValueOf(want)
	var names []string
	for i := range a.NumField() {
		if !reflect.DeepEqual(a.Field(i).Interface(), b.Field(i).Interface()) {
			name, _, _ := strings.Cut(a.Type().Field(i).Tag.Get("json"), ",")
			names = append(names, fmt.Sprintf("%s %v, not %v", name, a.Field(i).Interface(), b.Field(i).Interface()))
		}
	}
	return strings.Join(names, "; ")
}

// rejected verifies the rejected rows.
func (f *folderCheck) rejected(ctx context.Context) error {
	left := f.manifest.Left
	if left.Path != rejectedFile {
		f.found.add(manifestFile, "the rejected rows are in %q, not in %s", left.Path, rejectedFile)
		return nil
	}
	if err := inside(f.root, left.Path); err != nil {
		f.found.add(left.Path, "%v", err)
		return nil
	}
	path := filepath.Join(f.dir, left.Path)
	sum, err := shard.HashFile(ctx, path)
	if err != nil {
		return err
	}
	if sum != left.Sum {
		f.found.add(left.Path, "it has %s; the manifest says %s", sum, left.Sum)
	}
	n, err := f.rejectedLines(path)
	if err != nil {
		return err
	}
	if n != left.Rows || n != f.manifest.Rejected {
		f.found.add(left.Path, "%d lines, %d rows were rejected", n, f.manifest.Rejected)
	}
	return nil
}

func (f *folderCheck) rejectedLines(path string) (n int64, err error) {
	file, err := os.Open(path)
	if err != nil {
		return 0, err
	}
	defer file.Close()
	r := infile.NewLines(file, 1<<20)
	for {
		line, long, err := r.Next()
		if errors.Is(err, io.EOF) {
			return n, nil
		}
		if err != nil {
			return n, err
		}
		n++
		v, err := jsonvalue.Parse(line, jsonvalue.Options{})
		_, whole := v.Field("line").Int()
		if err != nil || !whole || v.Field("code").Str() == "" || v.Field("message").Str() == "" || v.Field("file").Str() == "" {
			f.found.take(Violation{Path: rejectedFile, Row: n, What: "no object with file, line, code and message"})
		}
		if long || r.Cut() {
			f.found.take(Violation{Path: rejectedFile, Row: n, What: "the line does not end"})
		}
	}
}

// Text is the verification for a person.
func (v *Verification) Text() string {
	var b strings.Builder
	for _, x := range v.Violations {
		where := x.Path
		if x.Row > 0 {
			where = fmt.Sprintf("%s:%d", x.Path, x.Row)
		}
		if x.SampleID != "" {
			where += fmt.Sprintf(" (%q)", x.SampleID)
		}
		fmt.Fprintf(&b, "%s: %s\n", where, x.What)
	}
	if more := v.Total - int64(len(v.Violations)); more > 0 {
		fmt.Fprintf(&b, "... and %d more\n", more)
	}
	verdict := "sound"
	if v.Total > 0 {
		verdict = "NOT sound: " + term.Count(v.Total, "violation")
	}
	fmt.Fprintf(&b, "%s: %s; %s with %s read, labels of %s made again\n", v.Path, verdict,
		term.Count(int64(v.Shards), "shard"), term.Count(v.Rows, "row"), term.Count(v.Labels, "row"))
	return b.String()
}
