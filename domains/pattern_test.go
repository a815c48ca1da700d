package domains

import (
	"fmt"
	"math/rand"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/voi-rl/voi/internal/sharedtest"
)

// TestLanguages counts the languages of patterns that are finite and small.
func TestLanguages(t *testing.T) {
	for _, c := range []struct {
		pattern string
		want    int // -1: infinite, or beyond the limits
	}{
		{`^(asc|desc)$`, 2}, {`^[A-C]{2}$`, 9}, {`^a?b?$`, 4}, {`^(a|a|b)$`, 2}, {`^a*$`, -1}, {`^$`, 1}, {`^a$|^b$`, 2},
		{`a`, -1}, {`^a`, -1}, {`a$`, -1}, {``, -1}, {`^(?i)ok$`, -1}, {`^[0-9]{3}$`, 1000}, {`^[0-9]{4}$`, -1}, {`^AC[0-9a-f]{32}$`, -1}, {`^.$`, -1},
		{`a^`, -1}, {`^a(b|c`, -1}, {`^(?=a)b$`, -1}, {`^\bab?$`, -1}, {`^[^\x00-\x{10fffe}]$`, 1}, {"^\ufdd0$", -1}, {`^(^a$|b)$`, 2}, {`^[^\x00-\x{10ffff}]$`, 0},
		{`^(a{0,10}){10}$`, -1}, {`^(a{0,30}){30}$`, -1}, {`^(a+)+$`, -1}, {`^(a?){500}a{500}$`, -1}, {`^(a|b)*a(a|b){20}$`, -1},
		{`^(((a{20}){20}){20}){20}$`, -1}, {`^` + strings.Repeat("x", 600) + `$`, -1},
	} {
		got, ok := language(c.pattern, maxListed/4)
		n := len(got)
		if !ok {
			n = -1
		}
		if n != c.want {
			t.Errorf("%q: %d strings %.60q, want %d", c.pattern, n, got, c.want)
		}
	}
}

// TestLanguagesAgainstSearch compares each language with package regexp, which
// tries every short text over a small alphabet.
func TestLanguagesAgainstSearch(t *testing.T) {
	var texts []string
	for _, layer := 0, []string{""}; len(layer[0]) < 6; {
		texts = append(texts, layer...)
		var next []string
		for _, s := range layer {
			for _, c := range "ab-" {
				next = append(next, s+string(c))
			}
		}
		layer = next
	}
	rng := rand.New(rand.NewSource(3))
	finite := 0
	for range 4000 {
		pattern := randomPattern(rng, 3)
		if rng.Intn(4) > 0 {
			pattern = "^(" + pattern + ")$"
		}
		re := sharedtest.Need(regexp.Compile(pattern))(t)
		got, ok := language(pattern, 2000)
		if !ok {
			continue
		}
		finite++
		for _, s := range texts {
			if want := re.MatchString(s); want != slices.Contains(got, s) {
				t.Fatalf("%q: %q listed %v, found by search %v", pattern, s, !want, want)
			}
		}
		if seen := newSet(got); len(seen) != len(got) {
			t.Fatalf("%q: listed twice: %q", pattern, got)
		}
	}
	if finite < 250 {
		t.Errorf("only %d languages were listed", finite)
	}
}

func newSet(texts []string) map[string]bool {
	set := map[string]bool{}
	for _, s := range texts {
		set[s] = true
	}
	return set
}

func randomPattern(rng *rand.Rand, depth int) string {
	if depth == 0 {
		return []string{"a", "b", "[ab]", "[^b]", "-", "^", "$", "(?i)a", "[a-b-]"}[rng.Intn(9)]
	}
	x, y := randomPattern(rng, depth-1), randomPattern(rng, depth-1)
	switch rng.Intn(6) {
	case 0:
		return "(?:" + x + ")?"
	case 1:
		return "(" + x + "|" + y + ")"
	case 2:
		return fmt.Sprintf("(?:%s){%d,%d}", x, rng.Intn(2), 1+rng.Intn(2))
	case 3:
		return "(?:" + x + ")*"
	}
	return x + y
}
