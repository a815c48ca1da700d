package infile

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"
	"time"
)

// writerWait is how long Read waits for the first writer of a named pipe.
const writerWait = 3 * time.Second

// Read returns the bytes of a file, at most max; a longer file is an error. Errors are
// *fs.PathError; for a missing file the error is an fs.ErrNotExist.
func Read(path string, max int64) ([]byte, error) {
	f, err := Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && info.Size() > max {
		return nil, tooLong(path, info.Size(), max)
	}
	text, err := io.ReadAll(io.LimitReader(f, max+1))
	if err != nil {
		return nil, err // it names the file
	}
	if int64(len(text)) > max {
		return nil, tooLong(path, int64(len(text)), max)
	}
	return text, nil
}

// UntilDone reads r until the context ends, and then returns the context's error.
func UntilDone(ctx context.Context, r io.Reader) io.Reader { return &untilDone{ctx, r} }

type untilDone struct {
	ctx context.Context
	r   io.Reader
}

// Read reads from r.
func (u *untilDone) Read(p []byte) (int, error) {
	if err := u.ctx.Err(); err != nil {
		return 0, err
	}
	return u.r.Read(p)
}

func tooLong(path string, has, max int64) error {
	return fault(path, fmt.Errorf("it has %d bytes or more, at most %d are read", has, max))
}

// Open opens a file that can be read to its end: a regular file, or a pipe with a writer.
// Errors are *fs.PathError.
func Open(path string) (*os.File, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fault(path, absent{})
	case err != nil:
		return nil, err // it names the file
	}
	switch mode := info.Mode(); {
	case mode.IsRegular():
		return os.Open(path)
	case mode.IsDir():
		return nil, fault(path, errors.New("it is a folder; name a file"))
	case mode.Type() == fs.ModeNamedPipe:
		return openPipe(path)
	}
	return nil, fault(path, errors.New("it is a device or a socket; name a file, or give its text through a pipe"))
}

// absent is an fs.ErrNotExist with advice.
type absent struct{}

func (absent) Error() string { return "there is no such file; check the path" }

func (absent) Is(target error) bool { return target == fs.ErrNotExist }

func fault(path string, err error) error { return &fs.PathError{Op: "reading", Path: path, Err: err} }

// openPipe opens a pipe. Opening waits for a writer, perhaps forever.
func openPipe(path string) (*os.File, error) {
	type opened struct {
		f   *os.File
		err error
	}
	done := make(chan opened, 1)
	go func() {
		f, err := os.Open(path)
		done <- opened{f, err}
	}()
	select {
	case o := <-done:
		return o.f, o.err
	case <-time.After(writerWait):
		closeOpened := func() {
			if o := <-done; o.err == nil {
				_ = o.f.Close()
			}
		}
		// The goroutine that still waits in Open would take a later reader's data. A writer
		// from here releases it.
		if w, err := os.OpenFile(path, os.O_WRONLY|syscall.O_NONBLOCK, 0); err == nil {
			closeOpened()
			_ = w.Close()
		} else {
			go closeOpened() // a late writer finds no reader
		}
		return nil, fault(path, fmt.Errorf("it is a pipe to which nobody has written for %v; start its writer first, or name a file", writerWait))
	}
}
