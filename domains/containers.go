package domains

import (
	"fmt"
	"iter"
	"slices"

	"github.com/voi-rl/voi/internal/jsonvalue"
)

// maxContainers bounds how deep lists and servers of tools are nested.
const maxContainers = 8

// Tools ranges over the tools in v, in their order. A tool that cannot be read is an
// empty Tool with an error. v is one tool in any notation that ParseTool reads, or a
// container of tools:
//
//	[...]                        a list, whose elements may each be of another notation
//	"..."                        a string that holds JSON; null and "" hold no tools
//	{"tools": [...]}             MCP's tools/list; its JSON-RPC envelope {"result": {...}}
//	{"tools": {NAME: {...}}}     the same by name
//	{"servers": [...]}           MCP servers, each with tools, in a list or by name
//	{"functionDeclarations"}     Gemini's tools; Bedrock's {"toolConfig": {"tools"}}
//	{"openapi": "3...", "paths"} OpenAPI 3.0 and 3.1: one tool for each operation
//
// Errors are *Error with CodeBadTools. An element that cannot be read leaves
// its neighbours alone. A name may come twice.
func Tools(v Value) iter.Seq2[Tool, error] {
	return func(yield func(Tool, error) bool) { visitTools(v, "", 0, yield) }
}

// ParseTools reads a list of tools as ParseToolList does, without the names of the
// duplicates.
func ParseTools(v Value) ([]Tool, error) {
	tools, _, err := ParseToolList(v)
	return tools, err
}

// ParseToolList reads all tools of a sample, as Tools does. One unreadable tool is an
// error for the whole list, because a sample with only part of its tools would be
// labelled wrong. Of several tools with one name the first wins (F1); duplicates lists
// the names of the others, one entry each. Errors are *Error with CodeBadTools.
func ParseToolList(v Value) (tools []Tool, duplicates []string, err error) {
	seen := map[string]bool{}
	for t, err := range Tools(v) {
		switch {
		case err != nil:
			return nil, nil, err
		case seen[t.Name]:
			duplicates = append(duplicates, t.Name)
		default:
			seen[t.Name] = true
			tools = append(tools, t)
		}
	}
	return tools, duplicates, nil
}

// visitTools is Tools, depth containers down. It reports whether to go on.
func visitTools(v Value, path string, depth int, yield func(Tool, error) bool) bool {
	v, err := unwrap(v, CodeBadTools, path)
	if err != nil {
		return yield(Tool{}, err)
	}
	fail := func(format string, args ...any) bool {
		return yield(Tool{}, &Error{CodeBadTools, path, fmt.Sprintf(format, args...)})
	}
	switch v.Kind() {
	case jsonvalue.Null:
		return depth == 0 || fail("a tool is null; give an object with name and parameters")
	case jsonvalue.Array:
		if depth > 0 && !holdsObjects(v) {
			return fail("a tool is an array; give an object with name and parameters")
		}
		if depth >= maxContainers {
			return fail("lists of tools are nested deeper than %d; give one list", maxContainers)
		}
		for i, item := range v.Items() {
			if !visitTools(item, fmt.Sprintf("%s[%d]", path, i), depth+1, yield) {
				return false
			}
		}
		return true
	case jsonvalue.Object:
	default:
		if depth == 0 {
			return fail("the tools are %s; give a list of tools", v.Kind().Noun())
		}
		return fail("a tool is %s; give an object with name and parameters", v.Kind().Noun())
	}
	if _, ok := v.Get("openapi"); ok {
		return eachOperation(v, path, yield)
	}
	if reason := notTools(v); reason != "" {
		return fail("%s", reason)
	}
	inner, key, ok := heldTools(v)
	if !ok {
		return yield(parseTool(v, path))
	}
	if depth >= maxContainers {
		return fail("lists of tools are nested deeper than %d; give one list", maxContainers)
	}
	path = join(path, key)
	if inner.Kind() != jsonvalue.Object {
		return visitTools(inner, path, depth, yield)
	}
	if _, _, ok := heldTools(inner); ok { // "result": {"tools": [...]}
		return visitTools(inner, path, depth+1, yield)
	}
	return eachNamed(inner, path, depth+1, yield)
}

// eachNamed visits tools, or servers of tools, in an object whose keys are their names. A
// tool without a name takes its key as the name.
func eachNamed(v Value, path string, depth int, yield func(Tool, error) bool) bool {
	if isTool(v) {
		return visitTools(v, path, depth, yield)
	}
	for _, m := range v.Members() {
		item := m.Value
		if _, _, holds := heldTools(item); item.Kind() == jsonvalue.Object && !holds && !isNamed(item) {
			item = item.With("name", jsonvalue.NewString(m.Key))
		}
		if !visitTools(item, join(path, m.Key), depth, yield) {
			return false
		}
	}
	return true
}

// holdsObjects reports whether a list inside a list could be a list of tools:
// lists of plain values are not.
func holdsObjects(v Value) bool {
	return slices.ContainsFunc(v.Items(), func(item Value) bool { return item.Kind() >= jsonvalue.Array })
}

// isNamed reports whether a tool holds its own name.
func isNamed(v Value) bool {
	for _, key := range [...]string{"function", "toolSpec"} {
		if inner := v.Field(key); inner.Kind() == jsonvalue.Object {
			v = inner
		}
	}
	for _, key := range [...]string{"name", "api_name", "apiCode"} {
		if !v.Field(key).IsNull() {
			return true
		}
	}
	return false
}

// isTool reports whether an object is a tool and not a container of tools.
func isTool(v Value) bool {
	return v.Has("parameters", "inputSchema", "input_schema", "api_name", "apiCode", "toolSpec") ||
		v.Field("function").Kind() == jsonvalue.Object ||
		v.Field("name").Kind() == jsonvalue.String && !v.Has("tools")
}

// heldTools returns the value in which a container holds its tools, and the key of that
// value.
func heldTools(v Value) (inner Value, key string, ok bool) {
	if isTool(v) {
		return Value{}, "", false
	}
	for _, key := range [...]string{"result", "toolConfig", "tools", "functionDeclarations", "function_declarations", "servers", "mcpServers"} {
		inner, ok := v.Get(key)
		if k := inner.Kind(); ok && (k == jsonvalue.Array || k == jsonvalue.Object || k == jsonvalue.String && key == "tools") {
			return inner, key, true
		}
	}
	return Value{}, "", false
}

// notTools names documents that people mistake for tools (a Swagger file, a server's
// error); "" for anything else.
func notTools(v Value) string {
	if version := v.Field("swagger"); !version.IsNull() {
		return fmt.Sprintf("this is a Swagger %s document; convert it to OpenAPI 3", scalarText(version))
	}
	if _, rpc := v.Get("jsonrpc"); rpc {
		if e := v.Field("error"); e.Kind() == jsonvalue.Object {
			return fmt.Sprintf("the server answered with the error %s %+q and no tools; ask it again", scalarText(e.Field("code")), e.Field("message").Str())
		}
	}
	return ""
}

// scalarText is a number or a string as a person reads it.
func scalarText(v Value) string {
	if v.Kind() == jsonvalue.String {
		return v.Str()
	}
	return v.JSON()
}
