package reader

import (
	"errors"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/domains"
)

// under puts a field in front of the path of an error of dataset or domains.
func under(err error, field string) error {
	var row *dataset.Error
	if errors.As(err, &row) {
		return row.At(field)
	}
	var inner *domains.Error
	if errors.As(err, &inner) {
		return (&dataset.Error{Code: inner.Code, Path: inner.Path, Msg: inner.Msg}).At(field)
	}
	return err
}

// as gives an error another code: a fault of a reference is a bad_reference wherever it was
// found.
func as(err error, code string) error {
	var row *dataset.Error
	if errors.As(err, &row) {
		return &dataset.Error{Code: code, Path: row.Path, Msg: row.Msg}
	}
	var inner *domains.Error
	if errors.As(err, &inner) {
		return &dataset.Error{Code: code, Path: inner.Path, Msg: inner.Msg}
	}
	return &dataset.Error{Code: code, Msg: err.Error()}
}
