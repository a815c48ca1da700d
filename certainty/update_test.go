package certainty_test

import (
	"testing"

	"github.com/voi-rl/voi/certainty"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/sharedtest"
)

func TestUpdate(t *testing.T) {
	const properties = `{"e":{"type":"string","enum":["x","y","z"]},"i":{"type":"integer","minimum":1,"maximum":4},"o":{"type":"boolean","default":false},"f":{"type":"string"}}`
	val := func(text string) domains.Value { return parse(t, text) }
	for _, c := range []struct {
		name   string
		cands  string
		answer certainty.Answer
		w, pi  string
	}{
		{"a value makes the argument specified", `[{"name":"t","arguments":{"e":"<UNK>","i":"<UNK>"}}]`,
			certainty.Answer{Values: []certainty.Argument{{"e", val(`"y"`)}}}, `[0.25]`, `[1]`},
		{"a required argument that was left out too", `[{"name":"t","arguments":{"i":1}}]`,
			certainty.Answer{Values: []certainty.Argument{{"e", val(`"y"`)}}}, `[1]`, `[1]`},
		{"a candidate with another value leaves", `[{"name":"t","arguments":{"e":"x","i":1}},{"name":"t","arguments":{"i":1}}]`,
			certainty.Answer{Values: []certainty.Argument{{"e", val(`"y"`)}}}, `[0,1]`, `[0,1]`},
		{"the same value after coercion stays", `[{"name":"t","arguments":{"e":"x","i":"2"}},{"name":"t","arguments":{"e":"x","i":3}}]`,
			certainty.Answer{Values: []certainty.Argument{{"i", val(`2`)}}}, `[1,0]`, `[1,0]`},
		{"candidates that become equal merge", `[{"name":"t","arguments":{"e":"x","i":2}},{"name":"t","arguments":{"e":"x","i":"<UNK>"}},{"name":"t","arguments":{"e":"y","i":"<UNK>"}}]`,
			certainty.Answer{Values: []certainty.Argument{{"i", val(`"2"`)}}}, `[1,1,1]`, `[0.6666666666666666,0.6666666666666666,0.3333333333333333]`},
		{"an excluded value leaves the domain", `[{"name":"t","arguments":{"e":"<UNK>","i":1}},{"name":"t","arguments":{"e":"x","i":1}}]`,
			certainty.Answer{Excluded: []certainty.Argument{{"e", val(`"x"`)}}}, `[0.5,0]`, `[1,0]`},
		{"one outside the domain does not", `[{"name":"t","arguments":{"e":"<UNK>","i":1}}]`,
			certainty.Answer{Excluded: []certainty.Argument{{"e", val(`"q"`)}}}, `[0.3333333333333333]`, `[1]`},
		{"the same twice counts once", `[{"name":"t","arguments":{"e":"x","i":"<UNK>"}}]`,
			certainty.Answer{Excluded: []certainty.Argument{{"i", val(`1`)}, {"i", val(`"1"`)}, {"i", val(`1.0`)}}}, `[0.3333333333333333]`, `[1]`},
		{"an infinite domain stays infinite", `[{"name":"t","arguments":{"e":"x","i":1,"f":"<UNK>"}}]`,
			certainty.Answer{Excluded: []certainty.Argument{{"f", val(`"a"`)}}}, `[0.0001]`, `[1]`},
		{"an absent optional lies in its default's cell", `[{"name":"t","arguments":{"e":"x","i":1}},{"name":"t","arguments":{"e":"x","i":1,"o":true}}]`,
			certainty.Answer{Values: []certainty.Argument{{"o", val(`true`)}}}, `[0,1]`, `[0,1]`},
		{"which can be excluded", `[{"name":"t","arguments":{"e":"x","i":1}},{"name":"t","arguments":{"e":"x","i":1,"o":true}}]`,
			certainty.Answer{Excluded: []certainty.Argument{{"o", val(`false`)}}}, `[0,1]`, `[0,1]`},
		{"without a default, in a cell of its own", `[{"name":"t","arguments":{"e":"x","i":1}},{"name":"t","arguments":{"e":"x","i":1,"f":"<UNK>"}}]`,
			certainty.Answer{Values: []certainty.Argument{{"f", val(`"a"`)}}}, `[0,1]`, `[0,1]`},
		{"the tool is meant", `[{"name":"t","arguments":{"e":"x","i":1}},{"name":"other","arguments":{}}]`,
			certainty.Answer{Meant: certainty.ThisTool}, `[1,0]`, `[1,0]`},
		{"another tool is meant", `[{"name":"t","arguments":{"e":"x","i":1}},{"name":"t","arguments":{}}]`,
			certainty.Answer{Meant: certainty.Another}, `[0,0]`, `[0,0]`},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := belief(t, item(t, properties, `["e","i"]`, c.cands), certainty.Options{})
			before := b.V()
			c.answer.Tool = "t"
			after := sharedtest.Need(b.Update(c.answer))(t)
			checkNumbers(t, "w", after.W(), parse(t, c.w))
			checkNumbers(t, "pi", after.Pi(), parse(t, c.pi))
			for i, v := range b.V() {
				if v != before[i] {
					t.Error("the belief that was asked has changed")
				}
			}
		})
	}
}

func TestUpdatesAddUp(t *testing.T) {
	b := belief(t, item(t, `{"i":{"type":"integer","minimum":1,"maximum":4}}`, `["i"]`, `[{"name":"t","arguments":{}}]`), certainty.Options{})
	for i, want := range []float64{1.0 / 3, 1.0 / 2, 1, 0} {
		value := parse(t, []string{"1", "2", "3", "4"}[i])
		var err error
		if b, err = b.Update(certainty.Answer{Tool: "t", Excluded: []certainty.Argument{{"i", value}}}); err != nil {
			t.Fatal(err)
		}
		if got := b.W()[0]; !closeTo(got, want) {
			t.Errorf("w = %v after %d exclusions, want %v", got, i+1, want)
		}
	}
	if b.Defined() {
		t.Error("a belief is left, though every value is excluded")
	}
}

func TestUpdateRefuses(t *testing.T) {
	b := belief(t, item(t, `{"a":{"type":"string"}}`, `["a"]`, `[{"name":"t","arguments":{}}]`), certainty.Options{})
	for _, a := range []certainty.Answer{
		{Tool: "nope"},
		{Tool: "t", Values: []certainty.Argument{{"a", parse(t, `"<UNK>"`)}}},
		{Tool: "t", Excluded: []certainty.Argument{{"a", parse(t, `null`)}}},
	} {
		if _, err := b.Update(a); err == nil {
			t.Errorf("%+v is taken", a)
		}
	}
}
