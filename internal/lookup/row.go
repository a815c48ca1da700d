package lookup

import (
	"errors"

	"github.com/voi-rl/voi/export"
	"github.com/voi-rl/voi/internal/lookup/column"
)

// The columns that are read, in the order of wants.
const (
	columnID = iota
	columnSource
	columnRole
	columnContent
	columnTools
	columnDomains
	columnAction
	columnActionSource
	columnReference
	columnAnswers
	columnCandidates
	columnProvenance
	columnMissing
	columnBeliefSource
	columnPolicyAction
	columnBestQuestion
	columnVNow
	columnEVPIMax
	columnEVPI
	columnAgrees
	columnReading
	columnFlags
)

// wants names the columns of a layout: all but split and prompt_chars, which
// follow from the others.
func wants(l layout) []column.Want {
	return []column.Want{
		columnID:           {Path: "sample_id"},
		columnSource:       {Path: "source"},
		columnRole:         {Path: "prompt.list.element.role"},
		columnContent:      {Path: "prompt.list.element.content"},
		columnTools:        {Path: l.tools},
		columnDomains:      {Path: "domains"},
		columnAction:       {Path: "action"},
		columnActionSource: {Path: "action_source"},
		columnReference:    {Path: "reference"},
		columnAnswers:      {Path: "answers"},
		columnCandidates:   {Path: "candidates"},
		columnProvenance:   {Path: "provenance"},
		columnMissing:      {Path: "missing.list.element"},
		columnBeliefSource: {Path: "belief_source"},
		columnPolicyAction: {Path: "policy_action"},
		columnBestQuestion: {Path: "best_question"},
		columnVNow:         {Path: "v_now", Kind: column.Number},
		columnEVPIMax:      {Path: "evpi_max", Kind: column.Number},
		columnEVPI:         {Path: "evpi"},
		columnAgrees:       {Path: "agrees", Kind: column.Truth},
		columnReading:      {Path: "reading"},
		columnFlags:        {Path: "flags.list.element"},
	}
}

// cells reads the columns of one row. The first error sticks.
type cells struct {
	store *Store
	at    place
	err   error
}

// values returns the page with the row's values of a column, and which they are.
func (c *cells) values(col int) (p *column.Page, from, to int) {
	if c.err != nil {
		return nil, 0, 0
	}
	if p, c.err = c.store.page(c.at, col); c.err != nil {
		return nil, 0, 0
	}
	from, to = p.Values(c.at.row())
	return p, from, to
}

// text copies the text of a column that is never null.
func (c *cells) text(col int) string {
	if t := c.optional(col); t != nil {
		return *t
	}
	if c.err == nil {
		c.err = errors.New("a text is null")
	}
	return ""
}

func (c *cells) optional(col int) *string {
	p, from, to := c.values(col)
	if from == to {
		return nil
	}
	t := string(p.Text(from))
	return &t
}

func (c *cells) texts(col int) []string {
	p, from, to := c.values(col)
	out := make([]string, 0, to-from)
	for i := from; i < to; i++ {
		out = append(out, string(p.Text(i)))
	}
	return out
}

func (c *cells) number(col int) *float64 {
	p, from, to := c.values(col)
	if from == to {
		return nil
	}
	f := p.Number(from)
	return &f
}

func (c *cells) truth(col int) *bool {
	p, from, to := c.values(col)
	if from == to {
		return nil
	}
	b := p.Truth(from)
	return &b
}

func (c *cells) prompt() []export.Message {
	roles, contents := c.texts(columnRole), c.texts(columnContent)
	if c.err == nil && len(roles) != len(contents) {
		c.err = errors.New("a message of the prompt lacks its role or its content")
	}
	if c.err != nil {
		return nil
	}
	out := make([]export.Message, len(roles))
	for i := range roles {
		out[i] = export.Message{Role: roles[i], Content: contents[i]}
	}
	return out
}

// row reads a row. Split and PromptChars are left empty.
func (st *Store) row(at place) (*export.Row, error) {
	c := &cells{store: st, at: at}
	r := &export.Row{
		SampleID:     c.text(columnID),
		Source:       c.text(columnSource),
		Prompt:       c.prompt(),
		Tools:        c.text(columnTools),
		Domains:      c.text(columnDomains),
		Action:       c.text(columnAction),
		ActionSource: c.text(columnActionSource),
		Reference:    c.text(columnReference),
		Answers:      c.optional(columnAnswers),
		Candidates:   c.text(columnCandidates),
		Provenance:   c.text(columnProvenance),
		Missing:      c.texts(columnMissing),
		BeliefSource: c.text(columnBeliefSource),
		PolicyAction: c.text(columnPolicyAction),
		BestQuestion: c.text(columnBestQuestion),
		VNow:         c.number(columnVNow),
		EVPIMax:      c.number(columnEVPIMax),
		EVPI:         c.text(columnEVPI),
		Agrees:       c.truth(columnAgrees),
		Reading:      c.text(columnReading),
		Flags:        c.texts(columnFlags),
	}
	return r, c.err
}
