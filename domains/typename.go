package domains

import (
	"strings"

	"github.com/voi-rl/voi/internal/jsonvalue"
)

// kinds is a set of JSON types. Whole numbers and fractions are two types here,
// so that "integer" is a part of "number" and an intersection is a bit
// operation.
type kinds uint8

const (
	kindNull kinds = 1 << iota
	kindBool
	kindInt
	kindFrac
	kindString
	kindArray
	kindObject

	kindNumber = kindInt | kindFrac
	kindAny    = kindNull | kindBool | kindNumber | kindString | kindArray | kindObject
)

// simpleType maps the one-word type names of all notations, in lower case, to
// JSON types. format is set for names such as "date" that mean a string of one
// format.
func simpleType(name string) (k kinds, format string, ok bool) {
	switch name {
	case "string", "str", "text", "char", "character", "varchar", "enum":
		return kindString, "", true
	case "integer", "int", "long", "short", "int32", "int64", "bigint", "uint", "uint32", "uint64":
		return kindInt, "", true
	case "number", "float", "double", "decimal", "numeric", "real", "float32", "float64":
		return kindNumber, "", true
	case "boolean", "bool":
		return kindBool, "", true
	case "array", "list", "tuple", "set", "frozenset", "sequence", "iterable", "arraylist", "vector":
		return kindArray, "", true
	case "object", "dict", "dictionary", "hashmap", "map", "mapping", "hash", "hashtable", "struct", "json":
		return kindObject, "", true
	case "null", "none", "nonetype":
		return kindNull, "", true
	case "date", "time", "email", "uri", "uuid":
		return kindString, name, true
	case "datetime", "date-time", "timestamp":
		return kindString, "date-time", true
	case "url":
		return kindString, "uri", true
	}
	return 0, "", false
}

// jsonTypes are JSON Schema's names for the kinds.
var jsonTypes = map[kinds]string{
	kindNull: "null", kindBool: "boolean", kindInt: "integer", kindNumber: "number",
	kindString: "string", kindArray: "array", kindObject: "object",
}

// maxTypeDepth bounds the nesting of List[List[...]] that is read.
const maxTypeDepth = 16

// typeSchema turns a type name of any notation into JSON Schema: "dict",
// "List[int]", "Tuple[float, float]", "Optional[str]", "int | None",
// "Literal['a', 'b']", "Date (yyyy-mm-dd)", "str, optional". optional is set by
// the last and by Optional. A name that stands for no JSON type ("any",
// "Callable[[float], float]") gives an empty schema, which admits everything.
func typeSchema(name string) (schema Value, optional bool) {
	return typeSchemaAt(name, 0)
}

func typeSchemaAt(name string, depth int) (schema Value, optional bool) {
	name = strings.TrimSpace(name)
	if parts := splitTop(name, ','); len(parts) > 1 {
		name = strings.TrimSpace(parts[0])
		for _, word := range parts[1:] {
			optional = optional || strings.EqualFold(strings.TrimSpace(word), "optional")
		}
	}
	if k, format, ok := simpleType(strings.ToLower(name)); ok {
		return kindSchema(k, format), optional
	}
	if depth >= maxTypeDepth {
		return jsonvalue.NewObject(), optional
	}
	if parts := splitTop(strings.ReplaceAll(name, " or ", "|"), '|'); len(parts) > 1 {
		return unionSchema(parts, depth), optional
	}
	if rest, ok := strings.CutSuffix(name, "[]"); ok {
		item, _ := typeSchemaAt(rest, depth+1)
		return kindSchema(kindArray, "").With("items", item), optional
	}
	schema, opt := genericSchema(name, depth)
	return schema, optional || opt
}

func kindSchema(k kinds, format string) Value {
	s := jsonvalue.ObjectOf("type", jsonTypes[k])
	if format != "" {
		s = s.With("format", jsonvalue.NewString(format))
	}
	return s
}

func unionSchema(names []string, depth int) Value {
	branches := make([]Value, len(names))
	for i, n := range names {
		branches[i], _ = typeSchemaAt(n, depth+1)
	}
	return jsonvalue.ObjectOf("anyOf", branches)
}

// genericSchema reads Name[args], Name(args) and Name<args>.
func genericSchema(name string, depth int) (schema Value, optional bool) {
	open := strings.IndexAny(name, "[(<")
	if open < 0 {
		return jsonvalue.NewObject(), false
	}
	head := strings.ToLower(strings.TrimSpace(name[:open]))
	head = strings.TrimPrefix(head, "typing.")
	if n := len(name) - 1; n > open && strings.IndexByte("])>", name[n]) >= 0 {
		name = name[:n]
	}
	args := splitTop(name[open+1:], ',')
	switch head {
	case "optional":
		return unionSchema([]string{args[0], "null"}, depth), true
	case "union":
		return unionSchema(args, depth), false
	case "literal":
		return literalSchema(args), false
	}
	k, format, ok := simpleType(head)
	switch {
	case !ok:
		return jsonvalue.NewObject(), false
	case k == kindArray:
		return arraySchema(head, args, depth), false
	case k == kindString && strings.EqualFold(strings.TrimSpace(args[0]), "optional"):
		return kindSchema(k, format), true
	default:
		return kindSchema(k, format), strings.EqualFold(strings.TrimSpace(args[0]), "optional")
	}
}

func arraySchema(head string, args []string, depth int) Value {
	s := kindSchema(kindArray, "")
	if head != "tuple" || len(args) == 2 && strings.TrimSpace(args[1]) == "..." {
		item, _ := typeSchemaAt(args[0], depth+1)
		return s.With("items", item)
	}
	items := make([]Value, len(args))
	for i, a := range args {
		items[i], _ = typeSchemaAt(a, depth+1)
	}
	n := jsonvalue.NewInt(int64(len(items)))
	return s.With("prefixItems", jsonvalue.NewArray(items...)).With("minItems", n).With("maxItems", n)
}

func literalSchema(args []string) Value {
	values := make([]Value, 0, len(args))
	for _, a := range args {
		a = strings.TrimSpace(a)
		if n := len(a); n >= 2 && a[0] == '\'' && a[n-1] == '\'' {
			values = append(values, jsonvalue.NewString(a[1:n-1]))
			continue
		}
		v, err := ParseValue(a)
		if err != nil {
			v = jsonvalue.NewString(a)
		}
		values = append(values, v)
	}
	return jsonvalue.ObjectOf("enum", values)
}

// splitTop splits at sep where it stands outside brackets and single quotes.
func splitTop(s string, sep byte) []string {
	var parts []string
	depth, start, quoted := 0, 0, false
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\'':
			quoted = !quoted
		case quoted:
		case c == '[' || c == '(' || c == '<' || c == '{':
			depth++
		case c == ']' || c == ')' || c == '>' || c == '}':
			depth--
		case c == sep && depth <= 0:
			parts = append(parts, s[start:i])
			start = i + 1
		}
	}
	return append(parts, s[start:])
}
