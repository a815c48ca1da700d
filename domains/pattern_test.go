package domains

import (
	"fmt"
	"math/rand"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestLanguages counts the languages of patterns that are finite and small.
func TestLanguages(t *testing.T) {
	for _, c := range []struct {
		pattern        string
		minLen, maxLen int64
		want           int // -1: infinite, or beyond the bounds
	}{
		{`^(asc|desc)$`, 0, -1, 2}, {`^[A-C]{2}$`, 0, -1, 9}, {`^a?b?$`, 0, -1, 4}, {`^(a|a|b)$`, 0, -1, 2},
		{`^a*$`, 0, 3, 4}, {`^a*$`, 2, 3, 2}, {`^a*$`, 0, -1, -1}, {`^$`, 0, -1, 1}, {`^a$|^b$`, 0, -1, 2},
		{`a`, 0, -1, -1}, {`a`, 0, 0, 0}, {`a`, 1, 1, 1}, {`^a`, 0, -1, -1}, {`a$`, 0, -1, -1}, {``, 0, -1, -1},
		{`^(?i)ok$`, 0, -1, 6}, // k, K and the kelvin sign
		{`^[0-9]{3}$`, 0, -1, 1000}, {`^[0-9]{4}$`, 0, -1, -1}, {`^AC[0-9a-f]{32}$`, 0, -1, -1}, {`^.$`, 0, -1, -1},
		{`a^`, 0, -1, 0}, {`^a(b|c`, 0, -1, -1}, {`^(?=a)b$`, 0, -1, -1}, {`^\bab?$`, 0, -1, -1}, {`^[^\x00-\x{10fffe}]$`, 0, -1, 1},
		{`^(a{0,10}){10}$`, 0, -1, 101}, {`^(a{0,30}){30}$`, 0, -1, -1}, {`^(a+)+$`, 0, -1, -1}, {`^(a?){500}a{500}$`, 0, -1, -1}, {`^(a|b)*a(a|b){20}$`, 0, -1, -1},
		{`^(((a{20}){20}){20}){20}$`, 0, -1, -1}, {`^` + strings.Repeat("x", 600) + `$`, 0, -1, -1},
	} {
		work := maxPatternWork
		got, ok := language(c.pattern, c.minLen, c.maxLen, maxListed/4, &work)
		n := len(got)
		if !ok {
			n = -1
		}
		if n != c.want {
			t.Errorf("%q of %d to %d: %d strings %.60q, want %d", c.pattern, c.minLen, c.maxLen, n, got, c.want)
		}
	}
}

// TestLanguagesAgainstSearch compares with every short text over a small
// alphabet, tried one by one with package regexp.
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
	for range 4000 / slowdown {
		pattern := randomPattern(rng, 3)
		if rng.Intn(4) > 0 {
			pattern = "^(" + pattern + ")$"
		}
		re, err := regexp.Compile(pattern)
		if err != nil {
			t.Fatal(err)
		}
		maxLen := int64(rng.Intn(6))
		work := maxPatternWork
		got, ok := language(pattern, 1, maxLen, 2000, &work)
		if !ok {
			continue
		}
		finite++
		for _, s := range texts {
			n := int64(utf8.RuneCountInString(s))
			if want := n >= 1 && n <= maxLen && re.MatchString(s); want != slices.Contains(got, s) {
				t.Fatalf("%q to %d characters: %q listed %v, found by search %v", pattern, maxLen, s, !want, want)
			}
		}
		if seen := newSet(got); len(seen) != len(got) {
			t.Fatalf("%q: listed twice: %q", pattern, got)
		}
	}
	if finite < 1000/slowdown {
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
