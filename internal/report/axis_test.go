package report

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"
)

// labels are the ticks of an axis in words.
func labels(ticks []tick) string {
	var out []string
	for _, t := range ticks {
		out = append(out, t.Label+"@"+t.At)
	}
	return strings.Join(out, " ")
}

func TestTicks(t *testing.T) {
	for _, c := range []struct {
		low, high float64
		want      string
	}{
		{0, 3.5, "0@40 1@122.3 2@204.6 3@286.9"},
		{-0.04, 0.5, "0@61.3 0.2@168 0.4@274.7"},
		{0, 0.3, "0@40 0.1@136 0.2@232 0.3@328"},
		{-1, 1, "-1@40 -0.5@112 0@184 0.5@256 1@328"},
		{-1e308, 1e308, "-1e+308@40 1e+308@328"},
		{1e15, 1e15 + 0.125, "1e+15@40 1000000000000000.1@328"},
		{-math.Nextafter(0.5, 1), 0.5, "-0.4@68.8 -0.2@126.4 0@184 0.2@241.6 0.4@299.2"},
		{0, 5e-324, "0@40 5e-324@328"},
	} {
		if got := labels(horizontal(c.low, c.high)); got != c.want {
			t.Errorf("%v to %v: %s, want %s", c.low, c.high, got, c.want)
		}
	}
	for most, want := range map[int]string{1: "0@178 1@32", 3: "0@178 1@129.3 2@80.7 3@32", 7: "0@178 2@141.5 4@105 6@68.5 8@32", 20000: "0@178 5000@141.5 10000@105 15000@68.5 20000@32"} {
		if ticks, _ := countTicks(most); labels(ticks) != want {
			t.Errorf("%d: %s, want %s", most, labels(ticks), want)
		}
	}
}

// The areas of the bars are the rows: each class of each bar is told, and the
// tallest bar ends at the end of the axis or below it.
func TestHistogramByHand(t *testing.T) {
	tally := newTally(&source{columns: []columns{{}}}, 1)
	for i, v := range []float64{0, 0, 0, 1, 1, 0.5} {
		tally.add(&row{identity: identity{key: uint64(i), class: int8(i % 2), evpi: math.NaN()}, outcomes: [2]outcome{{values: []float64{v}, action: 0}}})
	}
	p := tally.histogram(0)
	var got []string
	for _, b := range p.Bars {
		got = append(got, fmt.Sprintf("%d: %s+%s %s", b.Class, b.Y, b.Height, b.About))
	}
	want := []string{
		"0: 80.7+97.3 0 to 0.05: 2 TOOLCALL", "1: 32+48.7 0 to 0.05: 1 ASK",
		"1: 129.3+48.7 0.5 to 0.55: 1 ASK",
		"0: 129.3+48.7 0.95 to 1: 1 TOOLCALL", "1: 80.7+48.7 0.95 to 1: 1 ASK",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("%s", strings.Join(got, "\n"))
	}
	for _, b := range p.Bars {
		x, _ := strconv.ParseFloat(b.X, 64)
		w, _ := strconv.ParseFloat(b.Width, 64)
		if x < plotLeft || x+w > plotRight || w <= 0 {
			t.Errorf("a bar from %v, %v wide", x, w)
		}
	}
}
