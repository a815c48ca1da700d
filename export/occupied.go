package export

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"

	"github.com/voi-rl/voi/internal/shard"
)

// The files of a folder beside its shards.
const (
	manifestFile = "manifest.json"
	rejectedFile = "rejected.jsonl"
	cardFile     = "README.md"
)

func journalName(r shard.Rank) string  { return ".run-" + r.String() + ".journal" }
func manifestName(r shard.Rank) string { return "manifest-" + r.String() + ".json" }
func rejectedName(r shard.Rank) string { return "rejected-" + r.String() + ".jsonl" }

var (
	ranksFile = regexp.MustCompile(`^(?:\.run-(\d{5})\.journal|manifest-(\d{5})\.json|rejected-(\d{5})\.jsonl)$`)
	shardFile = regexp.MustCompile(`^part-(\d{5})-\d{5,}\.[a-z0-9]+$`)
)

// contents are the runs and ranks with files in a folder.
type contents struct {
	ranks   map[int]bool // ranks with any file; true: with complete shards
	unclear []string     // files that no run of voi writes
	merged  bool         // there is a manifest of all ranks
	any     []string     // some file names, for messages
}

// rankOf returns the rank that a file belongs to, -1 for files of all ranks.
func rankOf(name string) (rank int, known bool) {
	dir, base := path.Split(name)
	if dir == "" && (base == manifestFile || base == rejectedFile || base == cardFile) {
		return -1, true
	}
	number := ""
	if owner, temp := shard.IsTemp(base); temp {
		if owner == mergeOwner {
			return -1, true
		}
		number = owner
	} else if m := ranksFile.FindStringSubmatch(base); m != nil && dir == "" {
		number = m[1] + m[2] + m[3]
	} else if m := shardFile.FindStringSubmatch(base); m != nil && dir != "" {
		number = m[1]
	}
	rank, err := strconv.Atoi(number)
	return rank, err == nil
}

// Written reports whether voi build wrote a folder, or has begun to.
func Written(dir string) bool {
	if m, err := ReadManifest(dir); err == nil {
		return m.Voi != ""
	}
	entries, _ := os.ReadDir(dir) // a folder that cannot be read gives its own error
	return slices.ContainsFunc(entries, func(e os.DirEntry) bool { return ranksFile.MatchString(e.Name()) })
}

// survey examines the files in the output folder, and returns an error if a new run must
// not write into it.
func (b *builder) survey(files []string) (*contents, error) {
	t := &contents{ranks: map[int]bool{}}
	own := b.plan.rank.Index
	beyond := false
	for _, name := range files {
		rank, known := rankOf(name)
		switch {
		case !known:
			t.unclear = append(t.unclear, name)
		case rank < 0:
			t.merged = t.merged || name == manifestFile
		default:
			t.ranks[rank] = t.ranks[rank] || shardFile.MatchString(path.Base(name))
			beyond = beyond || rank >= b.plan.rank.Count
		}
		if len(t.any) < 3 {
			t.any = append(t.any, name)
		}
	}
	_, begun := t.ranks[own]
	occupied := &UsageError{&shard.OccupiedError{Dir: b.folder.Dir, Files: t.any, Ours: len(t.unclear) == 0}}
	switch {
	case !b.plan.Resume && (t.merged || beyond || begun || len(t.unclear) > 0):
		return nil, occupied
	case b.plan.Resume && len(files) > 0 && len(t.ranks) == 0 && !t.merged:
		return nil, &UsageError{fmt.Errorf("%s holds %s, and no run to go on with; name another folder", b.folder.Dir, t.any[0])}
	}
	return t, nil
}

// compare compares the runs of the other files with this one, and reports whether this rank
// is finished already.
func (b *builder) compare(t *contents) (finished bool, err error) {
	if t.merged {
		return true, b.sameRun(manifestFile)
	}
	for _, index := range slices.Sorted(maps.Keys(t.ranks)) {
		r := shard.Rank{Index: index, Count: b.plan.rank.Count}
		done, err := b.folder.Exists(manifestName(r))
		if err != nil {
			return false, err
		}
		if done {
			if err := b.sameRun(manifestName(r)); err != nil {
				return false, err
			}
			finished = finished || index == b.plan.rank.Index
			continue
		}
		if err := b.sameJournal(r, t.ranks[index]); err != nil {
			return false, err
		}
	}
	return finished, nil
}

// sameRun compares the identity of a manifest with this run's.
func (b *builder) sameRun(name string) error {
	m, err := readManifest(filepath.Join(b.folder.Dir, name))
	if err != nil {
		return err
	}
	if !bytes.Equal(m.identity(), b.header) {
		return &UsageError{whatDiffers(filepath.Join(b.folder.Dir, name), m.identity(), b.header)}
	}
	return nil
}

// sameJournal compares a rank's journal with this run. Without a journal the rank has only
// started, unless it has shards already.
func (b *builder) sameJournal(r shard.Rank, hasShards bool) error {
	header, ok, err := b.folder.ReadJournal(journalName(r))
	switch {
	case errors.Is(err, os.ErrNotExist) && hasShards:
		return &UsageError{fmt.Errorf("%s holds shards of rank %d and nothing that says what they were made from; name another folder", b.folder.Dir, r.Index)}
	case errors.Is(err, os.ErrNotExist):
		return nil
	case err != nil:
		return err
	case ok && !bytes.Equal(header, b.header):
		return asUsage(&shard.OtherRunError{Path: filepath.Join(b.folder.Dir, journalName(r)), Have: header, Want: b.header})
	}
	return nil
}

// asUsage turns an error about another run into a usage error, and says how the runs
// differ.
func asUsage(err error) error {
	var other *shard.OtherRunError
	if errors.As(err, &other) {
		return &UsageError{whatDiffers(other.Path, other.Have, other.Want)}
	}
	return err
}
