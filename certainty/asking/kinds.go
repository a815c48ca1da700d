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
	askAlternative // one of the offered
	askNamed       // what a phrase names: "your name, please", "Size?"
	askSame        // what the one before asks for: "and how about the way back?"
	askKinds
)

var kindNames = [askKinds]string{"who", "name", "from", "to", "where", "until", "since", "time", "day", "when", "duration", "frequency", "age",
	"price", "count", "amount", "degree", "why", "how", "which", "what", "polar", "alternative", "named", "same"}

// concepts is a set of what a parameter or a word is about.
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
	// What follows is no word's, but the type of a parameter.
	typeNumber
	typeBoolean
	typeChoice
	typeList
	typeText
	conceptsAndTypes
)

var conceptNames = [conceptsAndTypes]string{"person", "name", "place", "origin", "destination", "date", "time", "start", "end", "duration",
	"frequency", "count", "money", "age", "size", "reason", "text", "method", "contact", "id",
	"a_number", "a_boolean", "a_choice", "a_list", "a_text"}

func (s concepts) has(c int) bool { return s>>c&1 != 0 }

// kindsFile says how well each kind of asking fits each concept and type.
//
//go:embed kinds.txt
var kindsFile string

// fits holds what kinds.txt says.
var fits = sync.OnceValue(func() *[askKinds][conceptsAndTypes]float32 {
	t, err := parseKinds(kindsFile)
	if err != nil {
		panic(err) // held by a test
	}
	return t
})

func parseKinds(text string) (*[askKinds][conceptsAndTypes]float32, error) {
	var t [askKinds][conceptsAndTypes]float32
	for n, line := range strings.Split(text, "\n") {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		f := strings.Fields(strings.Replace(line, ":", "", 1))
		k := slices.Index(kindNames[:], f[0])
		if k < 0 || len(f)%2 == 0 {
			return nil, fmt.Errorf("kinds.txt:%d: give KIND: CONCEPT WEIGHT CONCEPT WEIGHT ...", n+1)
		}
		for i := 1; i < len(f); i += 2 {
			c := slices.Index(conceptNames[:], f[i])
			w, err := strconv.ParseFloat(f[i+1], 32)
			if c < 0 || err != nil {
				return nil, fmt.Errorf("kinds.txt:%d: %q %q is no concept and its weight", n+1, f[i], f[i+1])
			}
			t[k][c] = float32(w)
		}
	}
	return &t, nil
}

// isRole reports whether a concept is one of two sides.
func isRole(c int) bool {
	return c == conceptOrigin || c == conceptDestination || c == conceptStart || c == conceptEnd
}

// fit is how well what an interrogative asks for fits what a parameter is: the best
// of its kinds. Of a kind the best concept counts and a little of the others; what
// speaks against it counts once.
func fit(k kinds, c concepts) float32 {
	best := float32(-9)
	for i := range askKinds {
		if k>>i&1 == 0 {
			continue
		}
		var most, rest, least float32
		for j, w := range fits()[i] {
			if c.has(j) && w > 0 {
				rest += 0.1 * min(w, most)
				most = max(most, w)
			}
		}
		for j, w := range fits()[i] {
			switch {
			case !c.has(j) || w >= 0:
			case j < typeNumber && most > 0 && !isRole(j): // a word of another kind, beside one that fits
			case w < least:
				least = w
			}
		}
		best = max(best, most+rest+least)
	}
	return best
}
