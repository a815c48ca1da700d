package label

import (
	"hash/maphash"
	"math"
	"slices"
	"strings"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/lru"
	"github.com/voi-rl/voi/internal/words"
)

// The bounds of what relevance looks at, and from which nearness a word counts.
const (
	maxAsked   = 64 // distinct words of the user; the latest count
	maxTold    = 96 // distinct words of a tool
	nearEnough = 0.6
)

// steepness is by how many powers of epsilon a tool that the user's words are not about
// is less likely than the one that they are about. An open parameter costs its
// candidate one power or less (F3), so that the latter is the likeliest however many of
// its parameters are open.
const steepness = 12

// leastShare is the share of a tool's words from which the user's words say which tool
// they are about; under it the differences are noise.
const leastShare = 0.1

// distance says of each offered tool how far the user's words are from it, in [0,1]: 0
// for the one whose own words they are nearest to, 1 where they are near to none.
func (w *work) distance() []float64 {
	out := w.relevance()
	most := slices.Max(out)
	for i := range out {
		out[i] = (most - out[i]) / max(most, leastShare)
	}
	return out
}

// relevance says of each offered tool which share of the words that tell it from the
// others the user's words are near to, in [0,1].
func (w *work) relevance() []float64 {
	tools := w.sample.Tools
	out := make([]float64, len(tools))
	if len(tools) < 2 {
		return out
	}
	of := map[term]float64{} // how many tools have a word
	for i := range tools {
		for _, t := range w.toldBy(i) {
			of[t]++
		}
	}
	asked := w.asksWith()
	best := make(map[term]float64, len(of))
	for t, n := range of {
		if int(n) < len(tools) {
			best[t] = nearest(t, asked)
		}
	}
	for i := range tools {
		sum, all := 0.0, 0.0
		for _, t := range w.toldBy(i) {
			weight := math.Log(float64(len(tools)+1) / of[t])
			sum += weight * best[t]
			all += weight
		}
		if all > 0 {
			out[i] = sum / all
		}
	}
	return out
}

// mostly is the share of the user's words from which they are about a tool.
const mostly = 0.5

// spokenOf reports whether most of the user's words that are no values are near to those of
// the i-th tool, so that a call of it may be believed that no source names. Words that have no
// vector say nothing, and where none is left nothing speaks against the tool.
func (w *work) spokenOf(i int) bool {
	if w.topics == nil {
		w.topics = termsOf(w.reading.Topics(maxAsked))
	}
	told := w.toldBy(i)
	sum, n := 0.0, 0
	for _, topic := range w.topics {
		near := nearest(topic, told)
		if near > 0 || topic.id > 0 {
			sum += near
			n++
		}
	}
	return n == 0 || sum >= mostly*float64(n)
}

// describe is what a tool says of itself: its name counts beside its description and
// the names of its parameters.
func describe(t *domains.Tool) string {
	var b strings.Builder
	b.WriteString(t.Name)
	b.WriteByte(' ')
	b.WriteString(t.Description)
	for k := range t.Params {
		b.WriteByte(' ')
		b.WriteString(t.Params[k].Name)
	}
	return b.String()
}

// asksWith are the words of the user, the latest where there are too many.
func (w *work) asksWith() []term {
	var asked []string
	for i := len(w.sample.Messages) - 1; i >= 0 && len(asked) < maxAsked; i-- {
		if m := &w.sample.Messages[i]; m.Role == dataset.User {
			asked = append(asked, wordsOf(m.Content, maxAsked-len(asked))...)
		}
	}
	return termsOf(asked)
}

// term is a word with its place in the table of vectors.
type term struct {
	text string
	id   words.ID
}

func termsOf(list []string) []term {
	out := make([]term, len(list))
	for i, word := range list {
		out[i] = term{word, words.Find(word)}
	}
	return out
}

// described are the words of the tools that were looked at last, by what they say of
// themselves, since many samples offer the same; about 1 MiB, twice.
var (
	described = lru.Generations[[]term]{Most: 1 << 15, Size: func(t []term) int { return len(t) + 1 }}
	seed      = maphash.MakeSeed()
)

// toldBy are the words of the i-th tool.
func (w *work) toldBy(i int) []term {
	if w.told == nil {
		w.told = make([][]term, len(w.sample.Tools))
	}
	if w.told[i] == nil {
		text := describe(&w.sample.Tools[i])
		key, found := maphash.String(seed, text), false
		if w.told[i], found = described.Find(key); !found {
			w.told[i] = termsOf(wordsOf(text, maxTold))
			described.Keep(key, w.told[i])
		}
	}
	return w.told[i]
}

// wordsOf are the distinct words of a text that may carry content, names in camelCase
// and with underscores taken apart.
func wordsOf(text string, limit int) (out []string) {
	for _, t := range words.Tokens(nil, words.Spell(text[:min(len(text), 1<<13)]), 4*limit) {
		if (len(t.Text) > 3 || t.Unspaced) && len(out) < limit && !slices.Contains(out, t.Text) {
			out = append(out, t.Text)
		}
	}
	return out
}

// nearest is how near the nearest of words is to a word, 0 under nearEnough.
func nearest(word term, of []term) float64 {
	best := 0.0
	for i := range of {
		if of[i].text == word.text {
			return 1
		}
		best = max(best, words.Near(word.id, of[i].id))
	}
	if best < nearEnough {
		return 0
	}
	return best
}
