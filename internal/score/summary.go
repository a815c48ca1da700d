package score

import (
	"encoding/json"
	"fmt"
	"maps"
	"strings"
	"text/tabwriter"

	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/internal/stats"
	"github.com/voi-rl/voi/internal/term"
)

// Summary describes a run. Rows + Rejected = Records. With one profile its JSON includes
// the fields of the report; with several it has {"profiles": {NAME: report}}.
type Summary struct {
	Out        string           `json:"out"`
	Complete   bool             `json:"complete"`                // the output is written
	Missing    []string         `json:"missing_ranks,omitempty"` // ranks that are not done
	RankFrom   string           `json:"rank_from,omitempty"`     // the rank taken from the environment, and the variables that it was read from
	Records    int64            `json:"records"`                 // rows read; by this rank alone while others are missing
	Rows       int64            `json:"rows"`                    // rows written
	Rejected   int64            `json:"rejected"`                // rows left out
	Rejections map[string]int64 `json:"rejections"`              // of the rejected rows, by code
	Group      string           `json:"group"`                   // the column that groups rows
	Advantage  string           `json:"advantage"`               // std or center
	Seed       uint64           `json:"seed"`                    // of the bootstrap

	Example string   `json:"-"` // an example message for the most frequent error code
	Reports []Report `json:"-"` // one for each profile, in order; none while ranks are missing
}

// Report holds the figures of one profile. All intervals are at 95% and account for rows of
// one sample, which are not independent: Wilson's for rates, Student's t for means, within
// the range of the rewards, bootstrap percentiles for the macro F1. The interval for groups
// without variance is over groups.
type Report struct {
	Profile     string           `json:"profile"`
	SHA256      string           `json:"profile_sha256"`
	RewardRange [2]float64       `json:"reward_range"`
	Scored      int64            `json:"scored"`
	Unscored    int64            `json:"unscored"`
	Errors      map[string]int64 `json:"errors"` // of the unscored, by code

	Accuracy stats.Estimate `json:"accuracy"`
	MacroF1  stats.Estimate `json:"macro_f1"`
	// ToolHallucination is When2Call's rate: among rows whose reference is REFUSE and whose
	// sample offers no tool, the share that calls one.
	ToolHallucination stats.Estimate `json:"tool_hallucination_rate"`
	// Confusion counts references by predictions; ConfusionRates are their shares within
	// each reference. A completion without an action counts as the prediction "none".
	Confusion      Matrix[int64]          `json:"confusion_matrix"`
	ConfusionRates Matrix[stats.Estimate] `json:"confusion_rates"`

	Reward         stats.Estimate      `json:"reward"`            // mean over all rows scored
	RewardByAction Row[stats.Estimate] `json:"reward_per_action"` // mean, by the completion's action
	Groups         int64               `json:"groups"`            // with at least one reward
	SingleGroups   int64               `json:"single_groups"`     // of them, those with one reward only
	ZeroVariance   ZeroVariance        `json:"zero_variance_groups"`
}

// ZeroVariance counts the groups of several rewards that are all equal. Such a group gives
// a trainer no signal.
type ZeroVariance struct {
	Count int64          `json:"count"`
	Rate  stats.Estimate `json:"rate"` // among the groups with at least two rewards
}

// Row holds a value for each action, and at the end one for no action. In JSON it is an
// object by the names of the actions.
type Row[T any] [len(completion.Actions) + 1]T

// Matrix holds a Row for each reference action.
type Matrix[T any] [len(completion.Actions)]Row[T]

// noAction is the name of a prediction without an action.
const noAction = "none"

// ActionName returns the name of index i of a Row.
func ActionName(i int) string {
	if i < len(completion.Actions) {
		return string(completion.Actions[i])
	}
	return noAction
}

// MarshalJSON writes an object by the names of the actions.
func (r Row[T]) MarshalJSON() ([]byte, error) { return marshalNamed(r[:]) }

// MarshalJSON writes an object by the names of the references.
func (m Matrix[T]) MarshalJSON() ([]byte, error) { return marshalNamed(m[:]) }

func marshalNamed[T any](values []T) ([]byte, error) {
	out := []byte{'{'}
	for i, v := range values {
		text, err := json.Marshal(v)
		if err != nil {
			return nil, err
		}
		if i > 0 {
			out = append(out, ',')
		}
		out = fmt.Appendf(out, "%q:%s", ActionName(i), text)
	}
	return append(out, '}'), nil
}

// MarshalJSON writes the report of a single profile in line.
func (s *Summary) MarshalJSON() ([]byte, error) {
	type plain Summary
	if len(s.Reports) == 1 {
		return json.Marshal(struct {
			*plain
			*Report
		}{(*plain)(s), &s.Reports[0]})
	}
	profiles := map[string]*Report{}
	for i := range s.Reports {
		profiles[s.Reports[i].Profile] = &s.Reports[i]
	}
	return json.Marshal(struct {
		*plain
		Profiles map[string]*Report `json:"profiles,omitempty"`
	}{(*plain)(s), profiles})
}

func (t *profileTally) report(p *plan, i int, g groupCounts) Report {
	profile := p.Profiles[i]
	lo, hi := profile.Range()
	r := Report{
		Profile: profile.Name(), SHA256: profile.SHA256(), RewardRange: [2]float64{lo, hi},
		Scored: t.scored, Errors: t.errors,
		Accuracy: stats.ClusteredRate(t.samples.Figure(figRight)), MacroF1: t.macroF1(p.Seed),
		ToolHallucination: stats.ClusteredRate(t.samples.Figure(figNoTools)),
		Reward:            stats.ClusteredMean(t.samples.Figure(figReward), lo, hi),
		Groups:            g.groups, SingleGroups: g.single,
		ZeroVariance: ZeroVariance{Count: g.zero, Rate: stats.Wilson(g.zero, g.groups-g.single)},
	}
	for _, n := range t.errors {
		r.Unscored += n
	}
	for a := range r.Confusion {
		for b := range r.Confusion[a] {
			n := t.confusion.At(a, b)
			r.Confusion[a][b] = n
			r.ConfusionRates[a][b] = t.confusionRate(a, b)
		}
	}
	for a := range r.RewardByAction {
		r.RewardByAction[a] = stats.ClusteredMean(t.samples.Figure(figAction+a), lo, hi)
	}
	return r
}

// Text is the summary for a person. Texts from data are quoted.
func (s *Summary) Text() string {
	var b strings.Builder
	if !s.Complete {
		fmt.Fprintf(&b, "%s scored by this rank, %d rejected; ", term.Count(s.Rows, "row"), s.Rejected)
		if len(s.Missing) == 0 {
			fmt.Fprintf(&b, "another process writes %s\n", term.Quote(s.Out))
			return b.String()
		}
		fmt.Fprintf(&b, "%s waits for rank %s\n", term.Quote(s.Out), strings.Join(s.Missing, ", "))
		return b.String()
	}
	fmt.Fprintf(&b, "%s scored into %s, %d rejected%s\n", term.Count(s.Rows, "row"), term.Quote(s.Out), s.Rejected, byCode(s.Rejections))
	for i := range s.Reports {
		s.Reports[i].text(&b)
	}
	return b.String()
}

func (r *Report) text(b *strings.Builder) {
	fmt.Fprintf(b, "\nprofile %s (%.12s), rewards in [%g, %g]\n", term.Quote(r.Profile), r.SHA256, r.RewardRange[0], r.RewardRange[1])
	w := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	line := func(label, format string, args ...any) {
		fmt.Fprintf(w, "  %s\t%s\n", label, fmt.Sprintf(format, args...))
	}
	if r.Unscored > 0 {
		line("unscored", "%d%s", r.Unscored, byCode(r.Errors))
	}
	line("reward", "%s", r.Reward)
	line("accuracy", "%s", r.Accuracy.Percent())
	line("macro F1", "%s", r.MacroF1)
	line("tool hallucination", "%s of %s without tools", r.ToolHallucination.Percent(), term.Count(r.ToolHallucination.N, "unanswerable question"))
	line("groups", "%d, %d of one reward", r.Groups, r.SingleGroups)
	line("zero variance", "%d (%s)", r.ZeroVariance.Count, r.ZeroVariance.Rate.Percent())
	_ = w.Flush() // writing to a strings.Builder cannot fail
	fmt.Fprintf(b, "\n  reference \\ completion\n")
	w = tabwriter.NewWriter(b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(w, "\t")
	for a := range r.RewardByAction {
		fmt.Fprintf(w, "%s\t", ActionName(a))
	}
	fmt.Fprintln(w)
	for a := range r.Confusion {
		fmt.Fprintf(w, "%s\t", ActionName(a))
		for _, n := range r.Confusion[a] {
			fmt.Fprintf(w, "%d\t", n)
		}
		fmt.Fprintln(w)
	}
	fmt.Fprint(w, "mean reward\t")
	for _, e := range r.RewardByAction {
		if e.N == 0 {
			fmt.Fprint(w, "-\t")
			continue
		}
		fmt.Fprintf(w, "%.3f\t", e.Value)
	}
	fmt.Fprintln(w)
	_ = w.Flush()
}

// Failure says why a complete run failed: no row was scored, or under some profile more
// than half of the rows were not. It is "" for a good run.
func (s *Summary) Failure() string {
	for i := range s.Reports {
		r := &s.Reports[i]
		switch {
		case r.Scored == 0 && s.Records > 0:
			counts := maps.Clone(s.Rejections)
			for code, n := range r.Errors {
				counts[code] += n
			}
			return fmt.Sprintf("none of %s was scored%s", term.Count(s.Records, "row"), byCode(counts)) + s.seeRows()
		case r.Scored == 0:
			return "the inputs hold no rows; there was nothing to score"
		case r.Unscored > r.Scored:
			return fmt.Sprintf("%d of %s were not scored%s", r.Unscored, term.Count(s.Rows, "row"), byCode(r.Errors)) + s.seeRows()
		}
	}
	return ""
}

// seeRows says where the reason of each row is written, and the most frequent one.
func (s *Summary) seeRows() string {
	var where []string
	if s.Rows > 0 {
		where = append(where, "the column error of "+s.Out)
	}
	if s.Rejected > 0 {
		where = append(where, s.Out+RejectedSuffix)
	}
	return "; row by row in " + strings.Join(where, " and in ") + "; most often: " + s.Example
}

// Left is the number of rows that were rejected, or are unscored under the profile that
// scored the fewest.
func (s *Summary) Left() int64 {
	unscored := int64(0)
	for i := range s.Reports {
		unscored = max(unscored, s.Reports[i].Unscored)
	}
	return s.Rejected + unscored
}

// byCode lists counts by their codes, the largest first.
func byCode(counts map[string]int64) string {
	if len(counts) == 0 {
		return ""
	}
	return " (" + term.Counts(counts) + ")"
}
