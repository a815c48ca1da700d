package simulation

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"
)

// BM25's usual constants (S. Robertson and H. Zaragoza 2009).
const (
	bm25K1 = 1.2
	bm25B  = 0.75
)

// index finds passages by BM25.
type index struct {
	passages [][]string // tokens
	postings map[string][]posting
	length   float64 // mean, in tokens
}

type posting struct{ passage, count int }

// tokens are the runs of letters and digits of a text, lower-cased.
func tokens(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

func newIndex(passages [][]string) *index {
	x := &index{passages: passages, postings: map[string][]posting{}}
	for i, p := range passages {
		x.length += float64(len(p)) / float64(len(passages))
		for _, word := range p {
			of := x.postings[word]
			if n := len(of); n > 0 && of[n-1].passage == i {
				of[n-1].count++
			} else {
				x.postings[word] = append(of, posting{i, 1})
			}
		}
	}
	return x
}

// idf is the inverse document frequency of a word, never negative.
func (x *index) idf(word string) float64 {
	n, df := float64(len(x.passages)), float64(len(x.postings[word]))
	return math.Log(1 + (n-df+0.5)/(df+0.5))
}

// hit is a passage with its score.
type hit struct {
	passage int
	score   float64
}

// search returns the passages that share a word with a query, best first; on a tie, in
// the order in which they were added.
func (x *index) search(query []string) []hit {
	scores := map[int]float64{}
	for _, word := range distinct(query) {
		idf := x.idf(word)
		for _, p := range x.postings[word] {
			tf := float64(p.count)
			norm := bm25K1 * (1 - bm25B + bm25B*float64(len(x.passages[p.passage]))/x.length)
			scores[p.passage] += idf * tf * (bm25K1 + 1) / (tf + norm)
		}
	}
	hits := make([]hit, 0, len(scores))
	for passage, score := range scores {
		hits = append(hits, hit{passage, score})
	}
	slices.SortFunc(hits, func(a, b hit) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.passage, b.passage))
	})
	return hits
}

// distinct returns the distinct words, sorted.
func distinct(words []string) []string {
	words = slices.Clone(words)
	slices.Sort(words)
	return slices.Compact(words)
}

// within reports whether the words of an answer occur consecutively in a text.
func within(answer, text []string) bool {
	if len(answer) == 0 {
		return false
	}
	for i := 0; i+len(answer) <= len(text); i++ {
		if slices.Equal(answer, text[i:i+len(answer)]) {
			return true
		}
	}
	return false
}
