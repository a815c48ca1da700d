package reward

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/voi-rl/voi/configs"
	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/internal/sharedtest"
)

func TestBuiltinProfiles(t *testing.T) {
	if got, want := strings.Join(Names(), " "), "baseline certainty certainty-total guarded paper"; got != want {
		t.Errorf("the built-in profiles are %s, want %s", got, want)
	}
	hashes := map[string]string{}
	for _, name := range Names() {
		p := builtin(t, name)
		if p.Name() != name {
			t.Errorf("%s calls itself %s", name, p.Name())
		}
		most, want := 4.5, "fmt_xml fmt_soft fmt_strict tool cls certainty"
		if p.NeedsLabels() {
			most, want = 3.5, "form tool cls certainty slot"
		}
		if lo, hi := p.Range(); lo != 0 || hi != most {
			t.Errorf("%s: the range is [%v, %v], want [0, %v]", name, lo, hi, most)
		}
		if got := strings.Join(p.Components(), " "); got != want {
			t.Errorf("%s: components %s, want %s", name, got, want)
		}
		if len(p.SHA256()) != 64 || hashes[p.SHA256()] != "" {
			t.Errorf("%s has the hash %q, as has %q", name, p.SHA256(), hashes[p.SHA256()])
		}
		hashes[p.SHA256()] = name
		if strings.Contains(string(configs.Profile(name)), "extends") {
			t.Errorf("%s extends another profile; who reads it should find all of it", name)
		}
	}
	if _, err := Load(DefaultProfile); err != nil {
		t.Error(err)
	}
}

const small = "terms: [{component: cls, weight: 1}]\n"

// The hash depends on a profile's content and nothing else.
func TestHash(t *testing.T) {
	hash := func(text string) string {
		t.Helper()
		p, err := Parse("p", []byte(text))
		if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		return p.SHA256()
	}
	want := hash(small)
	for _, same := range []string{
		"# comment\n\nterms:\n- weight: 1.0\n  component: 'cls'\n",
		"name: other\ndescription: |\n  words\nrange: [0, 2]\n" + small,
		"rules: {epsilon: 0.0001, calls: product, grammar: tagged}\n" + small,
		small + "rules:\n  no_action: 0\n  epsilon: 1E-4\n",
		"extends: baseline\n" + small,
	} {
		if hash(same) != want {
			t.Errorf("another hash, though it says the same:\n%s", same)
		}
	}
	seen := map[string]string{want: small}
	for _, other := range []string{
		"terms: [{component: cls, weight: 2}]\n",
		"terms: [{component: tool, weight: 1}]\n",
		"terms: [{component: cls, weight: 1, times: certainty}]\n",
		"terms: [{component: cls, weight: 1}, {component: tool, weight: 0}]\n",
		small + "rules: {epsilon: 1e-3}\n",
		small + "rules: {calls: max}\n",
		small + "rules: {absent_required: ignore}\n",
		small + "rules: {out_of_domain: zero}\n",
		small + "rules: {ask_without_candidate: 1}\n",
		small + "rules: {no_action: 1}\n",
		small + "rules: {grammar: native}\n",
		small + "rules: {truncated: unscored}\n",
	} {
		h := hash(other)
		if seen[h] != "" {
			t.Errorf("one hash for\n%sand\n%s", seen[h], other)
		}
		seen[h] = other
	}
}

func TestRange(t *testing.T) {
	for _, tc := range []struct {
		terms  string
		lo, hi float64
	}{
		{"[{component: cls, weight: 1}]", 0, 2},
		{"[{component: cls, weight: -0.5}, {component: tool, weight: 3}]", -1, 3},
		{"[{component: fmt_xml, weight: 2, times: certainty}, {component: certainty, weight: -1}]", -1, 1},
		{"[{component: cls, weight: 0}]", 0, 0},
		{"[{component: cls, weight: 1e6}, {component: cls, weight: -1e6, times: certainty}]", -2e6, 2e6},
	} {
		p := sharedtest.Need(Parse("p", []byte("terms: "+tc.terms)))(t)
		if lo, hi := p.Range(); lo != tc.lo || hi != tc.hi {
			t.Errorf("%s: [%v, %v], want [%v, %v]", tc.terms, lo, hi, tc.lo, tc.hi)
		}
	}
	native := sharedtest.Need(Parse("p", []byte("extends: baseline\nrules: {grammar: native}\n")))(t)
	if lo, hi := native.Range(); lo != 0 || hi != 3 {
		t.Errorf("native: [%v, %v]; the fmt components are outside the range (F8)", lo, hi)
	}
}

func TestProfileErrors(t *testing.T) {
	for _, tc := range []struct{ text, want string }{
		{"", "p: the text is empty"},
		{"# nothing\n", "p: the text is empty"},
		{"name: x\n", "p: a profile has terms"},
		{"terms: []\n", "p:1: there are no terms"},
		{"terms: 3\n", "p:1: terms: expected a list"},
		{"- 1\n", "p:1: expected keys with values"},
		{"\n\ntrems: []\n", `p:3: a profile has no key "trems"; did you mean "terms"?`},
		{"terms:\n- component: cls\n  wieght: 1\n", `p:3: a term has no key "wieght"; did you mean "weight"?`},
		{"terms:\n- component: clss\n  weight: 1\n", `p:2: there is no component "clss"; did you mean "cls"?`},
		{"terms:\n- {component: form, weight: 1}\n", `p:2: there is no component "form"`},
		{"terms:\n- {component: cls}\n", "p:2: a term needs a component and a weight"},
		{"terms:\n- {weight: 1}\n", "p:2: a term needs a component and a weight"},
		{"terms:\n- {component: cls, weight: heavy}\n", `p:2: the weight is "heavy"`},
		{"terms:\n- {component: cls, weight: .inf}\n", `p:2: the weight is ".inf"`},
		{"terms:\n- {component: cls, weight: 1e7}\n", `p:2: the weight is "1e7"`},
		{"terms:\n- {component: cls, weight: 0x10}\n", `p:2: the weight is "0x10"`},
		{"terms:\n- {component: cls, weight: [1]}\n", "p:2: weight: expected a plain value"},
		{"terms:\n- {component: cls, weight: 1, times: tool}\n", `p:2: times is "tool"; it is certainty`},
		{"terms:\n- {component: cls, weight: 1}\n- {component: cls, weight: 2}\n", "p:3: the term cls stands twice"},
		{small + "rules:\n  epsilom: 1\n", `p:3: rules has no key "epsilom"; did you mean "epsilon"?`},
		{small + "rules: {epsilon: 0}\n", `p:2: epsilon is "0"; it must be a number in (0, 1]`},
		{small + "rules: {epsilon: 2}\n", `p:2: epsilon is "2"`},
		{small + "rules: {epsilon: 1e-310}\n", "p:2: "},
		{small + "rules: {calls: prodct}\n", `p:2: calls is "prodct"; did you mean "product"?; it is one of [product max]`},
		{small + "rules: {no_action: 0.5}\n", `p:2: no_action is "0.5"; it is one of [0 1]`},
		{small + "rules: [calls]\n", "p:2: rules: expected keys with values"},
		{small + "range: [0, 3]\n", "p:2: the range is [0, 3], but the terms give [0, 2]"},
		{small + "range: [2, 0]\n", "p:2: range: expected two numbers"},
		{small + "range: 2\n", "p:2: range: expected a list"},
		{small + "name: ''\n", "p:2: the name is empty"},
		{small + small, "p:2: "},
		{small + "---\n" + small, "p:2: a second YAML document"},
		{"extends: basline\n", `p:1: extends names "basline", which is no built-in profile; did you mean "baseline"?`},
		{"terms: [\n", "p:2: not YAML"},
		{"? [a]\n: b\n", "p:1: a key has to be a plain name"},
		{"<<: {terms: 1}\n", "p:1: a key has to be a plain name"},
		{"name: &n x\ndescription: *n\n" + small, "p:2: description: expected a plain value"},
		{"terms: " + strings.Repeat("[", 1<<15), "p:1: not YAML"},
		{"\tterms: 1\n", "p:1: not YAML"},
		{"terms: &a [*a]\n", "p:1: "},
		{strings.Repeat("#", MaxProfileBytes+1), "the profile p has 65537 bytes"},
	} {
		_, err := Parse("p", []byte(tc.text))
		if err == nil || !strings.HasPrefix(err.Error(), tc.want) {
			t.Errorf("%.60q: error %v, want %s", tc.text, err, tc.want)
		}
		if err != nil && strings.Contains(err.Error(), "\n") {
			t.Errorf("%.60q: an error of several lines: %v", tc.text, err)
		}
	}
}

func TestLoad(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		sharedtest.OK(t, os.WriteFile(path, []byte(text), 0o600))
		return path
	}
	p, err := Load(write("mine.yaml", small))
	if err != nil || p.Name() != "mine" {
		t.Errorf("a file without a name: %v, %v", p, err)
	}
	p, err = Load(write("mine.yaml", "name: theirs\n"+small))
	if err != nil || p.Name() != "theirs" {
		t.Errorf("a file with a name: %v, %v", p, err)
	}
	bad := write("bad.yaml", "\nx: 1\n")
	for _, tc := range []struct{ name, want string }{
		{"certanty", `there is no profile "certanty", nor a file of that name; did you mean "certainty"?`},
		{"zzzzzzzzzz", `there is no profile "zzzzzzzzzz", nor a file of that name; the built-in ones are baseline`},
		{filepath.Join(dir, "none.yaml"), "reading the profile: "},
		{dir, "reading the profile: reading " + dir + ": it is a folder"},
		{bad, bad + ":2: a profile has no key"},
		{write("large.yaml", strings.Repeat("#", MaxProfileBytes+1)), "reading the profile: "},
	} {
		if _, err := Load(tc.name); err == nil || !strings.HasPrefix(err.Error(), tc.want) {
			t.Errorf("%s: %v, want %s", tc.name, err, tc.want)
		}
	}
}

// extends copies terms and rules, and each given rule replaces one.
func TestExtends(t *testing.T) {
	p := sharedtest.Need(Parse("p", []byte("rules: {epsilon: 1e-3}\nextends: paper\n")))(t)
	base := builtin(t, "paper")
	if len(p.Terms()) != len(base.Terms()) || p.rules.calls != callsMax || p.rules.options.Epsilon != 1e-3 || p.SHA256() == base.SHA256() {
		t.Errorf("rules %+v, terms %v", p.rules, p.Terms())
	}
	p.Terms()[0].Weight = 7
	if p.Terms()[0].Weight != base.Terms()[0].Weight {
		t.Error("Terms shares its memory with the profile")
	}
}

// The sum of the points of the terms is the reward.
func TestPoints(t *testing.T) {
	p := builtin(t, "certainty")
	points := p.Points([]float64{0.5, 0.5, 0.5, 0.75, 2, 0.25}, completion.Ask)
	sum := 0.0
	for _, x := range points {
		sum += x
	}
	if len(points) != 5 || math.Abs(sum-(1.5+0.75+0.5)) > 1e-12 {
		t.Errorf("points %v", points)
	}
}

// The README beside the profiles names every key, component and profile.
func TestProfilesReadme(t *testing.T) {
	text := sharedtest.Need(os.ReadFile("../configs/profiles/README.md"))(t)
	var words []string
	words = append(words, profileKeys...)
	words = append(words, termKeys...)
	words = append(words, componentNames()...)
	words = append(words, configs.Profiles()...)
	for _, r := range ruleTable {
		words = append(words, r.key)
		words = append(words, r.values...)
	}
	for _, w := range words {
		if !strings.Contains(string(text), w) {
			t.Errorf("configs/profiles/README.md does not mention %q", w)
		}
	}
	// Its example is a profile.
	_, rest, ok := strings.Cut(string(text), "```yaml\n")
	example, _, closed := strings.Cut(rest, "```")
	if !ok || !closed {
		t.Fatal("no example in configs/profiles/README.md")
	}
	p := sharedtest.Need(Parse("README.md", []byte(example)))(t)
	if p.Name() != "mine" || p.rules.options.Epsilon != 1e-3 {
		t.Errorf("the example is %+v", p)
	}
}
