package stats

import "math"

// Confusion counts references (rows) against predictions (columns), row by row in one
// slice. The first Classes columns are the classes of the rows, in the same order. Further
// columns are predictions of no class (nothing decided), which are never right.
type Confusion struct {
	Classes int
	Columns int // at least Classes
	Counts  []int64
}

// NewConfusion returns an empty table.
func NewConfusion(classes, columns int) Confusion {
	return Confusion{Classes: classes, Columns: columns, Counts: make([]int64, classes*columns)}
}

// Add counts one pair. A reference outside of the classes is not counted.
func (c *Confusion) Add(reference, predicted int) {
	if reference >= 0 && reference < c.Classes && predicted >= 0 && predicted < c.Columns {
		c.Counts[reference*c.Columns+predicted]++
	}
}

// At is the number of pairs of a reference and a prediction.
func (c *Confusion) At(reference, predicted int) int64 {
	return c.Counts[reference*c.Columns+predicted]
}

// Row is the number of pairs of a reference.
func (c *Confusion) Row(reference int) (n int64) {
	for _, k := range c.Counts[reference*c.Columns : (reference+1)*c.Columns] {
		n += k
	}
	return n
}

// MacroF1Of computes the mean F1 score from counts in the rows and columns of c. The mean
// is over the classes that occur as reference or as prediction. An F1 of a class is 2 hits
// / (references + predictions).
func (c *Confusion) MacroF1Of(counts []int64) float64 {
	sum, classes := 0.0, 0
	for i := range c.Classes {
		var pairs int64
		for j := range c.Columns {
			pairs += counts[i*c.Columns+j]
		}
		for j := range c.Classes {
			pairs += counts[j*c.Columns+i]
		}
		if pairs > 0 {
			sum += 2 * float64(counts[i*c.Columns+i]) / float64(pairs)
			classes++
		}
	}
	if classes == 0 {
		return math.NaN()
	}
	return sum / float64(classes)
}
