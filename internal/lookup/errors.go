package lookup

import (
	"errors"
	"fmt"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/domains"
)

// The codes of an Error, as in the reward protocol.
const (
	CodeUnknownSample = "unknown_sample" // no row has the id, or several different rows have it
	CodeBadTools      = "bad_tools"      // the row's tools or domains cannot be read
	CodeBadReference  = "bad_reference"  // the row's reference cannot be read
	CodeInternal      = "internal"       // the shard cannot be read
)

// Error says why a sample was not found. It is about one item.
type Error struct {
	Code    string // one of the Code constants
	Message string // what was looked for, where, and what to do about it
}

func (e *Error) Error() string { return e.Code + ": " + e.Message }

func unknown(format string, args ...any) *Error {
	return &Error{Code: CodeUnknownSample, Message: fmt.Sprintf(format, args...)}
}

func internal(format string, args ...any) *Error {
	return &Error{Code: CodeInternal, Message: fmt.Sprintf(format, args...)}
}

func (st *Store) noSample(id string) *Error {
	return unknown("no sample has the id %s among the %d in the shards", shown(id), len(st.index))
}

func moved(id, other string) *Error {
	return internal("the row of the sample %s is now one of %s: the shards were changed; start again", shown(id), shown(other))
}

func twins(id string, rows int) *Error {
	return unknown("the id %s stands for %d rows that differ (duplicate_ids of the manifest); give samples ids of their own, or send them inline", shown(id), rows)
}

// unreadable is the error of a row with invalid columns.
func unreadable(where string, err error) *Error {
	code := CodeInternal
	var tools *domains.Error
	var sample *dataset.Error
	switch {
	case errors.As(err, &sample) && sample.Code == dataset.CodeBadReference:
		code = CodeBadReference
	case errors.As(err, &tools) && tools.Code == CodeBadTools:
		code = CodeBadTools
	}
	return &Error{Code: code, Message: fmt.Sprintf("%s cannot be read: %v; voi inspect --verify tells more", where, err)}
}

// shown quotes and shortens an id for a message.
func shown(id string) string {
	const most = 100
	if len(id) > most {
		return fmt.Sprintf("%q...", id[:most])
	}
	return fmt.Sprintf("%q", id)
}
