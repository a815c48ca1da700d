package domains

import (
	"fmt"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"

	"github.com/voi-rl/voi/internal/jsonvalue"
)

// TestDatadriven runs the tables in testdata/tables. The commands:
//
//	domain              one schema a line -> its domain
//	describe type=T     one description a line -> the domain of {type: T}
//	type                one type name a line -> JSON Schema
//	coerce              a schema, then one value a line -> each coerced, and
//	                    whether the domain contains it
//	tools               a list of tools -> what is read, and written back
//	each                what holds tools -> one line for each, or why it is none
//	calls               one value a line -> the calls
//	parse               one Domain in JSON a line -> as it is read
func TestDatadriven(t *testing.T) {
	datadriven.Walk(t, "testdata/tables", func(t *testing.T, path string) {
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			lines := strings.Split(strings.TrimRight(d.Input, "\n"), "\n")
			var b strings.Builder
			switch d.Cmd {
			case "domain":
				for _, line := range lines {
					schema := mustParse(t, line)
					b.WriteString(show(DomainOf(schema, schema)) + "\n")
				}
			case "describe":
				typ := "string"
				d.MaybeScanArgs(t, "type", &typ)
				for _, line := range lines {
					schema := jsonvalue.NewObject(
						jsonvalue.Member{Key: "type", Value: jsonvalue.NewString(typ)},
						jsonvalue.Member{Key: "description", Value: jsonvalue.NewString(strings.ReplaceAll(line, `\n`, "\n"))},
					)
					b.WriteString(show(DomainOf(schema, schema)) + "\n")
				}
			case "type":
				for _, line := range lines {
					s, optional := typeSchema(line)
					fmt.Fprintf(&b, "%s optional=%v\n", s.JSON(), optional)
				}
			case "coerce":
				runCoerce(t, &b, lines)
			case "tools":
				runTools(t, &b, d.Input)
			case "each":
				runEach(t, &b, d.Input)
			case "calls":
				for _, line := range lines {
					calls, err := ParseCalls(mustParse(t, line))
					if err != nil {
						fmt.Fprintf(&b, "error: %v\n", err)
						continue
					}
					b.WriteString(CallsValue(calls).JSON() + "\n")
				}
			case "parse":
				for _, line := range lines {
					dom, err := ParseDomain(mustParse(t, line))
					if err != nil {
						fmt.Fprintf(&b, "error: %v\n", err)
						continue
					}
					b.WriteString(dom.Value().JSON() + "\n")
				}
			default:
				t.Fatalf("unknown command %q", d.Cmd)
			}
			return b.String()
		})
	})
}

// show is a domain on one line.
func show(d Domain) string {
	s := string(d.Type) + " "
	if d.Size == Infinite {
		s += "infinite"
	} else {
		s += fmt.Sprint(d.Size)
	}
	if d.Values != nil {
		s += " " + jsonvalue.NewArray(d.Values...).JSON()
	}
	for _, n := range []struct {
		name string
		v    *Value
	}{{"min", d.Min}, {"max", d.Max}, {"step", d.Step}} {
		if n.v != nil {
			s += " " + n.name + "=" + n.v.JSON()
		}
	}
	return s + " (" + d.Source + ")"
}

func runCoerce(t *testing.T, b *strings.Builder, lines []string) {
	schema := mustParse(t, lines[0])
	p := &Param{Name: "p", Schema: schema, root: schema}
	d := DomainOf(schema, schema)
	for _, line := range lines[1:] {
		out := Coerce(p, mustParse(t, line))
		fmt.Fprintf(b, "%s -> %s in=%v\n", line, out.JSON(), d.Contains(out))
	}
}

func runTools(t *testing.T, b *strings.Builder, input string) {
	tools, duplicates, err := ParseToolList(mustParse(t, input))
	if err != nil {
		fmt.Fprintf(b, "error: %v\n", err)
		return
	}
	for i := range tools {
		tool := &tools[i]
		fmt.Fprintf(b, "%s (%s) %s\n", tool.Name, tool.Notation, tool.Description)
		for _, p := range tool.Params {
			fmt.Fprintf(b, "  %s required=%v nullable=%v default=%v:%s\n", p.Name, p.Required, p.Nullable, p.HasDefault, p.Default.JSON())
		}
		fmt.Fprintf(b, "  %s\n", tool.OpenAI().JSON())
	}
	if duplicates != nil {
		fmt.Fprintf(b, "duplicates: %v\n", duplicates)
	}
}

func runEach(t *testing.T, b *strings.Builder, input string) {
	for tool, err := range Tools(mustParse(t, input)) {
		if err != nil {
			fmt.Fprintf(b, "error: %v\n", err)
			continue
		}
		fmt.Fprintf(b, "%s (%s) %s\n", tool.Name, tool.Notation, tool.OpenAI().Field("function").Field("parameters").JSON())
	}
}
