package main

import (
	"os"
	"runtime/debug"
	"runtime/metrics"
)

// smallHeap is what a process that streams keeps below, all of it counted, as
// long as what it holds leaves room.
const smallHeap = 32 << 20

// memoryPacer has the collector run half as often as it would by itself, but
// keeps the process small: up to smallHeap where little is held, and up to twice
// what is held where that is more, as the collector does by itself.
type memoryPacer struct {
	live  []metrics.Sample
	calls int
}

// paceMemory begins; nil where the user has set GOGC or GOMEMLIMIT.
func paceMemory() *memoryPacer {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return nil
	}
	debug.SetGCPercent(200)
	debug.SetMemoryLimit(smallHeap)
	return &memoryPacer{live: []metrics.Sample{{Name: "/gc/heap/live:bytes"}}}
}

// check, to be called often, follows what is held.
func (m *memoryPacer) check() {
	if m == nil {
		return
	}
	if m.calls++; m.calls%64 != 0 {
		return
	}
	metrics.Read(m.live)
	debug.SetMemoryLimit(max(smallHeap, 2*int64(m.live[0].Value.Uint64())+smallHeap/2))
}
