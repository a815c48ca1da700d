package reader

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/sharedtest"
)

// TestDecode runs testdata/decode. The commands are
//
//	answers    loads the input as BFCL's possible answers for the following cases
//	functions  loads the input as the documents of the class in its name
//	decode     maps each line of the input, with turns=all each of its decisions,
//	           and prints the fields that are not empty
func TestDecode(t *testing.T) {
	datadriven.Walk(t, "testdata/decode", func(t *testing.T, path string) {
		r := &Reader{ctx: context.Background(), name: "rows.jsonl"}
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			switch d.Cmd {
			case "answers":
				file := filepath.Join(t.TempDir(), "answers.json")
				sharedtest.OK(t, os.WriteFile(file, []byte(d.Input), 0o600))
				a, err := loadAnswers(r.ctx, file, Options{}.withDefaults())
				if err != nil {
					return strings.ReplaceAll(err.Error(), file, "answers.json") + "\n"
				}
				a.path = "answers.json"
				r.answers = a
				return fmt.Sprintf("%d answers\n", len(a.byID))
			case "decode":
				var b strings.Builder
				r.turns, r.sessions = TurnsLast, true
				if d.HasArg("turns") {
					r.turns = TurnsAll
				}
				for i, line := range strings.Split(d.Input, "\n") {
					raw := Raw{File: r.name, Line: int64(i + 1), Text: line}
					n := r.parts(&raw)
					for raw.parted = n > 1; raw.part < n; raw.part++ {
						show(&b, r.Decode(raw))
					}
				}
				return b.String()
			case "functions":
				dir := t.TempDir()
				sharedtest.OK(t, os.WriteFile(filepath.Join(dir, d.CmdArgs[0].Key+".json"), []byte(d.Input), 0o600))
				f, err := openFunctions(r.ctx, "-", Options{Functions: dir}.withDefaults())
				if err != nil {
					return strings.ReplaceAll(err.Error(), dir, "functions") + "\n"
				}
				f.folder = "functions"
				r.functions = f
				return ""
			}
			t.Fatalf("%s: unknown command %s", d.Pos, d.Cmd)
			return ""
		})
	})
}

// show prints a record, one field a line.
func show(b *strings.Builder, rec Record) {
	if rec.Rejection != nil {
		fmt.Fprintf(b, "rejected line %d %s: %s\n", rec.Rejection.Line, rec.Rejection.Code, rec.Rejection.Message)
		return
	}
	s := rec.Sample
	id := s.ID
	if id == s.ContentID() {
		id = "(of the content)"
	}
	fmt.Fprintf(b, "id %s, source %s", id, s.Source)
	if s.SourceID != "" {
		fmt.Fprintf(b, ", source_id %s", s.SourceID)
	}
	fmt.Fprintf(b, "\n  messages %s\n", dataset.MessagesValue(s.Messages).JSON())
	for i := range s.Tools {
		fmt.Fprintf(b, "  tool %s\n", s.Tools[i].Name)
	}
	fmt.Fprintf(b, "  reference %s (%s)\n", s.Reference.Value().JSON(), s.ActionSource)
	for _, action := range completion.Actions {
		if text := s.Answers[action]; text != "" {
			fmt.Fprintf(b, "  answer %s %q\n", action, text)
		}
	}
	if s.Rejected != nil {
		fmt.Fprintf(b, "  rejected %s\n", s.Rejected.Value().JSON())
	}
	if s.HeldOut != "" {
		fmt.Fprintf(b, "  held out %s of %s\n", s.HeldOut, domains.CallsValue(s.HeldOutCall).JSON())
	}
	if len(s.Contrast) > 0 {
		fmt.Fprintf(b, "  contrast %s\n", domains.CallsValue(s.Contrast).JSON())
	}
	for _, c := range s.Candidates {
		weight := "none"
		if c.Weight != nil {
			weight = fmt.Sprint(*c.Weight)
		}
		fmt.Fprintf(b, "  candidate %s weight %s\n", c.Call.Value().JSON(), weight)
	}
	for _, a := range s.Alternatives {
		values := make([]string, len(a.Values))
		for i, v := range a.Values {
			values[i] = v.JSON()
		}
		fmt.Fprintf(b, "  alternatives of call %d %s%v: %v optional=%v\n", a.Call, a.Parameter, a.Path, values, a.Optional)
	}
	for i := range s.Tools {
		if set, ok := s.Domains[s.Tools[i].Name]; ok {
			fmt.Fprintf(b, "  domains of %s %s\n", s.Tools[i].Name, set.Value().JSON())
		}
	}
	if len(s.Following) > 0 {
		fmt.Fprintf(b, "  following %s\n", domains.CallsValue(s.Following).JSON())
	}
	if s.Reply != "" {
		fmt.Fprintf(b, "  reply %q\n", s.Reply)
	}
	if len(s.GoldMissing) > 0 {
		fmt.Fprintf(b, "  gold missing %q\n", s.GoldMissing)
	}
	if len(s.Flags) > 0 {
		fmt.Fprintf(b, "  flags %v\n", s.Flags)
	}
}
