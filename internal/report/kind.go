package report

import (
	"github.com/voi-rl/voi/internal/score"
	"github.com/voi-rl/voi/trajectory"
)

// kind is what the rows of a file are: completions, whose rewards a profile computed, or
// runs, which an environment or a source has judged.
type kind uint8

const (
	ofCompletions kind = iota
	ofRuns
)

// unit returns the words for a row, and for the set of rows that are not independent.
func (k kind) unit() (row, of string) {
	if k == ofRuns {
		return "run", "task"
	}
	return "row", "sample"
}

// class returns the name of a class of rows: for a completion its reference action, for a
// run the class of its task.
func (k kind) class(i int) string {
	switch {
	case i == allClasses:
		return all
	case k == ofRuns:
		return trajectory.Classes[i]
	}
	return score.ActionName(i)
}

// right is the figure that says whether rows were right.
func (k kind) right() string {
	if k == ofRuns {
		return trajectory.FigureNames[0]
	}
	return accuracy
}

// isRight says whether a row was right; ok is false if that is unknown. A completion is
// judged by its reference, or by the component cls, which has the index right; a run by the
// success at that index.
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
