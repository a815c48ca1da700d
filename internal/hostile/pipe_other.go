//go:build !unix

package hostile

import "errors"

// pipe makes a pipe that has a name, where there are any.
func pipe(string) error { return errors.ErrUnsupported }
