package simulation

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/decision"
	"github.com/voi-rl/voi/internal/ordered"
	"github.com/voi-rl/voi/trajectory"
)

// Retrieval is the decision of section 5.3 on recorded searches: to stop, or to expand the
// retrieved set from 3 to 6 to 9 passages. The corpus is everything that the runs
// observed. BM25 retrieves passages for the runs' questions again, and an answer counts as
// found if its words stand in a passage.
//
// Two signals replace the paper's, which need models. p_rank is how far the next passage
// in rank is behind the best (1 less the ratio of their scores). p_overlap is the
// idf-weighted share of the question's words that occur in the passages so far.
type Retrieval struct {
	// Numbers of skipped runs: those without a question or an answer, and those answered
	// by yes or no, which no passage states as such.
	NoAnswer, YesNo int

	seen      map[string]bool
	passages  [][]string
	questions []question
}

// question is a run to be replayed.
type question struct {
	id, task     string // runs with the same question have the same task
	text, answer []string
}

// Sizes are the numbers of passages in each round.
var Sizes = [...]int{3, 6, 9}

// The parameters of appendix C.2, and the buckets of its figures.
const (
	Alpha = 0.4
	Tau   = 0.8

	easy   = "easy"
	medium = "medium"
	hard   = "hard"
)

// Add adds a recorded run.
func (r *Retrieval) Add(t *trajectory.Trajectory) {
	if r.seen == nil {
		r.seen = map[string]bool{}
	}
	var q question
	answers := false // the last call gave the answer, so that its result is no passage
	for i := range t.Messages {
		switch m := &t.Messages[i]; {
		case m.Role == dataset.Assistant:
			answers = slices.ContainsFunc(m.Calls, func(c trajectory.Call) bool { return strings.EqualFold(c.Name, "finish") })
		case m.Role == dataset.User && q.text == nil:
			q.text = tokens(m.Content)
		case m.Role == dataset.ToolRole && !m.ByUser && !answers:
			for passage := range strings.SplitSeq(m.Content, "\n\n") {
				words := tokens(passage)
				if key := strings.Join(words, " "); len(words) > 0 && !r.seen[key] {
					r.seen[key] = true
					r.passages = append(r.passages, words)
				}
			}
		}
	}
	q.id, q.answer = t.ID, tokens(t.Reference.Answer)
	words := sha256.Sum256([]byte(strings.Join(q.text, " ")))
	q.task = hex.EncodeToString(words[:8])
	switch {
	case len(q.text) == 0 || len(q.answer) == 0:
		r.NoAnswer++
	case len(q.answer) == 1 && (q.answer[0] == "yes" || q.answer[0] == "no"):
		r.YesNo++
	default:
		r.questions = append(r.questions, q)
	}
}

// Passages and Questions are the numbers of passages and of questions to replay.
func (r *Retrieval) Passages() int  { return len(r.passages) }
func (r *Retrieval) Questions() int { return len(r.questions) }

// Controllers are the thresholds of section 5.3: on the mix, and on each signal alone.
func (r *Retrieval) Controllers() []string { return []string{"dc", "rank", "overlap"} }

var retrievalPolicies = map[string]*decision.Rules{
	"dc":      decision.Mixed("p_rank", "p_overlap", Alpha, Tau),
	"rank":    decision.Mixed("p_rank", "p_overlap", 1, Tau),
	"overlap": decision.Mixed("p_rank", "p_overlap", 0, Tau),
}

// Episodes replays every question under every controller, bucket by bucket. The records of
// an episode cover all rounds, even those after the stop, so that they can be replayed
// with other thresholds. visit is called in one order at any number of workers.
func (r *Retrieval) Episodes(ctx context.Context, workers int, visit func(*Episode) error) ([]Tally, error) {
	x := newIndex(r.passages)
	buckets := map[string][]Episode{}
	err := ordered.Each(ctx, workers, len(r.questions), func(i int) (Episode, error) {
		return r.questions[i].rounds(x), nil
	}, func(_ int, e *Episode) error {
		buckets[e.Scenario] = append(buckets[e.Scenario], *e)
		return nil
	})
	if err != nil {
		return nil, err
	}
	var tallies []Tally
	for _, bucket := range []string{easy, medium, hard} {
		for _, controller := range r.Controllers() {
			t := Tally{Scenario: bucket, Controller: controller}
			for _, e := range buckets[bucket] {
				stop(&e, controller, retrievalPolicies[controller])
				t.Add(&e)
				if err := visit(&e); err != nil {
					return nil, err
				}
			}
			tallies = append(tallies, t)
		}
	}
	return tallies, nil
}

// rounds computes the signals and the truth of every round, without a decision.
func (q *question) rounds(x *index) Episode {
	hits := x.search(q.text)
	e := Episode{Scenario: hard}
	words := distinct(q.text)
	all := 0.0
	for _, word := range words {
		all += x.idf(word)
	}
	covered := map[string]bool{}
	found, at := false, 0
	for round, k := range Sizes {
		for ; at < min(k, len(hits)); at++ {
			passage := x.passages[hits[at].passage]
			found = found || within(q.answer, passage)
			for _, word := range passage {
				covered[word] = true
			}
		}
		if found && e.Scenario == hard {
			e.Scenario = [...]string{easy, medium, medium}[round]
		}
		rank, overlap, truth := 1.0, 0.0, 0.0
		if len(hits) > k {
			rank = 1 - hits[k].score/hits[0].score
		}
		for _, word := range words {
			if covered[word] {
				overlap += x.idf(word) / all
			}
		}
		if found {
			truth = 1
		}
		open := []string{decision.Stop, decision.Expand}
		if round == len(Sizes)-1 {
			open = open[:1] // the budget is spent
		}
		sound := true
		e.Records = append(e.Records, decision.Record{
			Episode: q.id, Step: int64(round), Actions: open, Cost: 1, Sound: &sound,
			Signals: decision.NewSignals(map[string]float64{"p_rank": rank, "p_overlap": min(1, overlap), "k": float64(k)}),
			Truth:   decision.NewSignals(map[string]float64{"p_rank": truth, "p_overlap": truth, "k": float64(k)}),
			Ends:    decision.NewSignals(map[string]float64{decision.Stop: truth}),
		})
	}
	for i := range e.Records {
		hope := found
		r := &e.Records[i]
		r.Task, r.Hope = e.Scenario+"/"+q.task, &hope
		switch {
		case r.Truth.Get("p_rank") == 1:
			r.Best = []string{decision.Stop}
		case found:
			r.Best = []string{decision.Expand}
		}
	}
	return e
}

// stop applies a policy to the rounds.
func stop(e *Episode, controller string, p decision.Policy) {
	e.Controller, e.policy = controller, p
	e.Records = slices.Clone(e.Records)
	success, ended := false, false
	for i := range e.Records {
		r := &e.Records[i]
		r.Stamp(p.Identity())
		open := r.Actions
		if len(open) == 1 {
			r.Action = open[0] // the budget decides
		} else if action, err := decision.Decide(p, open, r.Signals); err == nil {
			r.Action = action
		} else {
			r.Result = err.Error()
		}
		hit := r.Truth.Get("p_rank") == 1
		if r.Action == decision.Stop {
			r.Result = map[bool]string{true: "the answer is there", false: "the answer is not there"}[hit]
		}
		if ended {
			continue
		}
		e.Turns++
		if r.Action == decision.Stop {
			success, ended = hit, true
			e.First = slices.Contains(e.Records[0].Best, e.Records[0].Action)
		} else if hit {
			e.Wasted++ // expanded although the answer was found
		}
	}
	turns := e.Turns
	e.finish(success)
	e.Turns = turns
}

// The causes of a failed retrieval (appendix C.4).
const (
	EarlyFirst  = "early stop, p_rank"
	EarlySecond = "early stop, p_overlap"
	EarlyBoth   = "early stop, both signals high"
	CorpusGap   = "corpus gap"
)

// Cause says why a retrieval failed; "" if it succeeded or the episode is of another
// simulation. Either the corpus lacks the answer, or the stop came early. If each signal
// was at least Tau, both were too high; else the signal that Blame names is the cause.
func Cause(e *Episode) string {
	if _, ok := retrievalPolicies[e.Controller]; !ok || e.Success || e.Scenario != easy && e.Scenario != medium && e.Scenario != hard {
		return ""
	}
	if !*e.Records[0].Hope {
		return CorpusGap
	}
	last := e.Records[e.Turns-1].Signals
	switch b := e.Blame(); {
	case last.Get("p_rank") >= Tau && last.Get("p_overlap") >= Tau:
		return EarlyBoth
	case b != nil && b.Signal == "p_rank":
		return EarlyFirst
	}
	return EarlySecond
}
