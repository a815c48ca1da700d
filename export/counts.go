package export

// Counts are the counts of a folder, or of a part of it. Maps are written with sorted keys.
type Counts struct {
	Rows          int64            `json:"rows"`           // samples written
	Rejected      int64            `json:"rejected"`       // records left out
	More          int64            `json:"more,omitempty"` // of rows and rejected ones, those beyond the first of their record
	Splits        map[string]int64 `json:"splits"`
	Layouts       map[string]int64 `json:"layouts"` // rows of each layout; for sft and pref not the number of samples
	Actions       map[string]int64 `json:"actions"`
	ActionSources map[string]int64 `json:"action_sources"`
	Sources       map[string]int64 `json:"sources"`
	BeliefSources map[string]int64 `json:"belief_sources"`
	PolicyActions map[string]int64 `json:"policy_actions"`
	Agreement     Agreement        `json:"agreement"`
	Flags         map[string]int64 `json:"flags"`
	Outcomes      map[string]int64 `json:"outcomes,omitempty"` // for recorded runs: success, partial, failure, unscored
	Rejections    map[string]int64 `json:"rejections"`         // records left out, by code
	PromptChars   Extent           `json:"prompt_chars"`
}

// Agreement counts rows by the column agrees.
type Agreement struct {
	Agree    int64 `json:"agree"`
	Disagree int64 `json:"disagree"`
	Unsaid   int64 `json:"unsaid"` // null: the reference is REFUSE or DIRECTLY, or there is no belief
}

// Extent is the range of a count.
type Extent struct {
	Min int64 `json:"min"`
	Max int64 `json:"max"`
	Sum int64 `json:"sum"`
}

// maxNames bounds the different names in a map of Counts; later names count as otherName.
const (
	maxNames  = 1000
	otherName = "(other)"
)

func count(m *map[string]int64, name string, n int64) {
	if *m == nil {
		*m = make(map[string]int64)
	}
	if _, known := (*m)[name]; !known && len(*m) >= maxNames {
		name = otherName
	}
	(*m)[name] += n
}

// records is the number of records read.
func (c *Counts) records() int64 { return c.Rows + c.Rejected - c.More }

// addEntry counts a sample, or a run.
func (c *Counts) addEntry(e *Entry) {
	if e.Run == nil {
		c.addRow(e.Row)
		return
	}
	c.Rows++
	count(&c.Splits, e.Split, 1)
	count(&c.Sources, e.Source, 1)
	count(&c.Outcomes, e.Run.outcome(), 1)
}

func (c *Counts) addRow(r *Row) {
	if c.Rows == 0 || r.PromptChars < c.PromptChars.Min {
		c.PromptChars.Min = r.PromptChars
	}
	c.PromptChars.Max = max(c.PromptChars.Max, r.PromptChars)
	c.PromptChars.Sum += r.PromptChars
	c.Rows++
	count(&c.Splits, r.Split, 1)
	count(&c.Actions, r.Action, 1)
	count(&c.ActionSources, r.ActionSource, 1)
	count(&c.Sources, r.Source, 1)
	count(&c.BeliefSources, r.BeliefSource, 1)
	count(&c.PolicyActions, r.PolicyAction, 1)
	for _, f := range r.Flags {
		count(&c.Flags, f, 1)
	}
	switch {
	case r.Agrees == nil:
		c.Agreement.Unsaid++
	case *r.Agrees:
		c.Agreement.Agree++
	default:
		c.Agreement.Disagree++
	}
}

func (c *Counts) addRejection(code string) {
	c.Rejected++
	count(&c.Rejections, code, 1)
}

// add adds the counts of another part.
func (c *Counts) add(o *Counts) {
	if o.Rows > 0 && (c.Rows == 0 || o.PromptChars.Min < c.PromptChars.Min) {
		c.PromptChars.Min = o.PromptChars.Min
	}
	c.PromptChars.Max = max(c.PromptChars.Max, o.PromptChars.Max)
	c.PromptChars.Sum += o.PromptChars.Sum
	c.Rows += o.Rows
	c.Rejected += o.Rejected
	c.More += o.More
	from := o.maps()
	for i, to := range c.maps() {
		for _, name := range sortedKeys(*from[i]) {
			count(to, name, (*from[i])[name])
		}
	}
	c.Agreement.Agree += o.Agreement.Agree
	c.Agreement.Disagree += o.Agreement.Disagree
	c.Agreement.Unsaid += o.Agreement.Unsaid
}

// filled returns counts in which no map is nil, so that none is written as null.
func (c *Counts) filled() Counts {
	out := Counts{}
	for _, m := range out.maps() {
		*m = map[string]int64{}
	}
	out.add(c)
	return out
}

// maps returns all counts by name.
func (c *Counts) maps() [10]*map[string]int64 {
	return [...]*map[string]int64{
		&c.Splits, &c.Layouts, &c.Actions, &c.ActionSources, &c.Sources,
		&c.BeliefSources, &c.PolicyActions, &c.Flags, &c.Outcomes, &c.Rejections,
	}
}
