package reader

import "io"

// Options of Open. The zero Options are the defaults.
type Options struct {
	// Stdin is read where the path is "-". Nil makes "-" an error.
	Stdin io.Reader

	// Answers is the path of BFCL's possible answers, joined by id. "" looks
	// for possible_answer/NAME beside the input.
	Answers string

	// Functions is the folder of BFCL's function documents by class, for its
	// multi-turn sets. "" looks for multi_turn_func_doc beside the input.
	Functions string

	// Sessions makes a row that holds several decisions (BFCL's and ACEBench's
	// sessions, and conversations under TurnsAll) as many samples. Without it,
	// such a row is one, its first.
	Sessions bool

	// Runs reads recorded runs: one object may hold them all, ReAct's logs are text,
	// and a row that holds several decisions is one, its last.
	Runs bool

	// Turns says which turns of `conversations` rows are samples; "" means TurnsLast.
	Turns Turns

	// MaxRecordBytes is the length from which a row is rejected (too_large).
	// 0 means DefaultMaxRecordBytes.
	MaxRecordBytes int
}

// The bounds that hold where Options leave them zero.
const (
	DefaultMaxRecordBytes = 16 << 20

	// Zeros shrink a thousandfold in gzip and over ten thousandfold in zstd.
	// Data never comes near that in gzip, whose window is short; in zstd rows
	// that repeat with other ids were seen to shrink 600-fold.
	GzipMaxExpansion = 500
	ZstdMaxExpansion = 2000

	// FreeExpansion is what compressed input may always expand to, in bytes.
	FreeExpansion = 64 << 20
)

func (o Options) withDefaults() Options {
	if o.MaxRecordBytes <= 0 {
		o.MaxRecordBytes = DefaultMaxRecordBytes
	}
	return o
}
