package score

import (
	"bufio"
	"errors"
	"io"
	"os"
	"path/filepath"

	"github.com/voi-rl/voi/internal/shard"
)

// logs reads the records of all ranks in the order of the rows.
type logs struct {
	layout  *layout
	files   []*os.File
	readers []*bufio.Reader
	row     int64
}

func openLogs(dir string, ranks int, l *layout) (*logs, error) {
	all := &logs{layout: l}
	for i := range ranks {
		f, err := os.Open(filepath.Join(dir, resultsName(shard.Rank{Index: i, Count: ranks})))
		if err != nil {
			return nil, errors.Join(err, all.close())
		}
		all.files = append(all.files, f)
		all.readers = append(all.readers, bufio.NewReaderSize(f, max(1<<20/ranks, 4<<10)))
	}
	return all, nil
}

// next returns the record of the next row, in buf or what it grew to; io.EOF
// after the last one.
func (all *logs) next(buf []byte) (record, error) {
	r, err := all.layout.readRecord(all.readers[all.row%int64(len(all.readers))], buf)
	if err != nil {
		return nil, err
	}
	all.row++
	return r, nil
}

// each calls do for every record.
func (all *logs) each(do func(r record) error) error {
	var buf []byte
	for {
		r, err := all.next(buf)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		buf = r
		if err := do(r); err != nil {
			return err
		}
	}
}

func (all *logs) close() error {
	var errs []error
	for _, f := range all.files {
		errs = append(errs, f.Close())
	}
	return errors.Join(errs...)
}
