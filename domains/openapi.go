package domains

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/voi-rl/voi/internal/jsonvalue"
)

// The limits on the schemas that one operation of an OpenAPI document refers to. A schema
// beyond them constrains nothing, so that its domain is infinite.
const (
	maxToolDefs  = 256     // schemas that a tool carries along
	maxRefChain  = 16      // references from one to the next
	maxToolNodes = 1 << 16 // values in those schemas, approximately
)

// maxAPIWork is the number of parameters, and of schemas in them, that the operations of one
// document may have together. Without it, many operations that refer to one large path, body
// or parameter would each copy it.
const maxAPIWork = 1 << 20

// isMethod reports whether a key of a path holds an operation.
func isMethod(key string) bool {
	switch key {
	case "get", "put", "post", "delete", "options", "head", "patch", "trace":
		return true
	}
	return false
}

// apiDoc is an OpenAPI document whose operations are being read.
type apiDoc struct {
	root       Value
	components map[string]Value // by reference, as in "#/components/schemas/Pet"
	refs       resolver
	left       int                // of maxAPIWork
	names      names              // of the tools so far
	defs       map[string]*apiDef // by reference; made once for all operations
	keys       names              // the names of defs
}

func newAPIDoc(root Value) *apiDoc {
	d := &apiDoc{root: root, left: maxAPIWork, components: map[string]Value{}, defs: map[string]*apiDef{}}
	for _, section := range root.Field("components").Members() {
		for _, m := range section.Value.Members() {
			d.components["#/components/"+section.Key+"/"+m.Key] = m.Value
		}
	}
	return d
}

// resolve calls the function resolve, but finds a component without a search.
func (d *apiDoc) resolve(ref string) (Value, bool) {
	if v, ok := d.components[ref]; ok {
		return v, true
	}
	return d.refs.resolve(d.root, ref)
}

// eachOperation makes one tool of each operation of an OpenAPI 3 document:
//
//   - its name is the operationId, or the method and the path, written with the
//     64 letters, digits, "_" and "-" that a function's name may have; "_2"
//     follows where another operation has that name already;
//   - its parameters are those of path, query, header and cookie, the
//     operation's before the path's, and then the properties of the request's
//     body, or "body" where it is no plain object; one whose name is taken has
//     its place before it ("query_id", "body_id");
//   - components that it refers to follow as $defs.
//
// Left out are headers that a client sets by itself (Accept, Content-Type, Authorization)
// and properties that a server alone sets (readOnly). Other files are never opened: a
// schema that lies in one constrains nothing, and a parameter that does makes the operation
// unreadable.
func eachOperation(root Value, path string, yield func(Tool, error) bool) bool {
	version := scalarText(root.Field("openapi"))
	if !strings.HasPrefix(version, "3.") {
		return yield(Tool{}, &Error{CodeBadTools, join(path, "openapi"), fmt.Sprintf("the document is of OpenAPI %.20q; give one of version 3", version)})
	}
	paths := root.Field("paths")
	if paths.Kind() != jsonvalue.Object {
		return yield(Tool{}, &Error{CodeBadTools, join(path, "paths"), "an OpenAPI document without paths has no operations; give one with paths"})
	}
	d := newAPIDoc(root)
	for _, p := range paths.Members() {
		at := join(join(path, "paths"), p.Key)
		item, err := d.follow(p.Value, at)
		if err != nil {
			if !yield(Tool{}, err) {
				return false
			}
			continue
		}
		d.left -= item.Len() >> 4
		for _, m := range item.Members() {
			if !isMethod(m.Key) {
				continue
			}
			tool, err := d.operation(item, m.Value, m.Key, p.Key, join(at, m.Key))
			if !yield(tool, err) {
				return false
			}
		}
	}
	return true
}

// follow returns the target of a reference in a part of the document that is no schema. A
// broken reference is an error here, unlike in a schema.
func (d *apiDoc) follow(v Value, path string) (Value, error) {
	for range maxRefChain {
		ref, ok := v.Get("$ref")
		if !ok || ref.Kind() != jsonvalue.String {
			return v, nil
		}
		if v, ok = d.resolve(ref.Str()); !ok {
			return Value{}, &Error{CodeBadTools, path, fmt.Sprintf("it refers to %.100q, which is not in this document; bundle the document into one file", ref.Str())}
		}
	}
	return Value{}, &Error{CodeBadTools, path, fmt.Sprintf("its references lead on more than %d times; they may form a circle", maxRefChain)}
}

// operation reads one operation.
func (d *apiDoc) operation(item, op Value, method, route, path string) (Tool, error) {
	if op.Kind() != jsonvalue.Object {
		return Tool{}, &Error{CodeBadTools, path, "an operation is " + op.Kind().Noun() + "; give an object"}
	}
	if d.left < 0 {
		return Tool{}, &Error{CodeBadTools, path, fmt.Sprintf("the operations before it have more than %d parameters and schemas together; give fewer operations at once", maxAPIWork)}
	}
	t := Tool{Notation: "openapi", Description: op.Field("description").Str()}
	for _, text := range [...]string{op.Field("summary").Str(), strings.ToUpper(method) + " " + route} {
		if t.Description == "" {
			t.Description = text
		}
	}
	args := apiArguments{doc: d}
	if err := args.parameters(op.Field("parameters"), join(path, "parameters")); err != nil {
		return Tool{}, err
	}
	if err := args.parameters(item.Field("parameters"), path); err != nil {
		return Tool{}, err
	}
	if err := args.body(op.Field("requestBody"), join(path, "requestBody")); err != nil {
		return Tool{}, err
	}
	t.Schema = jsonvalue.ObjectOf(
		"type", "object",
		"properties", jsonvalue.NewObject(args.properties...),
		"required", args.required,
	)
	if defs := d.closure(args.refs); len(defs) > 0 {
		t.Schema = t.Schema.With("$defs", jsonvalue.NewObject(defs...))
	}
	t.Name = d.name(op.Field("operationId").Str(), method, route)
	err := t.readProperties(path, false)
	return t, err
}

// maxToolName is the length of a function's name that OpenAI accepts.
const maxToolName = 64

// name returns a name for a tool that no other tool of the document has.
func (d *apiDoc) name(id, method, route string) string {
	name := functionName(id)
	if name == "" {
		name = functionName(method + "_" + route)
	}
	return d.names.take(name, maxToolName)
}

// names are the names in use.
type names struct {
	used map[string]bool
	next map[numbered]int // the next number to try
}

// numbered is what stands before a number of that many digits in names.
type numbered struct {
	stem   string
	digits int
}

func (n *names) use(name string) {
	if n.used == nil {
		n.used, n.next = map[string]bool{}, map[numbered]int{}
	}
	n.used[name] = true
}

// take returns an unused name and marks it as used: name, or name with a number behind it,
// of at most most bytes.
func (n *names) take(name string, most int) string {
	try := cutName(name, most)
	for digits, low := 1, 1; n.used[try]; digits, low = digits+1, low*10 {
		key := numbered{cutName(name, most-1-digits), digits}
		number := max(low, 2, n.next[key])
		for ; n.used[try] && number < 10*low; number++ {
			try = key.stem + "_" + strconv.Itoa(number)
		}
		n.next[key] = number
	}
	n.use(try)
	return try
}

// cutName returns the characters of a name that lie within most bytes.
func cutName(name string, most int) string {
	if len(name) <= most {
		return name
	}
	for !utf8.RuneStart(name[most]) {
		most--
	}
	return name[:most]
}

// functionName replaces each run of characters that no function's name may have by one "_",
// and drops it at both ends.
func functionName(s string) string {
	var b strings.Builder
	gap, last := false, byte('_')
	for _, c := range []byte(s) {
		if c == '_' || c == '-' || isDigit(c) || c|0x20 >= 'a' && c|0x20 <= 'z' {
			if gap && last != '_' && c != '_' {
				b.WriteByte('_')
			}
			b.WriteByte(c)
			gap, last = false, c
			continue
		}
		gap = true
	}
	return b.String()
}
