package words

import (
	_ "embed"
	"math"
	"strings"
	"sync"
	"unsafe"
)

// Dim is the number of dimensions of a Vector.
const Dim = 64

// scale is the length of a Vector.
const scale = 254

// Vector is the meaning of a word or a phrase: words with similar use, in any language,
// have vectors of similar direction. Its length is about 254; the zero Vector has no
// meaning.
type Vector [Dim]int8

// table holds the number of words, their hashes in ascending order, and their vectors, all
// little-endian. It is read in place from the binary, so that a process loads only the
// pages that it uses.
//
//go:embed vectors.bin
var table string

func number(i int) uint32 {
	x := table[i : i+4]
	return uint32(x[0]) | uint32(x[1])<<8 | uint32(x[2])<<16 | uint32(x[3])<<24
}

// ID is the index of a word in the table, from 1; 0 is no word.
type ID int32

// Size returns the number of words in the table: IDs are 1 to Size.
func Size() int { return int(number(0)) }

// Hash is the hash of a folded word (FNV-1a).
func Hash(word string) uint32 {
	h := uint32(2166136261)
	for i := 0; i < len(word); i++ {
		h = (h ^ uint32(word[i])) * 16777619
	}
	return h
}

// Find returns the ID of a folded word, 0 if the table lacks it.
func Find(word string) ID { return find(Hash(word)) }

// find looks for a hash where it would be if the hashes were spread evenly, as they nearly are.
func find(h uint32) ID {
	n := int(number(0))
	i := int(uint64(h) * uint64(n) >> 32)
	for range 2 {
		i += (int(h) - int(number(4+4*i))) * n >> 32
		i = min(max(i, 0), n-1)
	}
	for i > 0 && number(4*i) >= h {
		i--
	}
	for i < n && number(4+4*i) < h {
		i++
	}
	if i == n || number(4+4*i) != h {
		return 0
	}
	return ID(i + 1)
}

// place is where a word's vector lies in the table.
func (id ID) place() *Vector {
	at := 4 + 4*int(number(0)) + Dim*int(id-1)
	return (*Vector)(unsafe.Pointer(unsafe.StringData(table[at : at+Dim])))
}

// Vector returns the vector of a word, the zero Vector for no word.
func (id ID) Vector() (v Vector) {
	if id > 0 {
		v = *id.place()
	}
	return v
}

// Near is the Cosine of the vectors of two words, 0 if one of them is no word.
func Near(a, b ID) float64 {
	if a <= 0 || b <= 0 {
		return 0
	}
	return float64(dot(a.place(), b.place(), 1)) / (scale * scale)
}

// Nearest returns which of some words is the nearest to a word, the first of equals, and how Near it is: -1 and 0 if there
// is none.
func Nearest(a ID, list []ID) (at int, near float64) {
	at, most := -1, int32(0)
	for i, b := range list {
		if a <= 0 || b <= 0 {
			continue
		}
		if d := dot(a.place(), b.place(), 1); at < 0 || d > most {
			at, most = i, d
		}
	}
	return at, float64(most) / (scale * scale)
}

// Dot is the sum of the products of Vectors of any length, as many of b as a has.
func Dot(a, b []Vector) int32 {
	if len(a) == 0 {
		return 0
	}
	return dot(&a[0], &b[:len(a)][0], len(a))
}

// Dots writes to out the sums of the products of b and runs of a that are as long as b, one run behind the other. It is
// quicker than as many calls of Dot.
func Dots(out []int32, a, b []Vector) {
	if len(out) == 0 || len(b) == 0 {
		clear(out)
		return
	}
	dots(&out[0], &a[:len(out)*len(b)][0], &b[0], len(out), len(b))
}

// eachDot is dots by one call of dot for each run.
func eachDot(out *int32, x, y *Vector, runs, n int) {
	sums, rows := unsafe.Slice(out, runs), unsafe.Slice(x, runs*n)
	for k := range sums {
		sums[k] = dot(&rows[k*n], y, n)
	}
}

// slowDot is Dot without the machine's instructions for it.
func slowDot(a, b []Vector) (sum int32) {
	for k := range a {
		for i, x := range a[k] {
			sum += int32(x) * int32(b[k][i])
		}
	}
	return sum
}

// Sum is a sum of vectors.
type Sum [Dim]float32

// Add adds a vector, multiplied by weight.
func (s *Sum) Add(v *Vector, weight float32) {
	for i := range s {
		s[i] += weight * float32(v[i])
	}
}

// Vector returns the direction of the sum; the zero Vector for an empty sum.
func (s *Sum) Vector() (v Vector) {
	var square float64
	for _, x := range s {
		square += float64(x) * float64(x)
	}
	if square < 1 {
		return v
	}
	f := scale / math.Sqrt(square)
	for i, x := range s {
		v[i] = int8(max(-127, min(127, math.Round(float64(x)*f))))
	}
	return v
}

// Cosine is the similarity of two meanings: 1 for equal ones, about 0 for unrelated ones
// and for a zero Vector.
func Cosine(a, b *Vector) float64 {
	return float64(dot(a, b, 1)) / (scale * scale)
}

// longest is the largest number of characters in a word of a script without spaces.
const longest = 6

// Each calls f with each word of tokens (0 for an unknown word), and the range of tokens
// [from, to) that makes it up. In scripts without spaces that is the longest run of
// characters in the table. An unknown word counts as its beginning, if that is most of it,
// because there are many inflected forms.
func Each(tokens []Token, f func(id ID, from, to int)) {
	var run [4 * longest]byte
	for i := 0; i < len(tokens); {
		if !tokens[i].Unspaced {
			f(near(tokens[i].Text), i, i+1)
			i++
			continue
		}
		text, ends, n := run[:0], [longest]int{}, 0
		for n < longest && i+n < len(tokens) && tokens[i+n].Unspaced && (n == 0 || tokens[i+n].Start == tokens[i+n-1].End) && len(text)+len(tokens[i+n].Text) <= len(run) {
			text = append(text, tokens[i+n].Text...)
			ends[n] = len(text)
			n++
		}
		id := Find(string(text[:ends[max(n, 1)-1]]))
		for ; id == 0 && n > 1; id = Find(string(text[:ends[n-1]])) {
			n--
		}
		n = max(n, 1)
		f(id, i, i+n)
		i += n
	}
}

// near is Find for a word. If the table lacks it, near looks for the word without a plural
// s, and then for its longest known beginning of at least four bytes and half of the word;
// words of some languages are compounds.
func near(word string) ID {
	id := Find(word)
	if one, ok := strings.CutSuffix(word, "s"); id == 0 && ok && len(one) > 2 {
		id = Find(one)
	}
	for n := min(len(word), 32) - 1; id == 0 && n >= 4 && 2*n >= len(word); n-- {
		id = Find(word[:n])
	}
	return id
}

// names are common first names. A word with similar use counts as a name, too.
const names = "anna maria john peter sarah michael david james"

// nameness is the smallest similarity to names of a word that counts as one. At the
// beginning of a sentence people's names have 0.4 to 0.7, most places 0.4 to 0.5, verbs and
// things less than 0.3.
const nameness = 0.4

var nameVector = sync.OnceValue(func() Vector {
	var sum Sum
	for _, name := range strings.Fields(names) {
		v := Find(name).Vector()
		sum.Add(&v, 1)
	}
	return sum.Vector()
})

// Name reports whether a folded word of three letters or more is used like a name, or is
// not in the table.
func Name(word string) bool {
	id := Find(word)
	if id == 0 || len(word) < 3 {
		return len(word) > 2
	}
	v, of := id.Vector(), nameVector()
	return Cosine(&v, &of) >= nameness
}
