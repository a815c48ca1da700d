package tasks

import (
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/voi-rl/voi/certainty/grounding"
	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/label"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/env"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/trajectory"
)

// isClarify recognises a file of ClarifyBench.
func isClarify(v domains.Value) bool {
	return v.Field("user_query").Kind() == jsonvalue.String && v.Field("ground_truth_tool_calls").Kind() == jsonvalue.Array
}

// clarifyFolder matches the name of a ClarifyBench folder: ambiguous, explicit or infeasible
// files, all of them or a number.
var clarifyFolder = regexp.MustCompile(`(?i)^clarifybench_(A|E|I)(_\d+)?$`)

// clarifyPlace returns the letter of a file's folder, "" if the folder is not ClarifyBench's,
// and a name that is unique among the folder's tasks.
func clarifyPlace(g *Group) (letter, name string) {
	folder, file := path.Split(strings.ReplaceAll(g.File, `\`, "/"))
	name = strings.TrimSuffix(file, path.Ext(file))
	if g.Place > 0 {
		name += "-" + strconv.FormatInt(g.Place, 10)
	}
	if m := clarifyFolder.FindStringSubmatch(path.Base(folder)); m != nil {
		letter, name = strings.ToUpper(m[1]), path.Base(folder)+"/"+name
	}
	return letter, name
}

// clarifyRow is the content of a ClarifyBench file.
type clarifyRow struct {
	texts  []string // the request, and the follow-up requests
	intent string
	gold   []domains.Call
}

// readClarify reads a file; reason says why no task can be made of it.
func readClarify(v domains.Value) (r clarifyRow, reason string) {
	r.texts = []string{v.Field("user_query").Str()}
	if follow := v.Field("potential_follow_ups"); !follow.IsNull() {
		texts, ok := follow.Strings()
		if !ok {
			return r, NotRead
		}
		r.texts = append(r.texts, texts...)
	}
	intent := v.Field("user_intention")
	if r.intent = intent.Str(); intent.Kind() != jsonvalue.String && !intent.IsNull() {
		return r, NotRead
	}
	calls := v.Field("ground_truth_tool_calls").Items()
	switch {
	case len(r.texts) > env.MaxTurns || len(calls) > env.MaxGold:
		return r, TooLong
	case len(calls) == 0 || slices.ContainsFunc(r.texts, func(s string) bool { return strings.TrimSpace(s) == "" }):
		return r, NoCall
	}
	for _, c := range calls {
		given := c.Field("parameters")
		if c.Field("tool_name").Str() == "" || given.Kind() != jsonvalue.Object && !given.IsNull() {
			return r, NotRead
		}
		var args jsonvalue.Members
		for _, a := range given.Members() {
			if !a.Value.IsNull() && a.Value.Str() != "None" { // Python's null
				args = append(args, a)
			}
		}
		r.gold = append(r.gold, domains.Call{Name: c.Field("tool_name").Str(), Arguments: jsonvalue.NewObject(args...)})
	}
	return r, ""
}

// clarify makes the task of a ClarifyBench file. The file lists its gold calls without saying
// which request each call serves. They are assigned to the requests in order, by common words.
func (m *Maker) clarify(g *Group) ([]*env.Task, []Unmade) {
	letter, name := clarifyPlace(g)
	if id := g.Row.Field("id").Str(); id != "" {
		name = id
	}
	row, reason := readClarify(g.Row)
	if reason != "" {
		return nil, []Unmade{{"", reason}}
	}
	t := &env.Task{ID: "clarifybench/" + name, Source: "clarifybench", Class: trajectory.Explicit, Split: "train"}
	replies := clarifications(row.intent, row.texts)
	for i, said := range row.texts {
		t.Turns = append(t.Turns, env.Turn{User: said, Reply: replies[i]})
	}
	t.Tools = m.toolsOf(row.gold)
	for i := range row.gold {
		typed(&row.gold[i], domains.ToolNamed(t.Tools, row.gold[i].Name))
	}
	t.World.Config = g.Row.Field("initial_config")
	if api := g.Row.Field("primary_api").Str(); api != "" {
		t.World.Classes = []string{api}
	}
	deal(t, row.gold)
	if m.Split != nil {
		t.Split = m.Split(dataset.Question([]dataset.Message{{Role: dataset.User, Content: row.texts[0]}}))
	}
	if letter == "I" {
		return []*env.Task{m.clarifyInfeasible(t, row.gold)}, nil
	}
	var said []dataset.Message
	for i := range t.Turns {
		turn := &t.Turns[i]
		said = append(said, dataset.Message{Role: dataset.User, Content: turn.User})
		if turn.Reply == "" {
			continue
		}
		told := append(slices.Clone(said), dataset.Message{Role: dataset.User, Content: turn.Reply})
		if turn.Hidden = m.withheld(&dataset.Sample{Messages: told, Tools: t.Tools}, turn); len(turn.Hidden) > 0 {
			t.Class = trajectory.Ambiguous
		}
	}
	t.Turns = slices.DeleteFunc(t.Turns, func(turn env.Turn) bool { return len(turn.Gold) == 0 })
	if letter == "A" && t.Class != trajectory.Ambiguous {
		return nil, []Unmade{{trajectory.Ambiguous, NoReply}}
	}
	return []*env.Task{t}, nil
}

// anyName is ClarifyBench's name for a single parameter whose name does not matter.
const anyName = "DEFAULT"

// typed converts the arguments of a call, which may be numbers in texts, to the types of the
// tool's parameters. A single argument named anyName becomes the required parameter.
func typed(c *domains.Call, t *domains.Tool) {
	if args := c.Arguments.Members(); len(args) == 1 && args[0].Key == anyName && t.Param(anyName) == nil {
		var required []string
		for i := range t.Params {
			if t.Params[i].Required {
				required = append(required, t.Params[i].Name)
			}
		}
		if len(required) == 1 {
			c.Arguments = jsonvalue.ObjectOf(required[0], args[0].Value)
		}
	}
	for _, a := range c.Arguments.Members() {
		if p := t.Param(a.Key); p != nil {
			c.Arguments = c.Arguments.With(a.Key, domains.Coerce(p, a.Value))
		}
	}
}

// clarifyInfeasible makes the task of an infeasible file from its first request, which cannot
// be met as it stands. The file's gold calls are the right calls at the end of its
// conversation. If the request gives another value for one of their arguments, that value
// fails. If it gives none, the tools of its calls fail.
func (m *Maker) clarifyInfeasible(t *env.Task, gold []domains.Call) *env.Task {
	t.Class, t.Turns = trajectory.Infeasible, t.Turns[:1]
	turn := &t.Turns[0]
	meant := turn.Gold
	if len(meant) == 0 {
		meant = gold[:1]
	}
	sample := &dataset.Sample{Messages: []dataset.Message{{Role: dataset.User, Content: turn.User}}}
	for _, c := range meant {
		sample.Tools = append(sample.Tools, *domains.ToolNamed(t.Tools, c.Name))
	}
	read := grounding.Read(label.Input(sample, setsOf(sample.Tools, nil)))
	for _, c := range meant {
		tool := domains.ToolNamed(t.Tools, c.Name)
		for _, a := range c.Arguments.Members() {
			p := tool.Param(a.Key)
			f, ok := read.Given(c.Name, a.Key)
			if said := env.Stands(turn.User, a.Value); p == nil || !ok || said && a.Value.Kind() != jsonvalue.Number {
				continue
			}
			v := f.Value
			if v.IsNull() {
				v = jsonvalue.NewString(read.Mentions[f.Mention].Value)
			}
			if v = domains.Coerce(p, v); grounding.Same(p, v, a.Value) {
				continue
			}
			c.Arguments = c.Arguments.With(a.Key, v)
			t.World.Refused = append(t.World.Refused, env.Refusal{Tool: c.Name, Aspect: a.Key, Value: v, Error: a.Key + ": the value is not possible"})
		}
		turn.Intended = append(turn.Intended, c)
	}
	if len(t.World.Refused) == 0 {
		for _, c := range meant {
			t.World.Refused = append(t.World.Refused, env.Refusal{Tool: c.Name, Error: "the request cannot be met"})
		}
	}
	turn.Gold, turn.Reply = nil, ""
	return t
}

// toolsOf returns the offered tools for gold calls: all tools of each document that describes
// one of the calls. A tool without a description is derived from its calls.
func (m *Maker) toolsOf(gold []domains.Call) (tools []domains.Tool) {
	for _, document := range m.Documents {
		if slices.ContainsFunc(gold, func(c domains.Call) bool { return domains.ToolNamed(document, c.Name) != nil }) {
			for i := range document {
				if domains.ToolNamed(tools, document[i].Name) == nil {
					tools = append(tools, document[i])
				}
			}
		}
	}
	for _, c := range gold {
		if domains.ToolNamed(tools, c.Name) != nil {
			continue
		}
		var properties []jsonvalue.Member
		var required []string
		for _, other := range gold {
			for _, a := range other.Arguments.Members() {
				if other.Name == c.Name && !slices.Contains(required, a.Key) {
					properties = append(properties, jsonvalue.Member{Key: a.Key, Value: typeOf(c.Name, a.Key, gold)})
					required = append(required, a.Key)
				}
			}
		}
		v := jsonvalue.ObjectOf(
			"name", c.Name,
			"parameters", jsonvalue.ObjectOf(
				"type", "object",
				"properties", jsonvalue.NewObject(properties...),
				"required", required))
		if made, err := domains.ParseTool(v); err == nil {
			tools = append(tools, made)
		}
	}
	return tools
}

// typeOf is the schema of a parameter without a description: the common type of all its values.
// Numbers in texts count as numbers, as in ClarifyBench's comparison.
func typeOf(tool, param string, gold []domains.Call) domains.Value {
	found := ""
	for _, c := range gold {
		v, ok := c.Arguments.Get(param)
		if c.Name != tool || !ok {
			continue
		}
		if n, err := domains.ParseValue(v.Str()); err == nil && n.Kind() == jsonvalue.Number && n.JSON() == v.Str() {
			v = n
		}
		name := map[jsonvalue.Kind]string{jsonvalue.String: "string", jsonvalue.Number: "number", jsonvalue.Bool: "boolean", jsonvalue.Array: "array", jsonvalue.Object: "object"}[v.Kind()]
		if found != "" && found != name {
			return jsonvalue.NewObject()
		}
		found = name
	}
	return jsonvalue.ObjectOf("type", jsonvalue.NewString(found))
}

// deal assigns the gold calls to the turns, in order, so that calls and turns have the most
// words in common. best[k][i] is the highest sum for the first k calls and the turns up to i.
func deal(t *env.Task, gold []domains.Call) {
	n, m := len(gold), len(t.Turns)
	said, own := make([][]string, m), make([][]string, n)
	for i := range said {
		said[i] = trajectory.TokenSet(t.Turns[i].User + " " + t.Turns[i].Reply)
	}
	for k := range own {
		own[k] = trajectory.TokenSet(strings.ReplaceAll(gold[k].Name, "_", " ") + " " + gold[k].Arguments.JSON())
	}
	share := func(k, i int) float64 {
		if len(own[k]) == 0 {
			return 0
		}
		return float64(trajectory.Common(said[i], own[k])) / float64(len(own[k]))
	}
	best := make([][]float64, n+1)
	from := make([][]int, n+1) // the turn of call k-1
	for k := range best {
		best[k], from[k] = make([]float64, m), make([]int, m)
		for i := range m {
			if k == 0 {
				continue
			}
			best[k][i], from[k][i] = best[k-1][i]+share(k-1, i), i
			if i > 0 && best[k][i-1] >= best[k][i] {
				best[k][i], from[k][i] = best[k][i-1], from[k][i-1]
			}
		}
	}
	for k, i := n, m-1; k > 0; k-- {
		i = from[k][i]
		t.Turns[i].Gold = append([]domains.Call{gold[k-1]}, t.Turns[i].Gold...)
	}
}
