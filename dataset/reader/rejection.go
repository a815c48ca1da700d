package reader

import (
	"errors"
	"fmt"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// Rejection is a rejected row, as in rejected.jsonl.
type Rejection struct {
	File    string `json:"file"`    // the path given to Open
	Line    int64  `json:"line"`    // where the row starts, from 1; in Parquet the number of the row
	Code    string `json:"code"`    // one of dataset's Code constants
	Message string `json:"message"` // what was read and what to do
}

// AppendJSON appends the rejection as one line of JSON, including the newline, with the
// keys file, line, code, message. The message is cut after maxMessage bytes.
func (r *Rejection) AppendJSON(dst []byte) []byte {
	line := jsonvalue.ObjectOf(
		"file", r.File,
		"line", r.Line,
		"code", r.Code,
		"message", r.Message,
	)
	return append(line.AppendJSON(dst), '\n')
}

// maxMessage bounds the message of a Rejection, in bytes: it may quote a row.
const maxMessage = 500

// Reject makes the Rejection of a row from a decoding error.
func (raw *Raw) Reject(err error) *Rejection {
	r := &Rejection{File: raw.File, Line: raw.Line, Code: dataset.CodeBadField, Message: jsonvalue.Cut(err.Error(), maxMessage)}
	var row *dataset.Error
	var tool *domains.Error
	switch {
	case errors.As(err, &row):
		r.Code = row.Code
	case errors.As(err, &tool):
		r.Code = tool.Code
	}
	return r
}

// rowError makes a *dataset.Error.
func rowError(code, path, format string, args ...any) error {
	return &dataset.Error{Code: code, Path: path, Msg: fmt.Sprintf(format, args...)}
}
