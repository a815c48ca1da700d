package score

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/voi-rl/voi/dataset/reader"
	"github.com/voi-rl/voi/internal/sharedtest"
)

// benchRows writes rows of about size bytes.
func benchRows(b *testing.B, count, size int) string {
	b.Helper()
	var text strings.Builder
	pad := strings.Repeat("The user wants \"something\" here, and that may be enough.\n", size/57+1)
	for i := range count {
		completion := [...]string{rightCall, rightAsk, rightRefuse, "none"}[i%4]
		completion = strings.Replace(completion, "<reasoning>\n", "<reasoning>\n"+pad[:max(0, size-len(completion))]+"\n", 1)
		text.WriteString(row([...]string{"call", "ask", "bare"}[i/8%3], completion, "group_id", fmt.Sprint(i/8), "step", "3"))
	}
	return writeFile(b, "in.jsonl", text.String())
}

// BenchmarkScore scores completions of 2 KB. It also copies the same lines through the same
// reader into the same kind of file, and reports the rate of scoring as a share of that
// rate.
func BenchmarkScore(b *testing.B) {
	const rows = 20000
	store := openStore(b)
	in := benchRows(b, rows, 2000)
	for _, workers := range []int{1, 2} {
		b.Run(fmt.Sprintf("workers=%d", workers), func(b *testing.B) {
			out := filepath.Join(b.TempDir(), "out.jsonl")
			opt := Options{Inputs: []string{in}, Out: out, Samples: store, Profiles: profiles(b, "certainty"), Workers: workers}
			var scoring, copying time.Duration
			for b.Loop() {
				start := time.Now()
				mustRun(b, opt)
				scoring += time.Since(start)
				start = time.Now()
				copyLines(b, in, out)
				copying += time.Since(start)
			}
			n := float64(rows * b.N)
			b.ReportMetric(n/scoring.Seconds(), "rows/s")
			b.ReportMetric(n/copying.Seconds(), "copied/s")
			b.ReportMetric(copying.Seconds()/scoring.Seconds(), "of-copying")
		})
	}
}

// copyLines is the lower bound of the cost: it only reads and writes the lines.
func copyLines(b *testing.B, in, out string) {
	r := sharedtest.Need(reader.Open(context.Background(), in, reader.Options{}))(b)
	defer r.Close()
	f, err := os.Create(out)
	sharedtest.OK(b, err)
	defer f.Close()
	w := bufio.NewWriterSize(f, batchBytes)
	arena := make([]byte, 0, batchBytes)
	for {
		raw, err := r.NextInto(&arena)
		if errors.Is(err, io.EOF) {
			break
		}
		sharedtest.OK(b, err)
		arena = arena[:0]
		if _, err := w.WriteString(raw.Text); err != nil {
			b.Fatal(err)
		}
		sharedtest.OK(b, w.WriteByte('\n'))
	}
	sharedtest.OK(b, errors.Join(w.Flush(), f.Sync()))
}

// BenchmarkLength scores a completion of text, of tags and of brackets at three lengths.
// The cost of a byte stays the same.
func BenchmarkLength(b *testing.B) {
	store := openStore(b)
	for name, unit := range map[string]string{"text": "some words ", "tags": "<answer>", "brackets": "[{", "angles": "<"} {
		for _, size := range []int{64 << 10, 256 << 10, 1 << 20} {
			b.Run(fmt.Sprintf("%s/%dKiB", name, size>>10), func(b *testing.B) {
				p := sharedtest.Need(newPlan(Options{Inputs: []string{"x"}, Out: "x.jsonl", Samples: store, Profiles: profiles(b, "certainty")}))(b)
				s := newScorer(p, newColumns(p, false))
				batch := scoreBatch{in: &input{name: "x"}}
				text := strings.TrimSpace(row("call", rightCall+strings.Repeat(unit, size/len(unit))))
				b.SetBytes(int64(len(text)))
				for b.Loop() {
					s.row(&batch, &reader.Raw{Line: 1, Text: text})
					batch.reset()
				}
			})
		}
	}
}
