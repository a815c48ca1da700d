package synthetic

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// Set names a part of the data.
type Set string

// The sets. Sets after the first two contain what these two never show.
const (
	Train      Set = "train"
	Validation Set = "validation" // phrases as in Train, other rows
	Templates  Set = "templates"  // held-out phrases
	Words      Set = "words"      // held-out words of each pool
	Tools      Set = "tools"      // held-out tools
)

// Sets are all of them.
var Sets = []Set{Train, Validation, Templates, Words, Tools}

// Rows returns n rows of a set as JSON lines in voi's own format, each with its hidden
// state under "hidden" (see [Row]). A row is a function of seed, set and number. Memory
// does not grow with n.
func Rows(set Set, seed int64, n int) io.Reader { return &rows{set: set, seed: seed, n: n} }

type rows struct {
	set  Set
	seed int64
	i, n int
	line []byte
}

func (r *rows) Read(p []byte) (int, error) {
	if len(r.line) == 0 {
		if r.i >= r.n {
			return 0, io.EOF
		}
		r.line = append(Row(r.set, r.seed, r.i).AppendJSON(r.line[:0]), '\n')
		r.i++
	}
	n := copy(p, r.line)
	r.line = r.line[n:]
	return n, nil
}

// Row returns row i (from 0) of a set. Its "hidden" is an object:
//
//	tool        the tool that the user wants, null if the question needs none
//	register    formal, neutral, chatty or terse
//	parameters  {name: {"value", "told", "wrong"}}: the true value (if missing, what
//	            the user would say), how the text tells it, and other values in the
//	            text that are not the parameter's
func Row(set Set, seed int64, i int) domains.Value {
	sum := sha256.Sum256(fmt.Appendf(nil, "voi synthetic 1\x00%s\x00%d\x00%d", set, seed, i))
	m := &maker{
		grammar: load(), set: set,
		rng: rand.New(rand.NewPCG(binary.BigEndian.Uint64(sum[:]), binary.BigEndian.Uint64(sum[8:]))),
	}
	m.today = time.Date(2027, 1, 4+m.rng.IntN(700), 0, 0, 0, 0, time.UTC)
	m.dated = m.chance(2)
	t := m.task()
	messages, register := m.conversation(t)
	tools := m.toolsValue(t)
	reference, answers, candidates := m.reference(t)
	return jsonvalue.ObjectOf(
		"id", fmt.Sprintf("synthetic-%s-%d-%d", set, seed, i),
		"source", "synthetic",
		"messages", messages,
		"tools", tools,
		"reference", reference,
		"answers?", answers,
		"candidates?", candidates,
		"hidden", hidden(t, register),
	)
}

// reference returns the right action, the answers in words, and the belief: the wanted call
// without the missing values, or one call for each listed value.
func (m *maker) reference(t *task) (reference domains.Value, answers map[string]string, candidates []domains.Value) {
	var calls []domains.Call
	var question, answer string
	switch t.action {
	case completion.ToolCall:
		calls = []domains.Call{t.call()}
	case completion.Ask:
		question = m.question(t)
		answer = question
		candidates = t.candidates()
	case completion.Refuse:
		answer = m.phrase(m.grammar.common.Refuse)
	case completion.Directly:
		answer = t.a
	}
	if answer != "" {
		answers = map[string]string{string(t.action): answer}
	}
	return jsonvalue.ObjectOf("action", t.action, "tool_calls?", calls, "question?", question), answers, candidates
}

// call returns the wanted call, without the missing values.
func (t *task) call(more ...jsonvalue.Member) domains.Call {
	var arguments jsonvalue.Members
	for _, f := range t.facts {
		if !f.missing() && f.told != left {
			arguments.Add(f.name, f.value)
		}
	}
	return domains.Call{Name: t.tool.Name, Arguments: jsonvalue.NewObject(append(arguments, more...)...)}
}

// candidates returns the calls that may be meant.
func (t *task) candidates() (out []domains.Value) {
	one := func(c domains.Call) {
		out = append(out, c.Value().With("weight", jsonvalue.NewInt(1)))
	}
	if list := t.with(listed); len(list) > 0 {
		values := slices.Clone(list[0].codes)
		slices.SortFunc(values, func(a, b domains.Value) int { return strings.Compare(a.Str(), b.Str()) })
		for _, v := range values {
			one(t.call(jsonvalue.Member{Key: list[0].name, Value: v}))
		}
		return out
	}
	one(t.call())
	return out
}

// question asks for all missing values.
func (m *maker) question(t *task) string {
	var parts []string
	for _, f := range t.facts {
		if f.told == listed {
			parts = append(parts, m.phrase(m.grammar.common.Choose))
		} else if f.missing() {
			parts = append(parts, m.phrase(t.tool.Ask[f.name]))
		}
	}
	if len(parts) == 1 {
		return parts[0]
	}
	return parts[0] + " " + m.phrase(m.grammar.common.Both) + " " + lower(parts[1])
}

// toolsValue returns the offered tools, and the tool that listed values earlier.
func (m *maker) toolsValue(t *task) domains.Value {
	var out []domains.Value
	for _, o := range t.tools {
		out = append(out, toolValue(o))
	}
	if len(t.facts) > 0 && len(t.with(listed, tellChosen)) > 0 {
		look := t.tool.Lookup
		out = append(out, functionValue(look.Tool, look.Description, jsonvalue.NewObject(), nil))
	}
	return jsonvalue.NewArray(out...)
}

func toolValue(t *tool) domains.Value {
	var properties jsonvalue.Members
	var required []string
	for _, p := range t.Parameters {
		properties.Add(p.key, jsonvalue.ObjectOf(append(kindOf(p.value).schema(p.value), "description", p.value.Description)...))
		if !p.value.Optional {
			required = append(required, p.key)
		}
	}
	return functionValue(t.Name, t.Description, properties.Value(), required)
}

func functionValue(name, description string, properties domains.Value, required []string) domains.Value {
	parameters := jsonvalue.ObjectOf("type", "object", "properties", properties, "required", required)
	return jsonvalue.ObjectOf("type", "function", "function", jsonvalue.ObjectOf("name", name, "description", description, "parameters", parameters))
}

func hidden(t *task, register string) domains.Value {
	var name any
	if t.tool != nil {
		name = t.tool.Name
	}
	var parameters jsonvalue.Members
	for _, f := range t.facts {
		parameters.Add(f.name, jsonvalue.ObjectOf("value", f.value, "told", f.told, "wrong", f.wrong))
	}
	return jsonvalue.ObjectOf("tool", name, "register", register, "parameters", parameters)
}
