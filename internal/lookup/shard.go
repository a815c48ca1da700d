package lookup

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/voi-rl/voi/internal/lookup/column"
)

// shard is one file of the folder. It is immutable after open. A file that is kept open may
// be removed; other files are opened for each read.
type shard struct {
	source
	root *os.Root
	keep bool
	file *os.File // nil if it is not kept open

	dir      *column.File
	modified time.Time
}

func newShard(root *os.Root, s source, keep bool) *shard {
	return &shard{source: s, root: root, keep: keep}
}

// open reads the directory of pages, and checks it against the manifest.
func (s *shard) open(want []column.Want) error {
	// Opening a pipe would wait for its writer.
	if info, err := s.root.Stat(filepath.FromSlash(s.path)); err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("opening a shard: %s is no regular file", s.path)
	}
	f, err := s.root.Open(filepath.FromSlash(s.path))
	if err != nil {
		return fmt.Errorf("opening a shard: %w", err)
	}
	if err := s.read(f, want); err != nil {
		f.Close()
		return fmt.Errorf("the shard %s: %w", s.path, err)
	}
	if s.keep {
		s.file = f
		return nil
	}
	return f.Close()
}

func (s *shard) read(f *os.File, want []column.Want) error {
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return &fs.PathError{Op: "read", Path: s.path, Err: fs.ErrInvalid}
	}
	if s.bytes >= 0 && info.Size() != s.bytes {
		return fmt.Errorf("it has %d bytes, the manifest says %d; voi inspect --verify tells more", info.Size(), s.bytes)
	}
	if s.dir, err = column.Open(f, info.Size(), want); err != nil {
		return err
	}
	if s.rows >= 0 && s.dir.Rows() != s.rows {
		return fmt.Errorf("it has %d rows, the manifest says %d; voi inspect --verify tells more", s.dir.Rows(), s.rows)
	}
	s.bytes, s.rows, s.modified = info.Size(), s.dir.Rows(), info.ModTime()
	return nil
}

// page reads one page. The error names the shard.
func (s *shard) page(ref column.Ref) (*column.Page, error) {
	f, err := s.acquire()
	if err != nil {
		return nil, err
	}
	if f != s.file {
		defer f.Close()
	}
	p, err := s.dir.Page(f, ref)
	if err != nil {
		return nil, fmt.Errorf("the shard %s: %w", s.path, err)
	}
	return p, nil
}

// acquire returns the file. If it is not kept open, it is opened again, and has to be the
// same file as at the start.
func (s *shard) acquire() (*os.File, error) {
	if s.file != nil {
		return s.file, nil
	}
	f, err := s.root.Open(filepath.FromSlash(s.path))
	if err != nil {
		return nil, fmt.Errorf("opening a shard: %w", err)
	}
	info, err := f.Stat()
	if err == nil && (info.Size() != s.bytes || !info.ModTime().Equal(s.modified)) {
		err = fmt.Errorf("the shard %s was changed since it was opened; start again", s.path)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

func (s *shard) close() {
	if s.file != nil {
		s.file.Close()
	}
}
