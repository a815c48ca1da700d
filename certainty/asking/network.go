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

// Sizes of the network. A unit is a word of the text, described by words.Dim numbers: facts
// that hold for every parameter, facts that depend on the parameter, what its vector and its
// spelling contribute.
const (
	maxUnits  = 96 // units that are read around a request
	taps      = 7  // units that a filter sees at a time
	filters   = 24
	deep      = 24      // neurons between filters and score
	grams     = 1 << 12 // kinds of three letters, the first for none
	mostGrams = 8       // of a word that are read
	facts     = 27
	fits      = 9
	meant0    = facts + fits // first number that comes from the word's vector
	spelled0  = meant0 + 13  // first number that comes from its spelling
	wholes    = 36           // facts about the text and the parameter as a whole
)

// wanted is the network.
type wanted struct {
	spelled  [][words.Dim - spelled0]int8 // by three letters
	spells   float32                      // scale of spelled
	meant    [spelled0 - meant0]words.Vector
	by       [spelled0 - meant0]float32 // scale of meant
	filter   [filters][taps]words.Vector
	scale    [filters]float32
	bias     [filters]float32
	neuron   [deep][2*filters + wholes]float32
	neuron0  [deep]float32
	out      [deep]float32
	constant float32
	fitting  [filters]words.Vector // the weights of the fits in filter, one tap after the other
}

var network = sync.OnceValue(func() *wanted { return mustParse("want.bin", wantFile) })

// mustParse reads a network as fit.py writes it: the fields of wanted in their order,
// little-endian. The files are part of the binary, and a test reads them.
func mustParse(name string, file []byte) *wanted {
	n := &wanted{spelled: make([][words.Dim - spelled0]int8, grams)}
	at := 0
	for _, into := range []any{n.spelled, &n.spells, &n.meant, &n.by, &n.filter, &n.scale, &n.bias, &n.neuron, &n.neuron0, &n.out, &n.constant} {
		read, err := binary.Decode(file[at:], binary.LittleEndian, into)
		if err != nil {
			panic(fmt.Errorf("%s: %w after %d bytes; fit it anew with fit/fit.py", name, err, at))
		}
		at += read
	}
	if at != len(file) {
		panic(fmt.Errorf("%s: %d bytes, of which %d are read; fit it anew with fit/fit.py", name, len(file), at))
	}
	for k := range n.filter {
		for t := range n.filter[k] {
			copy(n.fitting[k][t*fits:], n.filter[k][t][facts:facts+fits])
		}
	}
	return n
}

// named is the likeness to its name at which a word stands for the parameter.
const named = 76

// rows returns the units' numbers, as far as they do not depend on a parameter.
func (n *wanted) rows(units []unit) []words.Vector {
	out := make([]words.Vector, len(units))
	for i := range units {
		u, row := &units[i], &out[i]
		copy(row[:], u.facts[:])
		if u.id != 0 {
			v := [1]words.Vector{u.id.Vector()}
			for k := range n.meant {
				row[meant0+k] = int8(max(-full, min(full, math.Round(float64(n.by[k]*float32(words.Dot(v[:], n.meant[k:k+1])))))))
			}
		}
		n.spell(row[spelled0:], &u.grams)
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
		row[k] = int8(max(-full, min(full, math.Round(float64(by*float32(sum))))))
	}
}

// seen is a run of a text's units and what the filters see of it, apart from a parameter.
type seen struct {
	rows []words.Vector
	sums [][filters]int32
}

// see applies the filters to a run of units.
func (n *wanted) see(rows []words.Vector) seen {
	s := seen{rows, make([][filters]int32, len(rows))}
	padded := make([]words.Vector, len(rows)+taps-1)
	copy(padded[taps/2:], rows)
	for i := range rows {
		for k := range n.filter {
			s.sums[i][k] = words.Dot(n.filter[k][:], padded[i:])
		}
	}
	return s
}

// score returns how sure the network is that a text requests a parameter, which its units fit as
// fit says: positive if it does. The parameter's own words say nothing about what is wanted of it,
// so that what comes from their meaning is taken away.
// Products are rounded before they are added, so that every machine gives the same score.
func (n *wanted) score(s seen, fit [][fits]int8, wholes *[wholes]float32) float32 {
	var most, at [filters]float32
	sums := s.sums
	for i := range fit {
		if fit[i][0] != full {
			continue
		}
		if &sums[0] == &s.sums[0] {
			sums = slices.Clone(sums)
		}
		own := [1]words.Vector{s.rows[i]}
		clear(own[0][:meant0])
		for t := range taps {
			if at := i + taps/2 - t; at >= 0 && at < len(sums) {
				for k := range n.filter {
					sums[at][k] -= words.Dot(n.filter[k][t:t+1], own[:])
				}
			}
		}
	}
	var around [1]words.Vector // the fits of the units that a filter sees
	next := func(i int) {
		copy(around[0][:], around[0][fits:taps*fits])
		last := around[0][(taps-1)*fits : taps*fits]
		if clear(last); i < len(fit) {
			copy(last, fit[i][:])
		}
	}
	for i := range taps / 2 {
		next(i)
	}
	for i := range fit {
		next(i + taps/2)
		for k := range n.filter {
			sum := sums[i][k] + words.Dot(n.fitting[k:k+1], around[:])
			v := float32(float32(sum)*n.scale[k]) + n.bias[k]
			most[k] = max(most[k], v)
			if fit[i][0] >= named {
				at[k] = max(at[k], v)
			}
		}
	}
	score := n.constant
	for k := range n.neuron {
		v, by := n.neuron0[k], &n.neuron[k]
		for i := range filters {
			v += float32(by[i]*most[i]) + float32(by[filters+i]*at[i])
		}
		for i := range wholes {
			v += float32(by[2*filters+i] * wholes[i])
		}
		score += float32(n.out[k] * max(0, v))
	}
	return score
}
