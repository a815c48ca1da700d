package lookup

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/voi-rl/voi/export"
	"github.com/voi-rl/voi/internal/lookup/column"
)

// The layouts that hold complete samples, preferred ones first. The folder of a layout has
// its name, except for the first layout.
var layouts = []layout{{"generic", "tools"}, {"trl", "tool_schemas"}}

type layout struct {
	name  string
	tools string // the column that holds the tools
}

// source is a shard before it is opened.
type source struct {
	path  string // relative to the root, slash separated
	rows  int64  // from the manifest; -1 without one
	bytes int64  // likewise
}

// folder is the folder given to Open.
type folder struct {
	root    *os.Root
	layout  layout
	sources []source // in the order of the manifest, which sorts them by path
}

// openFolder finds the shards of a folder: those in its manifest; or those below it in the
// manifest of a folder above; or, for a layout that was copied without its manifest, all
// shards in it.
func openFolder(dir string) (*folder, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("opening the samples: %w", err)
	}
	if info, err := os.Stat(dir); err == nil && !info.IsDir() {
		return nil, fmt.Errorf("%s is no folder; name the one that voi build has written", dir)
	}
	m, root, below, err := export.FolderOf(dir)
	if err == nil {
		return listedFolder(root, below, m)
	}
	if _, statErr := os.Stat(filepath.Join(dir, manifestFile)); statErr == nil {
		return nil, err
	}
	return bareFolder(dir)
}

const manifestFile = "manifest.json"

// listedFolder returns the shards in a manifest; below is the requested part of its folder.
func listedFolder(dir, below string, m *export.Manifest) (*folder, error) {
	if m.SchemaVersion != export.SchemaVersion {
		return nil, fmt.Errorf("the shards of %s are of column schema %d, this voi reads %d; build them again", dir, m.SchemaVersion, export.SchemaVersion)
	}
	found := make(map[string][]source)
	for _, s := range m.Shards {
		if !filepath.IsLocal(filepath.FromSlash(s.Path)) || strings.Contains(s.Path, `\`) {
			return nil, fmt.Errorf("the manifest of %s lists %q, which leads out of the folder", dir, s.Path)
		}
		name := layouts[0].name
		if first, rest, _ := strings.Cut(s.Path, "/"); strings.Contains(rest, "/") {
			name = first
		}
		found[name] = append(found[name], source{path: s.Path, rows: s.Rows, bytes: s.Bytes})
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("opening the samples: %w", err)
	}
	for _, l := range layouts {
		if found[l.name] != nil {
			return &folder{root: root, layout: l, sources: sorted(found[l.name])}, nil
		}
	}
	root.Close()
	if m.Rows == 0 {
		return nil, fmt.Errorf("%s holds no samples", dir)
	}
	return nil, fmt.Errorf("%s holds no shards of the layout generic or trl, which alone have all of a sample; build it with --layout generic", filepath.Join(dir, below))
}

// bareFolder returns the shards in a folder without a manifest, unless it belongs to an
// unfinished build. Their columns determine the layout.
func bareFolder(dir string) (*folder, error) {
	_, missing := export.ReadManifest(dir) // the error says what to do
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, missing
	}
	sources, err := listShards(root.FS())
	if err == nil && sources == nil {
		err = missing
	}
	if errors.Is(err, errUnfinished) {
		err = missing
	}
	f := &folder{root: root, sources: sorted(sources)}
	if err == nil {
		f.layout, err = f.recognise()
	}
	if err != nil {
		root.Close()
		return nil, err
	}
	return f, nil
}

var errUnfinished = errors.New("a build that is not finished")

// listShards lists the shards of a layout or split: SPLIT/*.parquet, *.parquet.
func listShards(fsys fs.FS) (sources []source, err error) {
	err = fs.WalkDir(fsys, ".", func(name string, e fs.DirEntry, err error) error {
		switch base := path.Base(name); {
		case err != nil:
			return fmt.Errorf("opening the samples: %w", err)
		case e.IsDir() && strings.Contains(name, "/"):
			return fs.SkipDir
		case e.IsDir():
		case path.Ext(base) == ".journal", strings.HasPrefix(base, "manifest-"):
			return errUnfinished
		case path.Ext(base) == ".parquet" && !strings.HasPrefix(base, "."):
			sources = append(sources, source{path: name, rows: -1, bytes: -1})
		}
		return nil
	})
	return sources, err
}

// series counts the series of shards: one for each split and rank. A build distributes its
// rows over all series, so that consecutive samples of the input are in different series.
func (f *folder) series() int {
	found := map[string]bool{}
	for _, s := range f.sources {
		found[s.path[:max(strings.LastIndex(s.path, "-"), 0)]] = true
	}
	return max(len(found), 1)
}

// recognise determines the layout from the columns of the first shard.
func (f *folder) recognise() (layout, error) {
	for _, l := range layouts {
		s := newShard(f.root, f.sources[0], true)
		err := s.open(wants(l))
		s.close()
		var lacks *column.MissingError
		if err == nil {
			return l, nil
		}
		if !errors.As(err, &lacks) {
			return layout{}, err
		}
	}
	return layout{}, fmt.Errorf("%s is no shard of the layout generic or trl, which alone have all of a sample; build it with --layout generic", f.sources[0].path)
}

func sorted(sources []source) []source {
	slices.SortFunc(sources, func(a, b source) int { return strings.Compare(a.path, b.path) })
	return sources
}
