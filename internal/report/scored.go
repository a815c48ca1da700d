package report

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"strings"

	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/dataset/reader"
	"github.com/voi-rl/voi/internal/item"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/rollout"
	"github.com/voi-rl/voi/internal/score"
	"github.com/voi-rl/voi/internal/term"
)

// noAction is the index of a completion without an action, behind the actions.
const noAction = int8(len(completion.Actions))

// outcome is one profile's result for one completion.
type outcome struct {
	values []float64 // reward, then the components; nil if unscored
	action int8
	end    string // for a run: why it ended
	err    string // the code of the error of an unscored row
	notes  string // as JSON
	broken bool   // the row cannot be read, but keeps its index in its group
}

func (o *outcome) scored() bool { return o.values != nil }

// row is a row of a scored file.
type row struct {
	identity
	line     int64
	outcomes [2]outcome // under each selected profile
	shown    string     // the beginning of the completion, if a page may show it
	shownRun *runText   // the run, if a page may show it
}

// did returns what a row did: its action, or the end of the run.
func (o *outcome) did() string {
	if o.end != "" {
		return o.end
	}
	return score.ActionName(int(o.action))
}

// slot is one value of the current row: its JSON text, or the value itself.
type slot struct {
	raw   string
	value jsonvalue.Value
	there bool
}

// source reads a scored file, or runs.
type source struct {
	kind     kind
	name     string // for messages: without the folders of this machine
	runs     *runSource
	r        *reader.Reader
	parquet  bool // a null column is absent from the row
	profiles []Profile
	columns  []columns
	has      func(column string) bool // of the file, or of its first row

	compared bool        // with another
	show     bool        // rows hold the beginning of their completion
	first    *reader.Raw // read in advance for its columns
	place    map[string]int
	slots    []slot
	rows     int64
	broken   int64
	example  error // the first broken row
	names    identifier
}

// openSource opens a file for the named profiles. "" names the only profile of the file; no
// names select its two profiles. flag is the option that selects a profile.
func openSource(ctx context.Context, path string, stdin io.Reader, flag string, profiles ...string) (s *source, err error) {
	s = &source{name: filepath.Base(path)}
	profileOf := func(prefix string) Profile { return Profile{Name: strings.TrimSuffix(prefix, ".")} }
	var names []string
	if path == "-" {
		s.name = "standard input"
	} else {
		footer, err := openFooter(path)
		if err != nil {
			return nil, err
		}
		if profileOf, err = readProfiles(path, footer); err == nil && footer != nil {
			s.parquet = true
			for _, f := range footer.Schema().Fields() {
				names = append(names, f.Name())
			}
		}
		if footer != nil {
			err = errors.Join(err, footer.Close())
		}
		if err != nil {
			return nil, err
		}
	}
	if s.r, err = reader.Open(ctx, path, reader.Options{Stdin: stdin}); err != nil {
		return nil, err
	}
	raw, err := s.r.Next()
	if s.first = &raw; err == nil && !s.parquet {
		names, err = s.keys(&raw)
	}
	if err == nil {
		err = s.layOut(names, profileOf, flag, profiles)
	}
	if err != nil {
		return nil, errors.Join(err, s.r.Close())
	}
	return s, nil
}

// keys returns the columns in the first row of a file without a schema.
func (s *source) keys(raw *reader.Raw) (names []string, err error) {
	if raw.Text == "" {
		return nil, usagef("%s is no JSON lines; give the name of the file in place of a pipe", s.name)
	}
	err = item.Members(raw.Text, func(key, _ string, _ bool) error {
		names = append(names, key)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("%s:%d: the first row is no JSON object (%w); give what voi score has written", s.name, raw.Line, err)
	}
	return names, nil
}

// layOut finds the columns to read.
func (s *source) layOut(names []string, profileOf func(string) Profile, flag string, profiles []string) error {
	all := findColumns(names)
	if len(all) == 0 {
		return usagef("%s has no columns reward and action; give what voi score has written", s.name)
	}
	if len(profiles) == 0 {
		for _, c := range all {
			profiles = append(profiles, profileOf(c.prefix).Name)
		}
		if len(all) != 2 {
			return usagef("%s was scored by %s (%s), and two are compared; choose with --profiles, or give a second file", s.name, term.Count(int64(len(all)), "profile"), strings.Join(profiles, ", "))
		}
	}
	there := make(map[string]bool, len(names))
	for _, name := range names {
		there[name] = true
	}
	s.has = func(column string) bool { return there[column] }
	s.place = map[string]int{}
	for _, name := range profiles {
		c, p, err := choose(all, profileOf, s.name, name, flag)
		if err != nil {
			return err
		}
		s.columns, s.profiles = append(s.columns, c), append(s.profiles, p)
		for _, name := range append([]string{"reward", "action", "error", "notes"}, c.components...) {
			s.want(c.prefix + name)
		}
	}
	for _, name := range identityKeys {
		s.want(name)
	}
	return nil
}

func (s *source) want(column string) {
	if _, ok := s.place[column]; !ok {
		s.place[column] = len(s.slots)
		s.slots = append(s.slots, slot{})
	}
}

// next returns the next row whose sample is known, and counts the broken rows before it. It
// returns io.EOF after the last row.
func (s *source) next() (r row, err error) {
	if s.kind == ofRuns {
		return s.nextRun()
	}
	for {
		var raw reader.Raw
		if s.first != nil {
			raw, s.first = *s.first, nil
		} else if raw, err = s.r.Next(); err != nil {
			return r, err
		}
		s.rows++
		if err = s.split(&raw); err == nil {
			r = row{line: raw.Line}
			var id identity
			if id, err = s.names.of(s); err == nil {
				r.identity = id
				err = s.outcomes(&r)
				if s.show {
					r.shown = s.text()
				}
			}
		}
		if err == nil {
			return r, nil
		}
		s.broken++
		if s.example == nil {
			s.example = fmt.Errorf("%s:%d: %w", s.name, raw.Line, err)
		}
		if r.sample != "" { // a broken row keeps its index in its group
			r.outcomes = [2]outcome{{broken: true}, {broken: true}}
			return r, nil
		}
	}
}

// split finds the values of a row.
func (s *source) split(raw *reader.Raw) error {
	clear(s.slots)
	if raw.Text != "" {
		return item.Members(raw.Text, func(key, text string, _ bool) error {
			if i, ok := s.place[key]; ok {
				if s.slots[i].there {
					return fmt.Errorf("the row has %q twice", key)
				}
				s.slots[i] = slot{raw: text, there: true}
			}
			return nil
		})
	}
	v, err := raw.Parse()
	for _, m := range v.Members() {
		if i, ok := s.place[m.Key]; ok {
			s.slots[i] = slot{value: m.Value, there: true}
		}
	}
	if err == nil {
		err = raw.Odd(func(column string) bool { _, read := s.place[column]; return read })
	}
	return err
}

// value returns a column of the row, null if the row lacks it.
func (s *source) value(column string) (jsonvalue.Value, error) {
	i, ok := s.place[column]
	if !ok {
		return jsonvalue.Value{}, nil
	}
	at := &s.slots[i]
	if at.raw != "" {
		v, err := item.Parse(at.raw)
		if err != nil {
			return v, fmt.Errorf("%s: %w", column, err)
		}
		at.value, at.raw = v, ""
	}
	return at.value, nil
}

// text returns the beginning of the row's completion.
func (s *source) text() string {
	for _, key := range rollout.CompletionKeys {
		if v, err := s.value(key); err == nil && !v.IsNull() {
			text := plain(v)
			return strings.Clone(strings.ToValidUTF8(text[:min(len(text), 4*maxText)], ""))
		}
	}
	return ""
}

// required is value for a column that every row must have.
func (s *source) required(column string) (jsonvalue.Value, error) {
	if !s.parquet && !s.slots[s.place[column]].there {
		return jsonvalue.Value{}, fmt.Errorf("the row has no %s, as those before it have", column)
	}
	return s.value(column)
}

// outcomes reads the outcomes under the selected profiles.
func (s *source) outcomes(r *row) error {
	for i := range s.columns {
		if err := s.outcome(&s.columns[i], &r.outcomes[i]); err != nil {
			return err
		}
	}
	return nil
}

func (s *source) outcome(c *columns, o *outcome) error {
	reward, err := s.required(c.prefix + "reward")
	if err != nil {
		return err
	}
	if o.action, err = s.action(c.prefix + "action"); err != nil {
		return err
	}
	if reward.IsNull() {
		v, err := s.value(c.prefix + "error")
		if o.err = strings.Clone(opened(v).Field("code").Str()); o.err == "" {
			o.err = "unscored"
		}
		return err
	}
	values := make([]float64, 1+len(c.components))
	for i := range values {
		name := "reward"
		if i > 0 {
			name = c.components[i-1]
		}
		v, err := s.required(c.prefix + name)
		if err != nil {
			return err
		}
		if values[i], err = number(v); err != nil {
			return fmt.Errorf("%s%s: %w", c.prefix, name, err)
		}
		if !s.fits(values[i]) {
			return fmt.Errorf("%s%s: %s is beyond %g, where differences have no mean", c.prefix, name, short(v), mostCompared)
		}
	}
	notes, err := s.value(c.prefix + "notes")
	if err != nil {
		return err
	}
	if notes = opened(notes); !notes.IsNull() {
		o.notes = strings.Clone(notes.JSON())
	}
	o.values = values
	return nil
}

func (s *source) action(column string) (int8, error) {
	v, err := s.required(column)
	if err != nil || v.IsNull() {
		return noAction, err
	}
	if i := actionPlace(v); i >= 0 {
		return i, nil
	}
	return 0, fmt.Errorf("%s is %s; it is one of %v, or null", column, short(v), completion.Actions)
}

// actionPlace returns the index of an action, -1 for any other value.
func actionPlace(v jsonvalue.Value) int8 {
	for i, a := range completion.Actions {
		if v.Kind() == jsonvalue.String && v.Str() == string(a) {
			return int8(i)
		}
	}
	return -1
}

// mostCompared is the largest size of a value that is compared. The fourth powers of many such
// values still have a finite sum, as means, variances and their tests need.
const mostCompared = 1e60

// fits reports whether a figure is of a size that can be worked with.
func (s *source) fits(f float64) bool {
	return !math.IsInf(f, 0) && (!s.compared || math.Abs(f) <= mostCompared)
}

func number(v jsonvalue.Value) (float64, error) {
	f, ok := v.Float()
	if v.Kind() != jsonvalue.Number || !ok || math.IsNaN(f) || math.IsInf(f, 0) {
		return 0, fmt.Errorf("%s is no number; a row with a reward has one in each component", short(v))
	}
	return f, nil
}

// opened parses a value that is JSON text, as in Parquet.
func opened(v jsonvalue.Value) jsonvalue.Value {
	if v.Kind() != jsonvalue.String {
		return v
	}
	inner, err := item.Parse(v.Str())
	if err != nil {
		return v
	}
	return inner
}

func short(v jsonvalue.Value) string {
	text := v.JSON()
	if len(text) > 60 {
		text = strings.ToValidUTF8(text[:60], "") + "…"
	}
	return text
}
