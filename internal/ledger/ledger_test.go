package ledger

import (
	"encoding/json"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/voi-rl/voi/internal/sharedtest"
	"github.com/voi-rl/voi/internal/stats"
)

// pageSeeds is the number of seeds for the tables in docs/reproduce.md.
const pageSeeds = 1000

const (
	pageBegins = "<!-- made by make reproduce; a test keeps it -->\n\n"
	pageEnds   = "\n<!-- end -->"
)

// The tables of the page equal the computed ones.
func TestLedgerOnThePage(t *testing.T) {
	const page = "../../docs/reproduce.md"
	text := string(sharedtest.Need(os.ReadFile(page))(t))
	before, rest, ok := strings.Cut(text, pageBegins)
	old, after, ok2 := strings.Cut(rest, pageEnds)
	if !ok || !ok2 {
		t.Fatalf("%s has no place for the ledger", page)
	}
	entries := sharedtest.Need(Ledger(pageSeeds))(t)
	got := Markdown(entries) + "\n" + Counts(entries) + ".\n"
	if *sharedtest.Update {
		sharedtest.OK(t, os.WriteFile(page, []byte(before+pageBegins+got+pageEnds+after), 0o666))
	} else if got != old {
		t.Errorf("%s has another ledger than\n%s", page, got)
	}
	for i := range entries {
		e := &entries[i]
		if e.Note == "" && e.Verdict != Equal && e.Verdict != Inside {
			t.Errorf("%s: %s, and nothing says why", e.Quantity, e.Verdict)
		}
		if e.Verdict != NotEnough && (math.IsNaN(e.Ours.Value) || !(e.Ours.Low <= e.Ours.Value && e.Ours.Value <= e.Ours.High)) {
			t.Errorf("%s: ours is %v", e.Quantity, e.Ours)
		}
		if e.Paper == decisionCentric && e.Runs > 0 && e.Ours.N != pageSeeds {
			t.Errorf("%s rests on %d runs", e.Quantity, e.Ours.N)
		}
	}
}

// For any seeds, exact figures are equal, and figures outside stay outside.
func TestVerdictsDoNotHangOnTheSeeds(t *testing.T) {
	verdicts := func(seeds int) map[string]Verdict {
		m := map[string]Verdict{}
		for _, e := range sharedtest.Need(Ledger(seeds))(t) {
			m[e.Where+e.Quantity] = e.Verdict
		}
		return m
	}
	small, large := verdicts(200), verdicts(pageSeeds)
	for key, v := range large {
		exact := v == Equal || v == Inconsistent || v == NotEnough
		if exact && small[key] != v {
			t.Errorf("%s is %s over 200 seeds and %s over more", key, small[key], v)
		}
	}
}

func TestVerdicts(t *testing.T) {
	for _, test := range []struct {
		e            Entry
		inconsistent bool
		want         Verdict
	}{
		{Entry{Printed: 0.77, digits: 2, Ours: exact(0.7749)}, false, Equal},
		{Entry{Printed: 0.77, digits: 2, Ours: exact(0.776)}, false, Outside},
		{Entry{Printed: 0.77, digits: 2, Ours: exact(0.776)}, true, Inconsistent},
		{Entry{Printed: 0.77, digits: 2, Ours: none()}, false, NotEnough},
		// 12 of 20 against 4/11, by the score test of a binomial: z = 2.2.
		{Entry{Printed: 60, Runs: 20, Ours: stats.Estimate{Value: 400.0 / 11, N: 1e6}, sd: 100 * math.Sqrt(4.0/11*7/11)}, false, Outside},
		{Entry{Printed: 55, Runs: 20, Ours: stats.Estimate{Value: 400.0 / 11, N: 1e6}, sd: 100 * math.Sqrt(4.0/11*7/11)}, false, Inside},
		{Entry{Printed: 100, Runs: 20, Ours: stats.Estimate{Value: 100, N: 200}}, false, Equal},
		{Entry{Printed: 95, Runs: 20, Ours: stats.Estimate{Value: 100, N: 200}}, false, Outside},
	} {
		got := test.e.judge("why", test.inconsistent)
		if got.Verdict != test.want || (got.Note == "") != (test.want == Equal || test.want == Inside) {
			t.Errorf("%v against %v: %s (%q), want %s", test.e.Ours, test.e.Printed, got.Verdict, got.Note, test.want)
		}
	}
}

func TestJSON(t *testing.T) {
	entries := sharedtest.Need(Ledger(200))(t)
	text := sharedtest.Need(JSON(entries))(t)
	lines := strings.Split(strings.TrimSpace(text), "\n")
	if len(lines) != len(entries) {
		t.Fatalf("%d lines for %d figures", len(lines), len(entries))
	}
	for _, line := range lines {
		var e Entry
		if err := json.Unmarshal([]byte(line), &e); err != nil || e.Paper == "" || e.Verdict == "" {
			t.Fatalf("%s: %v", line, err)
		}
	}
}
