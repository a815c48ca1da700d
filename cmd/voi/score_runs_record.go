package main

import (
	"bytes"
	"encoding/json"

	"github.com/voi-rl/voi/dataset/reader"
	"github.com/voi-rl/voi/trajectory"
)

// runRecord is the result of an input row: a rejection, or its runs with everything to
// write and to sum. As JSON it waits in FILE.work for other steps and ranks.
type runRecord struct {
	File     string            `json:"file"`
	Line     int64             `json:"line"`
	Rejected *reader.Rejection `json:"rejected,omitempty"`
	Runs     []counted
	Steps    []asLine[trajectory.StepRow] `json:"steps,omitempty"`
}

// counted is one run of a row.
type counted struct {
	Counted trajectory.Counted     `json:"counted"`
	Unknown string                 `json:"unknown,omitempty"` // why a requested value is not known
	Row     asLine[trajectory.Row] `json:"row"`
}

// asLine is a row as a value, as a line of JSON, or as both. The workers make the lines;
// only Parquet reads values from them again.
type asLine[T any] struct {
	value *T
	text  []byte // without the newline
}

// lineOf encodes a value as a line.
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

// MarshalJSON returns the line.
func (l *asLine[T]) MarshalJSON() ([]byte, error) { return l.line() }

// UnmarshalJSON keeps the line.
func (l *asLine[T]) UnmarshalJSON(text []byte) error {
	l.value, l.text = nil, bytes.Clone(text)
	return nil
}
