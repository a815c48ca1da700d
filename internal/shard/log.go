package shard

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"path"
)

// Log is a side file that grows while the job runs (rejected rows, messages) and becomes
// visible at the end. The journal's record of each step has to hold its length. On resume,
// everything behind that length is cut off.
type Log struct {
	folder *Folder
	name   string
	f      *os.File
	w      *bufio.Writer
	length int64
}

// OpenLog continues the unfinished file with this name behind its first length bytes, or
// starts it if length is 0.
func (d *Folder) OpenLog(name string, length int64) (*Log, error) {
	if err := d.mkdir(path.Dir(name)); err != nil {
		return nil, err
	}
	if err := d.hook(OpCreate, name); err != nil {
		return nil, err
	}
	temp := d.path(d.tempName(name))
	if err := d.reopen(name, temp); err != nil {
		return nil, err
	}
	f, err := d.openOwn(d.tempName(name))
	if err != nil {
		return nil, err
	}
	l := &Log{folder: d, name: name, f: f, length: length}
	if err := l.cut(temp); err != nil {
		f.Close()
		return nil, err
	}
	l.w = bufio.NewWriterSize(hookWriter{l}, 64<<10)
	return l, nil
}

// reopen hides a log again that was made visible before the job was killed.
func (d *Folder) reopen(name, temp string) error {
	if _, err := os.Stat(temp); err == nil {
		return nil
	}
	if done, err := d.Exists(name); err != nil || !done {
		return err
	}
	return d.Rename(name, d.tempName(name))
}

func (l *Log) cut(temp string) error {
	info, err := l.f.Stat()
	if err != nil {
		return explain("reading", temp, err)
	}
	if info.Size() < l.length {
		return fmt.Errorf("%s has %d bytes where the journal names %d: the folder was changed from outside; remove it and start again without --resume", temp, info.Size(), l.length)
	}
	if err := l.folder.hook(OpTruncate, l.name); err != nil {
		return err
	}
	if err := l.f.Truncate(l.length); err != nil {
		return explain("cutting", temp, err)
	}
	_, err = l.f.Seek(l.length, 0)
	return err
}

type hookWriter struct{ l *Log }

func (h hookWriter) Write(p []byte) (int, error) {
	if err := h.l.folder.hook(OpWrite, h.l.name); err != nil {
		return 0, err
	}
	n, err := h.l.f.Write(p)
	if err != nil {
		return n, explain("writing", h.l.folder.path(h.l.name), err)
	}
	return n, nil
}

// Write appends to the log, through a buffer.
func (l *Log) Write(p []byte) (int, error) {
	n, err := l.w.Write(p)
	l.length += int64(n)
	return n, err
}

// Sync makes the written data durable and returns the length of the log.
func (l *Log) Sync() (int64, error) {
	if err := l.w.Flush(); err != nil {
		return 0, err
	}
	if err := l.folder.hook(OpSync, l.name); err != nil {
		return 0, err
	}
	if err := l.f.Sync(); err != nil {
		return 0, explain("syncing", l.folder.path(l.name), err)
	}
	return l.length, nil
}

// Close closes the log and leaves it unfinished.
func (l *Log) Close() error { return l.f.Close() }

// Commit makes the log visible under its name and returns its checksum.
func (l *Log) Commit(ctx context.Context) (Sum, error) {
	if err := l.seal(); err != nil {
		return Sum{}, err
	}
	sum, err := HashFile(ctx, l.folder.path(l.folder.tempName(l.name)))
	if err != nil {
		return Sum{}, err
	}
	return sum, l.folder.rename(l.folder.tempName(l.name), l.name)
}

// Publish is Commit without the checksum.
func (l *Log) Publish() error {
	if err := l.seal(); err != nil {
		return err
	}
	return l.folder.rename(l.folder.tempName(l.name), l.name)
}

// seal makes the written data durable and ends the writing.
func (l *Log) seal() error {
	if _, err := l.Sync(); err != nil {
		return err
	}
	if err := l.f.Close(); err != nil {
		return explain("closing", l.folder.path(l.name), err)
	}
	return nil
}
