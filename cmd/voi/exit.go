package main

import (
	"errors"
	"fmt"

	"github.com/voi-rl/voi/export"
	"github.com/voi-rl/voi/internal/term"
)

// The exit statuses of a command, besides 0.
const (
	exitFailed   = 1
	exitUsage    = 2
	exitRejected = 3
	exitFound    = 4
)

// usageError is an invalid command line or configuration.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

func usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// rejectedError ends a --strict run that rejected rows.
type rejectedError struct{ rows int64 }

func (e rejectedError) Error() string {
	return fmt.Sprintf("--strict was given, and %s rejected or unscored", term.Count(e.rows, "row"))
}

// foundError ends a comparison that found the --fail-on condition.
type foundError struct{ msg string }

func (e foundError) Error() string { return e.msg }

// exitCode is the exit status for err.
func exitCode(err error) int {
	switch {
	case err == nil:
		return 0
	case errors.As(err, new(usageError)), errors.As(err, new(*export.UsageError)):
		return exitUsage
	case errors.As(err, new(rejectedError)):
		return exitRejected
	case errors.As(err, new(foundError)):
		return exitFound
	default:
		return exitFailed
	}
}
