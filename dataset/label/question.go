package label

import (
	"cmp"
	"slices"

	"github.com/voi-rl/voi/certainty"
	"github.com/voi-rl/voi/certainty/asking"
	"github.com/voi-rl/voi/certainty/grounding"
	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// asked returns the beliefs from the source's own question: a call of each tool with
// parameters that the question requests (F11). These are unspecified; the other required
// parameters have the values of the reading.
func (w *work) asked() [][]certainty.Candidate {
	s := w.sample
	text := cmp.Or(s.Reference.Question, s.Answers[completion.Ask])
	if text == "" {
		return nil
	}
	q := asking.New(s.Tools, w.sets).Read(text, w.reading)
	requested := map[[2]string]bool{}
	tools := map[string]bool{}
	for _, r := range q.Asked() {
		requested[[2]string{r.Tool, r.Aspect}] = true
		tools[r.Tool] = true
	}
	var group []certainty.Candidate
	for i := range s.Tools {
		if t := &s.Tools[i]; tools[t.Name] {
			delete(tools, t.Name) // of two tools with one name, the first wins (F1)
			group = append(group, certainty.Candidate{Call: w.opened(t, func(p string) bool { return requested[[2]string{t.Name, p}] })})
		}
	}
	if group == nil {
		return nil
	}
	return [][]certainty.Candidate{group}
}

// gold returns the belief from the source's missing parameters: a call of the first tool
// that has such parameters. These are unspecified; the other required parameters have the
// values of the reading.
func (w *work) gold() [][]certainty.Candidate {
	missing := map[string]bool{}
	for _, name := range w.sample.GoldMissing {
		missing[name] = true
	}
	for i := range w.sample.Tools {
		t := &w.sample.Tools[i]
		if slices.ContainsFunc(t.Params, func(p domains.Param) bool { return missing[p.Name] }) {
			return single([]domains.Call{w.opened(t, func(p string) bool { return missing[p] })})
		}
	}
	return nil
}

// opened returns a call of a tool with some parameters unspecified; the other required ones
// have the values of the reading.
func (w *work) opened(t *domains.Tool, open func(param string) bool) domains.Call {
	var args []jsonvalue.Member
	for k := range t.Params {
		p := &t.Params[k]
		switch {
		case open(p.Name):
			args = append(args, jsonvalue.Member{Key: p.Name, Value: unknown})
		case p.Required:
			args = append(args, jsonvalue.Member{Key: p.Name, Value: w.filled(t, p)})
		}
	}
	return domains.Call{Name: t.Name, Arguments: jsonvalue.NewObject(args...)}
}

// surely is the least probability of a value that counts without a call that uses it: for a
// tool that nobody named, a lone name in the conversation would fit any text parameter.
const surely = 0.8

// filled returns the reading's value of a parameter. It is unknown if the reading has none,
// or has another grounded value, because it is unclear which of them is meant.
func (w *work) filled(t *domains.Tool, p *domains.Param) domains.Value {
	fills, mentions := w.reading.Fills(t.Name, p.Name)
	switch {
	case len(fills) == 0 || fills[0].P < surely:
		return unknown
	case fills[0].Value.IsNull():
		return domains.Coerce(p, jsonvalue.NewString(mentions[fills[0].Mention].Value))
	}
	for _, other := range fills[1:] {
		if other.P >= grounding.Grounded && !jsonvalue.Equal(fills[0].Value, other.Value) {
			return unknown
		}
	}
	return fills[0].Value
}
