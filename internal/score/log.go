package score

import (
	"bufio"
	"errors"
	"os"
	"path/filepath"

	"github.com/voi-rl/voi/internal/shard"
)

// logs reads the records of all ranks in the order of the rows.
type logs struct {
	files   []*os.File
	readers []*bufio.Reader
	row     int64
}

func openLogs(dir string, ranks int) (*logs, error) {
	all := &logs{}
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

// turn returns the log that holds the record of the next row.
func (all *logs) turn() *bufio.Reader {
	all.row++
	return all.readers[(all.row-1)%int64(len(all.readers))]
}

func (all *logs) close() (err error) {
	for _, f := range all.files {
		err = errors.Join(err, f.Close())
	}
	return err
}
