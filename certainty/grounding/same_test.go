package grounding

import (
	"testing"

	"github.com/voi-rl/voi/domains"
)

func value(t testing.TB, s string) domains.Value {
	t.Helper()
	v, err := domains.ParseValue(s)
	if err != nil {
		t.Fatalf("%s: %v", s, err)
	}
	return v
}

// paramOf returns parameter x of a tool with the given schema.
func paramOf(t testing.TB, name, schema string, required bool) *domains.Param {
	t.Helper()
	req := ""
	if required {
		req = `,"required":["` + name + `"]`
	}
	tool, err := domains.ParseTool(value(t, `{"name":"act","parameters":{"type":"object","properties":{"`+name+`":`+schema+`}`+req+`}}`))
	if err != nil {
		t.Fatal(err)
	}
	return tool.Param(name)
}

func TestSame(t *testing.T) {
	for _, c := range []struct {
		name, schema, a, b string
		want               bool
	}{
		{"x", `{"type":"integer"}`, `3`, `"3"`, true},
		{"x", `{"type":"number"}`, `3`, `3.0`, true},
		{"x", `{"type":"number"}`, `3`, `3.01`, false},
		{"x", `{"type":"string"}`, `"123"`, `123`, true},
		{"day", `{"type":"string"}`, `"2027-03-04"`, `"04.03.2027"`, true},
		{"day", `{"type":"string"}`, `"2027-03-04"`, `"03/04/2027"`, false}, // ambiguous
		{"day", `{"type":"string"}`, `"03/04/2027"`, `"03/04/2027"`, true},
		{"day", `{"type":"string"}`, `"2027-03-13"`, `"03/13/2027"`, true}, // unambiguous
		{"at", `{"type":"string"}`, `"15:30"`, `"3:30 pm"`, true},
		{"at", `{"type":"string"}`, `"15:30"`, `"3:30"`, false},
		{"when", `{"type":"string"}`, `"2027-03-04T15:30"`, `"2027-03-04 15:30"`, true},
		{"when", `{"type":"string"}`, `"2027-03-04T15:30"`, `"2027-03-04"`, false},
		{"when", `{"type":"string"}`, `"2027-03-04"`, `"4 March 2027"`, true},
		{"when", `{"type":"string"}`, `"2027-03-04"`, `"March 4th, 2027"`, true},
		{"when", `{"type":"string"}`, `"2027-03-04"`, `"4. März 2027"`, true},
		{"when", `{"type":"string"}`, `"2027-03-04"`, `"4 de marzo de 2027"`, true},
		{"when", `{"type":"string"}`, `"2027-03-04"`, `"2027年3月4日"`, true},
		{"when", `{"type":"string"}`, `"2027-03-04T20:15"`, `"March 4, 2027 at 8:15 pm"`, true},
		{"when", `{"type":"string"}`, `"2027-03-04T20:15"`, `"March 4, 2027, 8:15 am"`, false},
		{"when", `{"type":"string"}`, `"2027-03-04"`, `"March 4"`, false}, // no year
		{"when", `{"type":"string"}`, `"2027-03-04"`, `"not March 4, 2027"`, false},
		{"when", `{"type":"string"}`, `"2027-03-04"`, `"March 4 or 5, 2027"`, false},
		{"when", `{"type":"string"}`, `"2027-03-04"`, `"until March 4, 2027"`, false},
		{"when", `{"type":"string"}`, `"March 4, 2027"`, `"March 5, 2027"`, false},
		{"size", `{"type":"string"}`, `"5 km"`, `"5km"`, true},
		{"size", `{"type":"string"}`, `"5 km"`, `"5000 m"`, false}, // no inference
		{"city", `{"type":"string"}`, `"San José"`, `"san jose"`, true},
		{"city", `{"type":"string"}`, `"Berkeley"`, `"Berkeley, California"`, true},
		{"ville", `{"type":"string"}`, `"Vichy, Allier"`, `"vichy"`, true},
		{"to", `{"type":"string","description":"City that it goes to"}`, `"Porto, Portugal"`, `"Porto"`, true},
		{"city", `{"type":"string"}`, `"Springfield, Ohio"`, `"Springfield, Illinois"`, false},
		{"city", `{"type":"string"}`, `"Berkeley, California"`, `"California"`, false},
		{"city", `{"type":"string","description":"as City, State"}`, `"Berkeley"`, `"Berkeley, California"`, false},
		{"city", `{"type":"string","description":"as City, State"}`, `"Berkeley, CA"`, `"Berkeley, California"`, true},
		{"city", `{"type":"string","description":"as City, State"}`, `"Portland, ME"`, `"Portland, Oregon"`, false},
		{"city", `{"type":"string","description":"as City, State"}`, `"San Jose, CA"`, `"Berkeley, California"`, false},
		{"identifier", `{"type":"string"}`, `"Launch-Day"`, `"launch-day"`, false},
		{"note", `{"type":"string"}`, `"Hello"`, `"Hello, Berkeley"`, false},
		{"note", `{"type":"string"}`, `"Call back, please!"`, `"call back please"`, true},
		{"note", `{"type":"string"}`, `"call back"`, `"call me back"`, false},
		{"id", `{"type":"string"}`, `"AB-12"`, `"ab-12"`, false},
		{"path", `{"type":"string"}`, `"/Tmp"`, `"/tmp"`, false},
		{"formula", `{"type":"string"}`, `"X + y"`, `"x + y"`, false},
		{"note", `{"type":"string"}`, `"a_b"`, `"a b"`, false},
		{"l", `{"type":"array","items":{"type":"string"}}`, `["a","b"]`, `["b","a"]`, false},
		{"l", `{"type":"array","uniqueItems":true,"items":{"type":"string"}}`, `["a","b"]`, `["b","a"]`, true},
		{"l", `{"type":"array","description":"tags in any order","items":{"type":"string"}}`, `["a","b"]`, `["B","a"]`, true},
		{"l", `{"type":"array","items":{"type":"string"}}`, `["a","b"]`, `["a"]`, false},
		{"o", `{"type":"object","properties":{"n":{"type":"integer","default":1},"s":{"type":"string"}}}`, `{"s":"Hi"}`, `{"s":"hi","n":1}`, true},
		{"o", `{"type":"object","properties":{"n":{"type":"integer"},"s":{"type":"string"}}}`, `{"s":"Hi"}`, `{"s":"hi","n":1}`, false},
		{"b", `{"type":"boolean","default":false}`, `null`, `false`, true},
		{"b", `{"type":"boolean"}`, `null`, `false`, false},
		{"b", `{"type":"boolean"}`, `"true"`, `true`, true},
		{"東", `{"type":"string"}`, `"東京"`, `"東京"`, true},
	} {
		p := paramOf(t, c.name, c.schema, false)
		for _, pair := range [][2]string{{c.a, c.b}, {c.b, c.a}} {
			if got := Same(p, value(t, pair[0]), value(t, pair[1])); got != c.want {
				t.Errorf("Same(%s %s: %s, %s) = %v, want %v", c.name, c.schema, pair[0], pair[1], got, c.want)
			}
		}
	}
	if !Same(nil, value(t, `"A b"`), value(t, `"a B"`)) {
		t.Error("a value of no known parameter is compared as text")
	}
	if p := paramOf(t, "b", `{"type":"boolean","default":false}`, true); Same(p, value(t, `null`), value(t, `false`)) {
		t.Error("of a required parameter null is not the default")
	}
}
