package domains

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/sharedtest"
)

// compile lets an independent validator read the parameters of a function tool as
// JSON Schema 2020-12: keywords must match its metaschema, and every reference
// must resolve.
func compile(tool Value) (*jsonschema.Schema, error) {
	params := tool.Field("function").Field("parameters")
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(params.JSON()))
	if err != nil {
		return nil, err
	}
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	c.UseLoader(noFiles{})
	c.UseRegexpEngine(anyRegexp)
	if err := c.AddResource("mem:///tool", doc); err != nil {
		return nil, err
	}
	return c.Compile("mem:///tool")
}

// noFiles refuses references to anything outside the tool.
type noFiles struct{}

func (noFiles) Load(url string) (any, error) { return nil, errors.New("outside the tool: " + url) }

// anyRegexp replaces JavaScript patterns that Go cannot compile by one that admits
// everything.
func anyRegexp(pattern string) (jsonschema.Regexp, error) {
	re, err := regexp.Compile(pattern)
	if err != nil {
		return lax{pattern}, nil
	}
	return re, nil
}

type lax struct{ pattern string }

func (l lax) MatchString(string) bool { return true }
func (l lax) String() string          { return l.pattern }

// checkWritten has the validator read the written tool, and checks that writing is
// a fixed point: reading the text and writing it again gives the same text.
func checkWritten(tool *Tool) (again Tool, schema *jsonschema.Schema, err error) {
	written := tool.OpenAI()
	if schema, err = compile(written); err != nil {
		return again, nil, fmt.Errorf("a validator refuses %s: %w", written.JSON(), err)
	}
	if again, err = ParseTool(written); err != nil {
		return again, nil, fmt.Errorf("%s cannot be read: %w", written.JSON(), err)
	}
	if twice := again.OpenAI(); twice.JSON() != written.JSON() {
		return again, nil, fmt.Errorf("written twice it changes:\n%s\n%s", written.JSON(), twice.JSON())
	}
	for i := range tool.Params {
		a, b := &tool.Params[i], &again.Params[i]
		if a.Name != b.Name || a.Required != b.Required || a.HasDefault != b.HasDefault || !jsonvalue.Equal(a.Default, b.Default) {
			return again, nil, fmt.Errorf("%s: name, required or default change", a.Name)
		}
	}
	return again, schema, nil
}

// checkStrict is checkSame, and compares the domains with the validator.
func checkStrict(tool *Tool) error {
	set, schema, err := checkSame(tool)
	if err != nil {
		return err
	}
	return checkValues(set, schema)
}

// checkSame is checkWritten, and compares the domains before and after.
func checkSame(tool *Tool) (Set, *jsonschema.Schema, error) {
	again, schema, err := checkWritten(tool)
	if err != nil {
		return nil, nil, err
	}
	set, err := SchemaAnnotator{}.Annotate(context.Background(), tool)
	if err != nil {
		return nil, nil, err
	}
	got, _ := SchemaAnnotator{}.Annotate(context.Background(), &again)
	// Where a schema contradicts itself, the written one may rest on another
	// keyword; the values that it admits must be the same.
	plain := func(s Set) string {
		s = slices.Clone(s)
		for i := range s {
			s[i].Domain.Source = ""
		}
		return s.Value().JSON()
	}
	if a, b := plain(set), plain(got); a != b {
		return nil, nil, fmt.Errorf("the domains change:\n  read  %s\n  again %s\n%s", a, b, tool.OpenAI().JSON())
	}
	for i := range tool.Params {
		if tool.Params[i].Nullable != again.Params[i].Nullable {
			return nil, nil, fmt.Errorf("%s: nullable changes: %s", tool.Params[i].Name, tool.OpenAI().JSON())
		}
	}
	return set, schema, nil
}

// checkValues checks that the validator accepts each value that a domain lists
// from the schema, in an object with that parameter alone.
func checkValues(set Set, schema *jsonschema.Schema) error {
	for _, p := range set {
		property := schema.Properties[p.Name]
		if property == nil || !p.Domain.Stated() || p.Domain.Type != Finite {
			continue
		}
		for _, v := range p.Domain.Values {
			instance, err := jsonschema.UnmarshalJSON(strings.NewReader(v.JSON()))
			if err != nil {
				return err
			}
			if err := property.Validate(instance); err != nil && !wrongType(err) {
				return fmt.Errorf("%s: the value %s is in the domain and not valid: %w", p.Name, v.JSON(), err)
			}
		}
	}
	return nil
}

// wrongType reports whether a value is refused for its type alone. Sources list
// values of another type than they declare, and voi keeps them.
func wrongType(err error) bool {
	var invalid *jsonschema.ValidationError
	return errors.As(err, &invalid) && typesOnly(invalid)
}

func typesOnly(e *jsonschema.ValidationError) bool {
	for _, cause := range e.Causes {
		if !typesOnly(cause) {
			return false
		}
	}
	_, ok := e.ErrorKind.(*kind.Type)
	return ok || len(e.Causes) > 0
}

// TestCompileRefuses checks that the validator refuses wrong schemas.
func TestCompileRefuses(t *testing.T) {
	for _, schema := range []string{
		`{"type":"dict"}`, `{"type":"integer","minimum":0,"exclusiveMinimum":true}`, `{"required":true}`, `{"$ref":"#/$defs/none"}`,
		`{"$ref":"https://example.org/x"}`, `{"enum":3}`, `{"items":[{}]}`, `{"properties":{"a":"string"}}`, `{"anyOf":[]}`,
	} {
		tool := mustParse(t, `{"function":{"parameters":{"properties":{"p":`+schema+`}}}}`)
		if _, err := compile(tool); err == nil {
			t.Errorf("%s passes", schema)
		}
	}
}

// TestStrictTables writes every tool of the tables.
func TestStrictTables(t *testing.T) {
	for _, file := range []string{"tools.txt", "openapi.txt", "notations.txt"} {
		path := filepath.Join("testdata", "tables", file)
		sharedtest.Need(os.Stat(path))(t)
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			if v, err := ParseValue(d.Input); err == nil {
				for tool, err := range Tools(v) {
					if err != nil {
						continue
					}
					if err := checkStrict(&tool); err != nil {
						t.Errorf("%s: %s: %v", d.Pos, tool.Name, err)
					}
				}
			}
			return d.Expected
		})
	}
}

// TestStrictDomains writes each schema of the tables as a parameter, and as the
// target of a reference.
func TestStrictDomains(t *testing.T) {
	datadriven.RunTest(t, filepath.Join("testdata", "tables", "domain.txt"), func(t *testing.T, d *datadriven.TestData) string {
		for _, line := range strings.Split(d.Input, "\n") {
			tool, err := ParseTool(mustParse(t, `{"name":"f","parameters":{"type":"object","properties":{"p":`+line+`,"q":{"$ref":"#/properties/p"}}}}`))
			if err != nil {
				continue // true and 3 have domains, but are no parameters
			}
			if err := checkStrict(&tool); err != nil {
				t.Errorf("%s: %s: %v", d.Pos, line, err)
			}
		}
		return d.Expected
	})
}

// TestStrictReal writes every tool of the shared data.
func TestStrictReal(t *testing.T) {
	seen := map[string]bool{}
	eachTool(t, func(file string, tool *Tool) {
		if key := tool.OpenAI().JSON(); !seen[key] {
			seen[key] = true
			if err := checkStrict(tool); err != nil {
				t.Errorf("%s: %s: %v", file, tool.Name, err)
			}
		}
	})
	t.Logf("%d distinct tools", len(seen))
}

// TestStrictOdd writes schemas whose keywords interact across drafts and
// notations.
func TestStrictOdd(t *testing.T) {
	for _, schema := range []string{
		`{"type":"array","items":[{"type":"boolean"}],"additionalItems":{"type":"boolean"},"maxItems":2}`,
		`{"type":"array","prefixItems":[{"type":"boolean"}],"additionalItems":false}`,
		`{"type":"array","prefixItems":[{"type":"boolean"}],"items":[{"enum":[1,2,3]}],"maxItems":1}`,
		`{"type":"array","items":[{"enum":[1,2,3]}],"prefixItems":[{"type":"boolean"}],"maxItems":1}`,
		`{"type":"List[int]","items":{"enum":[1]},"maxItems":2}`,
		`{"type":"Tuple[bool, bool]","maxItems":1}`,
		`{"enum":["a","b"],"choices":["b"]}`,
		`{"choices":["b"],"possible_values":["a","b"],"allowed_values":["b","c"]}`,
		`{"type":"object","required":["a","a",3],"properties":{"a":{"type":"boolean"}}}`,
		`{"type":"object","properties":{"a":{"type":"boolean","required":true},"b":{"type":"boolean"}}}`,
		`{"type":"Literal['a','b']","enum":["b","c"]}`,
		`{"type":["List[bool]","null"],"maxItems":1}`,
		`{"type":"array","items":{"type":"boolean"},"uniqueItems":"true","maxItems":2}`,
		`{"type":"date","format":"time"}`,
		`{"type":{"type":"string","enum":["x"]},"nullable":true}`,
		`{"type":"integer","enum":[1,2],"nullable":true,"maximum":1}`,
		`{"allOf":[{"type":"boolean","nullable":true},{"type":"boolean"}]}`,
		`{"allOf":[{"type":"boolean","nullable":true},{"enum":[true,null]}]}`,
		`{"anyOf":[{"type":"boolean"},{"enum":["x"]}],"nullable":true,"description":"One of: p, q."}`,
		`{"const":"x","nullable":true}`,
		`{"type":"str | None","description":"One of: p, q."}`,
		`{"minimum":1,"maximum":3,"multipleOf":1,"nullable":true}`,
		`{"type":"Optional[int]","minimum":1,"maximum":3}`,
	} {
		tool := sharedtest.Need(ParseTool(mustParse(t, `{"name":"f","parameters":{"type":"object","properties":{"p":`+schema+`}}}`)))(t)
		if _, _, err := checkSame(&tool); err != nil {
			t.Errorf("%s: %v", schema, err)
		}
	}
}
