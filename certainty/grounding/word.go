package grounding

import (
	"unicode/utf8"
)

// stem takes the s of a plural off a word, for every language alike: it only ever serves
// to ask whether two words may be forms of one.
func stem(w string) string {
	if n := len(w); n > 3 && w[n-1] == 's' && w[n-2] != 's' && w[n-2] != 'u' && w[n-2] != 'i' {
		return w[:n-1]
	}
	return w
}

// kin says how likely two words are forms of one, in [0,1]: 1 for the same word,
// less for one stem, for a common beginning, for a slip of the pen.
func kin(a, b string) float64 {
	if a == b {
		return 1
	}
	if len(a) < 3 || len(b) < 3 {
		return 0
	}
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	for n > 0 && n < len(a) && !utf8.RuneStart(a[n]) {
		n--
	}
	if n < 3 {
		return 0
	}
	if stem(a) == stem(b) {
		return 0.95
	}
	ra, rb := runes(a[n:]), runes(b[n:])
	common, short := runes(a[:n]), min(runes(a), runes(b))
	switch {
	case common >= 4 && ra <= 3 && rb <= 3 && 3*common >= 2*short:
		return 0.85
	case common >= 5 && (ra == 0 || rb == 0):
		return 0.75
	case common >= 4 && short >= 6 && misspelt(a, b):
		return 0.75
	}
	return 0
}

func runes(s string) int { return utf8.RuneCountInString(s) }

// misspelt reports whether two words differ by one edit, a swap of neighbours
// included, or by two from ten letters on.
func misspelt(a, b string) bool {
	most := 1
	if min(len(a), len(b)) >= 10 {
		most = 2
	}
	if d := len(a) - len(b); d > most || -d > most || len(a) > longestWord || len(b) > longestWord {
		return false
	}
	var rows [3][longestWord + 1]int
	for j := range len(b) + 1 {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		row, prev, old := &rows[i%3], &rows[(i+2)%3], &rows[(i+1)%3]
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(prev[j]+1, row[j-1]+1, prev[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], old[j-2]+1)
			}
		}
	}
	return rows[len(a)%3][len(b)] <= most
}

const longestWord = 32
