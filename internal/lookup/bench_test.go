package lookup

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/voi-rl/voi/export"
	"github.com/voi-rl/voi/internal/sharedtest"
)

// benchRows is the number of rows in the folder of the benchmarks.
const benchRows = 100_000

// benchFolder builds the folder once for all benchmarks; TestMain removes it. A row takes 5
// KB as a JSON line: several tools with several parameters, whose words differ from row to
// row.
var benchFolder = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "lookup-bench-")
	if err != nil {
		return "", err
	}
	rng := rand.New(rand.NewPCG(1, 2))
	words := func(n int) string {
		var b strings.Builder
		for range n {
			fmt.Fprintf(&b, "%x ", rng.Uint32()&0xffff)
		}
		return b.String()
	}
	var b strings.Builder
	for i := range benchRows {
		fmt.Fprintf(&b, `{"id":"bench-%d","messages":[{"role":"user","content":"%s"}],"tools":[`, i, words(60))
		for k := range 3 {
			if k > 0 {
				b.WriteByte(',')
			}
			fmt.Fprintf(&b, `{"name":"tool_%d","description":"%s","parameters":{"type":"object","properties":{"city":{"type":"string","description":"%s"},"people":{"type":"integer","minimum":1,"maximum":8},"unit":{"type":"string","enum":["a","b","c"],"description":"%s"}},"required":["city","people"]}}`,
				k, words(40), words(20), words(20))
		}
		fmt.Fprintf(&b, `],"reference":{"action":"TOOLCALL","tool_calls":[{"name":"tool_0","arguments":{"city":"Lisbon","people":%d}}]}}`+"\n", 1+i%8)
	}
	_, err = export.Build(context.Background(), export.BuildOptions{
		Out: filepath.Join(dir, "out"), Inputs: []export.Input{{Name: "bench.jsonl", Data: []byte(b.String())}},
	})
	return dir, err
})

var benchBuilt bool

func TestMain(m *testing.M) {
	code := m.Run()
	if benchBuilt {
		if dir, err := benchFolder(); err == nil {
			os.RemoveAll(dir)
		}
	}
	os.Exit(code)
}

func benchStore(b *testing.B, opt Options) *Store {
	b.Helper()
	benchBuilt = true
	dir := sharedtest.Need(benchFolder())(b)
	return open(b, filepath.Join(dir, "out"), opt)
}

// BenchmarkOpen measures the time of Open, and the memory that it keeps.
func BenchmarkOpen(b *testing.B) {
	benchStore(b, Options{})
	dir, _ := benchFolder()
	var before, after runtime.MemStats
	for b.Loop() {
		runtime.GC()
		runtime.ReadMemStats(&before)
		start := time.Now()
		st, err := Open(context.Background(), filepath.Join(dir, "out"), Options{})
		took := time.Since(start)
		sharedtest.OK(b, err)
		runtime.GC()
		runtime.ReadMemStats(&after)
		b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/benchRows, "heap-B/row")
		b.ReportMetric(float64(st.Usage().IndexBytes)/benchRows, "index-B/row")
		b.ReportMetric(float64(took.Nanoseconds())/benchRows, "start-ns/row")
		st.Close()
	}
}

func benchID(i int) string { return fmt.Sprintf("bench-%d", i) }

// BenchmarkGet measures Get for consecutive rows, and for random ones.
func BenchmarkGet(b *testing.B) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, c := range []struct {
		name string
		next func(i int) string
	}{
		{"next", func(i int) string { return benchID(i % benchRows) }},
		{"random", func(int) string { return benchID(rng.IntN(benchRows)) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			st := benchStore(b, Options{})
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				if _, _, _, err := st.Get(c.next(i)); err != nil {
					b.Fatal(err)
				}
				i++
			}
		})
	}
}
