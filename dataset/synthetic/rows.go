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

// The sets. All but the first two hold what neither of these shows.
const (
	Train      Set = "train"
	Validation Set = "validation" // worded as Train, other rows
	Templates  Set = "templates"  // the phrases that are held out
	Words      Set = "words"      // the words that are held out, of each pool
	Tools      Set = "tools"      // the tools that are held out
)

// Sets are all of them.
var Sets = []Set{Train, Validation, Templates, Words, Tools}

// Rows returns n rows of a set as JSON lines of voi's own form, each with its hidden
// state under "hidden" (see [Row]). A row is a function of seed, set and number, and
// memory does not grow with n.
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
//	tool        the tool that the user wants, null where the question needs none
//	register    formal, neutral, chatty or terse
//	parameters  {name: {"value", "told", "wrong"}}: the true value (of a missing one,
//	            what the user would say), how it stands in the text, and the values
//	            that stand there and are not its own
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
	members := []jsonvalue.Member{
		textMember("id", fmt.Sprintf("synthetic-%s-%d-%d", set, seed, i)),
		textMember("source", "synthetic"),
		member("messages", jsonvalue.NewArray(messages...)),
		member("tools", m.toolsValue(t)),
	}
	members = append(members, m.reference(t)...)
	return jsonvalue.NewObject(append(members, member("hidden", hidden(t, register)))...)
}

// reference returns what is right, the answers in words, and the belief: the wanted
// call without what is missing, or each that a list leaves.
func (m *maker) reference(t *task) []jsonvalue.Member {
	var answer string
	ref := []jsonvalue.Member{textMember("action", string(t.action))}
	var candidates []domains.Value
	switch t.action {
	case completion.ToolCall:
		ref = append(ref, member("tool_calls", domains.CallsValue([]domains.Call{t.call()})))
	case completion.Ask:
		answer = m.question(t)
		ref = append(ref, textMember("question", answer))
		candidates = t.candidates()
	case completion.Refuse:
		answer = m.phrase(m.grammar.common.Refuse)
	case completion.Directly:
		answer = t.a
	}
	out := []jsonvalue.Member{member("reference", jsonvalue.NewObject(ref...))}
	if answer != "" {
		out = append(out, member("answers", jsonvalue.NewObject(textMember(string(t.action), answer))))
	}
	if candidates != nil {
		out = append(out, member("candidates", jsonvalue.NewArray(candidates...)))
	}
	return out
}

// call returns the wanted call, without what is missing.
func (t *task) call(more ...jsonvalue.Member) domains.Call {
	var arguments []jsonvalue.Member
	for _, f := range t.facts {
		if !f.missing() && f.told != left {
			arguments = append(arguments, member(f.name, f.value))
		}
	}
	return domains.Call{Name: t.tool.Name, Arguments: jsonvalue.NewObject(append(arguments, more...)...)}
}

// candidates are the calls that may be meant.
func (t *task) candidates() (out []domains.Value) {
	one := func(c domains.Call) {
		out = append(out, c.Value().With("weight", jsonvalue.NewInt(1)))
	}
	if list := t.with(listed); len(list) > 0 {
		values := append([]domains.Value{list[0].value}, list[0].wrong...)
		slices.SortFunc(values, func(a, b domains.Value) int { return strings.Compare(a.Str(), b.Str()) })
		for _, v := range values {
			one(t.call(member(list[0].name, v)))
		}
		return out
	}
	one(t.call())
	return out
}

// question asks for all that is missing.
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

// toolsValue returns the offered tools, and the one that listed something before.
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
	var properties []jsonvalue.Member
	var required []string
	for _, p := range t.Parameters {
		schema := append(kindOf(p.value).schema(p.value), textMember("description", p.value.Description))
		properties = append(properties, member(p.key, jsonvalue.NewObject(schema...)))
		if !p.value.Optional {
			required = append(required, p.key)
		}
	}
	return functionValue(t.Name, t.Description, jsonvalue.NewObject(properties...), required)
}

func functionValue(name, description string, properties domains.Value, required []string) domains.Value {
	return jsonvalue.NewObject(textMember("type", "function"), member("function", jsonvalue.NewObject(
		textMember("name", name), textMember("description", description),
		member("parameters", jsonvalue.NewObject(textMember("type", "object"),
			member("properties", properties), member("required", jsonvalue.NewStrings(required)))))))
}

func hidden(t *task, register string) domains.Value {
	var name domains.Value
	var parameters []jsonvalue.Member
	if t.tool != nil {
		name = jsonvalue.NewString(t.tool.Name)
	}
	for _, f := range t.facts {
		parameters = append(parameters, member(f.name, jsonvalue.NewObject(
			member("value", f.value), textMember("told", f.told), member("wrong", jsonvalue.NewArray(f.wrong...)))))
	}
	return jsonvalue.NewObject(member("tool", name), textMember("register", register),
		member("parameters", jsonvalue.NewObject(parameters...)))
}
