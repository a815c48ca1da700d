package lookup

import (
	"errors"
	"slices"

	"github.com/voi-rl/voi/export"
	"github.com/voi-rl/voi/internal/lookup/column"
)

// wanted is a leaf to read, and the field of a row that it fills.
type wanted struct {
	column.Want
	of *export.RowColumn
}

// columns are the leaves for a row: of all its columns except split and prompt_chars, which
// follow from the others. The prompt takes two leaves.
var columns = func() (all []wanted) {
	for i := range export.RowColumns {
		of := &export.RowColumns[i]
		w := wanted{column.Want{Path: of.Name}, of}
		switch of.Of(new(export.Row)).(type) {
		case *int64:
			continue
		case *[]string:
			w.Path += ".list.element"
		case **float64:
			w.Kind = column.Number
		case **bool:
			w.Kind = column.Truth
		case *[]export.Message:
			w.Path += ".list.element.role"
			all = append(all, w)
			w.Path = of.Name + ".list.element.content"
		}
		if of.Name != "split" {
			all = append(all, w)
		}
	}
	return all
}()

// The columns that are also read alone.
var (
	columnID      = leafAt("sample_id")
	columnRole    = leafAt("prompt.list.element.role")
	columnContent = leafAt("prompt.list.element.content")
	columnAction  = leafAt("action")
	columnEVPIMax = leafAt("evpi_max")
)

func leafAt(path string) int {
	return slices.IndexFunc(columns, func(w wanted) bool { return w.Path == path })
}

// wants returns the leaves in the files of a layout.
func wants(l layout) []column.Want {
	out := make([]column.Want, len(columns))
	for i, w := range columns {
		if out[i] = w.Want; w.Path == "tools" {
			out[i].Path = l.tools
		}
	}
	return out
}

// cells reads the columns of one row. After an error it reads no more.
type cells struct {
	store *Store
	at    place
	err   error
}

// values returns the page with the row's values of a column, and their range.
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

// text returns a copy of the text in a column that is never null.
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

// row reads a row. It leaves Split and PromptChars empty.
func (st *Store) row(at place) (*export.Row, error) {
	c := &cells{store: st, at: at}
	r := &export.Row{}
	for i, w := range columns {
		switch f := w.of.Of(r).(type) {
		case *string:
			*f = c.text(i)
		case **string:
			*f = c.optional(i)
		case *[]string:
			*f = c.texts(i)
		case **float64:
			*f = c.number(i)
		case **bool:
			*f = c.truth(i)
		case *[]export.Message:
			if i == columnRole {
				*f = c.prompt()
			}
		}
	}
	return r, c.err
}
