package report

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/voi-rl/voi/export"
	"github.com/voi-rl/voi/internal/sharedtest"
)

// Computed by hand: two samples with two completions each. The reward rises by 2 in one of
// four pairs, which becomes right; the other rows stay.
func TestCompareByHand(t *testing.T) {
	a := []line{
		{sample: "x", class: "ASK", reward: 0.5, tool: 0.5, action: "TOOLCALL", text: "1"},
		{sample: "x", class: "ASK", reward: 2.5, tool: 0.5, cls: 2, action: "ASK", text: "2"},
		{sample: "y", class: "REFUSE", reward: 0, action: "", notes: `["no_answer"]`, text: "3"},
		{sample: "y", class: "REFUSE", err: "bad_tools", text: "4"},
	}
	b := slices.Clone(a)
	b[0] = line{sample: "x", class: "ASK", reward: 2.5, tool: 0.5, cls: 2, action: "ASK", text: "other", notes: `["truncated"]`}
	b[3] = line{sample: "y", class: "REFUSE", reward: 2.5, tool: 0.5, cls: 2, action: "REFUSE", text: "4"}
	r := compared(t, a, b, Options{})
	if !r.Paired || r.Pairs != 3 || r.Same != 2 || r.Samples != 2 || !r.Classed || r.A.Unscored != 1 || r.B.Unscored != 0 {
		t.Errorf("%+v", r)
	}
	reward := find(t, r, "reward", "all").Diff
	if reward.A.Value != 1 || math.Abs(reward.Value-2.0/3) > 1e-15 || reward.N != 3 || !math.IsNaN(reward.Low) {
		t.Errorf("reward %+v", reward)
	}
	if d := find(t, r, "accuracy", "ASK").Diff; d.A.Value != 0.5 || d.B.Value != 1 || d.P != 1 {
		t.Errorf("accuracy %+v", d)
	}
	f := r.Flips
	if f.Rows != 2 || f.Action != 1 || f.ToRight != 1 || f.ToWrong != 0 || f.Scored != 1 || f.Unscored != 0 {
		t.Errorf("flips %+v", f)
	}
	want := []Cause{{"+truncated", 1}, {"cls", 1}, {"error bad_tools", 1}}
	if !slices.Equal(f.Causes, want) || len(f.Listed) != 2 || f.Listed[0].Sample != "y" || f.Listed[0].RewardA != nil {
		t.Errorf("causes %+v, listed %+v", f.Causes, f.Listed)
	}
	for _, part := range []string{"2 samples are too few", "1 pair left out of the means, for a side is unscored: 0 only in B, 1 only in A"} {
		if !strings.Contains(strings.Join(r.Warnings, "\n"), part) {
			t.Errorf("no warning of %q in %q", part, r.Warnings)
		}
	}
}

// The order of the samples in a file does not matter, a second run prints the same, and
// swapping the files changes the sign of every difference.
func TestCompareOrder(t *testing.T) {
	a, b := policy(40, 0.3, 0.6, 1), policy(40, 0.7, 0.6, 2)
	moved := slices.Concat(b[80:], b[:80])
	first, again, other := compared(t, a, b, Options{}), compared(t, a, b, Options{}), compared(t, a, moved, Options{})
	if first.Text() != again.Text() {
		t.Error("two runs differ")
	}
	for i := range first.Figures {
		for k, c := range first.Figures[i].Classes {
			if d := other.Figures[i].Classes[k].Diff; d.Value != c.Diff.Value || d.A != c.Diff.A || d.N != c.Diff.N {
				t.Errorf("%s of %s: %+v, in another order %+v", first.Figures[i].Name, c.Name, c.Diff, d)
			}
		}
	}
	if other.Pairs != 160 || first.Flips.Rows != other.Flips.Rows {
		t.Errorf("%d pairs, %d flips; in order %d", other.Pairs, other.Flips.Rows, first.Flips.Rows)
	}
	back := find(t, compared(t, b, a, Options{}), "reward", "all").Diff
	if d := find(t, first, "reward", "all").Diff; back.Value != -d.Value || d.P > 0.01 || back.P > 0.01 {
		t.Errorf("%+v, turned round %+v", d, back)
	}
}

// A comparison warns of an average that hides opposite changes: asking gets better while
// calling gets worse.
func TestCompareHides(t *testing.T) {
	r := compared(t, policy(60, 0.2, 0.9, 1), policy(60, 0.9, 0.4, 2), Options{})
	text := strings.Join(r.Warnings, "\n")
	if !strings.Contains(text, "reward moves by +") || !strings.Contains(text, "but the other way for TOOLCALL, by -") {
		t.Errorf("%q", r.Warnings)
	}
	if len(r.Regressions) != 2 || r.Regressions[0].Figure != "reward" || r.Regressions[0].Class != "TOOLCALL" {
		t.Errorf("%+v", r.Regressions)
	}
	// Without references, only all rows together are compared.
	plain := func(lines []line) []line {
		lines = slices.Clone(lines)
		for i := range lines {
			lines[i].class = ""
		}
		return lines
	}
	r = compared(t, plain(policy(60, 0.2, 0.9, 1)), plain(policy(60, 0.9, 0.4, 2)), Options{})
	if len(r.Figures[0].Classes) != 1 || !strings.Contains(strings.Join(r.Warnings, "\n"), "classes are not known") {
		t.Errorf("%+v, %q", r.Figures[0], r.Warnings)
	}
	if d := find(t, r, "accuracy", "all").Diff; d.N != 240 { // by the component cls
		t.Errorf("%+v", d)
	}
}

// At most a share alpha of comparisons of equal policies regress, though each makes ten
// tests.
func TestRegressionsOfNothing(t *testing.T) {
	found := 0
	const experiments = 60
	for i := range uint64(experiments) {
		if r := compared(t, policy(30, 0.5, 0.5, 2*i), policy(30, 0.5, 0.5, 2*i+1), Options{Seed: i}); len(r.Regressions) > 0 {
			found++
		}
	}
	if found > 7 { // binomial at 0.025, because only one side counts: p < 1e-3
		t.Errorf("%d of %d comparisons of equals found a regression", found, experiments)
	}
	if r := compared(t, policy(60, 0.5, 0.8, 1), policy(60, 0.5, 0.3, 2), Options{}); len(r.Regressions) < 2 {
		t.Errorf("%+v", r.Regressions)
	}
	lost := policy(30, 0.5, 0.5, 1)
	lost[7] = line{sample: lost[7].sample, group: lost[7].group, class: lost[7].class, err: "internal"}
	r := compared(t, policy(30, 0.5, 0.5, 1), lost, Options{})
	if len(r.Regressions) != 1 || r.Regressions[0].String() != "1 row that A scored is unscored in B" {
		t.Errorf("%+v", r.Regressions)
	}
}

// Rows without a partner are counted. Files without pairs are compared all the same, and
// the result says so.
func TestCompareUnpaired(t *testing.T) {
	a, b := policy(40, 0.3, 0.6, 1), policy(40, 0.8, 0.6, 2)
	r := compared(t, a, b[:100], Options{})
	if !r.Paired || r.Pairs != 100 || r.A.Alone != 60 || r.B.Alone != 0 || !strings.Contains(r.Text(), "60 rows of A and 0 of B have no partner") {
		t.Errorf("%+v", r)
	}
	for i := range b {
		b[i].group += "'" // another run
	}
	r = compared(t, a, b, Options{})
	d := find(t, r, "reward", "ASK").Diff
	if r.Paired || r.Flips != nil || !strings.Contains(r.Text(), "no row of A has a partner") || d.Groups != 20 || !(d.P < 0.01) || !(d.Low > 0) {
		t.Errorf("%+v, %+v", r, d)
	}
	again := compared(t, a, b, Options{Group: []string{"sample_id"}})
	if !again.Paired || again.Pairs != 160 || find(t, again, "reward", "ASK").Diff.A != d.A {
		t.Errorf("%+v", again)
	}
	r = compared(t, a, policy(40, 0.8, 0.6, 2), Options{Unpaired: true})
	if r.Paired || strings.Contains(r.Text(), "no row of A has") || find(t, r, "reward", "ASK").Diff != d {
		t.Errorf("%+v", r)
	}
}

// A row that cannot be read is left out with its place and reason. The rows around it keep
// their partners.
func TestCompareHostileRows(t *testing.T) {
	a := policy(10, 0.5, 0.5, 1)
	for _, c := range []struct{ name, row, message string }{
		{"no JSON", `{"sample_id":"s1"`, ":6: "},
		{"NaN", `{"sample_id":"s1","group_id":"g1","reward":"NaN","tool":1,"cls":2,"action":"ASK"}`, `reward: "NaN" is no number`},
		{"infinite", `{"sample_id":"s1","group_id":"g1","reward":1e999,"tool":1,"cls":2,"action":"ASK"}`, `reward: 1e999 is no number`},
		{"beyond a mean", `{"sample_id":"s1","group_id":"g1","reward":-1e308,"tool":1,"cls":2,"action":"ASK"}`, "reward: -1e308 is beyond 1e+60"},
		{"a column less", `{"sample_id":"s1","group_id":"g1","reward":1,"cls":2,"action":"ASK"}`, "the row has no tool"},
		{"null component", `{"sample_id":"s1","group_id":"g1","reward":1,"tool":null,"cls":2,"action":"ASK"}`, "tool: null is no number"},
		{"an action of its own", `{"sample_id":"s1","group_id":"g1","reward":1,"tool":1,"cls":2,"action":"JUMP"}`, `action is "JUMP"`},
		{"a key twice", `{"sample_id":"s1","group_id":"g1","reward":1,"reward":2,"tool":1,"cls":2,"action":"ASK"}`, `"reward" twice`},
		{"no sample", `{"reward":1,"tool":1,"cls":2,"action":"ASK"}`, "names no sample"},
		{"a list", `[1,2]`, ":6: "},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := slices.Clone(a)
			b[5] = line{instead: c.row}
			r := compared(t, a, b, Options{})
			if r.B.Broken != 1 || r.B.Rows != 40 || !strings.Contains(r.Text(), "1 row of B cannot be read and is left out, the first: b.jsonl:6: ") || !strings.Contains(r.Text(), c.message) {
				t.Errorf("%+v\n%s", r.B, r.Text())
			}
			if r.Pairs != 39 || find(t, r, "reward", "all").Diff.N != 39 {
				t.Errorf("%d pairs", r.Pairs)
			}
		})
	}
}

// The largest values that are read have finite figures, which JSON can hold.
func TestCompareLargeRewards(t *testing.T) {
	a, b := policy(40, 0.8, 0.6, 1), policy(40, 0.8, 0.6, 2)
	for i := range a {
		a[i].reward, b[i].reward = mostCompared*float64(1-i%3), -mostCompared*float64(i%2)
	}
	for _, unpaired := range []bool{false, true} {
		r := compared(t, a, b, Options{Unpaired: unpaired})
		if _, err := json.Marshal(r); err != nil || math.IsInf(find(t, r, "reward", "all").Diff.Value, 0) || strings.Contains(r.Text(), "Inf") {
			t.Errorf("%v\n%s", err, r.Text())
		}
	}
}

// Text from data cannot move the cursor of a terminal, and its length is bounded.
func TestCompareQuotes(t *testing.T) {
	evil := "\x1b[2J\u202e" + strings.Repeat("x", 500)
	a := []line{{sample: evil, class: "ASK", reward: 1, action: "ASK", text: "1"}}
	b := []line{{sample: evil, class: "ASK", reward: 0, action: "REFUSE", notes: `["\u001b[31m` + strings.Repeat("y", 500) + `"]`, text: "1"}}
	text := compared(t, a, b, Options{}).Text()
	if strings.ContainsAny(text, "\x1b\u202e") || strings.Contains(text, strings.Repeat("x", 50)) || !strings.Contains(text, `\x1b[2J`) {
		t.Errorf("%q", text)
	}
}

// Of many flips the largest are listed, and causes are bounded.
func TestFlipsAreBounded(t *testing.T) {
	var a, b []line
	for i := range 400 {
		a = append(a, line{sample: "s", class: "ASK", reward: 0, action: "ASK", text: "1"})
		b = append(b, line{sample: "s", class: "ASK", reward: float64(i%100) / 8, action: "REFUSE", text: "1", notes: `["n` + strings.Repeat("z", i) + `"]`})
	}
	r := compared(t, a, b, Options{Flips: 3})
	if r.Flips.Rows != 400 || len(r.Flips.Listed) != 3 || len(r.Flips.Causes) != maxCauses+1 {
		t.Fatalf("%d rows, %d listed, %d causes", r.Flips.Rows, len(r.Flips.Listed), len(r.Flips.Causes))
	}
	for i, f := range r.Flips.Listed { // of equal flips the first comes first
		if *f.RewardB != 99.0/8 || f.LineA != int64(100+100*i) {
			t.Errorf("listed %+v", f)
		}
	}
	if r := compared(t, a, b, Options{Flips: -1}); len(r.Flips.Listed) != 0 || r.Flips.Rows != 400 {
		t.Errorf("%+v", r.Flips)
	}
}

// Neither many listed flips nor columns that are there again and again take long or much.
func TestCompareStaysLinear(t *testing.T) {
	sharedtest.Unraced(t)
	begin := sharedtest.CPU()
	f := flips{most: maxFlips}
	for i := range maxFlips {
		from, to := 0.0, float64(i)
		f.keep(&Flip{LineA: int64(i), RewardA: &from, RewardB: &to})
	}
	if listed := f.done().Listed; len(listed) != maxFlips || listed[0].LineA != maxFlips-1 || listed[maxFlips-1].LineA != 0 {
		t.Errorf("%d flips are listed", len(listed))
	}
	if all := findColumns(append(slices.Repeat([]string{"reward"}, 4000), "action")); len(all) != 1 {
		t.Errorf("%d profiles", len(all))
	}
	if took := sharedtest.CPU() - begin; took > 2*time.Second {
		t.Errorf("it took %v", took)
	}
}

// With both files in one order, no row has to wait for its partner.
func TestPairingHoldsNothing(t *testing.T) {
	pairs, most := 0, 0
	p := &pairing{waiting: map[pairKey]*queue{}, pair: func(a, b *row) {
		if pairs++; a.line != b.line {
			t.Errorf("%d with %d", a.line, b.line)
		}
	}}
	for i := range 1000 {
		for side := range 2 {
			p.offer(side, &row{identity: identity{group: uint64(i / 8)}, line: int64(i)})
			most = max(most, len(p.waiting))
		}
	}
	if pairs != 1000 || most != 1 || p.left() != [2]int64{} {
		t.Errorf("%d pairs, at most %d waiting", pairs, most)
	}
}

// The result names the profiles, from metadata, and warns if they differ.
func TestCompareProfiles(t *testing.T) {
	dir := t.TempDir()
	lines := policy(10, 0.5, 0.5, 1)
	a, b, c := write(t, dir, "a.jsonl", "aa", lines), write(t, dir, "b.jsonl", "bb", lines), write(t, dir, "c.jsonl", "", lines)
	for _, x := range []struct{ b, want string }{
		{b, "the profiles differ: profile p-aa (aa) and profile p-bb (bb)"},
		{c, "not known whether A and B were scored by one profile: c.jsonl does not say"},
	} {
		r, err := Compare(context.Background(), Options{A: a, B: x.b})
		if err != nil || !strings.Contains(r.Text(), x.want) {
			t.Errorf("%v, %s", err, r.Text())
		}
	}
}

// Options that make no sense are refused, with advice.
func TestCompareRefuses(t *testing.T) {
	dir := t.TempDir()
	a := write(t, dir, "a.jsonl", "aa", policy(10, 0.5, 0.5, 1))
	none := write(t, dir, "none.jsonl", "", []line{{instead: `{"sample_id":"x","completion":"y"}`}})
	two := write(t, dir, "two.jsonl", "", []line{{instead: `{"sample_id":"x","p.reward":1,"p.action":null,"q.reward":1,"q.action":null,"r.reward":1,"r.action":null,"input.reward":3,"input.action":null}`}})
	bare := write(t, dir, "bare.jsonl", "", []line{{instead: `{"sample_id":"x","reward":1,"action":null}`}})
	unscored := write(t, dir, "unscored.jsonl", "aa", []line{{sample: "s1", group: "g1", err: "internal"}})
	text := write(t, dir, "text.jsonl", "", []line{{instead: "hello"}})
	for _, c := range []struct {
		opt   Options
		usage bool
		want  string
	}{
		{Options{A: a, B: a}, true, "A and B are one file"},
		{Options{A: a}, true, "a.jsonl was scored by 1 profile (p-aa), and two are compared"},
		{Options{A: a, Profiles: []string{"p-aa"}}, true, "leave nothing to compare"},
		{Options{A: two, Profiles: []string{"p", "p"}}, true, "compared with itself"},
		{Options{A: two}, true, "scored by 3 profiles (p, q, r)"},
		{Options{A: a, B: two}, true, "several profiles: p, q, r; choose with --profiles"},
		{Options{A: a, B: two, Profiles: []string{"p-aa", "s"}}, true, `was scored by p, q, r, and not by "s"`},
		{Options{A: a, B: bare, Profiles: []string{"p-aa", "s"}}, true, `bare.jsonl was scored by an unknown profile, and not by "s"`},
		{Options{A: two, Profiles: []string{"p", "q", "r"}}, true, "3 profiles were given"},
		{Options{A: a, B: none}, true, "none.jsonl has no columns reward and action; give what voi score has written"},
		{Options{A: "-", B: "-"}, true, "both standard input"},
		{Options{A: a, B: two, Alpha: 2}, true, "alpha is 2"},
		{Options{A: a, B: two, Flips: 1 << 30}, true, "too many to hold"},
		{Options{A: a, B: unscored, Group: []string{"step"}}, true, `no column "step"`},
		{Options{A: a, B: unscored}, false, "no rows to compare"},
		{Options{A: a, B: text}, false, "text.jsonl"},
		{Options{A: a, B: dir + "/gone"}, false, "no such file"},
	} {
		_, err := Compare(context.Background(), c.opt)
		if err == nil || !strings.Contains(err.Error(), c.want) || errors.As(err, new(*export.UsageError)) != c.usage {
			t.Errorf("%+v: %v", c.opt, err)
		}
	}
}

// The JSON of a result is valid, and agrees with the table.
func TestResultJSON(t *testing.T) {
	text := sharedtest.Need(json.Marshal(compared(t, policy(20, 0.3, 0.6, 1), policy(20, 0.9, 0.6, 2), Options{})))(t)
	var r struct {
		Figures []struct {
			Name    string
			Classes []struct {
				Class      string
				Difference struct {
					Diff struct{ Value, Low, High float64 }
				}
			}
		}
		Regressions, Warnings []any
	}
	if err := json.Unmarshal(text, &r); err != nil || r.Figures[0].Name != "reward" || r.Figures[0].Classes[0].Class != "TOOLCALL" || r.Regressions == nil || r.Warnings == nil {
		t.Errorf("%v: %s", err, text)
	}
	if d := r.Figures[0].Classes[1].Difference.Diff; !(0 < d.Low && d.Low < d.Value && d.Value < d.High) {
		t.Errorf("%+v", d)
	}
}

// Any file is compared or refused.
func FuzzScored(f *testing.F) {
	f.Add([]byte(policy(1, 1, 1, 1)[0].String()))
	f.Add([]byte(`{"label":"{\"sample_id\":\"x\",\"reference\":{\"action\":\"ASK\"}}","reward":null,"action":null,"error":"{}","notes":3}`))
	f.Add([]byte(`{"prompt":[{"role":"user"}],"group_id":{},"p.reward":1e9,"p.x":-0,"p.action":"ASK","p.notes":["a",["b"]]}`))
	f.Add([]byte("PAR1"))
	a := write(f, f.TempDir(), "a.jsonl", "aa", policy(2, 1, 1, 1))
	f.Fuzz(func(t *testing.T, text []byte) {
		b := write(t, t.TempDir(), "b.jsonl", "", []line{{instead: string(text)}})
		r, err := Compare(context.Background(), Options{A: a, B: b, Unpaired: true})
		if (r == nil) == (err == nil) {
			t.Errorf("%v, %v", r, err)
		}
		if r != nil {
			_ = r.Text()
		}
	})
}

// Two files whose policies differ by a known amount are compared repeatedly. The interval
// of a class contains the true difference of its reward in 93 to 97 of 100 cases, whether
// or not the completions of a sample are alike.
func TestCompareCoverage(t *testing.T) {
	experiments := sharedtest.Long(250, 120)
	covered, intervals := 0, 0
	for i := range uint64(experiments) {
		r := compared(t, alike(30, 0.3, 0.6, 2*i), alike(30, 0.5, 0.5, 2*i+1), Options{Seed: i, Figures: []string{"reward"}, Flips: -1})
		for class, want := range map[string]float64{"ASK": 2 * 0.2, "TOOLCALL": -2 * 0.1} { // a right action adds 2
			d := find(t, r, "reward", class).Diff
			intervals++
			if d.Low <= want && want <= d.High {
				covered++
			}
		}
	}
	if share := float64(covered) / float64(intervals); share < 0.93 || share > 0.97 {
		t.Errorf("coverage %.3f of %d intervals", share, intervals)
	}
}

// alike is a policy whose completions of a sample often equal the first one.
func alike(n int, ask, call float64, seed uint64) []line {
	lines := policy(n, ask, call, seed)
	rng := rand.New(rand.NewPCG(seed, 2))
	for i := range lines {
		if first := lines[i-i%4]; rng.IntN(3) > 0 {
			lines[i].action, lines[i].cls, lines[i].reward = first.action, first.cls, first.reward
		}
	}
	return lines
}
