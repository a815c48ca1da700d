package report

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/voi-rl/voi/internal/stats"
)

// The frame of a plot, in units of its own, of which plot.html draws 340 x 204: the
// page scales it to the width that there is, about one to a pixel.
const (
	plotLeft   = 40
	plotRight  = 328
	plotTop    = 32
	plotBottom = 178
)

// plot is what the template of plot.html draws. Its lengths are in units of the
// plot, as text. It holds no texts from data.
type plot struct {
	About        string // for who does not see it
	XName, YName string
	X, Y         []tick
	Bars         []bar
	Dashed       string // a path, "" for none
	Line         string // a path through the dots
	Dots         []dot
}

// tick is a place on an axis.
type tick struct{ At, Label, Anchor string }

// bar is a rectangle in the colour of a class.
type bar struct {
	Class               int
	X, Y, Width, Height string
	About               string
}

// dot is a point with its interval; its area is as its rows.
type dot struct{ X, Y, R, Low, High, About string }

func length(x float64) string { return strconv.FormatFloat(math.Round(10*x)/10, 'f', -1, 64) }

// across and up are the places of shares of the axes.
func across(share float64) float64 { return plotLeft + share*(plotRight-plotLeft) }
func up(share float64) float64     { return plotBottom - share*(plotBottom-plotTop) }

// histogramBins is how many bars a distribution has.
const histogramBins = 20

// histogram draws the distribution of a figure, the classes on top of each other.
func (t *tally) histogram(k int) *plot {
	low, high := math.Inf(1), math.Inf(-1)
	for i := range t.drawn {
		low, high = min(low, t.drawn[i].values[k]), max(high, t.drawn[i].values[k])
	}
	width := high/histogramBins - low/histogramBins
	if !(width > 0) { // one value, or too near each other to tell apart
		low, high, width = low-0.5, low+0.5, 1.0/histogramBins
	}
	var counts [histogramBins][allClasses + 1]int
	most := 0
	for i := range t.drawn {
		x := t.drawn[i].values[k]/width - low/width
		if !(x > 0) {
			x = 0
		}
		counts[int(min(histogramBins-1, x))][t.drawn[i].class]++
	}
	for i := range counts {
		n := 0
		for _, c := range counts[i] {
			n += c
		}
		most = max(most, n)
	}
	at := func(i int) float64 { return low*(1-float64(i)/histogramBins) + high*float64(i)/histogramBins }
	ticks, most := countTicks(most)
	p := &plot{
		About: fmt.Sprintf("Distribution of %d rows from %.4g to %.4g.", len(t.drawn), low, high),
		YName: "rows", X: horizontal(low, high), Y: ticks,
	}
	step := across(1.0/histogramBins) - across(0)
	for i := range counts {
		floor := 0
		for c, n := range counts[i] {
			if n == 0 {
				continue
			}
			floor += n
			top, tall := up(float64(floor)/float64(most)), up(0)-up(float64(n)/float64(most))
			p.Bars = append(p.Bars, bar{
				Class: c, X: length(across(float64(i)/histogramBins) + 0.05*step), Y: length(top), Width: length(0.9 * step), Height: length(max(0.5, tall)),
				About: fmt.Sprintf("%.4g to %.4g: %d %s", at(i), at(i+1), n, drawnName(c)),
			})
		}
	}
	return p
}

// rows counts the rows of a class, and at last those of none.
func (t *tally) rows(class int) int64 {
	n := t.means[0][class].N()
	if class == allClasses {
		for c := range allClasses {
			n -= t.means[0][c].N()
		}
	}
	return n
}

// drawnName is the name of a class in a plot.
func drawnName(class int) string {
	if class == allClasses {
		return "not known"
	}
	return className(class)
}

// curve draws a rate over bins, with Wilson's intervals.
func (b *bins) curve(x, y string, diagonal bool) *curve {
	out := &curve{Plot: &plot{XName: x, YName: y, X: horizontal(0, 1)}}
	p := out.Plot
	for _, share := range []float64{0, 0.25, 0.5, 0.75, 1} {
		p.Y = append(p.Y, tick{At: length(up(share)), Label: fmt.Sprintf("%.0f%%", 100*share)})
	}
	if diagonal {
		p.Dashed = fmt.Sprintf("M%s %sL%s %s", length(across(0)), length(up(0)), length(across(1)), length(up(1)))
	}
	var line strings.Builder
	var most int64
	for i := range b {
		most = max(most, b[i].n)
	}
	for i := range b {
		at := &b[i]
		if at.n == 0 {
			continue
		}
		rate, mean := stats.Wilson(at.hits, at.n), at.sum/float64(at.n)
		row := binRow{
			From: fmt.Sprintf("%.1f", float64(i)/float64(len(b))), To: fmt.Sprintf("%.1f", float64(i+1)/float64(len(b))),
			Mean: fmt.Sprintf("%.4f", mean), Rate: rate.Percent(), N: at.n,
		}
		out.Rows = append(out.Rows, row)
		d := dot{
			X: length(across(mean)), Y: length(up(rate.Value)), R: length(max(2, 6*math.Sqrt(float64(at.n)/float64(most)))), Low: length(up(rate.Low)), High: length(up(rate.High)),
			About: fmt.Sprintf("at %s: %s of %d rows", row.Mean, row.Rate, at.n),
		}
		p.Dots = append(p.Dots, d)
		fmt.Fprintf(&line, "%s%s %s", []string{"M", "L"}[btoi(line.Len() > 0)], d.X, d.Y)
	}
	p.Line = line.String()
	p.About = fmt.Sprintf("The %s by the %s, in %d points; the table has them.", y, x, len(p.Dots))
	return out
}
