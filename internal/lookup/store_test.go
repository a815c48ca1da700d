package lookup

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/voi-rl/voi/dataset/label"
	"github.com/voi-rl/voi/export"
	"github.com/voi-rl/voi/internal/sharedtest"
)

// same compares the result of Get for a row with the row as another library reads it, and
// its labels with those of F12.
func same(t *testing.T, st *Store, want *export.Row) {
	t.Helper()
	s, sets, labels, err := st.Get(want.SampleID)
	if err != nil {
		t.Errorf("%s: %v", want.SampleID, err)
		return
	}
	sample, err := want.Sample()
	sharedtest.OK(t, err)
	if diff := cmp.Diff(sample, s, sharedtest.Deep()) + cmp.Diff(sample.Domains, sets, sharedtest.Deep()); diff != "" {
		t.Errorf("%s: the sample differs (-want +got):\n%s", want.SampleID, diff)
	}
	if action, evpiMax, err := st.Outline(want.SampleID); err != nil || string(action) != want.Action || !reflect.DeepEqual(evpiMax, want.EVPIMax) {
		t.Errorf("%s: the outline is %s, %v, error %v; want %s, %v", want.SampleID, action, evpiMax, err, want.Action, want.EVPIMax)
	}
	again := sharedtest.Need((&label.Labeler{}).Label(s, sets))(t)
	for _, part := range []struct {
		name      string
		got, want any
	}{
		{"source", labels.Source, again.Source}, {"v_now", labels.VNow, again.VNow}, {"evpi_max", labels.EVPIMax, again.EVPIMax},
		{"missing", labels.Missing, again.Missing}, {"action", labels.Action, again.Action}, {"agrees", labels.Agrees, again.Agrees},
		{"best", labels.BestQuestion, again.BestQuestion}, {"questions", labels.Questions, again.Questions},
		{"candidates", labels.CandidatesValue().JSON(), again.CandidatesValue().JSON()},
	} {
		if !reflect.DeepEqual(part.got, part.want) {
			t.Errorf("%s: %s is %v, want %v", want.SampleID, part.name, part.got, part.want)
		}
	}
}

// Outline reads two columns of a sample, and the id.
func TestOutlineReadsTwoColumns(t *testing.T) {
	st := open(t, build(t, []string{"generic"}, fixture(7)), Options{})
	if _, _, err := st.Outline("ask-1"); err != nil {
		t.Fatal(err)
	}
	if n := st.pages.Stats().Entries; n != 3 {
		t.Errorf("%d pages were read, want 3", n)
	}
	_, _, err := st.Outline("nobody")
	wantCode(t, err, CodeUnknownSample, "no sample has the id")
	twice := open(t, build(t, []string{"generic"}, fixture(2), []byte(strings.ReplaceAll(fixtureRows[2], "refuse-#", "ask-1")+"\n")), Options{})
	_, _, err = twice.Outline("ask-1")
	wantCode(t, err, CodeUnknownSample, "rows that differ")
}

func TestGetGivesTheRowsOfEveryLayout(t *testing.T) {
	both := build(t, []string{"generic", "trl", "sft", "pref"}, fixture(150))
	trl := build(t, []string{"trl"}, fixture(150))
	copied := filepath.Join(t.TempDir(), "elsewhere")
	sharedtest.OK(t, os.CopyFS(copied, os.DirFS(filepath.Join(both, "trl"))))
	for _, c := range []struct{ name, dir, rowsOf, layout string }{
		{"both", both, both, "generic"}, {"trl alone", trl, trl, "trl"},
		{"the folder of a layout", filepath.Join(both, "trl"), both, "trl"},
		{"a layout without its manifest", copied, both, "trl"},
	} {
		t.Run(c.name, func(t *testing.T) {
			rows := rowsOf(t, c.rowsOf, c.layout)
			for _, opt := range []Options{{}, {Workers: 1, PageBytes: -1, OpenFiles: -1}} {
				st := open(t, c.dir, opt)
				if st.Layout() != c.layout || st.Len() != len(rows) || len(rows) != 150 {
					t.Fatalf("%d rows of the layout %s, want %d of %s", st.Len(), st.Layout(), len(rows), c.layout)
				}
				for i := range rows {
					same(t, st, &rows[i])
				}
			}
		})
	}
}

func TestASplitAlone(t *testing.T) {
	dir := build(t, []string{"generic", "trl"}, fixture(150))
	for _, at := range []string{"validation", "trl/validation"} {
		st := open(t, filepath.Join(dir, filepath.FromSlash(at)), Options{})
		n := 0
		for _, r := range rowsOf(t, dir, "generic") {
			if r.Split == "validation" {
				n++
				same(t, st, &r)
			} else {
				_, _, _, err := st.Get(r.SampleID)
				wantCode(t, err, CodeUnknownSample, "no sample has the id")
			}
		}
		if st.Len() != n || n == 0 {
			t.Errorf("%s: %d rows, want %d", at, st.Len(), n)
		}
	}
}

// Four ids of the real samples have different rows.
func TestRealSamples(t *testing.T) {
	sharedtest.Unraced(t)
	dir := filepath.Join(t.TempDir(), "out")
	_, err := export.Build(context.Background(), export.BuildOptions{Out: dir, Layouts: []string{"generic", "trl"}, Inputs: []export.Input{
		{Path: sharedtest.Shared(t, "data", "when2call", "rebuilt_dev.jsonl.gz")}, {Path: sharedtest.Shared(t, "data", "when2call", "dev.jsonl")},
	}})
	sharedtest.OK(t, err)
	m, err := export.ReadManifest(dir)
	sharedtest.OK(t, err)
	for _, layout := range []string{"generic", "trl"}[:sharedtest.Long(2, 1)] {
		at := dir
		if layout == "trl" {
			at = filepath.Join(dir, "trl")
		}
		st := open(t, at, Options{})
		rows := rowsOf(t, dir, layout)
		differ := 0
		for i := range rows {
			if slices.Contains(m.DuplicateIDs, rows[i].SampleID) {
				_, _, _, err := st.Get(rows[i].SampleID)
				wantCode(t, err, CodeUnknownSample, "rows that differ")
				differ++
				continue
			}
			if i%sharedtest.Long(1, 5) == 0 {
				same(t, st, &rows[i])
			}
		}
		if len(rows) != 2456 || m.DuplicateIDsTotal != 4 || differ < 8 {
			t.Errorf("%d rows, %d duplicate ids, %d rows of them", len(rows), m.DuplicateIDsTotal, differ)
		}
	}
}

func TestUnknownIDs(t *testing.T) {
	st := open(t, build(t, nil, fixture(30)), Options{})
	for _, id := range []string{"", "call", "call-0 ", "CALL-0", strings.Repeat("x", 1<<20), "\x00", "call-0\xff"} {
		_, _, _, err := st.Get(id)
		wantCode(t, err, CodeUnknownSample, "no sample has the id")
		if len(err.Error()) > 1000 {
			t.Errorf("a message of %d bytes", len(err.Error()))
		}
	}
	if _, _, _, err := st.Get("call-0"); err != nil {
		t.Error(err)
	}
}

func TestDuplicateIDs(t *testing.T) {
	base := fixture(40)
	other := strings.ReplaceAll(fixtureRows[0], "#", "0")
	differs := strings.Replace(other, "for 4 people", "for four people", 1)
	dir := build(t, nil, base, base, []byte(differs+"\n"))
	st := open(t, dir, Options{})
	for range 2 { // the second time from the cache
		_, _, _, err := st.Get("call-0")
		wantCode(t, err, CodeUnknownSample, "stands for 3 rows that differ")
	}
	rows := rowsOf(t, dir, "generic")
	for i := range rows {
		if rows[i].SampleID != "call-0" {
			same(t, st, &rows[i]) // read twice, with the same result
		}
	}
	m, err := export.ReadManifest(dir)
	if err != nil || !slices.Equal(m.DuplicateIDs, []string{"call-0"}) {
		t.Errorf("the manifest lists %q, %v", m.DuplicateIDs, err)
	}
}

func TestMoreTwinsThanAreCompared(t *testing.T) {
	row := strings.ReplaceAll(fixtureRows[3], "#", "0") + "\n"
	dir := filepath.Join(t.TempDir(), "out")
	for n, want := range map[int]string{maxTwins: "", maxTwins + 1: "more than are compared"} {
		out := fmt.Sprint(dir, n)
		opt := export.BuildOptions{Out: out, Inputs: []export.Input{{Name: "a.jsonl", Data: []byte(strings.Repeat(row, n))}}}
		sharedtest.Need(export.Build(context.Background(), opt))(t)
		_, _, _, err := open(t, out, Options{}).Get("direct-0")
		if want == "" && err != nil {
			t.Error(err)
		}
		if want != "" {
			wantCode(t, err, CodeUnknownSample, want)
		}
	}
}

// For any requests in any order, the cache stays within its bound and changes no result.
func TestCacheIsBounded(t *testing.T) {
	sharedtest.Unraced(t)
	dir := build(t, nil, fixture(300))
	rows := rowsOf(t, dir, "generic")
	opt := Options{PageBytes: 64 << 10}
	st := open(t, dir, opt)
	for i := range 3 * len(rows) {
		same(t, st, &rows[i*7919%len(rows)])
		if u := st.Usage(); u.PageBytes > 2*opt.PageBytes { // one rank, two splits
			t.Fatalf("%+v with room for %+v", u, opt)
		}
	}
	if u := st.Usage(); u.Rows != 300 || u.IndexBytes < 24*300 {
		t.Errorf("%+v", u)
	}
}

func TestConcurrentCallersAndClose(t *testing.T) {
	dir := build(t, nil, fixture(120))
	rows := rowsOf(t, dir, "generic")
	st := open(t, dir, Options{OpenFiles: 2})
	var wait sync.WaitGroup
	for w := range 8 {
		wait.Go(func() {
			for i := range 200 {
				r := &rows[(i*31+w*17)%len(rows)]
				s, _, _, err := st.Get(r.SampleID)
				if err != nil || s.ID != r.SampleID {
					t.Errorf("%s: %v", r.SampleID, err)
				}
				if i%50 == 0 {
					if id, ok := st.ByPrompt(promptText(r)); !ok || id != r.SampleID {
						t.Errorf("the prompt of %s is that of %q", r.SampleID, id)
					}
				}
			}
		})
	}
	wait.Wait()
	for w := range 4 {
		wait.Go(func() {
			for i := range 100 {
				if w == 3 && i == 50 {
					if err := st.Close(); err != nil {
						t.Error(err)
					}
				}
				id := rows[i].SampleID
				if s, _, _, err := st.Get(id); err == nil && s.ID != id {
					t.Errorf("%s is %s", id, s.ID)
				} else if err != nil {
					wantCode(t, err, CodeInternal, "")
				}
			}
		})
	}
	wait.Wait()
	if err := st.Close(); err != nil {
		t.Error(err)
	}
}
