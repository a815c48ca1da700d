package export

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// FolderOf finds the manifest for a folder: its own, or, for the folder of a layout or a
// split, that of a folder above. root is the folder of the manifest, and below the path
// from there, "" for the folder itself. A manifest from above is reduced to the shards
// below.
func FolderOf(dir string) (m *Manifest, root, below string, err error) {
	m, err = ReadManifest(dir)
	if err == nil {
		return m, dir, "", nil
	}
	if _, statErr := os.Stat(filepath.Join(dir, manifestFile)); !errors.Is(statErr, fs.ErrNotExist) {
		return nil, dir, "", err // it exists, but cannot be read
	}
	root, absErr := filepath.Abs(dir)
	for range 2 { // DIR/SPLIT and DIR/LAYOUT, DIR/LAYOUT/SPLIT
		below = path.Join(filepath.Base(root), below)
		if root = filepath.Dir(root); absErr != nil {
			break
		}
		above, aboveErr := ReadManifest(root)
		if aboveErr != nil {
			continue
		}
		above.Shards = slices.DeleteFunc(above.Shards, func(s Shard) bool { return !strings.HasPrefix(s.Path, below+"/") })
		if len(above.Shards) > 0 {
			return above, root, below, nil
		}
	}
	return nil, dir, "", err
}
