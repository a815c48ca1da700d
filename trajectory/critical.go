package trajectory

import (
	"fmt"
	"slices"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// Effect is what calling a tool does to the world.
type Effect uint8

// The effects.
const (
	Unknown Effect = iota // nobody says
	ReadOnly
	Changes // the tool is critical (NOD, A.2)
)

// Critical says which tools change the world outside (T2): those that a configuration
// lists, else those that MCP's annotations say do.
type Critical struct {
	listed        map[string]Effect
	preconditions map[string][]string
	ask           []string
}

// askTools ask the user, whatever else is configured.
var askTools = []string{"ask_user", "ask_human"}

// NewCritical reads configurations, later ones winning over those before. Each is
//
//	critical: [NAME, ...]     tools that change the world
//	read_only: [NAME, ...]    tools that do not
//	ask: [NAME, ...]          tools that ask the user, beside ask_user and ask_human
//	preconditions: {NAME: [NAME, ...]}   tools that must have succeeded before
//
// as a YAML or JSON value.
func NewCritical(configurations ...domains.Value) (*Critical, error) {
	c := &Critical{listed: map[string]Effect{}, preconditions: map[string][]string{}, ask: askTools}
	for _, v := range configurations {
		for _, m := range v.Members() {
			names, ok := m.Value.Strings()
			switch {
			case m.Key == "preconditions" && m.Value.Kind() == jsonvalue.Object:
				for _, p := range m.Value.Members() {
					if c.preconditions[p.Key], ok = p.Value.Strings(); !ok {
						return nil, fmt.Errorf("preconditions.%s is no list of names of tools", p.Key)
					}
				}
			case !ok:
				return nil, fmt.Errorf("%s is no list of names of tools", m.Key)
			case m.Key == "critical":
				c.list(names, Changes)
			case m.Key == "read_only":
				c.list(names, ReadOnly)
			case m.Key == "ask":
				c.ask = append(slices.Clip(c.ask), names...)
			default:
				return nil, fmt.Errorf("the key %q is unknown; use critical, read_only, ask or preconditions", m.Key)
			}
		}
	}
	return c, nil
}

func (c *Critical) list(names []string, e Effect) {
	for _, name := range names {
		c.listed[name] = e
	}
}

// Effect says what a tool does. annotated is Trajectory.Annotated.
func (c *Critical) Effect(tool string, annotated domains.Value) Effect {
	if e, ok := c.listed[tool]; ok {
		return e
	}
	if slices.Contains(c.ask, tool) {
		return ReadOnly
	}
	a := annotated.Field(tool)
	readOnly, destructive := a.Field("readOnlyHint"), a.Field("destructiveHint")
	switch {
	case destructive.Bool(), readOnly.Kind() == jsonvalue.Bool && !readOnly.Bool():
		return Changes
	case readOnly.Bool():
		return ReadOnly
	}
	return Unknown
}

// Asks reports whether a tool asks the user.
func (c *Critical) Asks(tool string) bool { return slices.Contains(c.ask, tool) }

// Annotations collects MCP's annotations of tools by their names, null where none has
// any. v is what ParseTools takes.
func Annotations(v domains.Value) domains.Value {
	if v.Kind() == jsonvalue.String {
		v, _ = domains.ParseValue(v.Str())
	}
	if list := v.Field("tools"); !list.IsNull() {
		v = list
	}
	var m jsonvalue.Members
	seen := map[string]bool{}
	for _, tool := range v.Items() {
		name, a := tool.Field("name").Str(), tool.Field("annotations")
		if name == "" {
			name = tool.Field("function").Field("name").Str()
		}
		if a.Kind() == jsonvalue.Object && name != "" && !seen[name] {
			seen[name] = true
			m.Add(name, a)
		}
	}
	if m == nil {
		return domains.Value{}
	}
	return jsonvalue.NewObject(m...)
}
