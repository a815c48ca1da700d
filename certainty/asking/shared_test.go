package asking

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/sharedtest"
)

// TestFilledNeverFitsBetter checks that a parameter never matches better because it has a value.
// This is why only parameters that would match without one are checked for a value.
func TestFilledNeverFitsBetter(t *testing.T) {
	w := scores().weights
	if w[whileOpen] < 0 {
		t.Fatalf("open weighs %v", w[whileOpen])
	}
	draw := rand.New(rand.NewPCG(1, 1))
	fits := 0
	for range 20_000 {
		a := &ask{kinds: 1 << draw.IntN(askKinds), told: draw.IntN(2) == 0, strict: draw.IntN(3) == 0, names: draw.IntN(2) == 0, more: draw.IntN(4) == 0}
		s := scored{form: 4*draw.Float32() - 1, words: 4 * draw.Float32(), focus: draw.Float32()}
		s.score = s.form + s.words + w[whileOpen]
		filled := s
		filled.score -= w[whileOpen] * draw.Float32()
		if w.fits(a, &s) {
			fits++
		} else if w.fits(a, &filled) {
			t.Fatalf("%+v fits %+v, and not where nothing fills it", filled, a)
		}
	}
	if fits < 2000 {
		t.Errorf("%d fit", fits)
	}
}

// TestHashes checks that tools which newTool reads differently have different hashes, and that hashing the largest tool
// takes no longer for the parameters beyond the bound.
func TestHashes(t *testing.T) {
	seen := map[uint64]string{}
	for _, schema := range []string{`{"enum":["iban"],"properties":{"owner":{}}}`, `{"enum":["iban","owner"]}`, `{"enum":["iban\u0000owner"]}`, `{"properties":{"iban":{},"owner":{}}}`} {
		v, err := jsonvalue.Parse(schema, jsonvalue.Options{})
		if err != nil {
			t.Fatal(err)
		}
		hash := hashOf(&domains.Tool{Name: "act", Params: []domains.Param{{Name: "target", Schema: v}}}, nil)
		if other := seen[hash]; other != "" {
			t.Errorf("%s has the hash of %s", schema, other)
		}
		seen[hash] = schema
	}
	large := domains.Tool{Name: "act", Params: make([]domains.Param, 50_000)}
	set := make(domains.Set, len(large.Params))
	for i := range set {
		large.Params[i].Name = "field" + strconv.Itoa(i)
		set[i].Name = large.Params[i].Name
	}
	start := sharedtest.CPU()
	hashOf(&large, set)
	if took := sharedtest.CPU() - start; took > time.Second {
		t.Errorf("%d parameters take %v", len(set), took)
	}
}

// TestSharedTools checks that an Asker derived by Only, and Read restricted to some tools,
// return the same as a new Asker, and that between does what its comment says.
func TestSharedTools(t *testing.T) {
	draw := rand.New(rand.NewPCG(2, 2))
	some := [...]string{"book", "cancel", "flight", "hotel", "change", "room", "date"}
	word := func() string { return some[draw.IntN(len(some))] }
	named := 0
	for range 400 {
		var tools []domains.Tool
		for range 1 + draw.IntN(5) {
			tool := domains.Tool{Name: word() + "_" + word()}
			for range draw.IntN(3) {
				tool.Params = append(tool.Params, domains.Param{Name: word(), Required: true, Schema: jsonvalue.ObjectOf("type", "string")})
			}
			tools = append(tools, tool)
		}
		var names []string
		var kept []domains.Tool
		for i := range tools {
			if draw.IntN(2) == 0 && !slices.Contains(names, tools[i].Name) && domains.ToolNamed(tools, tools[i].Name) == &tools[i] {
				names, kept = append(names, tools[i].Name), append(kept, tools[i])
			}
		}
		question := "Shall I " + word() + " the " + word() + " or " + word() + " the " + word() + ", and what is the " + word() + "?"
		all := New(tools, nil)
		if got, want := all.Only(names).Read(question, nil), New(kept, nil).Read(question, nil); !reflect.DeepEqual(got, want) {
			t.Fatalf("%q of %v: %+v, anew %+v", question, names, got, want)
		}
		p := parse(question)
		got, want := all.between(p.asks, p.words), all.plainBetween(p.asks, p.words)
		if !slices.Equal(got, want) {
			t.Fatalf("%q: between %v, plainly %v", question, got, want)
		}
		if len(got) > 1 {
			named++
		}
	}
	if named < 40 {
		t.Errorf("%d questions name several tools", named)
	}
}

// plainBetween implements the comment of between literally.
func (a *Asker) plainBetween(asks []ask, of []said) []string {
	for i := range asks {
		var out []string
		for k, x := range a.read {
			if slices.ContainsFunc(x.name, func(w word) bool {
				own := !slices.ContainsFunc(a.read, func(y *tool) bool { return y != x && has(y.name, w.text) })
				return own && slices.ContainsFunc(asks[i].terms, func(t term) bool { return of[t.token].text == w.text })
			}) {
				out = append(out, a.tools[k].Name)
			}
		}
		if len(a.read) > 1 && len(out) > 1 {
			return out
		}
	}
	return nil
}
