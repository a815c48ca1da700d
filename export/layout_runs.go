package export

import "github.com/voi-rl/voi/trajectory"

// trajectoriesLayout has one row for each recorded run (T8).
var trajectoriesLayout = ofRuns(newParquetLayout("trajectories", func(dst []trajectory.Row, e *Entry) []trajectory.Row {
	return append(dst, e.Run.Row)
}, func(r *trajectory.Row) Entry {
	return Entry{Row: &Row{SampleID: r.TrajectoryID, Source: r.Source}, Run: &RunRows{Row: *r}}
}))

// stepsLayout has one row for each step of a run.
var stepsLayout = ofRuns(newParquetLayout("steps", func(dst []trajectory.StepRow, e *Entry) []trajectory.StepRow {
	return append(dst, e.Run.Steps...)
}, func(r *trajectory.StepRow) Entry {
	return Entry{Row: &Row{SampleID: r.TrajectoryID}, Run: &RunRows{Steps: []trajectory.StepRow{*r}}}
}))

func ofRuns(l *Layout) *Layout {
	l.Runs = true
	return l
}
