package shard

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"syscall"
)

// Op names a step that changes the file system, for [Folder.Hook].
type Op string

// The steps that a Folder announces before it takes them.
const (
	OpMkdir    Op = "mkdir"
	OpCreate   Op = "create"
	OpWrite    Op = "write"
	OpSync     Op = "sync"
	OpRename   Op = "rename"
	OpTruncate Op = "truncate"
	OpRemove   Op = "remove"
)

// Folder is an output folder that one owner (a rank) writes to. Names are
// slash-separated paths below Dir. The methods are not for concurrent use,
// the files that they return may be written concurrently with each other.
type Folder struct {
	Dir   string
	Owner string // part of the temporary names; ranks must not share it

	// Hook, where set, is called before each step; its error is returned in
	// place of the step. Tests simulate crashes and full disks with it.
	Hook func(op Op, name string) error
}

func (d *Folder) path(name string) string { return filepath.Join(d.Dir, filepath.FromSlash(name)) }

func (d *Folder) hook(op Op, name string) error {
	if d.Hook == nil {
		return nil
	}
	return d.Hook(op, name)
}

const tempSuffix = ".tmp"

// tempName gives the hidden name that a file has until it is complete. It does
// not end like a shard, so that no glob for shards matches it.
func (d *Folder) tempName(name string) string {
	dir, base := path.Split(name)
	return dir + "." + base + "." + d.Owner + tempSuffix
}

// IsTemp reports whether a file of this base name is an unfinished one, and
// whose.
func IsTemp(base string) (owner string, ok bool) {
	rest, ok := strings.CutSuffix(base, tempSuffix)
	if !ok || !strings.HasPrefix(rest, ".") {
		return "", false
	}
	i := strings.LastIndexByte(rest, '.')
	return rest[i+1:], i > 0
}

// Make creates the folder and its parents where they are missing.
func (d *Folder) Make() error { return d.mkdir(".") }

func (d *Folder) mkdir(name string) error {
	dir := d.path(name)
	if err := d.checkLinks(name); err != nil {
		return err
	}
	if info, err := os.Stat(dir); err == nil && info.IsDir() {
		return nil
	}
	if err := d.hook(OpMkdir, name); err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return explain("creating the folder", dir, err)
	}
	return syncDir(filepath.Dir(dir))
}

// Check reports a name that is no place for a file: there is a link, a folder, a
// pipe or a device. To rename a file to it would take that away, and where it is
// /dev/null, from everybody.
func (d *Folder) Check(name string) error {
	if err := d.checkParents(name); err != nil {
		return err
	}
	info, err := os.Lstat(d.path(name))
	if err != nil || info.Mode().IsRegular() {
		return nil // creating it says what else is wrong
	}
	what := "a device or a socket"
	switch info.Mode().Type() {
	case fs.ModeSymlink:
		what = "a link"
	case fs.ModeDir:
		what = "a folder"
	case fs.ModeNamedPipe:
		what = "a pipe"
	}
	return fmt.Errorf("%s is %s, and is not replaced; remove it, or name another file", d.path(name), what)
}

// checkParents reports a name whose folders lead out of this one by a link.
func (d *Folder) checkParents(name string) error { return d.checkLinks(path.Dir(name)) }

// checkLinks reports a folder below this one that is a link, or is below one. The
// folder itself may be: it is what the user has named.
func (d *Folder) checkLinks(name string) error {
	for ; name != "." && name != "/"; name = path.Dir(name) {
		if info, err := os.Lstat(d.path(name)); err == nil && info.Mode().Type() == fs.ModeSymlink {
			return fmt.Errorf("%s is a link, and nothing is written through one; remove it", d.path(name))
		}
	}
	return nil
}

// openOwn opens a file of this folder to go on with it, or creates it. One that is
// a link, a pipe or a device was put there by somebody else.
func (d *Folder) openOwn(name string) (*os.File, error) {
	if err := d.checkParents(name); err != nil {
		return nil, err
	}
	if info, err := os.Lstat(d.path(name)); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is no regular file, and no run has written it; remove it", d.path(name))
	}
	f, err := os.OpenFile(d.path(name), os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, explain("opening", d.path(name), err)
	}
	return f, nil
}

// WriteFile writes a small file atomically: it is there whole, or as it was.
func (d *Folder) WriteFile(name string, data []byte) (Sum, error) {
	f, err := d.Create(name)
	if err != nil {
		return Sum{}, err
	}
	if _, err := f.Write(data); err != nil {
		f.Abort()
		return Sum{}, err
	}
	return f.Commit()
}

// Rename gives a file of this folder another name, replacing what has it.
func (d *Folder) Rename(from, to string) error {
	if err := errors.Join(d.checkParents(from), d.Check(to)); err != nil {
		return err
	}
	return d.rename(from, to)
}

func (d *Folder) rename(from, to string) error {
	if err := d.hook(OpRename, to); err != nil {
		return err
	}
	if err := os.Rename(d.path(from), d.path(to)); err != nil {
		return explain("renaming", d.path(from), err)
	}
	return syncDir(filepath.Dir(d.path(to)))
}

// Remove deletes a file; one that is absent already is no error.
func (d *Folder) Remove(name string) error {
	if err := d.hook(OpRemove, name); err != nil {
		return err
	}
	if err := os.Remove(d.path(name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return explain("removing", d.path(name), err)
	}
	return nil
}

// OccupiedError says that a folder holds what a new run must not write over.
type OccupiedError struct {
	Dir   string
	Files []string // some of them, sorted
	Ours  bool     // all of them are those of a run
}

func (e *OccupiedError) Error() string {
	text := fmt.Sprintf("%s is not empty (it holds %s); ", e.Dir, strings.Join(e.Files, ", "))
	switch {
	case !e.Ours:
		return text + "name another folder, such as " + filepath.Join(e.Dir, "data")
	case holdsUs(e.Dir):
		return text + "name another folder, or go on with the run that wrote it with --resume"
	}
	return text + "name another folder, remove this one, or go on with the run that wrote it with --resume"
}

// holdsUs reports whether a folder is, or holds, the one that commands are given in:
// nobody can be told to remove it.
func holdsUs(dir string) bool {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return false
	}
	here, err := os.Getwd()
	if err != nil {
		return false
	}
	way, err := filepath.Rel(dir, here)
	return err == nil && way != ".." && !strings.HasPrefix(way, ".."+string(filepath.Separator))
}

// Exists reports whether the folder has a file of this name.
func (d *Folder) Exists(name string) (bool, error) {
	_, err := os.Stat(d.path(name))
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, err
}

// Clean removes the unfinished files that a killed run of this owner left, but
// for the ones that are to become the names in keep.
func (d *Folder) Clean(keep ...string) error {
	kept := map[string]bool{d.tempName(lockName): true}
	for _, name := range keep {
		kept[d.tempName(name)] = true
	}
	files, err := d.List()
	if err != nil {
		return err
	}
	for _, name := range files {
		if owner, ok := IsTemp(path.Base(name)); ok && owner == d.Owner && !kept[name] {
			if err := d.Remove(name); err != nil {
				return err
			}
		}
	}
	return nil
}

// Prune removes the folders that are empty, this one at last. It is for a job
// that wrote nothing; what cannot be removed stays.
func (d *Folder) Prune() {
	if d.hook(OpRemove, ".") != nil {
		return
	}
	var dirs []string
	_ = filepath.WalkDir(d.Dir, func(p string, e fs.DirEntry, err error) error {
		if err == nil && e.IsDir() {
			dirs = append(dirs, p)
		}
		return nil
	})
	for i := len(dirs) - 1; i >= 0; i-- {
		_ = os.Remove(dirs[i]) // fails for a folder that holds anything
	}
}

// maxFiles bounds what List reads of a folder that is not ours.
const maxFiles = 4 << 20

// List names all files below the folder, sorted, and no folders. A folder that
// does not exist has none.
func (d *Folder) List() ([]string, error) {
	var files []string
	err := filepath.WalkDir(d.Dir, func(p string, e fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil // removed while we look, by another rank; or no folder yet
		}
		if err != nil {
			return err
		}
		if e.IsDir() {
			return nil
		}
		if len(files) == maxFiles {
			return fmt.Errorf("more than %d files: this is no output folder", maxFiles)
		}
		rel, err := filepath.Rel(d.Dir, p)
		files = append(files, filepath.ToSlash(rel))
		return err
	})
	if err != nil {
		return nil, explain("reading the folder", d.Dir, err)
	}
	return files, nil
}

// syncDir makes the renames within a folder durable. A system that cannot sync
// a folder is left to its own devices.
func syncDir(dir string) error {
	f, err := os.Open(dir)
	if err != nil {
		return explain("opening the folder", dir, err)
	}
	defer f.Close()
	if err := f.Sync(); err != nil && !errors.Is(err, syscall.EINVAL) && !errors.Is(err, errors.ErrUnsupported) && !errors.Is(err, fs.ErrPermission) {
		return explain("syncing the folder", dir, err)
	}
	return nil
}

// explain says what was done, where, and for the faults that a user meets,
// what to do next.
func explain(doing, name string, err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		err = pe.Err
	}
	var le *os.LinkError
	if errors.As(err, &le) {
		err = le.Err
	}
	hint := ""
	switch {
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		hint = "; free some space, then run the same command again with --resume"
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		hint = "; make it writable, or choose another folder"
	case errors.Is(err, syscall.ENOTDIR), errors.Is(err, fs.ErrExist):
		hint = "; a file stands where a folder is needed"
	case errors.Is(err, io.ErrUnexpectedEOF):
		hint = "; the file is cut short"
	}
	return fmt.Errorf("%s %s: %w%s", doing, name, err, hint)
}
