package llm

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"strings"
	"testing"
)

// openParams are the parameters of weather that a schema leaves open.
var openParams = []string{"city", "days", "size"}

func with(why string) map[string]string {
	want := maps.Clone(schemaAlone)
	for _, name := range openParams {
		want[name] += " (llm: " + why + ")"
	}
	return want
}

func wantDomains(t *testing.T, got, want map[string]string) {
	t.Helper()
	for name := range want {
		if got[name] != want[name] {
			t.Errorf("%s is %q, want %q", name, got[name], want[name])
		}
	}
}

func goodDomains() map[string]string {
	want := maps.Clone(schemaAlone)
	want["city"] = "estimated_finite 40000 llm.estimated_finite"
	want["days"] = "numeric_range 14 llm.numeric_range"
	want["size"] = "finite 3 llm.finite"
	return want
}

func TestAModelIsAskedWhereTheSchemaIsSilent(t *testing.T) {
	s := serve(t, always(good))
	m := s.model(t)
	wantDomains(t, annotated(t, m, weather), goodDomains())
	if s.count() != 1 {
		t.Fatalf("%d calls, want 1", s.count())
	}
	c := s.calls[0]
	if c.path != "/v1/chat/completions" || c.auth != "Bearer "+testKey || c.Model != "test-model" {
		t.Errorf("asked %s as %q for %q", c.path, c.auth, c.Model)
	}
	if c.Format.Type != "json_schema" || !c.Format.Schema.Strict || !strings.Contains(string(c.Format.Schema.Schema), `"enum":["city","days","size"]`) {
		t.Errorf("the format is %s, %s", c.Format.Type, c.Format.Schema.Schema)
	}
	if c.MaxTokens != 700 {
		t.Errorf("the answer may have %d tokens, want 700", c.MaxTokens)
	}
	for _, exact := range []string{"order_id", `"unit"`, `"when"`} {
		if strings.Contains(c.last(), exact) {
			t.Errorf("the model is asked for %s, which the schema settles: %s", exact, c.last())
		}
	}
	// A second run makes no call, nor does one without a network.
	for _, change := range []func(*Options){func(*Options) {}, func(o *Options) { o.Offline = true }} {
		again := s.model(t, func(o *Options) { o.Cache = m.opt.Cache }, change)
		wantDomains(t, annotated(t, again, weather), goodDomains())
		if u := again.Usage(); u.Cached != 1 || u.Calls != 0 {
			t.Errorf("usage %+v", u)
		}
	}
	if s.count() != 1 {
		t.Errorf("%d calls, want 1", s.count())
	}
	if u := m.Usage(); u.TokensIn != 100 || u.TokensOut != 50 || u.Calls != 1 || u.Requests != 1 {
		t.Errorf("usage %+v", u)
	}
	s2 := serve(t, always(good))
	s2.model(t).Annotator()
	settled := tool(t, `{"name":"f","parameters":{"type":"object","properties":{"u":{"enum":[1,2]}}}}`)
	if _, err := s2.model(t).Annotator().Annotate(context.Background(), settled); err != nil || s2.count() != 0 {
		t.Errorf("%d calls for a tool that the schema settles (%v)", s2.count(), err)
	}
}

// one is an answer for one parameter.
func one(name, rest string) string {
	return fmt.Sprintf(`{"parameters":[{"name":%q,%s}]}`, name, rest)
}

const (
	textTool   = `{"name":"t","parameters":{"type":"object","properties":{"p":{"type":"string","description":"D"}}}}`
	numberTool = `{"name":"t","parameters":{"type":"object","properties":{"p":{"type":"integer","minimum":1}}}}`
	anyTool    = `{"name":"t","parameters":{"type":"object","properties":{"p":{}}}}`
	nullTool   = `{"name":"t","parameters":{"type":"object","properties":{"p":{"type":["string","null"]}}}}`
	oddTool    = `{"name":"parameters","parameters":{"type":"object","properties":{"p":{"type":"string"}}}}`
	shortTool  = `{"name":"t","parameters":{"type":"object","properties":{"p":{"type":"number","multipleOf":0.5}}}}`
)

// Answers, and the domain from each: the model's, or the schema's.
func TestAnswersAreHeldAgainstF1AndTheSchema(t *testing.T) {
	text, number, any := "string null schema.type", "numeric_range null schema.bounds", "custom null schema.untyped"
	bad := " (llm: invalid)"
	for _, c := range []struct{ tool, answer, want string }{
		{textTool, `"type":"finite","size":2,"values":["a","b"]`, "finite 2 llm.finite"},
		{textTool, `"type":"finite","values":["a","b"]`, "finite 2 llm.finite"},
		{oddTool, `"type":"finite","values":["a","b"]`, "finite 2 llm.finite"},
		{nullTool, `"type":"finite","size":2,"values":["a","b"]`, "finite 3 llm.finite"},
		{textTool, `"type":"string","size":null,"values":null`, "string null schema.type (llm: string)"},
		{textTool, `"type":"custom","size":null,"data_dependent":true`, "custom null schema.type (llm: custom)"},
		{anyTool, `"type":"boolean","size":2`, "boolean 2 llm.boolean"},
		{anyTool, `"type":"list","size":null`, "custom null schema.untyped (llm: list)"},
		{anyTool, `"type":"numeric_range","min":0,"max":1`, "numeric_range null schema.untyped (llm: numeric_range)"},
		{numberTool, `"type":"numeric_range","min":1,"max":31,"size":31`, "numeric_range 31 llm.numeric_range"},
		{numberTool, `"type":"custom"`, "numeric_range null schema.bounds (llm: custom)"},
		{numberTool, `"type":"finite","values":[1,5,10]`, "finite 3 llm.finite"},
		{shortTool, `"type":"numeric_range","min":0,"max":2`, "numeric_range 5 llm.numeric_range"},

		{textTool, `"type":"finite","size":1,"values":["a"]`, text + bad},
		{textTool, `"type":"finite","size":0,"values":[]`, text + bad},
		{textTool, `"type":"finite","size":1`, text + bad},
		{textTool, `"type":"string","size":1`, text + bad},
		{textTool, `"type":"custom","size":1`, text + bad},
		{textTool, `"type":"finite","size":3,"values":["a","b"]`, text + bad},
		{textTool, `"type":"finite","size":-2,"values":["a","b"]`, text + bad},
		{textTool, `"type":"finite","size":"2","values":["a","b"]`, text + bad},
		{textTool, `"type":"finite","values":["a","a","b"]`, text + bad},
		{textTool, `"type":"finite","values":[1,2]`, text + bad},
		{textTool, `"type":"finite","values":["a",["b"]]`, text + bad},
		{textTool, `"type":"finite","values":["a",{"b":1}]`, text + bad},
		{textTool, `"type":"finite","values":["a","<UNK>"]`, text + bad},
		{textTool, `"type":"finite","values":["a",""]`, text + bad},
		{textTool, `"type":"finite","values":["a",null]`, text + bad},
		{textTool, `"type":"finite","values":["a","b\u001b[2J"]`, text + bad},
		{textTool, `"type":"finite","values":["a","` + strings.Repeat("b", 300) + `"]`, text + bad},
		{textTool, `"type":"finite","values":"a, b"`, text + bad},
		{textTool, `"type":"boolean","size":2`, text + bad},
		{textTool, `"type":"list"`, text + bad},
		{textTool, `"type":"numeric_range","min":1,"max":2`, text + bad},
		{textTool, `"type":"set","values":["a","b"]`, text + bad},
		{textTool, `"size":2`, text + bad},
		{textTool, `"type":"estimated_finite","size":5,"values":["a","b","c","d","e"]`, text + bad},
		{textTool, `"type":"estimated_finite","size":null,"values":["a","b","c","d","e"]`, text + bad},
		{textTool, `"type":"estimated_finite","size":500,"values":["a","b"]`, text + bad},
		{textTool, `"type":"estimated_finite","size":1.5e3,"values":["a","b","c","d","e"]`, "estimated_finite 1500 llm.estimated_finite"},
		{textTool, `"type":"estimated_finite","size":1e400,"values":["a","b","c","d","e"]`, "estimated_finite 9007199254740992 llm.estimated_finite"},
		{numberTool, `"type":"numeric_range","min":0,"max":31`, "numeric_range 31 llm.numeric_range"}, // the schema's bound holds
		{numberTool, `"type":"numeric_range","min":1,"max":31,"size":30`, number + bad},
		{numberTool, `"type":"numeric_range","min":31,"max":1`, number + bad},
		{numberTool, `"type":"numeric_range","min":7,"max":7`, number + bad},
		{numberTool, `"type":"numeric_range","min":"1","max":"31"`, number + bad},
		{numberTool, `"type":"numeric_range","min":1`, number + " (llm: numeric_range)"}, // without an upper bound, as in the schema
		{numberTool, `"type":"numeric_range","size":5`, number + bad},
		{anyTool, `"type":"numeric_range","min":1`, any + bad},
		{numberTool, `"type":"finite","values":[0,1]`, number + bad},
		{numberTool, `"type":"finite","values":[1.5,2]`, number + bad},
		{numberTool, `"type":"finite","values":["1","2"]`, number + bad},
		{numberTool, `"type":"string"`, number + bad},
		{anyTool, `"type":"boolean","size":1`, any + bad},
	} {
		s := serve(t, always(one("p", c.answer)))
		if got := annotated(t, s.model(t), c.tool); got["p"] != c.want {
			t.Errorf("%s\n got %q\nwant %q", c.answer, got["p"], c.want)
		}
		if repaired := s.count() == 2; repaired != strings.HasSuffix(c.want, bad) {
			t.Errorf("%s: %d calls", c.answer, s.count())
		}
	}
}

// One bounded attempt at repair, for the parameters whose answers are invalid.
func TestRepair(t *testing.T) {
	half := strings.Replace(good, `"size":40000`, `"size":3`, 1)
	s := serve(t, func(w http.ResponseWriter, _ *http.Request, n int, c *call) {
		if n == 1 {
			say(w, half)
			return
		}
		if len(c.Messages) != 4 || c.Messages[2].Content != half || !strings.Contains(c.last(), "city: an estimated_finite domain has a size larger") {
			t.Errorf("the repair is asked for with %+v", c.Messages)
		}
		say(w, `{"parameters":[{"name":"city","type":"estimated_finite","size":40000,"values":["Paris","Rome","Oslo","Lima","Cairo"]}]}`)
	})
	m := s.model(t)
	wantDomains(t, annotated(t, m, weather), goodDomains())
	if u := m.Usage(); s.count() != 2 || u.Repairs != 1 || u.Calls != 2 {
		t.Errorf("%d calls, usage %+v", s.count(), u)
	}
}
