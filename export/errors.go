package export

// UsageError is an error of the caller: a wrong option, a folder that must not
// be written to, a resumed run that is not the one that was interrupted. A
// command ends with status 2 on it.
type UsageError struct{ Err error }

func (e *UsageError) Error() string { return e.Err.Error() }

// Unwrap returns what is wrong.
func (e *UsageError) Unwrap() error { return e.Err }
