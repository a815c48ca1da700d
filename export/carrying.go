package export

import (
	"context"
	"errors"
	"fmt"
	"reflect"
)

// entryLayout is a layout whose rows carry labels (Row.Label), so that each can
// be read back as the entry that it was made of.
type entryLayout interface {
	Layout
	// eachEntry reads the rows of a file. The entry is nil where a row cannot be
	// read back; fault says why, or how the row differs from what the entry gives.
	eachEntry(ctx context.Context, s *shardReader, fn func(e *Entry, fault error) error) error
}

// errOtherRow is the fault of a row whose columns contradict each other.
var errOtherRow = errors.New("its columns are not what its label and its prompt give")

// carryingLayout is a Parquet layout whose rows, one a sample, carry labels.
type carryingLayout[T any] struct {
	*parquetLayout[T]
	row     func(e *Entry) T
	restore func(r *T) carried
}

// newCarryingLayout makes a layout of a Go type and of functions that make a row
// of an entry, and find in it what it was made of.
func newCarryingLayout[T any](name string, tools ToolsMode, row func(e *Entry) T, restore func(r *T) carried) *carryingLayout[T] {
	l := newParquetLayout(name, func(dst []T, e *Entry) []T { return append(dst, row(e)) })
	l.tools = tools
	return &carryingLayout[T]{parquetLayout: l, row: row, restore: restore}
}

func (l *carryingLayout[T]) Carries() bool { return true }

func (l *carryingLayout[T]) eachEntry(ctx context.Context, s *shardReader, fn func(*Entry, error) error) error {
	return readRows(ctx, s, func(r *T) error {
		c := l.restore(r)
		e, err := c.entry()
		if err != nil {
			return fn(nil, fmt.Errorf("label: %w", err))
		}
		if !reflect.DeepEqual(l.row(e), *r) {
			return fn(e, errOtherRow)
		}
		return fn(e, nil)
	})
}
