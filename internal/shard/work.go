package shard

import (
	"errors"
	"fmt"
)

// Work is what one rank does on a folder, step by step: the journal of its steps, and the
// log that grows with them. It is for one goroutine.
type Work struct {
	Log   *Log
	Steps int // committed ones

	folder  *Folder
	journal *Journal
}

// OpenWork goes on behind the last step of the journal of this name, or starts one.
// restore gets each record of it, in order, and returns the length that the log had
// then; the log is cut back to the last. Unfinished files that are to become the names
// in keep, or the log, stay, all others of this owner go. A header other than the
// journal's own is an [OtherRunError].
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
		_ = j.Remove() // so that the same can be begun again
	}
	if err != nil {
		_ = j.Close()
		return nil, err
	}
	return w, nil
}

// Commit completes a step: record makes what the journal keeps of it, of the length that
// the log has now. Once it returns, the step survives a kill.
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

// Close ends the work for now.
func (w *Work) Close() error { return errors.Join(w.Log.Close(), w.journal.Close()) }

// Done ends the work for good: what it wrote speaks for itself.
func (w *Work) Done() error { return w.journal.Remove() }

// Undo leaves nothing behind of work without a step, so that the same can be begun
// again: files is what else it has made. The next run finds whatever fails here.
func (w *Work) Undo(files ...string) {
	_ = w.Log.Close()
	_ = w.folder.Clean()
	for _, name := range files {
		_ = w.folder.Remove(name)
	}
	_ = w.journal.Remove()
	w.folder.Prune()
}
