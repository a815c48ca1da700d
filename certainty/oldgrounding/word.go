package oldgrounding

import "strings"

// stopwords carry no content: the articles, pronouns, prepositions and
// auxiliaries of English, and the words of politeness around a request.
var stopwords = set(`a an the this that these those and or but nor so of in on at to from by for with
 into onto over under about as than then is are was were be been being am do does did done has have had
 having will would shall should can could may might must it its he she they them his her their we us our
 you your i me my mine one's there here what which who whom whose when where why how if not no please
 also just up out s t ve ll d re m let lets`)

func set(words string) map[string]bool {
	out := make(map[string]bool)
	for _, w := range strings.Fields(words) {
		out[w] = true
	}
	return out
}

// suffixes are the endings by which two words of one family may differ.
var suffixes = set(`s es ed d ing er ers or ors al als ally ly y ies ied ity ic ics ical tic atic able ible
 ation ations ition ion ions ment ments ive ful ness ist ists ance ence ant ent e en an ian ize ise ized
 ised izing ising izes ises ization isation able`)

// stem takes the inflection off an English word: plurals, -ed and -ing; and
// spells it as Americans do.
func stem(w string) string {
	if len(w) < 3 {
		return w
	}
	if at := irregular.get(w, hashOf(w)); at >= 0 {
		return bases[at]
	}
	return american(uninflected(w))
}

// american spells colour as color and metre as meter.
func american(w string) string {
	n := len(w)
	if n <= 4 || w[n-1] != 'r' && w[n-1] != 'e' {
		return w
	}
	switch w[n-3:] {
	case "our":
		return w[:n-2] + "r"
	case "tre", "bre":
		return w[:n-2] + "er"
	}
	return w
}

// irregular are the common words of English whose forms no ending tells, with the
// places of what they are forms of.
var irregular, bases = func() (out wordTable, bases []string) {
	out = newWordTable(128)
	for _, forms := range strings.Split(`man men|woman women|child children|person people persons|mouse mice|goose geese|foot feet|
tooth teeth|ox oxen|leaf leaves|life lives|knife knives|wife wives|wolf wolves|half halves|shelf shelves|loaf loaves|thief thieves|
calf calves|scarf scarves|analysis analyses|thesis theses|crisis crises|hypothesis hypotheses|diagnosis diagnoses|criterion criteria|
phenomenon phenomena|index indices|matrix matrices|vertex vertices|appendix appendices|cactus cacti|
buy bought|sell sold|send sent|build built|make made|write wrote written|take took taken|give gave given|go went gone|pay paid|
drive drove driven|fly flew flown|eat ate eaten|gray grey|tire tyre|check cheque|license licence`, "|") {
		words := strings.Fields(forms)
		for _, w := range words[1:] {
			*out.put(w, hashOf(w)) = int32(len(bases))
		}
		bases = append(bases, words[0])
	}
	return out, bases
}()

func uninflected(w string) string {
	switch w[len(w)-1] {
	case 's', 'g', 'd':
	default:
		return w
	}
	switch n := len(w); {
	case n > 4 && strings.HasSuffix(w, "ies"):
		return w[:n-3] + "y"
	case n > 4 && (strings.HasSuffix(w, "sses") || strings.HasSuffix(w, "shes") ||
		strings.HasSuffix(w, "ches") || strings.HasSuffix(w, "xes")):
		return w[:n-2]
	case n > 3 && strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss") &&
		!strings.HasSuffix(w, "us") && !strings.HasSuffix(w, "is"):
		return w[:n-1]
	case n > 5 && strings.HasSuffix(w, "ing"):
		return undouble(w[:n-3])
	case n > 4 && strings.HasSuffix(w, "ed"):
		return undouble(w[:n-2])
	}
	return w
}

// undouble turns "stopp" into "stop" and leaves "add", "sell", "miss" alone.
func undouble(w string) string {
	n := len(w)
	if n > 3 && w[n-1] == w[n-2] && !strings.ContainsRune("lsz", rune(w[n-1])) {
		return w[:n-1]
	}
	return w
}

// related reports whether two words belong to one family: a common beginning
// of at least four letters, and derivational endings on both.
func related(a, b string) bool {
	n := commonPrefix(a, b)
	if 2*n < max(len(a), len(b)) { // half of a word is no family
		return false
	}
	for ; n >= 4; n-- {
		ra, rb := a[n:], b[n:]
		if (ra == "" || suffixes[ra]) && (rb == "" || suffixes[rb]) {
			return true
		}
	}
	return false
}

func commonPrefix(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// misspelt reports whether two words of letters differ by so little that one
// is a slip for the other: one edit (a swap of neighbours counts as one) from
// six letters on, two from ten on, the first letter being right.
func misspelt(a, b string) bool {
	short := min(len(a), len(b))
	if short < 6 || a[0] != b[0] || !letters(a) || !letters(b) {
		return false
	}
	most := 1
	if short >= 10 {
		most = 2
	}
	if d := len(a) - len(b); d > most || -d > most {
		return false
	}
	return editDistance(a, b, most) <= most
}

func letters(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < 'a' || s[i] > 'z' {
			return false
		}
	}
	return true
}

// editDistance is the optimal string alignment distance of two short words;
// words longer than 32 bytes count as far apart.
func editDistance(a, b string, most int) int {
	const longest = 32
	if len(a) > longest || len(b) > longest {
		return most + 1
	}
	var rows [3][longest + 1]int
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
	return rows[len(a)%3][len(b)]
}
