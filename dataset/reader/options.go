package reader

import "io"

// Options of Open. The zero Options are the defaults.
type Options struct {
	// Stdin is read where the path is "-". Nil makes "-" an error.
	Stdin io.Reader

	// Answers is the path of BFCL's possible answers, joined by id. "" looks
	// for possible_answer/NAME beside the input.
	Answers string

	// MaxRecordBytes is the length from which a row is rejected (too_large).
	// 0 means DefaultMaxRecordBytes.
	MaxRecordBytes int

	// MaxExpansion is how many times its size compressed input may expand to,
	// once it gave more than FreeExpansion bytes. 0 means DefaultMaxExpansion.
	MaxExpansion int64
}

// The bounds that hold where Options leave them zero.
const (
	DefaultMaxRecordBytes = 16 << 20
	DefaultMaxExpansion   = 200

	// FreeExpansion is what compressed input may always expand to, in bytes.
	FreeExpansion = 64 << 20
)

func (o Options) withDefaults() Options {
	if o.MaxRecordBytes <= 0 {
		o.MaxRecordBytes = DefaultMaxRecordBytes
	}
	if o.MaxExpansion <= 0 {
		o.MaxExpansion = DefaultMaxExpansion
	}
	return o
}
