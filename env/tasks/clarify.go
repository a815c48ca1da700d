package tasks

import (
	"slices"
	"strings"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/env"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/trajectory"
)

// isClarify recognises a file of ClarifyBench.
func isClarify(v domains.Value) bool {
	return v.Field("user_query").Kind() == jsonvalue.String && v.Field("ground_truth_tool_calls").Kind() == jsonvalue.Array
}

// clarify makes the task of a file of ClarifyBench. What it says of its gold calls is a
// list, of which nothing says which request a call serves: the calls are dealt to the requests
// in their order, by the words that they share.
func (m *Maker) clarify(g *Group) ([]*env.Task, []Unmade) {
	id := g.Row.Field("id").Str()
	if id == "" {
		id = strings.TrimSuffix(g.File[strings.LastIndexAny(g.File, `/\`)+1:], ".json")
	}
	t := &env.Task{ID: "clarifybench/" + id, Source: "clarifybench", Class: trajectory.Explicit, Split: "train"}
	texts := []string{g.Row.Field("user_query").Str()}
	follow, _ := g.Row.Field("potential_follow_ups").Strings()
	texts = append(texts, follow...)
	intent := g.Row.Field("user_intention").Str()
	replies := clarifications(intent, texts)
	for i, said := range texts {
		t.Turns = append(t.Turns, env.Turn{User: said, Reply: replies[i]})
	}
	var gold []domains.Call
	for _, v := range g.Row.Field("ground_truth_tool_calls").Items() {
		args := v.Field("parameters")
		if args.Kind() != jsonvalue.Object {
			args = jsonvalue.NewObject()
		}
		gold = append(gold, domains.Call{Name: v.Field("tool_name").Str(), Arguments: args})
	}
	if len(gold) == 0 || slices.Contains(texts, "") {
		return nil, []Unmade{{"", NoCall}}
	}
	t.Tools = m.toolsOf(gold)
	for i, c := range gold { // its values are texts, of numbers too
		tool := domains.ToolNamed(t.Tools, c.Name)
		for _, a := range c.Arguments.Members() {
			if p := tool.Param(a.Key); p != nil {
				gold[i].Arguments = gold[i].Arguments.With(a.Key, domains.Coerce(p, a.Value))
			}
		}
	}
	t.World.Config = g.Row.Field("initial_config")
	if api := g.Row.Field("primary_api").Str(); api != "" {
		t.World.Classes = []string{api}
	}
	deal(t, gold)
	if m.Split != nil {
		t.Split = m.Split([]dataset.Message{{Role: dataset.User, Content: texts[0]}})
	}
	if strings.Contains(g.File, "_I") {
		return m.clarifyInfeasible(t)
	}
	for i := range t.Turns {
		turn := &t.Turns[i]
		if turn.Reply == "" {
			continue
		}
		var said []dataset.Message
		for k := range i + 1 {
			said = append(said, dataset.Message{Role: dataset.User, Content: texts[k]})
		}
		said = append(said, dataset.Message{Role: dataset.User, Content: turn.Reply})
		turn.Hidden = m.withheld(&dataset.Sample{Messages: said, Tools: t.Tools}, turn)
		if len(turn.Hidden) > 0 {
			t.Class = trajectory.Ambiguous
		}
	}
	t.Turns = slices.DeleteFunc(t.Turns, func(turn env.Turn) bool { return len(turn.Gold) == 0 })
	if strings.Contains(g.File, "_A") && t.Class != trajectory.Ambiguous {
		return nil, []Unmade{{trajectory.Ambiguous, NoReply}}
	}
	return []*env.Task{t}, nil
}

// clarifyInfeasible takes the calls of an infeasible file for what fails: any of them does.
func (m *Maker) clarifyInfeasible(t *env.Task) ([]*env.Task, []Unmade) {
	t.Class = trajectory.Infeasible
	t.Turns = t.Turns[:1]
	for _, c := range t.Turns[0].Gold {
		t.World.Refused = append(t.World.Refused, env.Refusal{Tool: c.Name, Error: "the request cannot be met"})
	}
	t.Turns[0].Gold, t.Turns[0].Intended = nil, t.Turns[0].Gold
	return []*env.Task{t}, nil
}

// toolsOf returns the tools that gold calls use, those of the maker first. One that nobody
// describes is made of its calls.
func (m *Maker) toolsOf(gold []domains.Call) (tools []domains.Tool) {
	tools = slices.Clone(m.Tools)
	for _, c := range gold {
		if domains.ToolNamed(tools, c.Name) != nil {
			continue
		}
		var properties []jsonvalue.Member
		var required []string
		for _, other := range gold {
			for _, a := range other.Arguments.Members() {
				if other.Name == c.Name && !slices.Contains(required, a.Key) {
					properties = append(properties, jsonvalue.Member{Key: a.Key, Value: jsonvalue.NewObject()})
					required = append(required, a.Key)
				}
			}
		}
		v := jsonvalue.NewObject(
			jsonvalue.Member{Key: "name", Value: jsonvalue.NewString(c.Name)},
			jsonvalue.Member{Key: "parameters", Value: jsonvalue.NewObject(
				jsonvalue.Member{Key: "type", Value: jsonvalue.NewString("object")},
				jsonvalue.Member{Key: "properties", Value: jsonvalue.NewObject(properties...)},
				jsonvalue.Member{Key: "required", Value: jsonvalue.NewStrings(required)})})
		if made, err := domains.ParseTool(v); err == nil {
			tools = append(tools, made)
		}
	}
	return tools
}

// deal gives the gold calls to the turns in their order, such that calls and turns share
// the most words: best[k][i] is the most that the first k calls share with the first i turns.
func deal(t *env.Task, gold []domains.Call) {
	n, m := len(gold), len(t.Turns)
	share := func(k, i int) float64 {
		said := trajectory.TokenSet(t.Turns[i].User + " " + t.Turns[i].Reply)
		own := trajectory.TokenSet(strings.ReplaceAll(gold[k].Name, "_", " ") + " " + gold[k].Arguments.JSON())
		if len(own) == 0 {
			return 0
		}
		return float64(trajectory.Common(said, own)) / float64(len(own))
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
