package main

import (
	"bytes"
	"encoding/json"

	"github.com/voi-rl/voi/trajectory"
)

// runRecord is what a row of an input came to: a row that was left out, or its runs with
// all that is written and summed up of them. It is JSON, by which it waits in FILE.work for
// other steps and ranks.
type runRecord struct {
	File     string `json:"file"`
	Line     int64  `json:"line"`
	Rejected string `json:"rejected,omitempty"` // why
	Runs     []counted
	Steps    []asLine[trajectory.StepRow] `json:"steps,omitempty"`
}

// counted is one run of a row.
type counted struct {
	Counted trajectory.Counted     `json:"counted"`
	Unknown string                 `json:"unknown,omitempty"` // why something that was asked for is not known
	Row     asLine[trajectory.Row] `json:"row"`
}

// asLine is a row as a value, as a line of JSON, or as both: lines are made where the rows
// are, by many workers, and values are read again for Parquet alone.
type asLine[T any] struct {
	value *T
	text  []byte // without the end of the line
}

// lineOf is a value as a line.
func lineOf(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return bytes.TrimSuffix(b.Bytes(), []byte{'\n'}), err
}

func (l *asLine[T]) line() (text []byte, err error) {
	if l.text == nil {
		l.text, err = lineOf(l.value)
	}
	return l.text, err
}

func (l *asLine[T]) row() (row T, err error) {
	if l.value == nil {
		l.value = new(T)
		err = json.Unmarshal(l.text, l.value)
	}
	return *l.value, err
}

// MarshalJSON is the line.
func (l *asLine[T]) MarshalJSON() ([]byte, error) { return l.line() }

// UnmarshalJSON keeps the line.
func (l *asLine[T]) UnmarshalJSON(text []byte) error {
	l.value, l.text = nil, bytes.Clone(text)
	return nil
}
