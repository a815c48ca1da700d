package gateway

import (
	"fmt"
	"slices"
	"strings"

	"github.com/voi-rl/voi/certainty"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// filled returns a reply without the "<UNK>" that a policy told the model to write, since no
// tool knows what it means. Where the schema does not need it, it is left out, within lists and
// objects, too. A required value becomes the only one that is possible; if there are several,
// the reply says that the call was not made, and why names the call and the parameters.
func (t *Turn) filled(r *Reply) (given *Reply, why string) {
	tools := t.counter.Offered(t.Run)
	whole := map[int]domains.Call{}
	for i := range r.Message.Calls {
		c := &r.Message.Calls[i]
		tool := domains.ToolNamed(tools, c.Name)
		var args []jsonvalue.Member
		var open []string
		for _, m := range c.Arguments.Members() { // none of arguments that are no object, whose call cannot be made
			v, whole, some := withoutBlanks(m.Value)
			if p := required(tool, m.Key); p != nil && !whole {
				if v, some = t.only(tool, p); !some && !p.HasDefault {
					open = append(open, m.Key)
				}
			}
			if some {
				args = append(args, jsonvalue.Member{Key: m.Key, Value: v})
			}
		}
		if len(open) > 0 {
			why = fmt.Sprintf(inWords["backing"], strings.Join(open, ", "))
			return newReply(t.refusal(c.Name, why)), "not called: " + c.Name + ": " + why
		}
		if !c.Malformed() {
			whole[i] = domains.Call{Name: c.Name, Arguments: jsonvalue.NewObject(args...)}
		}
	}
	return r.withCalls(whole), ""
}

// required is a parameter that a call needs; nil if it needs none of that name.
func required(tool *domains.Tool, name string) *domains.Param {
	if tool == nil {
		return nil
	}
	if p := tool.Param(name); p != nil && p.Required {
		return p
	}
	return nil
}

// withoutBlanks is a value without each "<UNK>" in it, and without the lists and objects of
// which nothing is left. whole is true if it had none, and some if anything is left.
func withoutBlanks(v domains.Value) (left domains.Value, whole, some bool) {
	whole = true
	switch v.Kind() {
	case jsonvalue.String:
		whole = strings.TrimSpace(v.Str()) != certainty.Unknown
		return v, whole, whole
	case jsonvalue.Array:
		var items []domains.Value
		for _, item := range v.Items() {
			item, all, some := withoutBlanks(item)
			if whole = whole && all; some {
				items = append(items, item)
			}
		}
		left = jsonvalue.NewArray(items...)
	case jsonvalue.Object:
		var members []jsonvalue.Member
		for _, m := range v.Members() {
			item, all, some := withoutBlanks(m.Value)
			if whole = whole && all; some {
				members = append(members, jsonvalue.Member{Key: m.Key, Value: item})
			}
		}
		left = jsonvalue.NewObject(members...)
	}
	if whole {
		return v, true, true
	}
	return left, false, left.Len() > 0
}

// only is the one value of a parameter that its schema lists and the user did not deny.
func (t *Turn) only(tool *domains.Tool, p *domains.Param) (v domains.Value, ok bool) {
	d, _ := t.counter.Sets(t.Run)[tool.Name].Get(p.Name)
	if d.Type != domains.Finite {
		return v, false
	}
	denied := t.denied(tool, p.Name)
	left := slices.DeleteFunc(slices.Clone(d.Values), func(v domains.Value) bool {
		return slices.ContainsFunc(denied, func(no domains.Value) bool { return jsonvalue.Equal(no, v) })
	})
	if len(left) != 1 {
		return v, false
	}
	return left[0], true
}
