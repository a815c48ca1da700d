package grounding

import (
	"fmt"
	"runtime"
	"syscall"
	"testing"
	"time"

	"github.com/voi-rl/voi/domains"
)

// conversationOf returns a conversation of about n bytes with the tools of a test case.
func conversationOf(t testing.TB, n int) (Input, []labelled) {
	rows := readCases(t)
	in := Input{Tools: rows[0].in.Tools, Sets: rows[0].in.Sets}
	size := 0
	for i := 0; size < n; i++ {
		r := &rows[i%len(rows)]
		if i > 0 && rows[(i-1)%len(rows)].id == r.id {
			continue
		}
		for _, turn := range r.in.Turns {
			size += len(turn.Text)
			in.Turns = append(in.Turns, turn)
		}
	}
	return in, rows
}

// before holds the benchmark results of the implementation that this one replaced,
// measured on two shared cores of an AMD EPYC. Other work on the machine may have
// distorted them, so compare ratios rather than absolute numbers.
var before = map[string]float64{"1KB": 218, "8KB": 326, "64KB": 201, "request": 244, "param": 10667, "value": 5338}

func BenchmarkRead(b *testing.B) {
	defer oneCore()()
	for _, size := range []int{1 << 10, 8 << 10, 64 << 10} {
		in, _ := conversationOf(b, size)
		in.Tools = nil
		total := 0
		for _, t := range in.Turns {
			total += len(t.Text)
		}
		b.Run(fmt.Sprintf("%dKB", size>>10), func(b *testing.B) {
			b.ReportAllocs()
			from := processor()
			for range b.N {
				Read(in)
			}
			b.ReportMetric(float64((processor()-from).Microseconds())/float64(b.N)/(float64(total)/1024), "cpu-us/KB")
			b.ReportMetric(before[fmt.Sprintf("%dKB", size>>10)], "before-us/KB")
		})
	}
}

// BenchmarkParameter measures what one more parameter adds to a reading.
func BenchmarkParameter(b *testing.B) {
	in, rows := conversationOf(b, 1<<10)
	in.Tools, in.Sets = nil, map[string]domains.Set{}
	params := 0
	for i, r := range rows {
		if i == 0 || rows[i-1].id != r.id {
			tool := *r.tool
			tool.Name = fmt.Sprintf("tool%d", i)
			in.Tools = append(in.Tools, tool)
			in.Sets[tool.Name] = r.in.Sets["act"]
			params += len(tool.Params)
		}
	}
	bare := in
	bare.Tools = nil
	cost := func(in Input) time.Duration {
		from := processor()
		for range 16 {
			Read(in)
		}
		return processor() - from
	}
	var more time.Duration
	for range b.N { // alternate the two, because other work on the machine comes and goes
		more += cost(in) - cost(bare)
	}
	b.ReportMetric(float64(more.Nanoseconds())/16/float64(b.N)/float64(params), "cpu-ns/param")
	b.ReportMetric(before["param"], "before-ns/param")
}

func BenchmarkSupport(b *testing.B) {
	rows := readCases(b)
	readings := make([]*Reading, len(rows))
	values := make([]domains.Value, len(rows))
	for i := range rows {
		readings[i], values[i] = Read(rows[i].in), domains.Coerce(rows[i].p, rows[i].v)
	}
	b.ResetTimer()
	from := processor()
	defer func() {
		b.ReportMetric(float64((processor()-from).Nanoseconds())/float64(b.N), "cpu-ns/value")
		b.ReportMetric(before["value"], "before-ns/value")
	}()
	for n := range b.N {
		i := n % len(rows)
		readings[i].Support(rows[i].tool, rows[i].p, rows[i].d, values[i])
	}
}

// oneCore keeps a benchmark on one core, for which its target is stated, until its result is
// called: the collector's idle workers on other cores would be counted with it.
func oneCore() func() {
	before := runtime.GOMAXPROCS(1)
	return func() { runtime.GOMAXPROCS(before) }
}

// processor returns the processor time the process has used. Wall-clock time would also
// count other work on the machine.
func processor() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// BenchmarkReadRequest measures reading one user request.
func BenchmarkReadRequest(b *testing.B) {
	defer oneCore()()
	in := Input{Turns: []Turn{{Role: "user", Text: "My family of four is planning a trip from San Francisco to Los Angeles on April 7th, 2023. " +
		"We're looking to depart around 2 PM. Could we also add an extra luggage for each person, and no trip protection?"}}}
	b.ReportAllocs()
	from := processor()
	for range b.N {
		Read(in)
	}
	b.ReportMetric(float64((processor()-from).Nanoseconds())/1e3/float64(b.N)/(float64(len(in.Turns[0].Text))/1024), "cpu-us/KB")
	b.ReportMetric(before["request"], "before-us/KB")
}
