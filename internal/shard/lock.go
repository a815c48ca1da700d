package shard

import (
	"errors"
	"os"
)

// lockName is what the file is called whose lock an owner holds.
const lockName = "lock"

// Lock takes the folder for this owner until release is called, or the process
// ends. A [BusyError] says that another process has it. To be taken before
// anything of the owner is written: a journal is opened with what was read, which
// may have to be copied into the folder first.
func (d *Folder) Lock() (release func(), err error) {
	name := d.tempName(lockName)
	path := d.path(name)
	for {
		f, err := d.openOwn(name)
		if err != nil {
			return nil, err
		}
		if !lock(f) {
			return nil, errors.Join(&BusyError{Path: path}, f.Close())
		}
		// The owner before may have removed the file that was opened here.
		ours, err := f.Stat()
		if err != nil {
			return nil, errors.Join(explain("locking", path, err), f.Close())
		}
		if now, err := os.Stat(path); err == nil && os.SameFile(ours, now) {
			return func() {
				if d.hook(OpRemove, name) == nil {
					_ = os.Remove(path) // one that stays is locked again
				}
				_ = f.Close() // nothing was written
			}, nil
		}
		f.Close()
	}
}
