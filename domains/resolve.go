package domains

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/voi-rl/voi/internal/jsonvalue"
)

// resolve follows one reference, as resolver does.
func resolve(root Value, ref string) (target Value, ok bool) {
	var r resolver
	return r.resolve(root, ref)
}

// resolver follows references. It indexes the long objects that several of them lead through.
type resolver struct {
	index map[Value]func(key string) (Value, bool) // nil for an object that was met once
}

func (r *resolver) get(v Value, key string) (Value, bool) {
	if v.Len() <= smallSet {
		return v.Get(key)
	}
	get, met := r.index[v]
	if get != nil {
		return get(key)
	}
	if r.index == nil {
		r.index = map[Value]func(key string) (Value, bool){}
	}
	if met {
		get = v.Getter()
	}
	r.index[v] = get
	return v.Get(key)
}

// resolve follows a local reference ("#", "#/$defs/Name", "#/definitions/Name")
// into root. Nothing outside root is ever opened.
func (r *resolver) resolve(root Value, ref string) (target Value, ok bool) {
	pointer, ok := strings.CutPrefix(ref, "#")
	if !ok {
		return Value{}, false
	}
	target = root
	if pointer == "" {
		return target, true
	}
	for _, token := range strings.Split(strings.TrimPrefix(pointer, "/"), "/") {
		if strings.Contains(token, "%") {
			if plain, err := url.PathUnescape(token); err == nil {
				token = plain
			}
		}
		if strings.Contains(token, "~") {
			token = strings.ReplaceAll(strings.ReplaceAll(token, "~1", "/"), "~0", "~")
		}
		if target.Kind() == jsonvalue.Array {
			i, err := strconv.Atoi(token)
			if err != nil || i < 0 || i >= target.Len() {
				return Value{}, false
			}
			target = target.Items()[i]
			continue
		}
		if target, ok = r.get(target, token); !ok {
			return Value{}, false
		}
	}
	return target, true
}

func hasNull(values []Value) bool { return slices.ContainsFunc(values, Value.IsNull) }

// isTrue reads a flag, which some sources write as a string.
func isTrue(v Value) bool { return v.Bool() || strings.EqualFold(v.Str(), "true") }
