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

// columns knows which columns are written, and what becomes of those of the
// input that have the same name.
type columns struct {
	profiles [][]string // the columns of each profile, in order
	taken    map[string]bool
	infer    bool // the types of the input's columns have to be found out
}

// newColumns lists the columns of a plan. With several profiles their names
// begin with the profile's.
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

// outName is what a column of the input is called in the output: one that
// collides with ours becomes input.NAME, and so does one that is called so
// already, so that no two meet whichever rows have them.
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

// mustRewrite reports whether the text of a row cannot be copied into JSON lines
// as it is: a column has to be renamed, the text has line breaks between its
// values, or bytes that are not UTF-8.
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
