package shard

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path"

	"github.com/voi-rl/voi/internal/infile"
)

// Sum is the size and the checksum of a file.
type Sum struct {
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"` // lower-case hex
}

// File is a file that becomes visible under its name only when it is complete. Write,
// Commit and Abort are for one goroutine.
type File struct {
	folder *Folder
	name   string
	temp   string
	f      *os.File
	hash   hash.Hash
	bytes  int64
}

// Create starts a file, and creates its folders. Until Commit the file has a temporary
// name, and replaces nothing.
func (d *Folder) Create(name string) (*File, error) {
	if err := d.mkdir(path.Dir(name)); err != nil {
		return nil, err
	}
	if err := d.Check(name); err != nil {
		return nil, err
	}
	if err := d.hook(OpCreate, name); err != nil {
		return nil, err
	}
	temp := d.path(d.tempName(name))
	f, err := CreateNew(temp)
	if err != nil {
		return nil, explain("creating", d.path(name), err)
	}
	return &File{folder: d, name: name, temp: temp, f: f, hash: sha256.New()}, nil
}

// CreateNew creates a file under its final name, for data that only this run reads, or that
// is renamed when it is complete. An existing file of that name is removed first, so that
// nothing is written through a link.
func CreateNew(path string) (*os.File, error) {
	const flags = os.O_CREATE | os.O_EXCL | os.O_RDWR
	f, err := os.OpenFile(path, flags, 0o666)
	if !errors.Is(err, fs.ErrExist) {
		return f, err
	}
	if err := os.Remove(path); err != nil {
		return nil, err
	}
	return os.OpenFile(path, flags, 0o666)
}

// Write appends to the file.
func (f *File) Write(p []byte) (int, error) {
	if err := f.folder.hook(OpWrite, f.name); err != nil {
		return 0, err
	}
	n, err := f.f.Write(p)
	f.hash.Write(p[:n])
	f.bytes += int64(n)
	if err != nil {
		return n, explain("writing", f.folder.path(f.name), err)
	}
	return n, nil
}

// Commit makes the file durable and visible, and returns its checksum. After an error the
// file is either invisible or complete.
func (f *File) Commit() (Sum, error) {
	if err := f.finish(); err != nil {
		f.Abort()
		return Sum{}, err
	}
	return Sum{Bytes: f.bytes, SHA256: hex.EncodeToString(f.hash.Sum(nil))}, nil
}

func (f *File) finish() error {
	d := f.folder
	if err := d.hook(OpSync, f.name); err != nil {
		return err
	}
	if err := f.f.Sync(); err != nil {
		return explain("syncing", d.path(f.name), err)
	}
	if err := f.f.Close(); err != nil {
		return explain("closing", d.path(f.name), err)
	}
	return d.rename(d.tempName(f.name), f.name)
}

// Abort removes the unfinished file. After Commit it does nothing.
func (f *File) Abort() {
	// An error here is ignored: the next run removes the rest.
	_ = f.f.Close()
	if f.folder.hook(OpRemove, f.name) == nil {
		_ = os.Remove(f.temp)
	}
}

// HashFile returns the size and the checksum of a file, read as a stream.
func HashFile(ctx context.Context, name string) (Sum, error) {
	f, err := os.Open(name)
	if err != nil {
		return Sum{}, explain("opening", name, err)
	}
	defer f.Close()
	sum, err := HashReader(ctx, f)
	if err != nil {
		return Sum{}, explain("reading", name, err)
	}
	return sum, nil
}

// HashReader returns the size and the checksum of the data in r.
func HashReader(ctx context.Context, r io.Reader) (Sum, error) {
	h := sha256.New()
	n, err := io.CopyBuffer(h, infile.UntilDone(ctx, r), make([]byte, 1<<20))
	if err != nil {
		return Sum{}, err
	}
	return Sum{Bytes: n, SHA256: hex.EncodeToString(h.Sum(nil))}, nil
}

// String gives both, for messages.
func (s Sum) String() string { return fmt.Sprintf("%d bytes, sha256 %s", s.Bytes, s.SHA256) }

// TempPath is the path of the file until Commit. A file that is only for reading it back (a
// copy of standard input) is read there, and aborted.
func (f *File) TempPath() string { return f.temp }
