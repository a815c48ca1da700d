package report

import (
	"fmt"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/plot"

	"github.com/voi-rl/voi/internal/sharedtest"
	"github.com/voi-rl/voi/internal/stats"
)

// labels are the ticks of an axis in words.
func labels(ticks []plot.Tick) string {
	var out []string
	for _, t := range ticks {
		out = append(out, fmt.Sprintf("%s@%.4g", t.Label, t.Value))
	}
	return strings.Join(out, " ")
}

func TestTicks(t *testing.T) {
	for _, c := range []struct {
		low, high float64
		want      string
	}{
		{0, 3.5, "0@0 1@5.714 2@11.43 3@17.14"},
		{-0.04, 0.5, "0@1.481 0.25@10.74 0.5@20"},
		{0, 0.3, "0@0 0.15@10 0.3@20"},
		{-1, 1, "-1@0 0@10 1@20"},
		{-1e308, 1e308, "-1e+308@0 1e+308@20"},
		{1e15, 1e15 + 0.125, "1000000000000000@0 1000000000000000.1@20"},
		{-math.Nextafter(0.5, 1), 0.5, "-0.5@2.22e-15 0@10 0.5@20"},
		{0, 5e-324, "0@0 4.94066e-324@20"},
	} {
		if got := labels(spread{c.low, c.high}.Ticks(0, histogramBins)); got != c.want {
			t.Errorf("%v to %v: %s, want %s", c.low, c.high, got, c.want)
		}
	}
	for most, want := range map[int]string{1: "0@0 1@1", 3: "0@0 1@1 2@2 3@3", 7: "0@0 3@3 6@6", 20000: "0@0 10000@1e+04 20000@2e+04"} {
		if got := labels(wholeTicks{}.Ticks(0, float64(most))); got != want {
			t.Errorf("%d: %s, want %s", most, got, want)
		}
	}
}

// The ticks of any figures are few enough to stand side by side, and differ.
func TestTicksAreFew(t *testing.T) {
	check := func(about string, ticks []plot.Tick) {
		var words []string
		letters := 0
		for _, k := range ticks {
			words = append(words, k.Label)
			letters += len(k.Label)
		}
		slices.Sort(words)
		if len(ticks) < 2 || len(ticks) > 6 || letters > 34 || len(slices.Compact(words)) < len(ticks) || slices.ContainsFunc(words, regexp.MustCompile(`^-0\.?0*$`).MatchString) {
			t.Errorf("%s: %s", about, labels(ticks))
		}
	}
	for most := 1; most <= maxDrawn; most++ {
		check(strconv.Itoa(most), wholeTicks{}.Ticks(0, float64(most)))
	}
	rng := rand.New(rand.NewPCG(1, 1))
	for range 10000 {
		low := rng.NormFloat64() * math.Pow(10, -3+8*rng.Float64())
		high := low + math.Abs(low)*math.Pow(10, -6+8*rng.Float64())
		check(fmt.Sprint(low, " to ", high), spread{low, high}.Ticks(0, histogramBins))
	}
}

// one tallies rows of one figure, alternately of the classes 0 and 1.
func one(values ...float64) *tally {
	t := newTally(&source{columns: []columns{{}}}, 1)
	for i, v := range values {
		t.add(&row{identity: identity{group: uint64(i), class: int8(i % 2), evpi: math.NaN()}, outcomes: [2]outcome{{values: []float64{v}, action: 0}}})
	}
	return t
}

// areas are the bars of a class: the left side, the floor and the top of each, measured
// from the lower left of the plot.
func areas(d drawing, class int) (out [][3]float64) {
	found := regexp.MustCompile(fmt.Sprintf(`<path d="([^"]*)" class="class%d"`, class)).FindStringSubmatch(string(d.Parts))
	if found == nil {
		return nil
	}
	for _, ring := range strings.Split(strings.TrimSuffix(found[1], "Z"), "Z") {
		bar := [3]float64{math.Inf(1), math.Inf(1), math.Inf(-1)}
		for _, point := range strings.FieldsFunc(ring, func(r rune) bool { return r == 'M' || r == 'L' }) {
			a, b, _ := strings.Cut(point, ",")
			x, _ := strconv.ParseFloat(a, 64)
			y, _ := strconv.ParseFloat(b, 64)
			bar = [3]float64{min(bar[0], x), min(bar[1], y), max(bar[2], y)}
		}
		out = append(out, bar)
	}
	return out
}

// The areas of the bars are proportional to the rows, with the classes stacked.
func TestHistogramByHand(t *testing.T) {
	d := sharedtest.Need(one(0, 0, 0, 1, 1, 0.5).histogram(0))(t)
	first, second := areas(d, 0), areas(d, 1)
	if len(first) != 2 || len(second) != 3 {
		t.Fatalf("%v and %v in\n%s", first, second, d.Parts)
	}
	unit, floor := first[1][2]-first[1][1], first[0][1]
	near := func(what string, got, want float64) {
		if math.Abs(got-want) > 0.05 {
			t.Errorf("%s: %v, want %v in\n%s", what, got, want, d.Parts)
		}
	}
	for i, c := range []struct {
		bar       [3]float64
		bin       float64
		low, high float64
	}{
		{first[0], 0, 0, 2}, {second[0], 0, 2, 3},
		{second[1], 10, 0, 1},
		{first[1], 19, 0, 1}, {second[2], 19, 1, 2},
	} {
		near(fmt.Sprint(i, " from the left"), c.bar[0], first[0][0]+c.bin/19*(first[1][0]-first[0][0]))
		near(fmt.Sprint(i, " floor"), c.bar[1], floor+c.low*unit)
		near(fmt.Sprint(i, " top"), c.bar[2], floor+c.high*unit)
	}
	if want := "Distribution of 6 rows from 0 to 1."; d.About != want || unit < 30 {
		t.Errorf("%q, a row of %v", d.About, unit)
	}
}

// The points of a curve are the rates, their areas the numbers of rows, and their intervals
// Wilson's: at 0.05 with one of four, at 0.95 with one of one.
func TestCurveByHand(t *testing.T) {
	var b bins
	cells := make([][]stats.Cell, len(b))
	hit := func(x float64, hits float64) {
		i := b.add(x)
		cells[i] = append(cells[i], stats.Cell{A: hits, NA: 1}) // one row for each sample
	}
	hit(0.05, 1)
	for range 3 {
		hit(0.05, 0)
	}
	hit(0.95, 1)
	c := sharedtest.Need(b.curve(func(i int) []stats.Cell { return cells[i] }, "x & y", "share", true))(t)
	// The path of a circle begins at its right.
	number := `(-?[0-9.]+)`
	dots := regexp.MustCompile(`<path d="M`+number+`,`+number+`A`+number+`,[^"]*" class="class0"`).FindAllStringSubmatch(string(c.Plot.Parts), -1)
	bars := regexp.MustCompile(`<path d="M`+number+`,`+number+`L`+number+`,`+number+`" style="fill:none;stroke:var\(--c0\)`).FindAllStringSubmatch(string(c.Plot.Parts), -1)
	dashed := regexp.MustCompile(`<path d="M` + number + `,` + number + `L` + number + `,` + number + `" style="fill:none;stroke:var\(--soft\);stroke-dasharray:4,4`).FindStringSubmatch(string(c.Plot.Parts))
	// Leave out the curve, and the ends of an interval, which have no width.
	bars = slices.DeleteFunc(bars, func(bar []string) bool { return bar[1] != bar[3] || bar[2] == bar[4] })
	if len(dots) != 2 || len(bars) != 2 || dashed == nil || !strings.Contains(string(c.Plot.Parts), ">x &amp; y</text>") {
		t.Fatalf("%d dots, %d bars in\n%s", len(dots), len(bars), c.Plot.Parts)
	}
	parse := func(texts []string) (out []float64) {
		for _, s := range texts[1:] {
			x, _ := strconv.ParseFloat(s, 64)
			out = append(out, x)
		}
		return out
	}
	frame := parse(dashed) // from (0, 0) to (1, 1)
	place := func(x, y float64) [2]float64 {
		return [2]float64{(x - frame[0]) / (frame[2] - frame[0]), (y - frame[1]) / (frame[3] - frame[1])}
	}
	near := func(what string, got, want [2]float64) {
		if math.Hypot(got[0]-want[0], got[1]-want[1]) > 0.002 {
			t.Errorf("%s: %v, want %v in\n%s", what, got, want, c.Plot.Parts)
		}
	}
	many, few := parse(dots[0]), parse(dots[1])
	near("four", place(many[0]-many[2], many[1]), [2]float64{0.05, 0.25})
	near("one", place(few[0]-few[2], few[1]), [2]float64{0.95, 1})
	if many[2] != 6 || few[2] != 3 {
		t.Errorf("radii %v and %v", many[2], few[2])
	}
	// Wilson's interval of 1 of 4 is [0.0456, 0.6994], of 1 of 1 [0.2065, 1].
	last := parse(bars[0])
	near("low", place(last[0], last[1]), [2]float64{0.05, 0.0456})
	near("high", place(last[2], last[3]), [2]float64{0.05, 0.6994})
	last = parse(bars[1])
	near("low", place(last[0], last[1]), [2]float64{0.95, 0.2065})
	near("high", place(last[2], last[3]), [2]float64{0.95, 1})
}

// Plots use the page's colours and font, in light and in dark.
func TestPlotsHaveThePagesStyle(t *testing.T) {
	text := pageOf(t, policy(30, 0.4, 0.8, 1))
	var b bins
	b.add(0.5)
	c := sharedtest.Need(b.curve(func(int) []stats.Cell { return []stats.Cell{{A: 1, NA: 1}} }, "x", "y", true))(t)
	text += "<svg>" + string(c.Plot.Parts) + "</svg>"
	for _, plot := range regexp.MustCompile(`(?s)<svg.*?</svg>`).FindAllString(text, -1) {
		if found := regexp.MustCompile(`(?i)#[0-9a-f]{3,}|font-family|xmlns|<image|<path [^>]*d="[^"]*" ?/>`).FindString(plot); found != "" {
			t.Errorf("%q in\n%s", found, plot)
		}
	}
}
