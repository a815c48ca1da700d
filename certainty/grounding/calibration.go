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
// calibration turns them into a score.
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
alt derived other_noun other beaten revised theirs pair_from today near bool bool_true bool_for bool_against bool_wins bool_loses kind_number kind_date kind_time kind_code kind_text`)

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

// coefficients are the weights of the features. rivalry says how much the best rival of a match
// lowers its probability (contested). unsaid is, by kind of comparison, the support of a value that the
// conversation does not mention.
var coefficients, rivalry, unsaid = func() (w features, r [3]float64, none [Phone + 1]float64) {
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
		if i := slices.Index(rivalryNames, name); i >= 0 {
			r[i] = v
		}
		if i := slices.Index(featureNames, name); i >= 0 {
			w[i] = v
		}
	}
	return w, r, none
}()

var rivalryNames = strings.Fields("rival rival_from sharpness")

// absent is the score of a rival that does not exist.
const absent = -30

// contested returns the probability of a match with a score, given the score of the best of the other
// places that may state the parameter's value.
func contested(own, rival float64) float64 {
	if rival > absent {
		own -= float64(rivalry[0] * softplus(rival+rivalry[1]))
	}
	return sigmoid(rivalry[2] * own)
}

func softplus(x float64) float64 { return math.Log1p(math.Exp(x)) }

func sigmoid(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// score returns the score of features: the log-odds of a match without rivals.
func (f *features) score() (z float64) {
	for i := range f {
		z += float64(coefficients[i] * f[i])
	}
	return z
}

// trace is what determines the support of a value: the features of its matches, and of the rivals of
// the best one.
type trace struct {
	kind        Kind
	own, rivals []features
	open        float64 // the probability that no mention fills the parameter
}

// tracer, if set, is called with each trace. The fit uses it.
var tracer func(trace)
