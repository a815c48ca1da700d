package label

import (
	"slices"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/internal/words"
)

// The limits of the compared words, and the smallest nearness that counts.
const (
	maxAsked   = 64 // distinct words of the user; the latest count
	maxTold    = 96 // distinct words of a tool
	nearEnough = 0.6
)

// steepness is the largest penalty for a tool that the user's words are not about, as a
// power of epsilon. An open parameter costs a candidate at most one power (F3). So the tool
// that the words are about is the likeliest, even if many of its parameters are open.
const steepness = 12

// leastShare is the smallest share of a tool's words that makes the user's words count.
// Below it differences between tools are noise.
const leastShare = 0.1

// distance returns for each offered tool how far the user's words are from it, in [0,1]: 0
// for the nearest tool, 1 for a tool without a near word.
func (w *work) distance() []float64 {
	out := w.relevance()
	most := slices.Max(out)
	for i := range out {
		out[i] = (most - out[i]) / max(most, leastShare)
	}
	return out
}

// relevance returns for each offered tool the share of its distinguishing words that the
// user's words are near to, in [0,1].
func (w *work) relevance() []float64 {
	out := make([]float64, len(w.sample.Tools))
	if len(out) < 2 {
		return out
	}
	told := w.vocabulary()
	best := make([]float64, len(told.terms))
	for _, word := range w.asksWith() {
		for _, n := range told.near(word) {
			best[n.term] = max(best[n.term], n.by)
		}
	}
	for i, terms := range told.of {
		sum := 0.0
		for _, t := range terms {
			sum += told.weights[t] * share(best[t])
		}
		if told.all[i] > 0 {
			out[i] = sum / told.all[i]
		}
	}
	return out
}

// mostly is the share of the user's words that have to be near to a tool's words.
const mostly = 0.5

// topic is a word of the user that is not a value.
type topic struct {
	known bool // it has a vector
	near  []near
}

// spokenOf reports whether most of the user's words that are no values are near to the
// words of tool i. Only then a call of the tool may be believed that no source names. Words
// without a vector are ignored. If no word is left, the result is true.
func (w *work) spokenOf(i int) bool {
	told := w.vocabulary()
	if w.topics == nil {
		for _, word := range w.reading.Topics(maxAsked) {
			w.topics = append(w.topics, topic{words.Find(word) > 0, told.near(word)})
		}
	}
	sum, n := 0.0, 0
	for _, topic := range w.topics {
		best := 0.0
		for _, near := range topic.near {
			if near.by > best && slices.Contains(told.of[i], near.term) {
				best = near.by
			}
		}
		if best > 0 || topic.known {
			sum += share(best)
			n++
		}
	}
	return n == 0 || sum >= mostly*float64(n)
}

// asksWith returns the words of the user, the latest ones if there are too many.
func (w *work) asksWith() (asked []string) {
	for i := len(w.sample.Messages) - 1; i >= 0 && len(asked) < maxAsked; i-- {
		if m := &w.sample.Messages[i]; m.Role == dataset.User {
			asked = append(asked, wordsOf(m.Content, maxAsked-len(asked))...)
		}
	}
	return asked
}

// wordsOf returns the distinct words of a text that may carry content. Names in camelCase
// and with underscores are split.
func wordsOf(text string, limit int) (out []string) {
	for _, t := range words.Tokens(nil, words.Spell(text[:min(len(text), 1<<13)]), 4*limit) {
		if (len(t.Text) > 3 || t.Unspaced) && len(out) < limit && !slices.Contains(out, t.Text) {
			out = append(out, t.Text)
		}
	}
	return out
}
