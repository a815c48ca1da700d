package shard

import (
	"bytes"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"strconv"

	"github.com/voi-rl/voi/internal/infile"
)

// Journal is the commit log of one rank: a header that identifies the run, and one record
// for each finished step. Each is a line with its checksum. A kill can leave an incomplete
// last line, which is ignored.
type Journal struct {
	folder *Folder
	name   string
	f      *os.File
	end    int64
}

// OtherRunError says that a journal belongs to a run with another header: with another
// configuration or other inputs.
type OtherRunError struct {
	Path       string
	Have, Want []byte // the headers, JSON
}

func (e *OtherRunError) Error() string {
	return fmt.Sprintf("%s belongs to a run with another configuration or other inputs", e.Path)
}

// BusyError says that another process uses a journal, or a folder.
type BusyError struct{ Path string }

func (e *BusyError) Error() string {
	return fmt.Sprintf("another process is at this work (%s is locked); wait for it, or end it", e.Path)
}

// maxJournal bounds a journal that is read, in bytes; a step takes some hundreds.
const maxJournal = 256 << 20

// OpenJournal opens or creates the journal with this name, and returns its records. If its
// header differs, the error is an [OtherRunError].
func (d *Folder) OpenJournal(name string, header []byte) (*Journal, [][]byte, error) {
	if err := d.hook(OpCreate, name); err != nil {
		return nil, nil, err
	}
	f, err := d.openOwn(name)
	if err != nil {
		return nil, nil, err
	}
	j := &Journal{folder: d, name: name, f: f}
	records, err := j.open(header)
	if err != nil {
		f.Close()
		return nil, nil, err
	}
	return j, records, nil
}

func (j *Journal) open(header []byte) ([][]byte, error) {
	path := j.folder.path(j.name)
	if !lock(j.f) {
		return nil, &BusyError{Path: path}
	}
	text, err := io.ReadAll(io.LimitReader(j.f, maxJournal+1))
	if err != nil {
		return nil, explain("reading the journal", path, err)
	}
	if len(text) > maxJournal {
		return nil, fmt.Errorf("the journal %s is longer than %d bytes; no journal is", path, maxJournal)
	}
	records, end := parseJournal(text)
	if len(records) > 0 && !bytes.Equal(records[0], header) {
		return nil, &OtherRunError{Path: path, Have: records[0], Want: header}
	}
	if err := j.truncate(end); err != nil {
		return nil, err
	}
	if len(records) > 0 {
		return records[1:], nil
	}
	if err := j.append(header); err != nil {
		return nil, err
	}
	return nil, syncDir(j.folder.Dir)
}

func (j *Journal) truncate(end int64) error {
	if err := j.folder.hook(OpTruncate, j.name); err != nil {
		return err
	}
	if err := j.f.Truncate(end); err != nil {
		return explain("cutting the journal", j.folder.path(j.name), err)
	}
	j.end = end
	return nil
}

// Append commits a step: once it returns, the record survives a kill.
func (j *Journal) Append(record any) error {
	text, err := json.Marshal(record)
	if err != nil {
		return fmt.Errorf("encoding a journal record: %w", err)
	}
	return j.append(text)
}

func (j *Journal) append(text []byte) error {
	line := fmt.Appendf(nil, "%08x %s\n", crc32.ChecksumIEEE(text), text)
	if err := j.folder.hook(OpWrite, j.name); err != nil {
		return err
	}
	if _, err := j.f.WriteAt(line, j.end); err != nil {
		return explain("writing the journal", j.folder.path(j.name), err)
	}
	if err := j.folder.hook(OpSync, j.name); err != nil {
		return err
	}
	if err := j.f.Sync(); err != nil {
		return explain("syncing the journal", j.folder.path(j.name), err)
	}
	j.end += int64(len(line))
	return nil
}

// Close closes the journal, and releases its lock.
func (j *Journal) Close() error { return j.f.Close() }

// Remove closes and deletes the journal of a finished job.
func (j *Journal) Remove() error {
	if err := j.folder.Remove(j.name); err != nil {
		return err
	}
	return j.f.Close()
}

// ReadJournal returns the header of another rank's journal, without locking it. ok is false
// if the journal has no header yet.
func (d *Folder) ReadJournal(name string) (header []byte, ok bool, err error) {
	text, err := infile.Read(d.path(name), maxJournal)
	if err != nil {
		return nil, false, explain("reading the journal", d.path(name), err)
	}
	records, _ := parseJournal(text)
	if len(records) == 0 {
		return nil, false, nil
	}
	return records[0], true, nil
}

// parseJournal returns the records before the first line that is incomplete or does not
// match its checksum, and the offset of that line.
func parseJournal(text []byte) (records [][]byte, end int64) {
	for {
		line, _, found := bytes.Cut(text[end:], []byte{'\n'})
		if !found {
			return records, end
		}
		sum, record, found := bytes.Cut(line, []byte{' '})
		if !found {
			return records, end
		}
		want, err := strconv.ParseUint(string(sum), 16, 32)
		if err != nil || uint32(want) != crc32.ChecksumIEEE(record) {
			return records, end
		}
		records = append(records, record)
		end += int64(len(line)) + 1
	}
}
