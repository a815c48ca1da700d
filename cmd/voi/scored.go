package main

import (
	"errors"
	"io"

	"github.com/voi-rl/voi/internal/report"
	"github.com/voi-rl/voi/internal/term"
)

// What compare and report share: both read scored files.

// followRows shows how many rows have been read, and paces the memory that they
// take; done, to be called once all are, ends the display.
func followRows(w io.Writer, what string) (read func(rows int64), done func()) {
	progress, memory := term.NewProgress(w, what), paceMemory()
	return func(rows int64) {
		progress.Rows(rows, 0)
		memory.check()
	}, progress.Done
}

// asReportUsage tells a wrong use of package report from a failure.
func asReportUsage(err error) error {
	if errors.As(err, new(*report.UsageError)) {
		return usageError{err}
	}
	return err
}
