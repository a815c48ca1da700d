package reader

import "io"

// Options of Open. The zero value of each field is its default.
type Options struct {
	// Stdin is read for the path "-". Nil makes "-" an error.
	Stdin io.Reader

	// Answers is the path of BFCL's possible answers, joined by id. "" looks
	// for possible_answer/NAME beside the input.
	Answers string

	// Functions is the folder of BFCL's function documents by class, for its
	// multi-turn sets. "" looks for multi_turn_func_doc beside the input.
	Functions string

	// Sessions turns a row with several decisions (sessions of BFCL and ACEBench, and
	// conversations under TurnsAll) into as many samples. Otherwise such a row is one
	// sample, with the first decision.
	Sessions bool

	// Runs reads recorded runs: one object may contain all runs, ReAct's logs are text, and
	// a row with several decisions is one run, with the last decision.
	Runs bool

	// Turns selects the turns of `conversations` rows that are samples; "" means TurnsLast.
	Turns Turns

	// Empty takes a text file without rows, as an idle rank leaves it, for one that ends
	// at once, as Parquet without rows always does. Otherwise it is the error ErrEmpty.
	Empty bool

	// MaxRecordBytes is the longest accepted row; a longer one is rejected (too_large). 0
	// means DefaultMaxRecordBytes.
	MaxRecordBytes int
}

// The values for zero fields of Options.
const (
	DefaultMaxRecordBytes = 16 << 20

	// Zeros shrink a thousandfold in gzip and over ten thousandfold in zstd. Data never
	// come near that in gzip, which has a short window. In zstd, repeated rows with
	// different ids shrank up to 600-fold.
	GzipMaxExpansion = 500
	ZstdMaxExpansion = 2000

	// MaxSessionBytes bounds the length of a row with several decisions times their number. Each
	// is a sample that repeats what was before it, so that both the time and what is written
	// grow with the square of the turns.
	MaxSessionBytes = 512 << 20

	// FreeExpansion is the number of bytes that compressed input may always expand to.
	FreeExpansion = 64 << 20
)

func (o Options) withDefaults() Options {
	if o.MaxRecordBytes <= 0 {
		o.MaxRecordBytes = DefaultMaxRecordBytes
	}
	return o
}
