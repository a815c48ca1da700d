package export

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// inside returns an error for a path of a manifest that leaves its folder, by dots or by a
// link, or that is no regular file.
func inside(root *os.Root, path string) error {
	if !filepath.IsLocal(filepath.FromSlash(path)) || strings.Contains(path, `\`) {
		return errors.New("the path leaves the folder")
	}
	info, err := root.Stat(filepath.FromSlash(path))
	var pe *fs.PathError
	if errors.As(err, &pe) {
		err = pe.Err
	}
	if err == nil && !info.Mode().IsRegular() {
		err = errors.New("it is no regular file")
	}
	return err
}

// checkInside is inside for all paths of a manifest that are read.
func checkInside(dir string, shards []Shard) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	for _, s := range shards {
		if err := inside(root, s.Path); err != nil {
			return fmt.Errorf("the manifest of %s lists %q: %w", dir, s.Path, err)
		}
	}
	return nil
}
