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
// keys file, line, code, message.
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

// Rejected makes the Rejection of a row with a code and a message, which is cut if it is long.
func (raw *Raw) Rejected(code, message string) *Rejection {
	return &Rejection{File: raw.File, Line: raw.Line, Code: code, Message: jsonvalue.Cut(message, maxMessage)}
}

// Reject makes the Rejection of a row from a decoding error.
func (raw *Raw) Reject(err error) *Rejection {
	r := raw.Rejected(dataset.CodeBadField, err.Error())
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
