package domains

import (
	"strconv"
	"strings"

	"github.com/voi-rl/voi/internal/jsonvalue"
)

// Evidence is the reason for the domain of a parameter.
type Evidence struct {
	Rule  string // Domain.Source: schema.enum, description.set, ...
	Where string // a JSON pointer into the parameter's schema ("/description", "/items/enum"), "" if unknown
	Text  string // the text at Where: the span of the description, or the deciding keywords as JSON; at most maxEvidence bytes
}

// maxEvidence is the maximum length of Evidence.Text, in bytes.
const maxEvidence = 400

// Evidence finds the reason for d, the domain that SchemaAnnotator gave for p. A
// domain from elsewhere (a row, a model) has its Source as the rule and nothing
// else. A pointer that begins with "#" points into the tool's schema, through a
// local $ref. The search visits at most maxEvidenceSchemas schemas.
func (p *Param) Evidence(d Domain) Evidence {
	ev := Evidence{Rule: d.Source}
	s := evidenceSearch{root: p.root, left: maxEvidenceSchemas}
	if span := d.span; span != "" {
		ev.Text = jsonvalue.Cut(span, maxEvidence)
		s.decides = func(schema Value) (string, bool) {
			return "/description", strings.Contains(schema.Field("description").Str(), span)
		}
	} else if keys := evidenceKeys[ruleOf(d.Source)]; keys != nil {
		s.decides = func(schema Value) (string, bool) {
			var members []jsonvalue.Member
			for _, m := range schema.Members() {
				for _, key := range keys {
					if m.Key == key {
						members = append(members, m)
					}
				}
			}
			switch len(members) {
			case 0:
				return "", false
			case 1:
				ev.Text = jsonvalue.Cut(members[0].Value.JSON(), maxEvidence)
				return "/" + members[0].Key, true
			}
			ev.Text = jsonvalue.Cut(jsonvalue.NewObject(members...).JSON(), maxEvidence)
			return "", true
		}
	}
	if s.decides != nil {
		if where, ok := s.find(asSchema(p.Schema), "", 0); ok {
			ev.Where = where
		}
	}
	return ev
}

// ruleOf is the schema's rule in a source to which a model's source was added in
// brackets.
func ruleOf(source string) string {
	rule, _, _ := strings.Cut(source, " (")
	return rule
}

// evidenceKeys are the keywords behind each rule on schemas.
var evidenceKeys = map[string][]string{
	"schema.enum":       {"enum", "allowed_values", "possible_values", "choices"},
	"schema.const":      {"const"},
	"schema.type":       {"type"},
	"schema.bounds":     {"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "divisibleBy"},
	"schema.pattern":    {"pattern", "minLength", "maxLength"},
	"schema.length":     {"minLength", "maxLength"},
	"schema.format":     {"format", "type"},
	"schema.items":      {"items", "prefixItems", "additionalItems", "minItems", "maxItems", "uniqueItems"},
	"schema.properties": {"properties"},
	"schema.union":      {"anyOf", "oneOf", "type"},
	"schema.examples":   {"examples", "example_values", "example"},
	"schema.recursive":  {"$ref"},
}

// maxEvidenceSchemas is the number of schemas that one search visits.
const maxEvidenceSchemas = 512

// evidenceSearch looks for the first schema that decides, in a schema and
// everything inside it.
type evidenceSearch struct {
	root    Value
	left    int
	decides func(schema Value) (pointer string, ok bool)
}

func (s *evidenceSearch) find(schema Value, at string, depth int) (where string, ok bool) {
	if s.left--; s.left < 0 || depth > maxTypeDepth || schema.Kind() != jsonvalue.Object {
		return "", false
	}
	if pointer, ok := s.decides(schema); ok {
		return at + pointer, true
	}
	for _, m := range schema.Members() {
		next := at + "/" + m.Key
		switch m.Key {
		case "$ref":
			if target, known := resolve(s.root, m.Value.Str()); known {
				where, ok = s.find(target, m.Value.Str(), depth+1)
			}
		case "properties":
			for _, p := range m.Value.Members() {
				if where, ok = s.find(p.Value, next+"/"+pointerToken(p.Key), depth+1); ok {
					return where, true
				}
			}
		case "type", "items", "prefixItems", "allOf", "anyOf", "oneOf":
			where, ok = s.find(m.Value, next, depth+1)
			for i, item := range m.Value.Items() {
				if ok {
					break
				}
				where, ok = s.find(item, next+"/"+strconv.Itoa(i), depth+1)
			}
		}
		if ok {
			return where, true
		}
	}
	return "", false
}

// pointerToken writes a name as a token of a JSON pointer (RFC 6901).
func pointerToken(name string) string {
	return strings.ReplaceAll(strings.ReplaceAll(name, "~", "~0"), "/", "~1")
}

// from returns d with the part of a description that it was read from.
func (d Domain) from(span string) Domain {
	d.span = strings.TrimSpace(span)
	return d
}
