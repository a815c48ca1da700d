package report

import (
	"github.com/voi-rl/voi/internal/score"
	"github.com/voi-rl/voi/trajectory"
)

// kind says what the rows of a file are: completions, of which a profile says what they
// earn, or runs, which an environment or a source has judged.
type kind uint8

const (
	ofCompletions kind = iota
	ofRuns
)

// unit is what a row is called, and what rows that are not independent of each other are of.
func (k kind) unit() (row, of string) {
	if k == ofRuns {
		return "run", "task"
	}
	return "row", "sample"
}

// class is the name of a class of rows: the reference action of a completion, what a task is
// to be of a run.
func (k kind) class(i int) string {
	switch {
	case i == allClasses:
		return all
	case k == ofRuns:
		return trajectory.Classes[i]
	}
	return score.ActionName(i)
}

// right is the figure that says whether rows did what they should.
func (k kind) right() string {
	if k == ofRuns {
		return trajectory.FigureNames[0]
	}
	return accuracy
}

// isRight says whether a row did what was right; ok is false where that is not known. Of
// completions it is told by the reference, or by the component cls, at place right; of runs by
// the success there.
func (k kind) isRight(class int8, o *outcome, right int) (is, ok bool) {
	switch {
	case k == ofRuns:
		return o.values[right] >= 1, true
	case class != noAction:
		return o.action == class, true
	case right >= 0:
		return o.values[right] > 0, true
	}
	return false, false
}
