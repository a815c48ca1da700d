package oldgrounding

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// The day that a text calls today is the one that reading all of it finds.
func TestTodayAsReadFromTheWholeText(t *testing.T) {
	parts := []string{"today", "Today", "today's", "TODAYS", "current", "now", "know", "date", "is", "the", "of", "April", "april", "May", "7", "7th", "2024", "2024-04-03",
		"3/4/2024", "20240403", "2024", "03", "-", "/", ".", ",", ":", "\n", "\\n", "\\now", "it", "in", "this", "year", "Monday", "monday", "twenty", "first", "year",
		"s", "'s", "_", "a", "00:00", "2023.10.1", "15T10:00", "April 25th 2023", "é", "２０２４", "2024年4月3日"}
	rng := rand.New(rand.NewPCG(5, 6))
	found, letters := 0, 0
	for range 20000 {
		var b strings.Builder
		n := 1 + rng.IntN(30)
		most := len(parts)
		if rng.IntN(8) > 0 {
			most -= 3 // all ASCII
		}
		for range n {
			b.WriteString(parts[rng.IntN(most)])
			if rng.IntN(4) > 0 {
				b.WriteByte(' ')
			}
		}
		text := b.String()
		got, want := todayOf(text), firstToday(text, maxSystemTokens, maxSystemTokens)
		// Where in the text it stands is not kept.
		got.from, got.end, want.from, want.end = 0, 0, 0, 0
		got.alt, want.alt = nil, nil
		if got != want {
			t.Fatalf("%q calls %+v today, want %+v", text, got, want)
		}
		if want.y != 0 {
			found++
		}
		if _, ok := findCallsToday(text); ok {
			letters++
		}
	}
	if found < 1000 || letters < 10000 {
		t.Errorf("%d days, %d texts read letter by letter", found, letters)
	}
	long := strings.Repeat("word ", maxSystemTokens)
	if d := todayOf(long + "today is 2024-04-03"); d.y != 0 {
		t.Errorf("a day beyond the words that are read: %+v", d)
	}
	if d := todayOf(long[:len(long)-50] + "today is 2024-04-03"); d.y != 2024 {
		t.Errorf("a day near the end of the words that are read: %+v", d)
	}
}

// The words of ASCII are read as those of every script are.
func TestASCIITokens(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 20000 {
		b := make([]byte, 1+rng.IntN(6))
		for i := range b {
			b[i] = "aZbQ019"[rng.IntN(7)]
		}
		got, ok := asciiToken(string(b))
		want := newToken(string(b)+"é", true) // no ASCII any more
		if capitals := strings.ToUpper(string(b)) == string(b) && len(strings.Trim(string(b), "019")) > 0; !ok || got.norm+"e" != want.norm || got.capital != want.capital ||
			got.upper && !capitals {
			t.Fatalf("%q is read as %+v, with a letter behind it as %+v", b, got, want)
		}
	}
	for word, want := range map[string]bool{"A": false, "AB": true, "A1": false, "A1B": true, "Ab": false, "1AB": true, "a1": false} {
		if got, _ := asciiToken(word); got.upper != want {
			t.Errorf("%q is written in capitals: %v, want %v", word, got.upper, want)
		}
	}
}
