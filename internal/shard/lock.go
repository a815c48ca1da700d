package shard

import (
	"errors"
	"os"
)

// lockName is the name of the file that an owner locks.
const lockName = "lock"

// Lock locks the folder for this owner until release is called, or the process ends. A
// [BusyError] says that another process holds the lock. Call it before anything of the
// owner is written. The lock of the journal comes too late: the journal's header depends on
// the inputs, and reading them may need a copy in the folder.
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
		// The previous owner may have removed the file that was opened here.
		ours, err := f.Stat()
		if err != nil {
			return nil, errors.Join(explain("locking", path, err), f.Close())
		}
		if now, err := os.Stat(path); err == nil && os.SameFile(ours, now) {
			return func() {
				if d.hook(OpRemove, name) == nil {
					_ = os.Remove(path) // a file that stays is locked again
				}
				_ = f.Close() // nothing was written
			}, nil
		}
		f.Close()
	}
}
