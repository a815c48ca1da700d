package shard

import (
	"errors"
	"fmt"
)

// Work is the work of one rank in a folder, step by step: the journal of its steps, and the
// log that grows with them. It is for one goroutine.
type Work struct {
	Log   *Log
	Steps int // number of committed steps

	folder  *Folder
	journal *Journal
}

// OpenWork continues behind the last step of the journal with this name, or starts a
// journal. restore gets each of its records, in order, and returns the length of the log at
// that step; the log is cut back to the last length. Unfinished files of this owner are
// removed, except the log and those for the names in keep. If the journal's header differs,
// the error is an [OtherRunError].
func (d *Folder) OpenWork(journal, log string, header []byte, restore func(record []byte) (logBytes int64, err error), keep ...string) (*Work, error) {
	j, records, err := d.OpenJournal(journal, header)
	if err != nil {
		return nil, err
	}
	w := &Work{folder: d, journal: j, Steps: len(records)}
	length := int64(0)
	for i, text := range records {
		if length, err = restore(text); err != nil {
			_ = j.Close()
			return nil, fmt.Errorf("the journal in %s, step %d: %w; remove the folder and start again", d.Dir, i, err)
		}
	}
	if err = d.Clean(append(keep, log)...); err == nil {
		w.Log, err = d.OpenLog(log, length)
	}
	if err != nil && w.Steps == 0 {
		_ = j.Remove() // so that the same run can be started again
	}
	if err != nil {
		_ = j.Close()
		return nil, err
	}
	return w, nil
}

// Commit completes a step. record returns the journal's record, given the length of the
// log. Once Commit returns, the step survives a kill.
func (w *Work) Commit(record func(logBytes int64) any) error {
	length, err := w.Log.Sync()
	if err != nil {
		return err
	}
	if err := w.journal.Append(record(length)); err != nil {
		return err
	}
	w.Steps++
	return nil
}

// Close closes the unfinished work.
func (w *Work) Close() error { return errors.Join(w.Log.Close(), w.journal.Close()) }

// Done ends the finished work, and removes its journal.
func (w *Work) Done() error { return w.journal.Remove() }

// Undo removes all files of work without a step, so that the same run can be started again;
// files are further files of that work. Errors are left for the next run to find.
func (w *Work) Undo(files ...string) {
	_ = w.Log.Close()
	_ = w.folder.Clean()
	for _, name := range files {
		_ = w.folder.Remove(name)
	}
	_ = w.journal.Remove()
	w.folder.Prune()
}
