package report

import (
	"bytes"
	"fmt"
	"html/template"
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"

	"github.com/voi-rl/voi/internal/stats"
)

// The size of a plot; a page scales it down where it is narrower.
const (
	plotWidth  = 4.6 * vg.Inch
	plotHeight = 2.7 * vg.Inch
)

// colours of the classes, and of rows of no class: those of M. Okabe and K. Ito,
// which people of every kind of colour vision tell apart.
var colours = [allClasses + 1]color.RGBA{
	{0x00, 0x72, 0xb2, 0xff},
	{0xe6, 0x9f, 0x00, 0xff},
	{0xd5, 0x5e, 0x00, 0xff},
	{0x00, 0x9e, 0x73, 0xff},
	{0x88, 0x88, 0x88, 0xff},
}

func newPlot(x, y string) *plot.Plot {
	p := plot.New()
	p.BackgroundColor = color.Transparent
	p.X.Label.Text, p.Y.Label.Text = x, y
	sans := font.Font{Typeface: "Liberation", Variant: "Sans", Size: 10}
	for _, f := range []*font.Font{&p.X.Label.TextStyle.Font, &p.Y.Label.TextStyle.Font, &p.X.Tick.Label.Font, &p.Y.Tick.Label.Font} {
		*f = sans
	}
	return p
}

// svg draws a plot as an element of a page.
func svg(p *plot.Plot) (template.HTML, error) {
	c := vgsvg.New(plotWidth, plotHeight)
	var b bytes.Buffer
	err := func() (err error) {
		defer func() {
			if fault := recover(); fault != nil { // the library panics where it cannot draw
				err = fmt.Errorf("drawing a plot: %v; please report it", fault)
			}
		}()
		// The labels of the last ticks stand out.
		p.Draw(draw.Crop(draw.New(c), 0, -vg.Points(14), 0, -vg.Points(6)))
		_, err = c.WriteTo(&b)
		return err
	}()
	text := b.Bytes()
	if i := bytes.Index(text, []byte("<svg")); i > 0 {
		text = text[i:] // without the prologue of a file of its own
	}
	return template.HTML(text), err // there are no texts from data in it
}

// histogramBins is how many bars a distribution has.
const histogramBins = 20

// histogram draws the distribution of a figure, the classes on top of each other.
func (t *tally) histogram(k int) (template.HTML, error) {
	low, high := math.Inf(1), math.Inf(-1)
	for i := range t.drawn {
		low, high = min(low, t.drawn[i].values[k]), max(high, t.drawn[i].values[k])
	}
	width := high/histogramBins - low/histogramBins
	if !(width > 0) { // one value, or too near each other to tell apart
		low, high, width = low-0.5, low+0.5, 1.0/histogramBins
	}
	var counts [allClasses + 1][histogramBins]float64
	for i := range t.drawn {
		x := t.drawn[i].values[k]/width - low/width
		if !(x > 0) {
			x = 0
		}
		counts[t.drawn[i].class][int(min(histogramBins-1, x))]++
	}
	p := newPlot("", "rows")
	p.Y.Min = 0
	floor := make([]float64, histogramBins)
	for c := range counts {
		for i := range histogramBins {
			if n := counts[c][i]; n > 0 {
				x, y := float64(i), floor[i]
				bar, err := plotter.NewPolygon(plotter.XYs{{X: x, Y: y}, {X: x + 0.9, Y: y}, {X: x + 0.9, Y: y + n}, {X: x, Y: y + n}})
				if err != nil {
					return "", fmt.Errorf("drawing a distribution: %w", err)
				}
				bar.Color, bar.LineStyle.Width = colours[c], 0
				p.Add(bar)
				floor[i] += n
			}
		}
	}
	// The library looks for round ticks, without an end where figures are extreme:
	// it is shown bins, and the ticks say what they stand for.
	p.X.Min, p.X.Max = 0, histogramBins
	var ticks plot.ConstantTicks
	for i := 0; i <= histogramBins; i += histogramBins / 4 {
		share := float64(i) / histogramBins
		ticks = append(ticks, plot.Tick{Value: float64(i), Label: fmt.Sprintf("%.4g", low*(1-share)+high*share)})
	}
	p.X.Tick.Marker = ticks
	return svg(p)
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

func hex(c color.RGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

// curve draws a rate over bins, with Wilson's intervals.
func (b *bins) curve(x, y string, diagonal bool) (*curve, error) {
	out := &curve{}
	points := intervals{}
	for i := range b {
		at := &b[i]
		if at.n == 0 {
			continue
		}
		rate, mean := stats.Wilson(at.hits, at.n), at.sum/float64(at.n)
		points.XYs = append(points.XYs, plotter.XY{X: mean, Y: rate.Value})
		points.YErrors = append(points.YErrors, struct{ Low, High float64 }{rate.Value - rate.Low, rate.High - rate.Value})
		out.Rows = append(out.Rows, binRow{
			From: fmt.Sprintf("%.1f", float64(i)/float64(len(b))), To: fmt.Sprintf("%.1f", float64(i+1)/float64(len(b))),
			Mean: fmt.Sprintf("%.4f", mean), Rate: rate.Percent(), N: at.n,
		})
	}
	p := newPlot(x, y)
	if diagonal {
		line, err := plotter.NewLine(plotter.XYs{{X: 0, Y: 0}, {X: 1, Y: 1}})
		if err != nil {
			return nil, err
		}
		line.Color, line.Dashes = colours[allClasses], []vg.Length{vg.Points(3), vg.Points(3)}
		p.Add(line)
	}
	line, dots, err := plotter.NewLinePoints(points.XYs)
	if err != nil {
		return nil, err
	}
	bars, err := plotter.NewYErrorBars(points)
	if err != nil {
		return nil, err
	}
	line.Color, dots.Color, bars.Color = colours[0], colours[0], colours[0]
	dots.Radius = vg.Points(3)
	p.Add(line, dots, bars)
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 0, 1, 0, 1
	out.Plot, err = svg(p)
	return out, err
}

// intervals are points with what NewYErrorBars asks for.
type intervals struct {
	plotter.XYs
	plotter.YErrors
}
