package nearest

import "fmt"

// DidYouMean is the end of a message about an unknown name: it suggests the known name with
// the fewest edits, or is "" if no name is near.
func DidYouMean(name string, known []string) string {
	best, distance := "", 4
	for _, k := range known {
		if d := edits(name, k); d < distance && d < len(k) {
			best, distance = k, d
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf("; did you mean %q?", best)
}

// longName bounds the work for a very long name.
const longName = 64

// edits is the Levenshtein distance of two short names.
func edits(a, b string) int {
	if len(a) > longName || len(b) > longName {
		return longName
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			diagonal, row[j+1] = row[j+1], min(row[j]+1, row[j+1]+1, diagonal+cost)
		}
	}
	return row[len(b)]
}
