// Package report shows what is in scored files and runs (step 8 of the pipeline). Compare
// compares two of them, or two profiles of one file, as benchstat compares benchmarks. Page
// shows one as plots.
//
//	1 read     a row of a scored file: its sample, group, class, figures  (scored.go);
//	           a run: its task, seed, class, figures (kind.go, runsource.go)
//	2 pair     the rows of A and of B with the same sample, group and
//	           index in the group                                        (pair.go)
//	3 sum      figures by reference class and sample, bounded            (compare.go)
//	4 judge    differences, intervals, p; what an average hides;
//	           regressions                                 (result.go, verdict.go)
//	5 print    a table, or JSON                              (table.go, result.go)
//
// Page reads the same rows and tallies them (tally.go, extremes.go). A library draws the
// plots (plots.go) in the page's colours and font (svg.go). The result is one HTML page
// (page.go, page.html), which ci/report opens in a browser. Runs have another page
// (runs.html): figures by class (runspart.go), and timelines (runs.go). AuditPage shows the
// findings of an audit.
//
// # What counts as a row's group
//
// Rows pair by sample, by group (the column group_id, if both files have it) and by their
// order in the group. Resampling is by sample, because completions of one sample are not
// independent, whatever their groups. If no row has a partner, the files are compared as
// two independent sets of samples, and the result says so. Otherwise rows without a partner
// are only counted.
//
// # Reference classes
//
// A scored file need not contain the right action. The class of a row is its own reference
// (the column reference, or the reference in its label), else that of its sample in a
// folder of shards. A row without either counts in all rows and in no class. Without a
// class, a completion is right if its component cls is above 0 (F9).
//
// # Limits
//
// Files in the same order take no memory for rows. Otherwise each row that waits for its
// partner takes some 600 bytes, and each sample whose class is looked up takes 24 bytes.
// Sums are kept separately for up to stats.MaxGroups samples. A pair with one unscored row
// is in no mean; it is counted, and listed.
//
// A page takes 32 bytes a group, and shows at most 20,000 rows in its distributions. Its
// texts are cut, and escaped by html/template; a plot holds no text but its name.
//
// # Decided against
//
// Pairing by the text of completions: two models rarely write the same text, and a
// difference of means does not depend on the pairing within a sample. benchstat's test
// (Mann and Whitney's): rewards have few different values and come in groups, and a trainer
// uses their mean. A page with scripts: it could not be mailed, or opened where scripts are
// forbidden. Our own drawing of plots: it would save 8 MB of fonts in the binary, and some
// 4 MiB of every process, but axes, ticks and marks are better left to a library.
package report
