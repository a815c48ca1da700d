package reward

import "github.com/voi-rl/voi/domains"

// few is the number of names up to which a list of them is searched; a longer one is indexed.
const few = 16

// lookup returns object.Get, in constant time for each key.
func lookup(object domains.Value) func(key string) (domains.Value, bool) {
	members := object.Members()
	if len(members) <= few {
		return object.Get
	}
	at := make(map[string]int, len(members))
	for i := range members {
		at[members[i].Key] = i
	}
	return func(key string) (v domains.Value, ok bool) {
		i, ok := at[key]
		if ok {
			v = members[i].Value
		}
		return v, ok
	}
}

// paramsOf returns the parameters of a tool by their names, of two with one name the first.
func paramsOf(tool *domains.Tool) map[string]*domains.Param {
	params := make(map[string]*domains.Param, len(tool.Params))
	for i := len(tool.Params) - 1; i >= 0; i-- {
		params[tool.Params[i].Name] = &tool.Params[i]
	}
	return params
}
