package report

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"github.com/voi-rl/voi/internal/jsonvalue"
)

// Flips are the pairs whose action changed, or that became right or wrong, or that have one
// unscored side.
type Flips struct {
	Rows        int64        `json:"rows"`
	Samples     int          `json:"samples"` // their samples; for runs their tasks
	Action      int64        `json:"action"`  // of these, pairs with another action; for runs, with another end
	ToWrong     int64        `json:"right_to_wrong"`
	ToRight     int64        `json:"wrong_to_right"`
	Unscored    int64        `json:"scored_to_unscored"`
	Scored      int64        `json:"unscored_to_scored"`
	Transitions []Transition `json:"transitions"` // of actions, the most frequent first
	Causes      []Cause      `json:"causes"`      // the most frequent first
	Listed      []Flip       `json:"listed"`      // the flips with the largest change of reward
}

// Transition counts rows by their actions in A and in B.
type Transition struct {
	From string `json:"from"`
	To   string `json:"to"`
	Rows int64  `json:"rows"`
}

// Cause counts flips by what changed with them: a component by its name, an added note
// (+NOTE), a removed note (-NOTE), or an error (error CODE).
type Cause struct {
	What string `json:"what"`
	Rows int64  `json:"rows"`
}

// Flip is one changed pair.
type Flip struct {
	Sample  string   `json:"sample_id"`        // for a run its task
	Run     string   `json:"run_id,omitempty"` // for a run its id in A
	LineA   int64    `json:"line_a"`
	LineB   int64    `json:"line_b"`
	Class   *string  `json:"reference"` // nil if unknown
	From    string   `json:"action_a"`  // "none" without an action
	To      string   `json:"action_b"`
	RightA  *bool    `json:"right_a"`
	RightB  *bool    `json:"right_b"`
	RewardA *float64 `json:"reward_a"` // nil if unscored
	RewardB *float64 `json:"reward_b"`
	Changed []Change `json:"components"`
	Came    []string `json:"notes_added"`
	Went    []string `json:"notes_removed"`
	Errors  []string `json:"errors"` // of the unscored side
}

// Change is a component that changed.
type Change struct {
	Name string  `json:"name"`
	A    float64 `json:"a"`
	B    float64 `json:"b"`
}

// size ranks flips by their change of reward; losing the reward ranks highest.
func (f *Flip) size() float64 {
	switch {
	case len(f.Errors) > 0:
		return math.Inf(1)
	case f.RewardA == nil || f.RewardB == nil:
		return 1 // runs that flipped, without rewards
	}
	return math.Abs(*f.RewardB - *f.RewardA)
}

// flips collects Flips in bounded memory.
type flips struct {
	Flips
	most        int
	kept        []*Flip // the largest so far, and up to as many that came later
	trimmed     bool    // the first of them are sorted, and the others larger than the last of these
	samples     map[uint64]struct{}
	transitions map[[2]string]int64
	causes      map[string]int64
}

// maxCauses bounds the different causes; there are a few dozen notes.
const maxCauses = 256

// otherCauses is the name of all further causes.
const otherCauses = "other"

func (f *flips) add(c *comparison, class int8, a, b *row) {
	x, y := &a.outcomes[0], &b.outcomes[0]
	flip := Flip{Sample: a.sample, Run: a.run, LineA: a.line, LineB: b.line, From: x.did(), To: y.did()}
	flip.RewardA, flip.RightA = c.judged(0, class, x)
	flip.RewardB, flip.RightB = c.judged(1, class, y)
	scored := x.scored() && y.scored()
	turned := scored && flip.RightA != nil && flip.RightB != nil && *flip.RightA != *flip.RightB
	other := scored && flip.From != flip.To
	if x.scored() == y.scored() && !turned && (!other || c.kind == ofRuns) {
		return // a run flips by success or failure, not by its end
	}
	f.Rows++
	if f.samples == nil {
		f.samples, f.transitions = map[uint64]struct{}{}, map[[2]string]int64{}
	}
	f.samples[a.digest] = struct{}{}
	switch {
	case !scored && x.scored():
		f.Unscored++
	case !scored:
		f.Scored++
	case turned && *flip.RightA:
		f.ToWrong++
	case turned:
		f.ToRight++
	}
	if other {
		f.Action++
		key := [2]string{flip.From, flip.To}
		if _, ok := f.transitions[key]; !ok && len(f.transitions) >= maxCauses {
			key = [2]string{otherCauses, otherCauses}
		}
		f.transitions[key]++
	}
	if class != noAction {
		name := c.kind.class(int(class))
		flip.Class = &name
	}
	flip.explain(c, x, y)
	f.count(&flip)
	f.keep(&flip)
}

// judged returns the reward of an outcome, and whether it was right.
func (c *comparison) judged(side int, class int8, o *outcome) (*float64, *bool) {
	if !o.scored() {
		return nil, nil
	}
	reward := &o.values[0]
	if math.IsNaN(*reward) {
		reward = nil // the run has no reward
	}
	is, ok := c.kind.isRight(class, o, c.cls[side])
	if !ok {
		return reward, nil
	}
	return reward, &is
}

// explain records what changed between two outcomes.
func (f *Flip) explain(c *comparison, x, y *outcome) {
	f.Changed, f.Errors = []Change{}, []string{}
	for _, o := range []*outcome{x, y} {
		if !o.scored() {
			f.Errors = append(f.Errors, o.err)
		}
	}
	if len(f.Errors) == 0 {
		for i := range c.figures {
			at := c.figures[i].at
			if at[0] <= 0 || at[1] <= 0 {
				continue
			}
			if v, w := x.values[at[0]], y.values[at[1]]; v != w && !math.IsNaN(v) && !math.IsNaN(w) {
				f.Changed = append(f.Changed, Change{c.figures[i].name, v, w})
			}
		}
	}
	before, after := noteList(x.notes), noteList(y.notes)
	f.Came, f.Went = without(after, before), without(before, after)
}

// noteList reads notes, without duplicates.
func noteList(text string) (notes []string) {
	if text == "" {
		return nil
	}
	v, err := jsonvalue.Parse(text, jsonvalue.Options{})
	if err != nil {
		return nil
	}
	for _, n := range v.Items() {
		if note := plain(n); !slices.Contains(notes, note) && len(notes) < maxCauses {
			notes = append(notes, note)
		}
	}
	return notes
}

func without(notes, others []string) []string {
	out := []string{}
	for _, n := range notes {
		if !slices.Contains(others, n) {
			out = append(out, n)
		}
	}
	return out
}

// count counts the causes of a flip.
func (f *flips) count(flip *Flip) {
	if f.causes == nil {
		f.causes = map[string]int64{}
	}
	add := func(what string) {
		if _, ok := f.causes[what]; !ok && len(f.causes) >= maxCauses {
			what = otherCauses
		}
		f.causes[what]++
	}
	for _, change := range flip.Changed {
		add(change.Name)
	}
	for _, note := range flip.Came {
		add("+" + note)
	}
	for _, note := range flip.Went {
		add("-" + note)
	}
	for _, code := range flip.Errors {
		add("error " + code)
	}
}

// keep lists a flip if it is among the largest; of equal flips the first stays.
func (f *flips) keep(flip *Flip) {
	if f.most <= 0 || f.trimmed && flip.size() <= f.kept[f.most-1].size() {
		return
	}
	if f.kept = append(f.kept, flip); len(f.kept) >= 2*f.most {
		f.trim()
		f.trimmed = true
	}
}

// trim sorts the flips, and leaves the largest.
func (f *flips) trim() {
	slices.SortStableFunc(f.kept, func(a, b *Flip) int { return cmp.Compare(b.size(), a.size()) })
	if n := max(0, f.most); len(f.kept) > n {
		clear(f.kept[n:])
		f.kept = f.kept[:n]
	}
}

// done sorts the counts.
func (f *flips) done() *Flips {
	f.Transitions, f.Causes = []Transition{}, []Cause{}
	for pair, n := range f.transitions {
		f.Transitions = append(f.Transitions, Transition{pair[0], pair[1], n})
	}
	slices.SortFunc(f.Transitions, func(a, b Transition) int {
		return cmp.Or(cmp.Compare(b.Rows, a.Rows), cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
	})
	for _, what := range slices.Sorted(maps.Keys(f.causes)) {
		f.Causes = append(f.Causes, Cause{what, f.causes[what]})
	}
	slices.SortStableFunc(f.Causes, func(a, b Cause) int { return cmp.Compare(b.Rows, a.Rows) })
	f.Samples = len(f.samples)
	f.trim()
	f.Listed = make([]Flip, len(f.kept))
	for i, flip := range f.kept {
		f.Listed[i] = *flip
	}
	return &f.Flips
}
