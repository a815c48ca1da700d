package synthetic

import (
	"math/rand/v2"
	"slices"
	"time"

	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// How a conversation tells a parameter: the values of told.
const (
	tellInline    = "inline"    // within the request
	tellSentence  = "sentence"  // in a separate sentence
	tellAnswer    = "answer"    // in an answer to a question
	tellDenied    = "denied"    // beside another value that is denied
	tellRepaired  = "repaired"  // after another value that is corrected at once
	tellCorrected = "corrected" // after another value that a later turn replaces
	tellAccepted  = "accepted"  // proposed by the assistant, and accepted
	tellSwapped   = "swapped"   // as another parameter's value, and both are then exchanged
	tellChosen    = "chosen"    // listed by a tool, and picked by name
	never         = "never"     // not at all
	excluded      = "excluded"  // only a value that it is not
	declined      = "declined"  // proposed, and declined
	others        = "others"    // only about somebody else, or another time
	listed        = "listed"    // a tool lists several values, and none is picked
	left          = "left"      // an optional parameter that is not mentioned
)

// fact is the hidden state of one parameter.
type fact struct {
	name  string
	param parameter
	value domains.Value   // the true value; if missing, what the user would say
	told  string          // how it is told
	wrong []domains.Value // values in the text that are not the parameter's
	codes []domains.Value // of a lookup: the values that the tool lists
}

// missing reports whether the call cannot be made without this value.
func (f *fact) missing() bool {
	switch f.told {
	case never, excluded, declined, others, listed:
		return true
	}
	return false
}

// task is a decision with its hidden state.
type task struct {
	action completion.Action
	tool   *tool // the tool that the user wants; nil for a question that needs none
	facts  []*fact
	tools  []*tool // offered, in order, including the wanted tool if it fits
	q, a   string  // of a question that needs no tool
}

// fact returns the fact of a parameter.
func (t *task) fact(name string) *fact {
	return t.facts[slices.IndexFunc(t.facts, func(f *fact) bool { return f.name == name })]
}

// with returns the facts that are told in one of these ways.
func (t *task) with(told ...string) (out []*fact) {
	for _, f := range t.facts {
		if slices.Contains(told, f.told) {
			out = append(out, f)
		}
	}
	return out
}

// maker makes one row.
type maker struct {
	grammar *grammar
	rng     *rand.Rand
	set     Set
	today   time.Time
	dated   bool // the conversation states today's date
}

// chance is true with probability 1/n.
func (m *maker) chance(n int) bool { return m.rng.IntN(n) == 0 }

// phrase picks one phrase of a list. Every fourth phrase is only for the set Templates.
func (m *maker) phrase(list []string) string {
	if len(list) < 4 {
		return pick(m.rng, list)
	}
	held := m.set == Templates
	for {
		if i := m.rng.IntN(len(list)); i%4 == 3 == held {
			return list[i]
		}
	}
}

// actions are drawn with these shares of twenty.
var actions = [...]struct {
	action completion.Action
	share  int
}{{completion.ToolCall, 7}, {completion.Ask, 7}, {completion.Refuse, 3}, {completion.Directly, 3}}

func (m *maker) task() *task {
	t := &task{}
	n := m.rng.IntN(20)
	for _, a := range actions {
		if n -= a.share; n < 0 {
			t.action = a.action
			break
		}
	}
	f := m.field()
	if t.action == completion.Directly {
		chat := pick(m.rng, f.Chat)
		t.q, t.a = chat.Q, chat.A
	} else {
		t.tool = pick(m.rng, f.Tools)
		m.draw(t)
	}
	switch t.action {
	case completion.ToolCall:
		m.tellAll(t)
	case completion.Ask:
		m.withhold(t)
		m.tellAll(t)
	case completion.Refuse:
		m.tellAll(t)
	}
	m.offer(t)
	return t
}

// field picks a topic; held-out ones are only for the set Tools.
func (m *maker) field() *field {
	for {
		if f := pick(m.rng, m.grammar.fields); f.HeldOut == (m.set == Tools) {
			return f
		}
	}
}

// draw gives each parameter of the wanted tool a value; no value is repeated.
func (m *maker) draw(t *task) {
	for _, p := range t.tool.Parameters {
		f := &fact{name: p.key, param: p.value}
		t.facts = append(t.facts, f)
		f.value = m.fresh(t, f)
		if p.value.Optional && !m.chance(3) {
			f.told = left
		}
	}
}

// fresh draws a value for a parameter that the task has not used yet.
func (m *maker) fresh(t *task, of *fact) domains.Value {
	for {
		v := kindOf(of.param).draw(m, of.param)
		if !slices.ContainsFunc(t.facts, func(f *fact) bool {
			used := slices.ContainsFunc(f.wrong, func(w domains.Value) bool { return jsonvalue.Equal(v, w) })
			return f.param.Kind == of.param.Kind && (used || jsonvalue.Equal(v, f.value))
		}) {
			return v
		}
	} // TestGrammar checks that each kind has enough values
}

// canExclude are the kinds of values that people can exclude without giving one.
var canExclude = []string{"city", "date", "time", "restaurant", "room"}

// canPropose are the kinds of values that an assistant can propose.
var canPropose = []string{"city", "date", "time", "restaurant", "room", "count", "duration"}

// withhold leaves one or two required parameters open, each for a reason.
func (m *maker) withhold(t *task) {
	var required []*fact
	for _, f := range t.facts {
		if !f.param.Optional {
			required = append(required, f)
		}
	}
	m.rng.Shuffle(len(required), func(i, j int) { required[i], required[j] = required[j], required[i] })
	n := 1
	if len(required) > 2 && m.chance(3) {
		n = 2
	}
	for _, f := range required[:n] {
		f.told = never
		switch {
		case t.tool.Lookup != nil && t.tool.Lookup.Parameter == f.name && m.chance(2):
			f.told = listed
		case slices.Contains(canExclude, f.param.Kind) && m.chance(5):
			f.told = excluded
		case slices.Contains(canPropose, f.param.Kind) && m.chance(6):
			f.told = declined
		case m.otherOf(t, f.name) != "" && m.chance(3):
			f.told = others
		}
		if f.told != never && f.told != listed {
			f.wrong = append(f.wrong, m.fresh(t, f))
		}
	}
}

// ways are the ways of telling a value, as often as they are listed.
var ways = []string{
	tellInline, tellInline, tellInline, tellInline, tellInline, tellInline, tellInline,
	tellSentence, tellSentence, tellSentence, tellAnswer, tellAnswer,
	tellDenied, tellRepaired, tellCorrected, tellAccepted,
}

// tellAll chooses how the remaining parameters are told.
func (m *maker) tellAll(t *task) {
	open := t.with("")
	if s := t.tool.Swap; len(s) == 2 && t.fact(s[0]).told == "" && t.fact(s[1]).told == "" && m.chance(6) {
		first, second := t.fact(s[0]), t.fact(s[1])
		first.told, second.told = tellSwapped, tellSwapped
		first.wrong, second.wrong = []domains.Value{second.value}, []domains.Value{first.value}
	}
	for _, f := range open {
		if f.told != "" {
			continue
		}
		f.told = pick(m.rng, ways)
		switch {
		case t.tool.Lookup != nil && t.tool.Lookup.Parameter == f.name && m.chance(3) && len(t.with(listed)) == 0:
			f.told = tellChosen
		case f.told == tellAccepted && !slices.Contains(canPropose, f.param.Kind),
			f.told == tellDenied && !slices.Contains(canExclude, f.param.Kind),
			f.told == tellAnswer && f.param.Optional:
			f.told = tellInline
		case f.param.Kind == "flag" || len(t.tool.Say[f.name]) == 0:
			f.told = tellInline
		case f.told == tellCorrected && f.param.Optional:
			f.told = tellSentence
		}
		switch f.told {
		case tellDenied, tellRepaired, tellCorrected:
			f.wrong = []domains.Value{m.fresh(t, f)}
		}
	}
	// A conversation has at most one correction in a later turn.
	for _, f := range t.with(tellCorrected)[min(1, len(t.with(tellCorrected))):] {
		f.told, f.wrong = tellSentence, nil
	}
}

// offer chooses the offered tools: up to three beside the wanted one, in random order. If
// no tool fits the request, they are from other topics.
func (m *maker) offer(t *task) {
	n := m.rng.IntN(3)
	if t.action == completion.Refuse || t.action == completion.Directly {
		n++
	} else {
		t.tools = append(t.tools, t.tool)
	}
	for tries := 0; n > 0 && tries < 50; tries++ {
		f := pick(m.rng, m.grammar.fields)
		o := pick(m.rng, f.Tools)
		near := t.tool != nil && o.field == t.tool.field
		if f.HeldOut && m.set != Tools || slices.Contains(t.tools, o) || near && t.action == completion.Refuse {
			continue
		}
		t.tools = append(t.tools, o)
		n--
	}
	m.rng.Shuffle(len(t.tools), func(i, j int) { t.tools[i], t.tools[j] = t.tools[j], t.tools[i] })
}
