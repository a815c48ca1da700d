package export

// UsageError is an error of the caller: a wrong option, a folder that must not be written
// to, or a resumed run that differs from the interrupted one. Commands exit with status 2
// on it.
type UsageError struct{ Err error }

func (e *UsageError) Error() string { return e.Err.Error() }

// Unwrap returns the cause.
func (e *UsageError) Unwrap() error { return e.Err }
