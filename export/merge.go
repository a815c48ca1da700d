package export

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/voi-rl/voi/internal/shard"
)

// mergeOwner is part of the names of Merge's unfinished files.
const mergeOwner = "merge"

// Merge writes the manifest, the card and the rejected rows of a folder whose ranks are all
// complete. A second call gives the same bytes.
func Merge(ctx context.Context, dir string) (*Summary, error) {
	found, err := fs.Glob(os.DirFS(dir), "manifest-?????.json")
	if err != nil {
		return nil, err
	}
	folder := &shard.Folder{Dir: dir, Owner: mergeOwner}
	if len(found) == 0 {
		m, err := ReadManifest(dir)
		if err != nil {
			return nil, err
		}
		return m.summary(dir), nil
	}
	first := filepath.Join(dir, found[0])
	m, err := readManifest(first)
	if err != nil {
		return nil, err
	}
	if err := (shard.Rank{Index: 0, Count: m.WorldSize}).Validate(); err != nil {
		return nil, fmt.Errorf("the manifest %s: %w", first, err)
	}
	release, err := folder.Lock()
	if err != nil {
		return nil, err
	}
	defer release()
	missing := missingRanks(folder, m.WorldSize)
	if len(missing) > 0 {
		return nil, fmt.Errorf("%s is not complete: of %d ranks these have no manifest yet: %s", dir, m.WorldSize, strings.Join(missing, ", "))
	}
	return mergeRanks(ctx, folder, m.WorldSize)
}

// missingRanks returns some of the ranks without a manifest.
func missingRanks(folder *shard.Folder, world int) []string {
	var missing []string
	for i := range world {
		if done, _ := folder.Exists(manifestName(shard.Rank{Index: i, Count: world})); !done {
			if missing = append(missing, strconv.Itoa(i)); len(missing) > 10 {
				return append(missing, "...")
			}
		}
	}
	return missing
}

// merge ends a build: if this rank is the last one, it writes the manifest of the folder.
func (b *builder) merge(ctx context.Context) (*Summary, error) {
	if err := b.folder.Clean(); err != nil {
		return nil, err
	}
	world := b.plan.rank.Count
	if done, err := b.folder.Exists(manifestFile); err != nil {
		return nil, err
	} else if !done {
		if missing := missingRanks(b.folder, world); len(missing) > 0 {
			m, err := readManifest(filepath.Join(b.folder.Dir, manifestName(b.plan.rank)))
			if err != nil {
				return nil, err
			}
			s := m.summary(b.folder.Dir)
			s.Missing = missing
			return s, nil
		}
		if _, err := mergeRanks(ctx, b.folder, world); err != nil {
			return nil, err
		}
	}
	if world == 1 {
		// The folder's manifest contains everything that these files say.
		for _, name := range []string{manifestName(b.plan.rank), rejectedName(b.plan.rank), journalName(b.plan.rank)} {
			if err := b.folder.Remove(name); err != nil {
				return nil, err
			}
		}
	}
	m, err := ReadManifest(b.folder.Dir)
	if err != nil {
		return nil, err
	}
	return m.summary(b.folder.Dir), m.present(b.folder.Dir)
}

// maxSparseRows is how many rows more than bytes a shard can have that is read (package
// parquetfile).
const maxSparseRows = 1 << 18

// present returns an error for shards that are missing since the manifest was written, or
// cannot have their number of rows.
func (m *Manifest) present(dir string) error {
	for _, s := range m.Shards {
		if !filepath.IsLocal(filepath.FromSlash(s.Path)) {
			return fmt.Errorf("the manifest of %s lists %q, which leads out of the folder", dir, s.Path)
		}
	}
	for _, s := range m.Shards {
		info, err := os.Stat(filepath.Join(dir, filepath.FromSlash(s.Path)))
		if errors.Is(err, fs.ErrNotExist) || err == nil && info.Size() != s.Bytes {
			return fmt.Errorf("%s is not what the manifest says it is: the folder was changed after the build; build again into another folder", filepath.Join(dir, s.Path))
		}
		if err != nil {
			return err
		}
		if s.Rows < 0 || s.Rows-maxSparseRows > s.Bytes {
			return fmt.Errorf("the manifest of %s says that %q has %d rows in %d bytes, which no build writes; build again into another folder", dir, s.Path, s.Rows, s.Bytes)
		}
	}
	return nil
}

func mergeRanks(ctx context.Context, folder *shard.Folder, world int) (*Summary, error) {
	all, err := joinManifests(folder, world)
	if err != nil {
		return nil, err
	}
	if err := all.present(folder.Dir); err != nil {
		return nil, err
	}
	if all.DuplicateIDs, all.DuplicateIDsTotal, err = duplicateIDs(ctx, folder.Dir, all, defaultDuplicateLimits); err != nil {
		return nil, err
	}
	left, err := mergeRejected(ctx, folder, world)
	if err != nil {
		return nil, err
	}
	all.Left = Shard{Path: rejectedFile, Rows: all.Rejected, Sum: left}
	if _, err := folder.WriteFile(cardFile, all.card()); err != nil {
		return nil, err
	}
	if _, err := folder.WriteFile(manifestFile, all.encode()); err != nil {
		return nil, err
	}
	return all.summary(folder.Dir), nil
}

// joinManifests combines the manifests of all ranks.
func joinManifests(folder *shard.Folder, world int) (*Manifest, error) {
	var all *Manifest
	var counts Counts
	for i := range world {
		path := filepath.Join(folder.Dir, manifestName(shard.Rank{Index: i, Count: world}))
		m, err := readManifest(path)
		if err != nil {
			return nil, err
		}
		if all == nil {
			first := *m
			first.Shards = nil
			all = &first
		}
		if !bytes.Equal(m.identity(), all.identity()) {
			return nil, whatDiffers(path, m.identity(), all.identity())
		}
		counts.add(&m.Counts)
		all.Shards = append(all.Shards, m.Shards...)
	}
	all.Rank = nil
	all.Counts = counts.filled()
	all.Rows, all.Rejected = counts.Rows, counts.Rejected
	all.Records = counts.records()
	all.sortShards()
	read := int64(0)
	for _, in := range all.Inputs {
		read += in.Records
	}
	if read != all.Records {
		return nil, fmt.Errorf("%s: the inputs have %d records, and the ranks made %d rows and %d rejections of them", folder.Dir, read, all.Rows, all.Rejected)
	}
	return all, nil
}

// A rank's rejected rows begin with their index in the whole input, so that those of all
// ranks can be sorted. The folder's file omits the index.
const rowKey = `{"row":`

func rankRejection(k int64, line []byte) []byte {
	out := strconv.AppendInt([]byte(rowKey), k, 10)
	out = append(out, ',')
	return append(out, line[1:]...)
}

// rejectedRows reads the rejected rows of one rank in order.
type rejectedRows struct {
	name string
	f    *os.File
	r    *bufio.Reader
	row  int64
	line []byte // without the index
}

func (q *rejectedRows) next() error {
	text, err := q.r.ReadSlice('\n')
	if errors.Is(err, io.EOF) && len(text) == 0 {
		return io.EOF
	}
	number, rest, ok := bytes.Cut(bytes.TrimPrefix(text, []byte(rowKey)), []byte{','})
	if q.row, _ = strconv.ParseInt(string(number), 10, 64); err != nil || !ok || !bytes.HasPrefix(text, []byte(rowKey)) {
		return fmt.Errorf("%s holds a line that no build writes; build the rank again", q.name)
	}
	q.line = append(append(q.line[:0], '{'), rest...)
	return nil
}

// mergeRejected writes the rejected rows of all ranks in the order of the input.
func mergeRejected(ctx context.Context, folder *shard.Folder, world int) (sum shard.Sum, err error) {
	var queue []*rejectedRows
	defer func() {
		for _, q := range queue {
			q.f.Close()
		}
	}()
	for i := range world {
		name := filepath.Join(folder.Dir, rejectedName(shard.Rank{Index: i, Count: world}))
		f, err := os.Open(name)
		if err != nil {
			return sum, fmt.Errorf("reading the rejected rows: %w", err)
		}
		q := &rejectedRows{name: name, f: f, r: bufio.NewReaderSize(f, 64<<10)}
		if err := q.next(); errors.Is(err, io.EOF) {
			f.Close()
			continue
		} else if err != nil {
			f.Close()
			return sum, err
		}
		queue = append(queue, q)
	}
	out, err := folder.Create(rejectedFile)
	if err != nil {
		return sum, err
	}
	w := bufio.NewWriterSize(out, 64<<10)
	for len(queue) > 0 {
		at := 0
		for i, q := range queue {
			if q.row < queue[at].row {
				at = i
			}
		}
		q := queue[at]
		_, _ = w.Write(q.line) // Flush returns the error
		if err = errors.Join(ctx.Err(), q.next()); errors.Is(err, io.EOF) {
			q.f.Close()
			queue = slices.Delete(queue, at, at+1)
		} else if err != nil {
			out.Abort()
			return sum, err
		}
	}
	if err := w.Flush(); err != nil {
		out.Abort()
		return sum, err
	}
	return out.Commit()
}
