package main

import (
	"bufio"
	"bytes"
	"os"
	"path"
	"runtime/debug"
	"runtime/metrics"
	"strconv"
	"strings"

	"github.com/spf13/pflag"
)

// Streaming commands work in an eighth of the machine's memory, within bounds. Their caches
// should hold the samples of a run, so that random order is as fast as any. A heap that is
// collected too often doubles the run time.
const (
	memoryShare  = 8
	leastMemory  = 64 << 20
	mostMemory   = 1 << 30
	guessedTotal = 4 << 30 // for a machine that does not report its memory
)

// budget is the memory of a streaming command in bytes; 0 means the default.
type budget int64

func (m *budget) register(flags *pflag.FlagSet) {
	flags.Int64Var((*int64)(m), "memory-bytes", 0, "memory to work in, roughly: caches of samples, and the heap (default: an eighth of the machine's, at most 1 GiB)")
}

// prepared and pages are the parts of the caches: samples ready to score, and pages of
// shards. The rest is for everything else, including garbage. In random order a page
// missing from the cache is read again for each of its rows.
func (m budget) prepared() int64 { return int64(m) / 2 }
func (m budget) pages() int64    { return int64(m) / 4 }

// resolve replaces 0 by the default for the machine or the container.
func (m *budget) resolve() {
	if *m == 0 {
		*m = budget(min(max(totalMemory()/memoryShare, leastMemory), mostMemory))
	}
}

// totalMemory is the memory of the machine, or the lower limit of its control groups.
func totalMemory() int64 {
	total := int64(guessedTotal)
	if text, err := os.ReadFile("/proc/meminfo"); err == nil {
		if f := strings.Fields(string(text)); len(f) > 1 && f[0] == "MemTotal:" {
			if kib, err := strconv.ParseInt(f[1], 10, 64); err == nil && kib > 0 && kib < 1<<50 {
				total = kib << 10
			}
		}
	}
	text, err := os.ReadFile("/proc/self/cgroup")
	if err != nil {
		return total
	}
	group := "/"
	for lines := bufio.NewScanner(bytes.NewReader(text)); lines.Scan(); {
		if own, ok := strings.CutPrefix(lines.Text(), "0::"); ok {
			group = path.Clean("/" + own)
		}
	}
	for ; ; group = path.Dir(group) {
		if text, err := os.ReadFile(path.Join("/sys/fs/cgroup", group, "memory.max")); err == nil {
			if most, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64); err == nil && most > 0 {
				total = min(total, most)
			}
		}
		if group == "/" {
			return total
		}
	}
}

// memoryPacer makes the collector run half as often as by default while the process stays
// within its memory. If live data (50 bytes a group) exceeds this memory, the limit is a
// quarter above the live data.
type memoryPacer struct {
	heap  int64
	live  []metrics.Sample
	calls int
}

// pace starts the pacer; nil if the user has set GOGC or GOMEMLIMIT.
func (m budget) pace() *memoryPacer {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return nil
	}
	debug.SetGCPercent(200)
	heap := int64(m) - int64(m)/8 // the rest is for the program and its stacks
	debug.SetMemoryLimit(heap)
	return &memoryPacer{heap: heap, live: []metrics.Sample{{Name: "/gc/heap/live:bytes"}}}
}

// check adapts the limit to the live heap; call it often.
func (p *memoryPacer) check() {
	if p == nil {
		return
	}
	if p.calls++; p.calls%64 != 0 {
		return
	}
	metrics.Read(p.live)
	debug.SetMemoryLimit(max(p.heap, 5*int64(p.live[0].Value.Uint64())/4))
}
