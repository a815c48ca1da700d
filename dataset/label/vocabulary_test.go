package label

import (
	"math"
	"path/filepath"
	"testing"

	"github.com/voi-rl/voi/certainty/grounding"
	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/reader"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/sharedtest"
	"github.com/voi-rl/voi/internal/words"
)

// nearest returns the largest nearness of a word to others, 0 below nearEnough.
func nearest(word string, of []string) float64 {
	best := 0.0
	for _, other := range of {
		if other == word {
			return 1
		}
		best = max(best, words.Near(words.Find(word), words.Find(other)))
	}
	if best < nearEnough {
		return 0
	}
	return best
}

// plainRelevance is relevance by comparing each word with each other.
func plainRelevance(w *work) []float64 {
	tools := w.sample.Tools
	out := make([]float64, len(tools))
	if len(tools) < 2 {
		return out
	}
	told, of := make([][]string, len(tools)), map[string]float64{}
	for i := range tools {
		told[i] = wordsOf(describe(&tools[i]), maxTold)
		for _, t := range told[i] {
			of[t]++
		}
	}
	asked := w.asksWith()
	for i := range tools {
		sum, all := 0.0, 0.0
		for _, t := range told[i] {
			weight := math.Log(float64(len(tools)+1) / of[t])
			all += weight
			if int(of[t]) < len(tools) {
				sum += weight * nearest(t, asked)
			}
		}
		if all > 0 {
			out[i] = sum / all
		}
	}
	return out
}

// plainSpokenOf is spokenOf by comparing each word with each other.
func plainSpokenOf(w *work, i int) bool {
	sum, n := 0.0, 0
	for _, topic := range w.reading.Topics(maxAsked) {
		by := nearest(topic, wordsOf(describe(&w.sample.Tools[i]), maxTold))
		if by > 0 || words.Find(topic) > 0 {
			sum += by
			n++
		}
	}
	return n == 0 || sum >= mostly*float64(n)
}

// The cached vocabulary gives the same results as a comparison of single words.
func TestVocabulary(t *testing.T) {
	for _, file := range []string{"when2call/dev.jsonl", "bfcl/BFCL_v4_live_multiple.json.gz"} {
		t.Run(filepath.Base(file), func(t *testing.T) {
			r := sharedtest.Need(reader.Open(t.Context(), sharedtest.Shared(t, "data/"+file), reader.Options{}))(t)
			defer r.Close()
			near, spoken := 0, 0
			var many []domains.Tool // including tools of earlier rows
			for raw, err := range r.All() {
				sharedtest.OK(t, err)
				s := r.Decode(raw).Sample
				if s == nil || len(s.Tools) == 0 || raw.Line%3 != 0 {
					continue
				}
				if many = append(many[max(0, len(many)-30):], s.Tools...); raw.Line%2 == 0 {
					s.Tools = many
				}
				w := &work{sample: s, reading: grounding.Read(Input(s, nil))}
				got, want := w.relevance(), plainRelevance(w)
				for i := range want {
					if got[i] != want[i] || w.spokenOf(i) != plainSpokenOf(w, i) {
						t.Fatalf("%s, tool %d: %v, %v; want %v, %v", s.ID, i, got[i], w.spokenOf(i), want[i], plainSpokenOf(w, i))
					}
					if want[i] > 0 {
						near++
					}
					if w.spokenOf(i) {
						spoken++
					}
				}
			}
			if t.Logf("%d tools that the words are near to, %d that they are about", near, spoken); near == 0 || spoken == 0 {
				t.Error("nothing is compared")
			}
		})
	}
}

// Lists of tools whose texts, one after the other, are the same have vocabularies of their own.
func TestVocabularyKey(t *testing.T) {
	three := []domains.Tool{{Name: "a", Description: "book"}, {Name: "b", Description: "hotel"}, {Name: "c", Description: "train"}}
	for _, tools := range [][]domains.Tool{
		three,
		{{Name: "a", Description: "book\x00\x01b\x00hotel"}, three[2]},
		{{Name: "a", Description: "book", Params: []domains.Param{{Name: "\x01b"}, {Name: "hotel"}}}, three[2]},
	} {
		s := &dataset.Sample{Messages: []dataset.Message{{Role: dataset.User, Content: "book a hotel"}}, Tools: tools}
		if _, err := new(Labeler).Label(s, nil); err != nil {
			t.Errorf("%v: %v", tools, err)
		}
		w := &work{sample: s}
		if got := len(w.vocabulary().of); got != len(tools) {
			t.Errorf("%v: the vocabulary of %d tools", tools, got)
		}
	}
}
