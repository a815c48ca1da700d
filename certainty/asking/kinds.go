package asking

import (
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// kinds is a set of what an interrogative can ask for.
type kinds uint32

const (
	askWho = iota
	askName
	askFrom
	askTo
	askWhere
	askUntil
	askSince
	askTime
	askDay
	askWhen
	askDuration
	askFrequency
	askAge
	askPrice
	askCount
	askAmount
	askDegree
	askWhy
	askHow
	askWhich
	askWhat
	askPolar       // yes or no
	askAlternative // one of several options
	askNamed       // what a noun phrase names: "your name, please", "Size?"
	askSame        // the same as the ask before: "and how about the way back?"
	askKinds
)

var kindNames = [askKinds]string{"who", "name", "from", "to", "where", "until", "since", "time", "day", "when", "duration", "frequency", "age",
	"price", "count", "amount", "degree", "why", "how", "which", "what", "polar", "alternative", "named", "same"}

// concepts is a set of topics that a parameter or a word is about.
type concepts uint32

const (
	conceptPerson = iota
	conceptName
	conceptPlace
	conceptOrigin
	conceptDestination
	conceptDate
	conceptTime
	conceptStart
	conceptEnd
	conceptDuration
	conceptFrequency
	conceptCount
	conceptMoney
	conceptAge
	conceptSize
	conceptReason
	conceptText
	conceptMethod
	conceptContact
	conceptID
	conceptArriving // for a stay its start, for a journey its end
	conceptLeaving
	// The following come from the type of a parameter, never from a word.
	typeNumber
	typeBoolean
	typeChoice
	typeList
	typeText
	conceptsAndTypes
)

var conceptNames = [conceptsAndTypes]string{"person", "name", "place", "origin", "destination", "date", "time", "start", "end", "duration",
	"frequency", "count", "money", "age", "size", "reason", "text", "method", "contact", "id", "arriving", "leaving",
	"a_number", "a_boolean", "a_choice", "a_list", "a_text"}

func (s concepts) has(c int) bool { return s>>c&1 != 0 }

// kindsFile gives the score of each kind of interrogative for each concept and type.
//
//go:embed kinds.txt
var kindsFile string

// table is the parsed kinds.txt.
type table struct {
	fits [askKinds][conceptsAndTypes]float32
	weights
}

var scores = sync.OnceValue(func() *table {
	t, err := parseKinds(kindsFile)
	if err != nil {
		panic(err) // held by a test
	}
	return t
})

func parseKinds(text string) (*table, error) {
	var t table
	for n, line := range strings.Split(text, "\n") {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		head, rest, _ := strings.Cut(line, ":")
		k, names, to := slices.Index(kindNames[:], head), conceptNames[:], t.weights[:]
		switch {
		case head == "weights":
			names = weightNames[:]
		case k >= 0:
			to = t.fits[k][:]
		default:
			return nil, fmt.Errorf("kinds.txt:%d: %q is no kind; give one of %s, or weights", n+1, head, strings.Join(kindNames[:], ", "))
		}
		f := strings.Fields(rest)
		for i := 0; i+1 < len(f); i += 2 {
			c := slices.Index(names, f[i])
			w, err := strconv.ParseFloat(f[i+1], 32)
			if c < 0 || err != nil {
				return nil, fmt.Errorf("kinds.txt:%d: %q %q is no name and its weight; there are %s", n+1, f[i], f[i+1], strings.Join(names, ", "))
			}
			to[c] = float32(w)
		}
		if len(f)%2 != 0 {
			return nil, fmt.Errorf("kinds.txt:%d: %q has no weight", n+1, f[len(f)-1])
		}
	}
	return &t, nil
}

// things are concepts that mostly exclude each other: a place is neither a time nor
// an amount.
const things = 1<<conceptPlace | 1<<conceptDate | 1<<conceptTime | 1<<conceptCount | 1<<conceptMoney | 1<<conceptAge

// contradicts reports whether two sets both say what kind of thing something is, and
// disagree.
func (s concepts) contradicts(o concepts) bool {
	const when = 1<<conceptDate | 1<<conceptTime
	if s, o = s&things, o&things; s&when != 0 && o&when != 0 {
		return false
	}
	return s != 0 && o != 0 && s&o == 0
}

// isRole reports whether a concept is one side of a pair: origin and destination, or
// start and end.
func isRole(c int) bool {
	return c == conceptOrigin || c == conceptDestination || c == conceptStart || c == conceptEnd
}

// fit returns how well the kind of an interrogative fits a parameter's concepts: the
// best score of its kinds. For one kind, the highest-scoring concept counts fully and
// the others a little; of the negative scores only the lowest counts.
func fit(k kinds, c concepts) float32 {
	best := float32(-9)
	for i := range askKinds {
		if k>>i&1 == 0 {
			continue
		}
		var most, rest, least float32
		meant := false // a concept fits, and not only the type
		for j, w := range scores().fits[i] {
			if c.has(j) && w > 0 {
				rest += 0.1 * min(w, most)
				most = max(most, w)
				meant = meant || j < typeNumber
			}
		}
		for j, w := range scores().fits[i] {
			switch {
			case !c.has(j) || w >= 0:
			case j < typeNumber && meant && !isRole(j): // ignore a concept that does not fit next to one that does
			case w < least:
				least = w
			}
		}
		best = max(best, most+rest+least)
	}
	return best
}
