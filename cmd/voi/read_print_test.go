package main

import (
	"bufio"
	"fmt"
	"io"
	"testing"
	"time"

	"github.com/voi-rl/voi/certainty/grounding"
	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/sharedtest"
)

// A tool of many parameters is printed in a time that grows as they do.
func TestPrintManyParameters(t *testing.T) {
	const n = 40_000
	tool, reading := domains.Tool{Name: "f"}, &grounding.Reading{}
	for i := range n {
		name := fmt.Sprintf("p%d", i)
		tool.Params = append(tool.Params, domains.Param{Name: name})
		reading.Slots = append(reading.Slots, grounding.Slot{Tool: "f", Param: name})
	}
	one := &readOne{sample: &dataset.Sample{Tools: []domains.Tool{tool}}, reading: reading}
	began := sharedtest.CPU()
	printReading(bufio.NewWriter(io.Discard), one, false)
	if took := sharedtest.CPU() - began; took > 2*time.Second { // it takes some 20 ms
		t.Errorf("%d parameters took %v", n, took)
	}
}
