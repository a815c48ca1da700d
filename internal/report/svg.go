package report

import (
	"bytes"
	"fmt"
	"html/template"
	"image/color"
	"math"
	"strconv"
	"strings"
	"sync"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// The size of a plot, about that on a phone; the page scales it to its width.
const (
	plotWidth  vg.Length = 320
	plotHeight vg.Length = 200
)

// drawing is a plot for the template, which writes the element around its parts.
type drawing struct {
	About         string // a description in words
	Parts         template.HTML
	Width, Height float64
}

// The library draws in fixed colours, but the page has colours for light and for dark.
// These colours stand for the page's, and paint replaces them.
var (
	softInk = color.RGBA{B: 0x10, A: 0xff}
	lineInk = color.RGBA{B: 0x20, A: 0xff}
)

func classInk(class int) color.RGBA { return color.RGBA{B: uint8(0x30 + class), A: 0xff} }

// paint replaces the library's colours and font by the page's. A filled part gets a class
// of the page's style.
var paint = sync.OnceValue(func() *strings.Replacer {
	hex := func(c color.RGBA) string { return fmt.Sprintf("#%02X%02X%02X", c.R, c.G, c.B) }
	pairs := []string{
		"stroke:" + hex(softInk), "stroke:var(--soft)",
		"stroke:" + hex(lineInk), "stroke:var(--line)",
		"font-family:Liberation Sans;font-variant:normal;font-weight:normal;font-style:normal;", "",
	}
	for class := range allClasses + 1 {
		pairs = append(pairs,
			fmt.Sprintf(`style="fill:%s"`, hex(classInk(class))), fmt.Sprintf(`class="class%d"`, class),
			"stroke:"+hex(classInk(class)), fmt.Sprintf("stroke:var(--c%d)", class))
	}
	return strings.NewReplacer(pairs...)
})

// newPlot returns an empty plot with names for its axes.
func newPlot(x, y string) *plot.Plot {
	p := plot.New()
	p.BackgroundColor = nil
	for _, axis := range []*plot.Axis{&p.X, &p.Y} {
		axis.Label.TextStyle.Font = font.Font{Typeface: "Liberation", Variant: "Sans", Size: 12}
		axis.Tick.Label.Font = axis.Label.TextStyle.Font
		axis.LineStyle.Width, axis.Tick.LineStyle.Width = 0, 0 // the grid's lines are enough
		axis.Label.Padding, axis.Padding = 3, 0
	}
	p.X.Padding = 12 // the labels of both axes meet in the corner
	p.X.Label.Text, p.Y.Label.Text = x, y
	grid := plotter.NewGrid()
	grid.Vertical.Color, grid.Horizontal = nil, draw.LineStyle{Color: lineInk, Width: 1}
	p.Add(grid)
	return p
}

// svg draws a plot. It contains no text from data.
func svg(p *plot.Plot, about string) (d drawing, err error) {
	defer func() {
		if fault := recover(); fault != nil { // the library panics where it cannot draw
			err = fmt.Errorf("drawing a plot: %v; please report it", fault)
		}
	}()
	c := vgsvg.New(plotWidth, plotHeight)
	// Words are laid out for Liberation Sans; without a font of the same widths, they need
	// more room.
	p.Draw(draw.Crop(draw.New(c), 5, -10, 3, -6))
	var b bytes.Buffer
	if _, err := c.WriteTo(&b); err != nil {
		return drawing{}, fmt.Errorf("drawing a plot: %w", err)
	}
	// The template writes its own element around the content of this one.
	_, parts, _ := strings.Cut(b.String(), "<svg")
	_, parts, _ = strings.Cut(parts, ">")
	parts, _, _ = strings.Cut(parts, "</svg>")
	return drawing{About: about, Parts: template.HTML(paint().Replace(parts)), Width: plotWidth.Points(), Height: plotHeight.Points()}, nil
}

// quarters are ticks from 0 to 1, with labels multiplied by by.
func quarters(format string, by float64) plot.ConstantTicks {
	var out plot.ConstantTicks
	for _, share := range []float64{0, 0.25, 0.5, 0.75, 1} {
		out = append(out, plot.Tick{Value: share, Label: fmt.Sprintf(format, by*share)})
	}
	return out
}

// wholeTicks are the library's ticks at whole numbers, for counts.
type wholeTicks struct{}

// Ticks implements plot.Ticker.
func (wholeTicks) Ticks(low, high float64) (out []plot.Tick) {
	for _, t := range (plot.DefaultTicks{}).Ticks(low, high) {
		if !t.IsMinor() && t.Value == math.Trunc(t.Value) {
			out = append(out, plot.Tick{Value: t.Value, Label: strconv.Itoa(int(t.Value))})
		}
	}
	return out
}

// spread are the library's ticks for figures from low to high on an axis of bins. For
// extreme figures the library loops forever or panics; there the ticks are only the ends.
type spread struct{ low, high float64 }

// Ticks implements plot.Ticker.
func (s spread) Ticks(_, _ float64) (out []plot.Tick) {
	span := s.high - s.low
	if magnitude := max(math.Abs(s.low), math.Abs(s.high)); math.IsInf(span, 0) || magnitude >= 1e5 || magnitude < 1e-3 || span < 1e-2*magnitude {
		low, high := ends(s.low, s.high)
		return []plot.Tick{{Value: 0, Label: low}, {Value: histogramBins, Label: high}}
	}
	for _, t := range (plot.DefaultTicks{}).Ticks(s.low, s.high) {
		if !t.IsMinor() {
			if math.Abs(t.Value) < 1e-9*span {
				t.Value = 0 // it may be -0, or a rounding error
			}
			// The library's labels may lack the digits that distinguish them.
			out = append(out, plot.Tick{Value: (t.Value - s.low) / span * histogramBins, Label: strconv.FormatFloat(t.Value, 'g', 6, 64)})
		}
	}
	if len(out) > 5 { // too many for long labels
		out = []plot.Tick{out[0], out[2], out[4]}
	}
	return out
}

// ends returns two figures with as many digits as distinguish them, six at least.
func ends(low, high float64) (a, b string) {
	for digits := 6; digits <= 17 && a == b; digits++ {
		a, b = strconv.FormatFloat(low, 'g', digits, 64), strconv.FormatFloat(high, 'g', digits, 64)
	}
	return a, b
}
