package tasks

import (
	"slices"
	"strings"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/env"
	"github.com/voi-rl/voi/internal/words"
	"github.com/voi-rl/voi/trajectory"
)

// MissingTool names the rule for requests whose tool is not offered.
const MissingTool = "missing_tool"

// missing makes the task without the tools of the gold calls. A similar tool must be offered, whose
// name or parameter shares a word with theirs. No offered tool may be able to take all values that
// the user gives, because it could be another way to do the same.
func (m *Maker) missing(d *decision) *env.Task {
	given := d.given(d.read)
	var left []domains.Tool
	for i := range d.Tools {
		if !slices.ContainsFunc(d.gold, func(c domains.Call) bool { return c.Name == d.Tools[i].Name }) {
			left = append(left, d.Tools[i])
		}
	}
	near := false
	for i := range left {
		if d.takesAll(&left[i], given) {
			return nil
		}
		near = near || slices.ContainsFunc(d.gold, func(c domains.Call) bool { return share(c.Name, left[i].Name) }) ||
			slices.ContainsFunc(given, func(a argument) bool { return hasNamed(&left[i], a.name) })
	}
	if !near {
		return nil
	}
	t := m.task(d.Sample, trajectory.Infeasible)
	t.ID = strings.TrimSuffix(t.ID, trajectory.Infeasible) + MissingTool
	turn := &t.Turns[0]
	t.Tools, turn.Intended, turn.Gold, turn.Accepted, turn.Reply = left, turn.Gold, nil, nil, ""
	name := turn.Intended[0].Name
	t.World.Refused = []env.Refusal{{Tool: name, Rule: MissingTool, Error: "there is no tool " + name}}
	return t
}

// takesAll reports whether a tool could take all given arguments: for each it has a parameter whose
// name shares a word with the argument's, or to which the conversation gives the same value.
func (d *decision) takesAll(t *domains.Tool, given []argument) bool {
	read := d.readingFor(d.text(), []domains.Tool{*t})
	return !slices.ContainsFunc(given, func(a argument) bool {
		return !hasNamed(t, a.name) && !slices.ContainsFunc(t.Params, func(p domains.Param) bool {
			set, _ := d.sets[t.Name].Get(p.Name)
			return read.Support(t, &p, set, a.value).Grounded()
		})
	})
}

// hasNamed reports whether a parameter of a tool shares a word with a name.
func hasNamed(t *domains.Tool, name string) bool {
	return slices.ContainsFunc(t.Params, func(p domains.Param) bool { return share(p.Name, name) })
}

// share reports whether two names share a word of three letters or more.
func share(a, b string) bool {
	of := func(name string) []string {
		return strings.FieldsFunc(strings.ToLower(words.Spell(name)), func(r rune) bool { return strings.ContainsRune(" _-.", r) })
	}
	own := of(b)
	return slices.ContainsFunc(of(a), func(w string) bool { return len(w) > 2 && slices.Contains(own, w) })
}
