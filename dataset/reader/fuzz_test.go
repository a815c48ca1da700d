package reader

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/sharedtest"
)

// seedRows are the rows of testdata/decode: examples of every source.
func seedRows(f *testing.F) []string {
	f.Helper()
	files, err := filepath.Glob("testdata/decode/*.txt")
	if err != nil || len(files) == 0 {
		f.Fatalf("no seeds: %v", err)
	}
	var rows []string
	for _, file := range files {
		text := sharedtest.Need(os.ReadFile(file))(f)
		for _, line := range strings.Split(string(text), "\n") {
			if strings.HasPrefix(line, "{") || strings.HasPrefix(line, "[") {
				rows = append(rows, line)
			}
		}
	}
	return rows
}

// FuzzDecode checks the result of every row: a sample or a rejection; the same each time;
// and a sample whose parts survive their JSON forms.
func FuzzDecode(f *testing.F) {
	for _, row := range seedRows(f) {
		f.Add(row)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if text == "" {
			t.Skip("no row is empty")
		}
		var r Reader
		raw := Raw{File: "f", Line: 3, Text: text}
		rec := r.Decode(raw)
		if (rec.Sample == nil) == (rec.Rejection == nil) {
			t.Fatal("a record is a sample or a rejection")
		}
		if rec.Rejection != nil {
			checkRejection(t, rec.Rejection)
			return
		}
		s := rec.Sample
		again := r.Decode(raw).Sample
		if s.ID == "" || s.ID != again.ID || s.Source == "" || !s.Reference.Action.Valid() || len(s.Messages) == 0 {
			t.Fatalf("an unfinished sample: %+v", s)
		}
		messages, err := dataset.ParseMessages(dataset.MessagesValue(s.Messages))
		if err != nil || !jsonvalue.Equal(dataset.MessagesValue(messages), dataset.MessagesValue(s.Messages)) {
			t.Fatalf("messages that cannot be read back: %v", err)
		}
		ref, err := dataset.ParseReference(s.Reference.Value())
		if err != nil || !jsonvalue.Equal(ref.Value(), s.Reference.Value()) {
			t.Fatalf("a reference that cannot be read back: %v", err)
		}
		held, contrast := domains.CallsValue(s.HeldOutCall), domains.CallsValue(s.Contrast)
		if err := s.Derive(); err != nil || !jsonvalue.Equal(held, domains.CallsValue(s.HeldOutCall)) || !jsonvalue.Equal(contrast, domains.CallsValue(s.Contrast)) {
			t.Fatalf("derived twice, other calls: %v", err)
		}
	})
}

func checkRejection(t *testing.T, r *Rejection) {
	t.Helper()
	if r.Code == "" || r.Message == "" || r.File != "f" || r.Line != 3 {
		t.Fatalf("an empty rejection: %+v", r)
	}
	var b bytes.Buffer
	sharedtest.Need(b.Write(r.AppendJSON(nil)))(t)
	line, ok := strings.CutSuffix(b.String(), "\n")
	v, err := domains.ParseValue(line)
	if !ok || err != nil || v.Field("code").Str() != r.Code || strings.Contains(line, "\n") {
		t.Fatalf("the rejection is written as %q: %v", b.String(), err)
	}
}

// FuzzOpen reads any file of any kind.
func FuzzOpen(f *testing.F) {
	rows := strings.Join(seedRows(f)[:8], "\n")
	f.Add([]byte(rows))
	f.Add([]byte("[" + strings.ReplaceAll(rows, "\n", ",") + "]"))
	f.Add(gzipped(f, rows, rows))
	f.Add(zstded(f, rows, rows))
	f.Fuzz(func(t *testing.T, data []byte) {
		if bytes.HasPrefix(data, parquetMagic) {
			t.Skip("FuzzParquet reads these")
		}
		opt := Options{Stdin: bytes.NewReader(data), MaxRecordBytes: 1 << 16}
		samples, rejected, err := drain("-", opt)
		if err == nil && samples+len(rejected) == 0 {
			t.Error("neither a row nor an error")
		}
	})
}
