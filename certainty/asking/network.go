package asking

import (
	_ "embed"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"sync"

	"github.com/voi-rl/voi/internal/words"
)

// wantFile holds the numbers of the network that fit/fit.py fits.
//
//go:embed want.bin
var wantFile []byte

// Sizes of every network. A unit is a word of the text, described by words.Dim numbers: facts
// that hold for every parameter, facts that depend on the parameter, what its vector and its
// spelling contribute. Beside them stand its pairs.
const (
	maxUnits  = 96      // units that are read around a request
	taps      = 7       // units that a filter sees at a time
	nearTaps  = 4       // of these, from the second before its own on, of which it sees the pairs
	grams     = 1 << 12 // kinds of three letters, the first for none
	mostGrams = 8       // of a word that are read
	facts     = 27
	fits      = 9
	meant0    = facts + fits // first number that comes from the word's vector
	spelled0  = meant0 + 13  // first number that comes from its spelling
	wholes    = 36           // facts about the text and the parameter as a whole
)

// sizes are those in which networks differ.
type sizes struct {
	filters int // at most mostFilters
	deep    int // neurons between filters and score, at most mostDeep
	pairs   int // products of what a word means and what the parameter means, mostPairs or none
}

const (
	mostFilters = 48
	mostDeep    = 32
	mostPairs   = words.Dim / 2
)

// wanted is the network.
type wanted struct {
	sizes
	spelled  [][words.Dim - spelled0]int8 // by three letters
	spells   float32                      // scale of spelled
	meant    [spelled0 - meant0]words.Vector
	by       [spelled0 - meant0]float32   // scale of meant
	word     []words.Vector               // for each pair, what it weighs in the word's vector
	wordBy   []float32                    // scale of word
	about    []words.Vector               // for each pair, what it weighs in the senses of the parameter
	aboutBy  []float32                    // scale of about
	filter   []words.Vector               // for each filter the weights of its taps
	pairing  [][nearTaps / 2]words.Vector // for each filter the weights of the pairs, two taps to a Vector
	scale    []float32
	bias     []float32
	neuron   []float32 // for each filter, each filter at the name and each of the wholes its weight for each neuron
	neuron0  []float32
	out      []float32
	constant float32
	fitting  []words.Vector // for each filter the weights of the fits, one tap after the other, and its pairing
}

var network = sync.OnceValue(func() *wanted { return mustParse("want.bin", wantFile, sizes{48, 32, 32}) })

// mustParse reads a network as fit.py writes it: the fields of wanted in their order,
// little-endian. The files are part of the binary, and a test reads them.
func mustParse(name string, file []byte, z sizes) *wanted {
	numbers := func(n int) []float32 { return make([]float32, n) }
	n := &wanted{
		sizes: z, spelled: make([][words.Dim - spelled0]int8, grams),
		word: make([]words.Vector, z.pairs), wordBy: numbers(z.pairs), about: make([]words.Vector, z.pairs*senses), aboutBy: numbers(z.pairs),
		filter: make([]words.Vector, z.filters*taps), pairing: make([][nearTaps / 2]words.Vector, z.filters*min(z.pairs, 1)), scale: numbers(z.filters), bias: numbers(z.filters),
		neuron: numbers(z.deep * (2*z.filters + wholes)), neuron0: numbers(z.deep), out: numbers(z.deep),
	}
	at := 0
	for _, into := range []any{n.spelled, &n.spells, &n.meant, &n.by, n.word, n.wordBy, n.about, n.aboutBy,
		n.filter, n.pairing, n.scale, n.bias, n.neuron, n.neuron0, n.out, &n.constant} {
		read, err := binary.Decode(file[at:], binary.LittleEndian, into)
		if err != nil {
			panic(fmt.Errorf("%s: %w after %d bytes; fit it anew with fit/fit.py", name, err, at))
		}
		at += read
	}
	if at != len(file) {
		panic(fmt.Errorf("%s: %d bytes, of which %d are read; fit it anew with fit/fit.py", name, len(file), at))
	}
	for k := range n.filters {
		var of words.Vector
		for t := range taps {
			copy(of[t*fits:], n.filter[k*taps+t][facts:facts+fits])
		}
		n.fitting = append(n.fitting, of)
		if n.pairs > 0 {
			n.fitting = append(n.fitting, n.pairing[k][:]...)
		}
	}
	return n
}

// named is the likeness to its name at which a word stands for the parameter.
const named = 76

// row is what a network reads of a unit, as far as it does not depend on a parameter.
type row struct {
	words.Vector
	pairs [mostPairs]float32 // the words' part of the pairs
}

// rows returns the rows of units.
func (n *wanted) rows(units []unit) []row {
	out := make([]row, len(units))
	for i := range units {
		u, row := &units[i], &out[i]
		copy(row.Vector[:], u.facts[:])
		if u.id != 0 {
			v, sums := [1]words.Vector{u.id.Vector()}, [mostPairs]int32{}
			words.Dots(sums[:len(n.meant)], n.meant[:], v[:])
			for k := range n.meant {
				row.Vector[meant0+k] = rounded(n.by[k] * float32(sums[k]))
			}
			words.Dots(sums[:n.pairs], n.word, v[:])
			for k := range n.word {
				row.pairs[k] = n.wordBy[k] * float32(sums[k])
			}
		}
		n.spell(row.Vector[spelled0:], &u.grams)
	}
	return out
}

// rounded returns the fact that is closest to a number. It works with halves, without a branch, because there are many.
func rounded(v float32) int8 {
	halves := int32(2 * v)
	sign := halves >> 31 // 0 or -1
	size := min(full, ((halves^sign)-sign+1)>>1)
	return int8((size ^ sign) - sign)
}

// senses are the vectors that tell what a parameter is about.
const senses = 3

// senses returns the directions of the words of a parameter's name, of its description and of its values.
func (q *param) senses() (out [senses]words.Vector) {
	for i, list := range [senses][]word{q.name, q.desc, q.values} {
		var sum words.Sum
		for k := range list {
			v := list[k].id.Vector()
			sum.Add(&v, 1)
		}
		out[i] = sum.Vector()
	}
	return out
}

// side is a parameter's part of the pairs.
type side [mostPairs]float32

// sides returns the sides of parameters.
func (n *wanted) sides(of []param) []side {
	out := make([]side, len(of))
	for i := range of {
		v, sums := of[i].senses(), [mostPairs]int32{}
		words.Dots(sums[:n.pairs], n.about, v[:])
		for k, by := range n.aboutBy {
			out[i][k] = by * float32(sums[k])
		}
	}
	return out
}

// spell writes what a word's spelling contributes, the sum over its letters.
func (n *wanted) spell(row []int8, of *[mostGrams]uint16) {
	var sums [words.Dim - spelled0]int32
	read := 0
	for ; read < mostGrams && of[read] != 0; read++ {
		for k, v := range n.spelled[of[read]] {
			sums[k] += int32(v)
		}
	}
	by := n.spells / float32(math.Sqrt(float64(max(1, read))))
	for k, sum := range sums {
		row[k] = rounded(by * float32(sum))
	}
}

// seen is a run of a text's units and what the filters see of it, apart from a parameter.
type seen struct {
	rows []row
	sums [][mostFilters]int32
}

// see applies the filters to a run of units.
func (n *wanted) see(rows []row) seen {
	s := seen{rows, make([][mostFilters]int32, len(rows))}
	padded := make([]words.Vector, len(rows)+taps-1)
	for i := range rows {
		padded[i+taps/2] = rows[i].Vector
	}
	for i := range rows {
		words.Dots(s.sums[i][:n.filters], n.filter, padded[i:i+taps])
	}
	return s
}

// score returns how sure the network is that a text requests a parameter, which its units fit as
// fit says, and whose side of the pairs is of: positive if it does. Products are rounded before they are added, so
// that every machine gives the same score.
func (n *wanted) score(s seen, fit [][fits]int8, of *side, wholes *[wholes]float32) float32 {
	most, at := n.largest(n.without(s, fit), s.rows, fit, of)
	neurons := [mostDeep]float32{}
	copy(neurons[:], n.neuron0)
	for i, by := range n.scale {
		v, w := float32(float32(most[i])*by)+n.bias[i], max(0, float32(float32(at[i])*by)+n.bias[i])
		if v <= 0 {
			continue // so is w
		}
		of, ofNamed := n.neuron[i*n.deep:][:n.deep], n.neuron[(n.filters+i)*n.deep:][:n.deep]
		for k := range of {
			neurons[k] += float32(of[k]*v) + float32(ofNamed[k]*w)
		}
	}
	for i, v := range wholes {
		if v == 0 {
			continue
		}
		for k, by := range n.neuron[(2*n.filters+i)*n.deep:][:n.deep] {
			neurons[k] += float32(by * v)
		}
	}
	score := n.constant
	for k, by := range n.out {
		score += float32(by * max(0, neurons[k]))
	}
	return score
}

// without returns what the filters see of units without what comes from the meaning and the spelling of the
// parameter's own words, because those say nothing about what is wanted of it.
func (n *wanted) without(s seen, fit [][fits]int8) [][mostFilters]int32 {
	sums := s.sums
	for i := range fit {
		if fit[i][0] != full {
			continue
		}
		if &sums[0] == &s.sums[0] {
			sums = slices.Clone(sums)
		}
		own := [1]words.Vector{s.rows[i].Vector}
		clear(own[0][:meant0])
		var seen [mostFilters * taps]int32
		words.Dots(seen[:n.filters*taps], n.filter, own[:])
		for t := range taps {
			if at := i + taps/2 - t; at >= 0 && at < len(sums) {
				for k := range n.filters {
					sums[at][k] -= seen[k*taps+t]
				}
			}
		}
	}
	return sums
}

// largest returns for each filter the largest of its sums, over all units and over those that name the parameter: what it
// sees apart from the parameter, which sums has, with what it sees of the fits and of the pairs.
func (n *wanted) largest(sums [][mostFilters]int32, rows []row, fit [][fits]int8, of *side) (most, at [mostFilters]int32) {
	for k := range most {
		most[k], at[k] = math.MinInt32, math.MinInt32
	}
	var seeing [1 + nearTaps/2]words.Vector
	around := seeing[:len(n.fitting)/n.filters]
	next := func(i int) { // moves the fits on, and adds those of unit i
		copy(around[0][:], around[0][fits:taps*fits])
		last := around[0][(taps-1)*fits : taps*fits]
		if clear(last); i < len(fit) {
			copy(last, fit[i][:])
		}
	}
	nextPairs := func(i int) { // does so with the pairs; the parameter's own words have none
		if of == nil {
			return
		}
		a, b := &around[1], &around[2]
		copy(a[:], a[mostPairs:])
		copy(a[mostPairs:], b[:mostPairs])
		copy(b[:], b[mostPairs:])
		if clear(b[mostPairs:]); i < len(fit) && fit[i][0] != full {
			for k, v := range rows[i].pairs {
				b[mostPairs+k] = rounded(v * of[k])
			}
		}
	}
	for i := range taps / 2 {
		next(i)
	}
	nextPairs(0)
	for i := range fit {
		next(i + taps/2)
		nextPairs(i + 1)
		var all [mostFilters]int32
		words.Dots(all[:n.filters], n.fitting, around)
		for k := range all {
			all[k] += sums[i][k]
			most[k] = max(most[k], all[k])
		}
		if fit[i][0] >= named {
			for k := range at {
				at[k] = max(at[k], all[k])
			}
		}
	}
	return most, at
}
