package score

import (
	"strings"
	"unicode/utf8"

	"github.com/voi-rl/voi/dataset/reader"
)

// The columns that are written for each profile, behind its components.
const (
	colReward     = "reward"
	colAction     = "action"
	colError      = "error"
	colNotes      = "notes"
	colGroupMean  = "group_mean"
	colGroupStd   = "group_std"
	colAdvantage  = "advantage"
	inputPrefix   = "input."
	profileJoiner = "."
)

// columns knows the names of the written columns, and how columns of the input with the
// same names are renamed.
type columns struct {
	profiles [][]string // the columns of each profile, in order
	taken    map[string]bool
	infer    bool // the types of the input's columns are inferred from the rows
}

// newColumns lists the columns of a plan. With several profiles, each name begins with the
// profile's name.
func newColumns(p *plan, infer bool) *columns {
	c := &columns{taken: map[string]bool{}, infer: infer}
	for _, profile := range p.Profiles {
		prefix := ""
		if len(p.Profiles) > 1 {
			prefix = profile.Name() + profileJoiner
		}
		names := append([]string{colReward}, profile.Components()...)
		names = append(names, colAction, colError, colNotes, colGroupMean, colGroupStd, colAdvantage)
		for i, name := range names {
			names[i] = prefix + name
			c.taken[names[i]] = true
		}
		c.profiles = append(c.profiles, names)
	}
	return c
}

func (c *columns) inferred() bool { return c.infer }

// outName returns the name of an input column in the output. A name that collides with a
// written column becomes input.NAME. If the input has input.NAME already, that one gets
// another prefix, so that no two columns collide in any row.
func (c *columns) outName(name string) string {
	bare := name
	for {
		if c.taken[bare] {
			return inputPrefix + name
		}
		rest, ok := strings.CutPrefix(bare, inputPrefix)
		if !ok {
			return name
		}
		bare = rest
	}
}

// mustRewrite reports whether the text of a row cannot be copied into JSON lines unchanged:
// a column has to be renamed, or the text has line breaks between its values or bytes that
// are not UTF-8.
func (c *columns) mustRewrite(raw *reader.Raw, fields []field) bool {
	if raw.Text == "" || raw.Text[len(raw.Text)-1] != '}' || strings.IndexByte(raw.Text, '\n') >= 0 || !utf8.ValidString(raw.Text) {
		return true
	}
	for i := range fields {
		if key := fields[i].key; c.taken[key] || strings.HasPrefix(key, inputPrefix) && c.outName(key) != key {
			return true
		}
	}
	return false
}
