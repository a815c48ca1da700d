package reward

import (
	"slices"
	"strings"
	"sync"

	grounding "github.com/voi-rl/voi/certainty/oldgrounding"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// overAsk is what each parameter asked for that is not missing takes off slot.
const overAsk = 0.25

// question is what a question asks for, seen from the sample's belief (F11).
type question struct {
	slot    float64            // [0, 1]
	bits    float64            // ln n of what it asks for and is missing, summed
	tool    string             // the tool that it names
	asked   []grounding.Target // of missing, or of what rivals differ in; without a belief all
	settled []grounding.Target // not missing, and asked for all the same
	stated  []grounding.Target // asked for by stating a value, which asks nothing
}

// askMemory is memory for reading questions.
var askMemory = sync.Pool{New: func() any { return new(grounding.Memory) }}

// slot is the slot of a question.
func (g *guard) slot(text string) float64 {
	if b := g.belief(); b.known && b.bits == 0 && !b.rivals.any() {
		return 0 // nothing is open, whatever it asks for: askRivals
	}
	m := askMemory.Get().(*grounding.Memory)
	slot := g.askIn(m, text).slot
	m.Release()
	askMemory.Put(m)
	return slot
}

// ask reads a question: its own words, never its candidates.
func (g *guard) ask(text string) question { return g.askIn(&grounding.Memory{}, text) }

// askIn is ask in memory that is brought: what it returns is good until the memory
// is used again.
func (g *guard) askIn(m *grounding.Memory, text string) question {
	text = withoutSchema(text)
	b := g.belief()
	slots := g.context.slots(g.x)
	if !b.known {
		r := slots.ReadIn(m, text, nil)
		q := question{asked: r.Targets, tool: r.Tool, slot: 0.5}
		if len(r.Targets) > 0 || r.Tool != "" {
			q.slot = 1
		}
		return q
	}
	r := slots.ReadIn(m, text, g.context.context())
	q := question{tool: r.Tool, stated: r.Stated}
	if b.bits == 0 {
		return g.askRivals(q, r.Targets)
	}
	for _, m := range b.missing {
		if slices.ContainsFunc(r.Stated, func(t grounding.Target) bool { return t.Param == m.name && t.Tool == m.tool }) {
			continue // whatever another tool's parameter of that name would ask
		}
		asked := len(q.asked)
		for _, t := range r.Targets {
			if t.Param == m.name {
				q.asked = append(q.asked, t)
			}
		}
		if len(q.asked) > asked {
			q.bits += m.bits
		}
	}
	q.settled = g.settled(&q, &r)
	q.slot = max(0, min(1, q.bits/b.bits)-overAsk*float64(len(q.settled)))
	return q
}

// withoutSchema blanks out the schema of a tool in a question, and a question that
// is JSON as a whole: they hold the name of every parameter, and ask for none in
// words. Other JSON stays, for it may state a value. Offsets stay as they are.
func withoutSchema(text string) string {
	from, to := strings.IndexAny(text, "{["), strings.LastIndexAny(text, "}]")
	if from < 0 || to < from {
		return text
	}
	v, err := jsonvalue.Parse(text[from:to+1], jsonvalue.Options{})
	if err != nil {
		return text
	}
	if whole := blank(text[:from]) && blank(text[to+1:]); !whole && !isSchema(v) {
		return text
	}
	return text[:from] + strings.Repeat(" ", to+1-from) + text[to+1:]
}

// isSchema reports whether JSON says what a tool takes, in any of the notations
// that tools come in, or is a list of that.
func isSchema(v jsonvalue.Value) bool {
	if v.Len() > 0 && v.Kind() == jsonvalue.Array {
		v = v.Items()[0]
	}
	for _, key := range [...]string{"properties", "parameters", "function", "input_schema", "inputSchema"} {
		if v.Field(key).Kind() == jsonvalue.Object {
			return true
		}
	}
	return false
}

// askRivals reads a question where nothing is missing that bits could count: it
// has slot 1 if it names what complete rivals differ in, else 0.
func (g *guard) askRivals(q question, targets []grounding.Target) question {
	r := &g.belief().rivals
	for _, t := range targets {
		if slices.Contains(r.aspects, t.Param) {
			q.asked = append(q.asked, t)
		}
	}
	if len(q.asked) > 0 || slices.Contains(r.tools, q.tool) {
		q.slot = 1
	}
	return q
}

// settled returns the targets that are not missing, each name once. A target
// none of whose words says more than what is missing was not asked for by
// itself: "which city?" asks for the one that is missing.
func (g *guard) settled(q *question, r *grounding.Reading) []grounding.Target {
	var out []grounding.Target
	for i := range r.Targets {
		t := &r.Targets[i]
		missing := slices.ContainsFunc(g.belief().missing, func(m missingAspect) bool { return m.name == t.Param })
		same := func(o grounding.Target) bool { return o.Param == t.Param }
		if missing || slices.ContainsFunc(out, same) || slices.ContainsFunc(q.stated, same) || !r.Apart(t, q.asked, q.stated) {
			continue
		}
		out = append(out, *t)
	}
	return out
}
