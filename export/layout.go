package export

import (
	"context"
	"fmt"
	"io"
	"strings"
)

// Layout is the form of rows for one kind of reader. A layout is one file of this package,
// and one line in [Layouts].
type Layout struct {
	Name      string    // the value of --layout, and the folder of every layout but generic
	Extension string    // of its files, without the dot: parquet, jsonl
	Tools     ToolsMode // where its prompts have the tools unless BuildOptions.Tools says otherwise: ToolsColumn for trainers that render tools themselves
	Carries   bool      // its rows contain Entry.Label
	Runs      bool      // its rows are made from recorded runs
	Columns   []Column  // of its files, in order

	// NewFile starts a file of this layout on w. meta is written into the file if the
	// format has room for it.
	NewFile func(w io.Writer, meta map[string]string) LayoutFile

	// entries reads the rows of a file back, as far as the layout contains them. The entry
	// is nil if a row cannot be read back. fault says why, or how the row differs from the
	// row that the entry would give.
	entries func(ctx context.Context, s *shardReader, fn func(e *Entry, fault error) error) error
}

// LayoutFile is one file of a layout, written by row groups. NewGroup, Commit of its groups
// and Close are for one goroutine, in the order of the rows.
type LayoutFile interface {
	NewGroup() Group
	Close() error
}

// Group is a sequence of rows that one goroutine encodes while others encode other groups.
// After the last Add, Flush does the rest of the work that can be concurrent. Commit has to
// be called in order, and appends the group to its file.
type Group interface {
	// Add encodes the layout's rows of a sample, and returns their number: none, one, or
	// several.
	Add(e *Entry) (rows int, err error)
	Flush() error
	Commit() error
}

// Column is one column of a layout.
type Column struct {
	Name     string `json:"name"`
	Type     string `json:"type"` // string, int64, double, boolean, list<string>, ...
	Nullable bool   `json:"nullable"`
}

// Layouts lists all layouts, generic first.
func Layouts() []*Layout {
	return []*Layout{
		genericLayout, trlLayout, verlLayout, openrlhfLayout,
		pivotLayout, nemoGymLayout, // a shard's layout is found by its columns: the layout with more of them comes first
		slimeLayout,
		sftLayout, prefLayout,
		trajectoriesLayout, stepsLayout,
	}
}

// LayoutNames lists the names of the layouts of samples, generic first.
func LayoutNames() (names []string) {
	for _, l := range Layouts() {
		if !l.Runs {
			names = append(names, l.Name)
		}
	}
	return names
}

// ParseLayouts returns layouts by name, in the order of [Layouts]. No name means generic
// alone; a repeated name counts once.
func ParseLayouts(names []string) ([]*Layout, error) {
	if len(names) == 0 {
		names = []string{genericLayout.Name}
	}
	wanted := make(map[string]bool, len(names))
	for _, name := range names {
		wanted[name] = true
	}
	var found []*Layout
	for _, l := range Layouts() {
		if wanted[l.Name] {
			found = append(found, l)
			delete(wanted, l.Name)
		}
	}
	for _, name := range names {
		if wanted[name] {
			return nil, &UsageError{fmt.Errorf("there is no layout %q; the layouts are %s", name, strings.Join(LayoutNames(), ", "))}
		}
	}
	return found, nil
}

// whole reports whether the rows of a layout contain everything that a folder's counts
// need.
func (l *Layout) whole() bool { return l.labelled() || l == trajectoriesLayout }

// labelled reports whether a layout has the columns of F12, or labels with them.
func (l *Layout) labelled() bool { return l == genericLayout || l == trlLayout || l.Carries }

// layoutDir is the folder of a split of a layout, relative to the output folder.
func layoutDir(layout, split string) string {
	if layout == genericLayout.Name {
		return split
	}
	return layout + "/" + split
}
