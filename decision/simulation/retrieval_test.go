package simulation

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/decision"
	"github.com/voi-rl/voi/trajectory"
)

// The index agrees with the formula, passage by passage.
func TestBM25(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	text := func(most int) (words []string) {
		for range 1 + rng.IntN(most) {
			words = append(words, fmt.Sprint("w", rng.IntN(12)))
		}
		return words
	}
	for range 200 {
		passages := make([][]string, 1+rng.IntN(15))
		length := 0.0
		for i := range passages {
			passages[i] = text(20)
			length += float64(len(passages[i]))
		}
		length /= float64(len(passages))
		query := text(6)
		got := newIndex(passages).search(query)
		last, found := math.Inf(1), map[int]float64{}
		for _, h := range got {
			if h.score > last {
				t.Fatalf("%v is not sorted", got)
			}
			last, found[h.passage] = h.score, h.score
		}
		for i, p := range passages {
			want := 0.0
			for _, word := range distinct(query) {
				tf, df := 0.0, 0.0
				for _, w := range p {
					if w == word {
						tf++
					}
				}
				for _, other := range passages {
					if slices.Contains(other, word) {
						df++
					}
				}
				n := float64(len(passages))
				want += math.Log(1+(n-df+0.5)/(df+0.5)) * tf * 2.2 / (tf + 1.2*(0.25+0.75*float64(len(p))/length))
			}
			if math.Abs(found[i]-want) > 1e-9 {
				t.Fatalf("passage %d of %v for %v scores %v, want %v", i, passages, query, found[i], want)
			}
		}
	}
}

func searchRun(id, question, answer string, passages ...string) *trajectory.Trajectory {
	t := &trajectory.Trajectory{ID: id, Messages: []trajectory.Message{{Role: dataset.User, Content: question}}}
	for _, p := range passages {
		t.Messages = append(t.Messages, trajectory.Message{Role: dataset.Assistant}, trajectory.Message{Role: dataset.ToolRole, Content: p})
	}
	t.Reference.Answer = answer
	return t
}

func TestRetrieval(t *testing.T) {
	var r Retrieval
	r.Add(searchRun("easy", "who wrote the opera Fidelio", "Beethoven", "the opera Fidelio was written by Beethoven\n\nthe opera house"))
	r.Add(searchRun("gap", "who wrote the opera Tosca", "Puccini", "the opera Fidelio was written by Beethoven", "zebras are striped"))
	r.Add(searchRun("yes", "is Fidelio an opera", "Yes", "Fidelio"))
	r.Add(searchRun("none", "what is it", ""))
	late := []string{}
	for i := range 5 {
		late = append(late, fmt.Sprintf("comet comet comet comet tail %d", i))
	}
	r.Add(searchRun("late", "comet tail", "dust of ice", append(late, "a comet is made of rock and the dust of ice in winter")...))
	if r.YesNo != 1 || r.NoAnswer != 1 || r.Questions() != 3 || r.Passages() != 10 {
		t.Fatalf("%d questions over %d passages, %d yes or no, %d without", r.Questions(), r.Passages(), r.YesNo, r.NoAnswer)
	}
	causes := map[string]string{}
	buckets := map[string]string{}
	tallies, err := r.Episodes(t.Context(), 2, func(e *Episode) error {
		id := e.Records[0].Episode + "/" + e.Controller
		causes[id], buckets[id] = Cause(e), e.Scenario
		if len(e.Records) != len(Sizes) || e.Turns < 1 || e.Turns > len(Sizes) || e.Records[e.Turns-1].Action != decision.Stop {
			t.Errorf("%s takes %d turns of %d rounds: %+v", id, e.Turns, len(e.Records), e.Records)
		}
		for _, rec := range e.Records {
			for _, s := range rec.Signals {
				if s.Name != "k" && !(s.Value >= 0 && s.Value <= 1) {
					t.Errorf("%s: %s is %v", id, s.Name, s.Value)
				}
			}
		}
		return nil
	})
	if err != nil || len(tallies) != 9 {
		t.Fatal(tallies, err)
	}
	for id, want := range map[string]string{"easy/dc": easy, "gap/dc": hard, "late/dc": medium} {
		if buckets[id] != want {
			t.Errorf("%s is %q, want %q", id, buckets[id], want)
		}
	}
	if causes["easy/dc"] != "" || causes["gap/rank"] != CorpusGap {
		t.Errorf("causes are %v", causes)
	}
	// The first round has every word of the question, but not the answer.
	if causes["late/overlap"] != EarlySecond {
		t.Errorf("causes are %v", causes)
	}
}
