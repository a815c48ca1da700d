package grounding

import (
	_ "embed"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// features describe a match between a value and a place in the text; the
// calibration turns them into a probability.
type features [fCount]float64

// The features, in the order of featureNames.
const (
	fQuality   = iota // how well the place states the value
	fExact            // it states the value in full
	fTool             // a tool returned it
	fKey              // the field of the tool's result has the parameter's name
	fRole             // the surrounding words give it the parameter's role
	fClash            // they give it the opposite role
	fSibling          // they give it the role of another parameter
	fFurther          // nearer words name another parameter
	fOtherUnit        // it has a different unit
	fAlt              // it is not the likeliest way to read the place
	fDerived          // it was calculated from the text
	fOtherNoun        // the noun after the number belongs to another parameter and not to this one
	fOther            // the clause is about something else
	fBeaten           // ... and a mention that could fill the parameter is in a clause about the right thing
	fRevised          // the user later gave another value, after words that take something back
	fTheirs           // it is about somebody else or another time, and another mention is about the user now
	fPairFrom         // it is the start of a range or a change, and the parameter is not a start
	fToday            // it is the system's current date, which the user did not mention
	fNear             // how near words of the parameter are
	fOutdone          // how much nearer they are to another mention of the kind
	fContested        // how likely the strongest competing mention, taken alone, fills the parameter
	fBool
	fBoolTrue
	fBoolFor
	fBoolAgainst
	fBoolWins
	fBoolLoses
	fKinds // from here on, one feature per kind of comparison
	fCount = fKinds + 5
)

var featureNames = strings.Fields(`quality exact tool key role clash sibling further other_unit
alt derived other_noun other beaten revised theirs pair_from today near outdone contested bool bool_true bool_for bool_against bool_wins bool_loses kind_number kind_date kind_time kind_code kind_text`)

// kindFeature returns the feature of a kind of comparison; that of enum values is the one of text.
func kindFeature(kind Kind) int {
	if k := slices.Index([]Kind{Number, Date, Time, Code}, kind); k >= 0 {
		return fKinds + k
	}
	return fCount - 1
}

// calibrationFile holds the coefficients and describes how they were made.
//
//go:embed calibration.txt
var calibrationFile string

// coefficients are the weights of the features. unsaid is, by kind of comparison, the support of
// a value that the conversation does not mention.
var coefficients, unsaid = func() (w features, none [Phone + 1]float64) {
	for n, line := range strings.Split(calibrationFile, "\n") {
		name, val, ok := strings.Cut(strings.TrimSpace(line), " ")
		if !ok || name[0] == '#' {
			continue
		}
		v, err := strconv.ParseFloat(strings.TrimSpace(val), 64)
		if err != nil {
			panic(fmt.Errorf("calibration.txt, line %d: %w", n+1, err)) // the file is part of the program
		}
		if kind, ok := strings.CutPrefix(name, "unsaid_"); ok {
			none[KindOf(kind)] = v
			continue
		}
		for i := range featureNames {
			if featureNames[i] == name {
				w[i] = v
			}
		}
	}
	return w, none
}()

// begin starts the features of a match, and add adds one of them.
func (q *query) begin() {
	if q.z = 0; tracer != nil {
		q.seen = new(features)
	}
}

func (q *query) add(feature int, x float64) {
	if q.z += coefficients[feature] * x; tracer != nil {
		q.seen[feature] = x
	}
}

// likelihood returns the probability for the features of a match.
func (q *query) likelihood() float64 {
	p := 1 / (1 + math.Exp(-q.z))
	if tracer != nil && !q.alone {
		tracer(q.seen, 0, p)
	}
	return p
}

// tracer, if set, is called with the features and the probability of every match of
// a value, and for a value without a match with its kind of comparison and the probability that
// no mention fills the parameter. The fit uses it.
var tracer func(*features, Kind, float64)
