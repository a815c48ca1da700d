// Package report says what scored files and runs show (step 8 of the pipeline): Compare
// takes two of them, or two profiles of one, as benchstat takes benchmarks; Page
// shows one as plots.
//
//	1 read     a row of a scored file: its sample, group, class, figures  (scored.go);
//	           a run: its task, seed, class, figures (kind.go, runsource.go)
//	2 pair     the rows of A and of B that are of one sample, group and
//	           place in it                                               (pair.go)
//	3 sum      figures by reference class and sample, bounded            (compare.go)
//	4 judge    differences, intervals, p; what an average hides; what
//	           regressed                                   (result.go, verdict.go)
//	5 print    a table, or JSON                              (table.go, result.go)
//
// Page reads the same rows, tallies them (tally.go, extremes.go), has a
// library draw plots (plots.go) in the colours and the font of the page (svg.go),
// and fills one HTML page (page.go, page.html), which ci/report opens in a browser.
// Of runs the page is another (runs.html): figures by class (runspart.go), and timelines
// (runs.go). AuditPage shows what an audit found.
//
// # What counts as a row's group
//
// Rows pair by sample, by group (the column group_id, where both files have it)
// and by their order within it. Resampling is by sample: completions of one
// sample are not independent of each other, in whatever groups. Where no row has
// a partner the files are compared as two independent sets of samples, and the
// result says so; what is left without a partner beside rows that pair is
// counted, and in no figure.
//
// # Reference classes
//
// A scored file need not say what was right. The class of a row is its own
// reference (the column reference, or that of its label), else that of its
// sample in a folder of shards; where neither is there, the row counts in all
// and in no class. Without a class, a completion was right where its component
// cls is above 0 (F9).
//
// # Limits
//
// Files in the same order take no memory: what grows is the rows that wait for
// their partner, some 600 bytes each, and 24 bytes for each sample whose class
// is looked up. Sums are kept for up to stats.MaxGroups samples apart. A pair of
// which one row is unscored is in no mean; it is counted, and listed.
//
// A page holds 32 bytes a group, and 20,000 rows at most for its distributions.
// Its texts are cut, escaped by html/template, and in no plot but its name.
//
// # Decided against
//
// Pairing by the text of completions: two models rarely say the same, and
// differences of means do not depend on who is paired within a sample. The test
// of benchstat (Mann and Whitney's): rewards have few values and come in groups,
// and it is the mean that a trainer sees. A page with scripts: it could not be
// mailed, or opened where scripts are not let run. Plots of our own
// drawing: that saves 8 MB of fonts in the binary, and some 4 MiB of every process,
// but axes, ticks and marks are a library's to keep.
package report
