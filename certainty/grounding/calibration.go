package grounding

import (
	_ "embed"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// features are what the calibration knows of a match of a value with the text.
type features [fCount]float64

// The features, in the order of featureNames.
const (
	fQuality   = iota // how well the place says the value
	fExact            // it says it in full
	fConfirmed        // the assistant said it and the user agreed
	fTool             // a tool returned it
	fKey              // the field of the tool's result has the parameter's name
	fRole             // the words around give it the role of the parameter
	fClash            // the opposite role
	fSibling          // the role of another parameter
	fFurther          // the text speaks closer by of another parameter
	fOtherUnit        // another unit
	fStrayUnit        // a unit where none is asked for
	fAlt              // not the likeliest way to read it
	fDerived          // it was worked out
	fOtherNoun        // the noun after the number is another parameter's, and not its own
	fOther            // the clause is about another thing
	fBeaten           // and one that could fill the parameter is about that
	fRevised          // the user said another one later, behind words that take something back
	fTheirs           // it is about somebody else or another time, and another one about the user now
	fPairFrom         // the start of a range or a change, where no start is asked for
	fToday            // the day that the system calls today, which the user did not say
	fContested        // how likely the likeliest other mention fills the parameter by itself
	fBool
	fBoolTrue
	fBoolFor
	fBoolAgainst
	fBoolWins
	fBoolLoses
	fKinds // and the kinds of comparison, one each
	fCount = fKinds + 5
)

var featureNames = strings.Fields(`quality exact confirmed tool key role clash sibling further other_unit stray_unit
alt derived other_noun other beaten revised theirs pair_from today contested bool bool_true bool_for bool_against bool_wins bool_loses kind_number kind_date kind_time kind_code kind_text`)

var kindIndex = map[string]int{"number": 0, "date": 1, "time": 2, "code": 3, "text": 4, "enum": 4}

// calibrationFile holds the coefficients, and says how they were made.
//
//go:embed calibration.txt
var calibrationFile string

// coefficients are the weights of the features, and of a value that nothing says by
// kind.
var coefficients, unsaid = func() (w features, none map[string]float64) {
	none = map[string]float64{}
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
			none[kind] = v
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

// likelihood is the probability that the features of a match make.
func (q *query) likelihood(f *features) float64 {
	z := 0.0
	for i, x := range f {
		if x != 0 {
			z += x * coefficients[i]
		}
	}
	p := 1 / (1 + math.Exp(-z))
	if tracer != nil && !q.alone {
		seen := *f
		tracer(&seen, p)
	}
	return p
}

// unsaid is the support of a value that the conversation does not say.
func (q *query) unsaid(kind string) float64 { return unsaid[kind] }

// tracer, where set, is told of the features of every match of the value and of its
// probability: for the fit.
var tracer func(*features, float64)
