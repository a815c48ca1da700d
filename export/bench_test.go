package export

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"testing"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/reader"
	"github.com/voi-rl/voi/internal/sharedtest"
)

// benchSamples decodes the fixture's samples.
func benchSamples(b *testing.B) []*dataset.Sample {
	b.Helper()
	r, err := reader.Open(context.Background(), writeFixture(b, 200), reader.Options{})
	sharedtest.OK(b, err)
	defer r.Close()
	var samples []*dataset.Sample
	for {
		raw, err := r.Next()
		if err != nil {
			return samples
		}
		if rec := r.Decode(raw); rec.Sample != nil {
			samples = append(samples, rec.Sample)
		}
	}
}

func benchMaker(b *testing.B) *maker {
	b.Helper()
	p := sharedtest.Need(newPlan(BuildOptions{Inputs: []Input{{Path: "x"}}, Out: "x", Layouts: LayoutNames()}))(b)
	return newMaker(p)
}

// BenchmarkRow times the making of rows: annotation (cached), prompt, labels and columns.
func BenchmarkRow(b *testing.B) {
	samples, m := benchSamples(b), benchMaker(b)
	b.ReportAllocs()
	for i := range b.N {
		if _, why, err := m.sample(context.Background(), samples[i%len(samples)]); why != nil || err != nil {
			b.Fatal(why, err)
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "rows/s")
}

// BenchmarkParquet encodes, compresses and writes rows.
func BenchmarkParquet(b *testing.B) {
	samples, m := benchSamples(b), benchMaker(b)
	var rows []sampled
	for _, s := range samples {
		r, _, err := m.sample(context.Background(), s)
		sharedtest.OK(b, err)
		rows = append(rows, r)
	}
	for _, l := range sampleLayouts() {
		b.Run(l.Name, func(b *testing.B) {
			f := l.NewFile(io.Discard, nil)
			g := f.NewGroup()
			n := 0
			for i := range b.N {
				got, err := g.Add(&rows[i%len(rows)][0])
				sharedtest.OK(b, err)
				if n += got; n >= groupRows {
					sharedtest.OK(b, g.Flush())
					sharedtest.OK(b, g.Commit())
					g, n = f.NewGroup(), 0
				}
			}
			sharedtest.OK(b, f.Close())
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "samples/s")
		})
	}
}

// BenchmarkBuild runs the whole pipeline on 2,000 records.
func BenchmarkBuild(b *testing.B) {
	in := writeFixture(b, 2000)
	for _, workers := range []int{1, 2} {
		b.Run(fmt.Sprintf("workers=%d", workers), func(b *testing.B) {
			for i := range b.N {
				build(b, BuildOptions{Inputs: []Input{{Path: in}}, Out: filepath.Join(b.TempDir(), fmt.Sprint(i)), Workers: workers})
			}
			b.ReportMetric(2000*float64(b.N)/b.Elapsed().Seconds(), "records/s")
		})
	}
}
