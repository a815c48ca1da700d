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

// asked is the belief of the source's own question: a call of each tool whose
// parameters it requests (F11), these unspecified, the other required ones as the
// reading has them.
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
			delete(tools, t.Name) // a tool named twice: the first wins (F1)
			group = append(group, certainty.Candidate{Call: w.opened(t, func(p string) bool { return requested[[2]string{t.Name, p}] })})
		}
	}
	if group == nil {
		return nil
	}
	return [][]certainty.Candidate{group}
}

// gold is the belief of what the source says is missing: a call of the first tool that
// has such parameters, these unspecified, the other required ones as the reading has
// them.
func (w *work) gold() [][]certainty.Candidate {
	for i := range w.sample.Tools {
		t := &w.sample.Tools[i]
		if slices.ContainsFunc(w.sample.GoldMissing, func(name string) bool { return t.Param(name) != nil }) {
			return single([]domains.Call{w.opened(t, func(p string) bool { return slices.Contains(w.sample.GoldMissing, p) })})
		}
	}
	return nil
}

// opened is a call of a tool with some parameters unspecified, the other required
// ones as the reading has them.
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

// surely is the probability from which a fill counts where no call says that the
// parameter is meant to be filled: of a tool that nobody named, the lone name of a
// conversation fills any text as well as not.
const surely = 0.8

// filled is what the reading fills a parameter with, unknown where nothing does or
// where it has two values of a finite domain, of which nobody knows which is meant.
func (w *work) filled(t *domains.Tool, p *domains.Param) domains.Value {
	f, ok := w.reading.Given(t.Name, p.Name)
	switch {
	case !ok || f.P < surely:
		return unknown
	case f.Value.IsNull():
		return domains.Coerce(p, jsonvalue.NewString(w.reading.Mentions[f.Mention].Value))
	}
	for _, other := range w.reading.Slot(t.Name, p.Name).Fills[1:] {
		if other.P >= grounding.Grounded && !jsonvalue.Equal(f.Value, other.Value) {
			return unknown
		}
	}
	return f.Value
}
