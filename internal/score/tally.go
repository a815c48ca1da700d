package score

import (
	"maps"
	"slices"
	"strings"

	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/stats"
	"github.com/voi-rl/voi/internal/term"
)

// tally counts the figures of a summary, row by row, from a log.
type tally struct {
	rows      int64
	rejected  int64
	column    int64 // rows that have the grouping column
	codes     map[string]int64
	examples  map[string]string // for each code, the message of the first row that has it
	perColumn []profileTally
}

// profileTally counts the figures of one profile.
type profileTally struct {
	errors    map[string]int64
	confusion stats.Confusion // over completion.Actions, the last column for no action
	scored    int64
	samples   *stats.Groups // the figures below, by sample, because rows of one sample are not independent
}

// The indexes of a profile's figures.
const (
	figReward    = 0                                       // rewards
	figAction    = 1                                       // rewards by action, and without one
	figRight     = figAction + len(completion.Actions) + 1 // whether the completion took the reference's action
	figNoTools   = figRight + 1                            // for a reference REFUSE and no offered tool: whether a tool is called
	figConfusion = figNoTools + 1                          // rows in each cell of the confusion matrix
	figures      = figConfusion + len(completion.Actions)*(len(completion.Actions)+1)
)

func newTally(profiles int) *tally {
	t := &tally{codes: map[string]int64{}, examples: map[string]string{}, perColumn: make([]profileTally, profiles)}
	for i := range t.perColumn {
		t.perColumn[i].errors = map[string]int64{}
		t.perColumn[i].samples = stats.NewGroups(figures)
		t.perColumn[i].confusion = stats.NewConfusion(len(completion.Actions), len(completion.Actions)+1)
	}
	return t
}

// add adds a record.
func (t *tally) add(r record, l *layout) error {
	if r.rejected() {
		t.rejected++
		t.codes[t.example(r.rejection())]++
		return nil
	}
	t.rows++
	if r.is(flagColumn) {
		t.column++
	}
	for i, at := range l.offsets {
		p := &t.perColumn[i]
		if !r.ok(at) {
			texts, err := r.texts(l, nil)
			if err != nil {
				return err
			}
			p.errors[t.example(texts[2*i])]++
			continue
		}
		p.add(r, at)
	}
	return nil
}

func (p *profileTally) add(r record, at int) {
	reference, action := int(r.reference()), r.action(at)
	p.confusion.Add(reference, action)
	p.scored++
	cells := p.samples.Of(r.sample())
	cells[figReward].AddA(r.reward(at))
	cells[figAction+action].AddA(r.reward(at))
	if reference < len(completion.Actions) {
		cells[figRight].AddA(share(reference == action))
		cells[figConfusion+reference*p.confusion.Columns+action].AddA(1)
	}
	// When2Call's rate: where no tool is offered and the right answer is to refuse, any
	// call is a hallucination.
	if r.is(flagNoTools) && reference < len(completion.Actions) && completion.Actions[reference] == completion.Refuse {
		cells[figNoTools].AddA(share(action < len(completion.Actions) && completion.Actions[action] == completion.ToolCall))
	}
}

func share(hit bool) float64 {
	if hit {
		return 1
	}
	return 0
}

// macroF1 is the macro F1, with an interval over samples.
func (p *profileTally) macroF1(seed uint64) stats.Estimate {
	table := make([]int, len(p.confusion.Counts))
	for i := range table {
		table[i] = figConfusion + i
	}
	return p.samples.Bootstrap(table, seed, p.confusion.MacroF1Of)
}

// confusionRate is the share of one prediction among the rows of a reference.
func (p *profileTally) confusionRate(reference, predicted int) stats.Estimate {
	first := figConfusion + reference*p.confusion.Columns
	var cells []stats.Cell
	p.samples.Each(func(of []stats.Cell) {
		c := stats.Cell{A: of[first+predicted].A}
		for k := range p.confusion.Columns {
			c.NA += of[first+k].NA
		}
		if c.NA > 0 {
			cells = append(cells, c)
		}
	})
	return stats.ClusteredRate(cells)
}

// example returns the code of an error or a rejection, and keeps the first message of each
// code.
func (t *tally) example(text []byte) (code string) {
	v, err := jsonvalue.Parse(string(text), jsonvalue.Options{})
	if err != nil {
		return ""
	}
	code = strings.Clone(v.Field("code").Str())
	if _, known := t.examples[code]; !known {
		t.examples[code] = term.Shorten(v.Field("message").Str(), maxExample)
	}
	return code
}

// maxExample bounds the message of an example, in code points.
const maxExample = 300

// commonest returns the example of the most frequent error code; among equals, of the first
// by name.
func (t *tally) commonest() string {
	counts, best := maps.Clone(t.codes), ""
	for i := range t.perColumn {
		for code, n := range t.perColumn[i].errors {
			counts[code] += n
		}
	}
	for _, code := range slices.Sorted(maps.Keys(counts)) {
		if best == "" || counts[code] > counts[best] {
			best = code
		}
	}
	return t.examples[best]
}
