package report

import (
	"fmt"
	"math"

	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/voi-rl/voi/internal/stats"
)

// histogramBins is the number of bars in a distribution.
const histogramBins = 20

// histogram draws the distribution of a figure, with the classes stacked.
func (t *tally) histogram(k int) (drawing, error) {
	low, high := math.Inf(1), math.Inf(-1)
	n := 0
	for i := range t.drawn {
		if v := t.drawn[i].values[k]; !math.IsNaN(v) {
			low, high, n = min(low, v), max(high, v), n+1
		}
	}
	width := high/histogramBins - low/histogramBins
	if !(width > 0) { // one value, or values too close to tell apart
		low, high, width = low-0.5, low+0.5, 1.0/histogramBins
	}
	var counts [allClasses + 1][histogramBins]float64
	for i := range t.drawn {
		x := t.drawn[i].values[k]/width - low/width
		if math.IsNaN(t.drawn[i].values[k]) {
			continue
		}
		if !(x > 0) {
			x = 0
		}
		counts[t.drawn[i].class][int(min(histogramBins-1, x))]++
	}
	unit, _ := t.kind.unit()
	p := newPlot("", unit+"s")
	var floor [histogramBins]float64
	for c := range counts {
		var bars []plotter.XYer
		for i, n := range counts[c] {
			if n > 0 {
				left, right, low, high := float64(i)+0.05, float64(i)+0.95, floor[i], floor[i]+n
				bars = append(bars, plotter.XYs{{X: left, Y: low}, {X: right, Y: low}, {X: right, Y: high}, {X: left, Y: high}})
				floor[i] = high
			}
		}
		if bars == nil {
			continue
		}
		area, err := plotter.NewPolygon(bars...)
		if err != nil {
			return drawing{}, fmt.Errorf("drawing a distribution: %w", err)
		}
		// A line around the area makes one row beside thousands visible.
		area.Color, area.LineStyle = classInk(c), draw.LineStyle{Color: classInk(c), Width: 0.5}
		p.Add(area)
	}
	p.X.Min, p.X.Max, p.Y.Min = 0, histogramBins, 0
	p.X.Tick.Marker, p.Y.Tick.Marker = spread{low, high}, wholeTicks{}
	return svg(p, fmt.Sprintf("Distribution of %d %ss from %.4g to %.4g.", n, unit, low, high))
}

// rows counts the rows of a class; allClasses stands for the rows without a class.
func (t *tally) rows(class int) int64 {
	n := t.counts[class]
	if class == allClasses {
		for c := range allClasses {
			n -= t.counts[c]
		}
	}
	return n
}

// drawnName is the name of a class in a plot.
func (t *tally) drawnName(class int) string {
	if class == allClasses {
		return "not known"
	}
	return t.kind.class(class)
}

// curve draws a rate over bins, with its intervals. cells are the cells of the samples in
// each bin.
func (b *bins) curve(cells func(bin int) []stats.Cell, x, y string, diagonal bool) (*curve, error) {
	out := &curve{X: x, Y: y}
	points := intervals{}
	for i := range b {
		at := &b[i]
		if at.n == 0 {
			continue
		}
		rate, mean := stats.ClusteredRate(cells(i)), at.sum/float64(at.n)
		points.XYs = append(points.XYs, plotter.XY{X: mean, Y: rate.Value})
		points.YErrors = append(points.YErrors, struct{ Low, High float64 }{rate.Value - rate.Low, rate.High - rate.Value})
		out.Rows = append(out.Rows, binRow{
			From: fmt.Sprintf("%.1f", float64(i)/float64(len(b))), To: fmt.Sprintf("%.1f", float64(i+1)/float64(len(b))),
			Mean: fmt.Sprintf("%.4f", mean), Rate: rate.Percent(), N: at.n,
		})
	}
	p := newPlot(x, y)
	p.X.Tick.Marker, p.Y.Tick.Marker = quarters("%g", 1), quarters("%g%%", 100)
	if diagonal {
		line, err := plotter.NewLine(plotter.XYs{{X: 0, Y: 0}, {X: 1, Y: 1}})
		if err != nil {
			return nil, fmt.Errorf("drawing a diagonal: %w", err)
		}
		line.Color, line.Dashes = softInk, []vg.Length{4, 4}
		p.Add(line)
	}
	line, err := plotter.NewLine(points)
	if err != nil {
		return nil, fmt.Errorf("drawing a curve: %w", err)
	}
	bars, err := plotter.NewYErrorBars(points)
	if err != nil {
		return nil, fmt.Errorf("drawing intervals: %w", err)
	}
	dots, err := plotter.NewScatter(points)
	if err != nil {
		return nil, fmt.Errorf("drawing points: %w", err)
	}
	line.Color, bars.Color = classInk(0), classInk(0)
	line.Width, bars.Width, bars.CapWidth = 1.5, 1.5, 0
	var most int64
	for _, row := range out.Rows {
		most = max(most, row.N)
	}
	dots.GlyphStyleFunc = func(i int) draw.GlyphStyle {
		// The area is proportional to the number of rows.
		radius := max(2, 6*math.Sqrt(float64(out.Rows[i].N)/float64(most)))
		return draw.GlyphStyle{Color: classInk(0), Radius: vg.Points(radius), Shape: draw.CircleGlyph{}}
	}
	p.Add(line, bars, dots)
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 0, 1, 0, 1
	out.Plot, err = svg(p, fmt.Sprintf("The %s by the %s, in %d points; the table has them.", y, x, len(out.Rows)))
	return out, err
}

// intervals are points in the form that NewYErrorBars needs.
type intervals struct {
	plotter.XYs
	plotter.YErrors
}
