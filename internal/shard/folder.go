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

// Op names a change of the file system, for [Folder.Hook].
type Op string

// The changes that a Folder announces before it makes them.
const (
	OpMkdir    Op = "mkdir"
	OpCreate   Op = "create"
	OpWrite    Op = "write"
	OpSync     Op = "sync"
	OpRename   Op = "rename"
	OpTruncate Op = "truncate"
	OpRemove   Op = "remove"
)

// Folder is an output folder for one owner (a rank). Names are slash-separated paths below
// Dir. The methods are not for concurrent use, but different files may be written
// concurrently.
type Folder struct {
	Dir   string
	Owner string // part of the temporary names; ranks must not share it

	// Hook, if set, is called before each change; if it returns an error, the change is not
	// made. Tests simulate crashes and full disks with it.
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

// tempName returns the hidden name of an unfinished file. Its suffix differs from a
// shard's, so that no pattern for shards matches it.
func (d *Folder) tempName(name string) string {
	dir, base := path.Split(name)
	return dir + "." + base + "." + d.Owner + tempSuffix
}

// IsTemp reports whether a base name is that of an unfinished file, and returns its owner.
func IsTemp(base string) (owner string, ok bool) {
	rest, ok := strings.CutSuffix(base, tempSuffix)
	if !ok || !strings.HasPrefix(rest, ".") {
		return "", false
	}
	i := strings.LastIndexByte(rest, '.')
	return rest[i+1:], i > 0
}

// Make creates the folder and its missing parents.
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

// Check returns an error if a name cannot become a file, because it is a link, a folder, a
// pipe or a device. A rename would replace it, and /dev/null would be lost for the whole
// machine.
func (d *Folder) Check(name string) error {
	if err := d.checkParents(name); err != nil {
		return err
	}
	info, err := os.Lstat(d.path(name))
	if err != nil || info.Mode().IsRegular() {
		return nil // creating the file reports any other fault
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

// checkParents returns an error if a folder of a name is a link.
func (d *Folder) checkParents(name string) error { return d.checkLinks(path.Dir(name)) }

// checkLinks returns an error if a name, or one of its parents below this folder, is a
// link. The folder itself may be a link: the user has named it.
func (d *Folder) checkLinks(name string) error {
	for ; name != "." && name != "/"; name = path.Dir(name) {
		if info, err := os.Lstat(d.path(name)); err == nil && info.Mode().Type() == fs.ModeSymlink {
			return fmt.Errorf("%s is a link, and nothing is written through one; remove it", d.path(name))
		}
	}
	return nil
}

// openOwn opens a file of this folder to continue it, or creates it. No run of voi creates
// links, pipes or devices; they are errors.
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

// WriteFile writes a small file atomically: either all of it, or nothing.
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

// Rename renames a file of this folder, and replaces an existing file.
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

// Remove deletes a file. A missing file is no error.
func (d *Folder) Remove(name string) error {
	if err := d.hook(OpRemove, name); err != nil {
		return err
	}
	if err := os.Remove(d.path(name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return explain("removing", d.path(name), err)
	}
	return nil
}

// OccupiedError says that a folder holds files that a new run must not overwrite.
type OccupiedError struct {
	Dir   string
	Files []string // some of them, sorted
	Ours  bool     // all of them are files of a run
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

// holdsUs reports whether a folder is or contains the working directory: then advice to
// remove it would be wrong.
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

// Exists reports whether the folder has a file with this name.
func (d *Folder) Exists(name string) (bool, error) {
	_, err := os.Stat(d.path(name))
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, err
}

// Clean removes the unfinished files of a killed run of this owner, except those for the
// names in keep.
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

// Prune removes empty folders below this one, and finally this one. It is for a job that
// wrote nothing. Folders that cannot be removed stay.
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
		_ = os.Remove(dirs[i]) // fails for a folder that is not empty
	}
}

// maxFiles bounds the files that List reads in a foreign folder.
const maxFiles = 4 << 20

// List returns the sorted names of all files below the folder, without folders. A missing
// folder has no files.
func (d *Folder) List() ([]string, error) {
	var files []string
	err := filepath.WalkDir(d.Dir, func(p string, e fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil // another rank has removed it, or the folder does not exist yet
		}
		if err != nil {
			return err
		}
		if e.IsDir() {
			return nil
		}
		if p == d.Dir {
			return errors.New("it is no folder; name another")
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

// syncDir makes the renames in a folder durable. A system that cannot sync folders is no
// error.
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

// explain says what was done, and where. For the faults that users meet, it also says what
// to do next.
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
		hint = "; free some space, then run the same command again, with --resume where it has that flag"
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		hint = "; make it writable, or choose another folder"
	case errors.Is(err, syscall.ENOTDIR), errors.Is(err, fs.ErrExist):
		hint = "; a file stands where a folder is needed"
	case errors.Is(err, io.ErrUnexpectedEOF):
		hint = "; the file is cut short"
	}
	return fmt.Errorf("%s %s: %w%s", doing, name, err, hint)
}
