package export

import (
	"context"
	"crypto/sha256"
	"fmt"
	"hash/fnv"
	"path/filepath"
	"slices"
	"strings"
)

// MaxDuplicateIDs bounds the ids in a manifest.
const MaxDuplicateIDs = 1000

// duplicateLimits bound the memory of the search: with more rows, it makes more passes over
// the shards.
type duplicateLimits struct {
	hashes   int64 // hashes of ids compared in one pass: 8 bytes each
	repeated int   // of these, ids of several rows examined in one pass: 150 bytes each
}

var defaultDuplicateLimits = duplicateLimits{hashes: 8_000_000, repeated: 250_000}

// duplicateIDs finds the ids with different rows. Rows that are equal in all columns are
// one sample that was read twice, and are not reported.
func duplicateIDs(ctx context.Context, dir string, m *Manifest, limits duplicateLimits) (ids []string, total int64, err error) {
	files, rows := idFiles(dir, m)
	passes := uint64(rows/limits.hashes + 1)
	ids = []string{}
	hashes := make([]uint64, 0, rows/int64(passes)*9/8) // all passes have nearly the same number of hashes
	for pass := range passes {
		d := &duplicates{files: files, mine: func(h uint64) bool { return h%passes == pass }}
		if hashes, err = d.repeated(ctx, hashes[:0]); err != nil {
			return nil, 0, fmt.Errorf("looking for duplicate ids: %w", err)
		}
		for some := range slices.Chunk(hashes, limits.repeated) {
			found, err := d.differing(ctx, some)
			if err != nil {
				return nil, 0, fmt.Errorf("looking for duplicate ids: %w", err)
			}
			total += int64(len(found))
			ids = append(ids, found...)
			slices.Sort(ids)
			ids = ids[:min(len(ids), MaxDuplicateIDs)]
		}
	}
	return ids, total, nil
}

// idFiles returns the shards to search: those of the first layout with one row for each
// sample.
func idFiles(dir string, m *Manifest) (files []string, rows int64) {
	for _, l := range Layouts() {
		if l.Name == prefLayout.Name {
			continue
		}
		for _, s := range m.Shards {
			if layoutOf(s.Path) == l.Name {
				files = append(files, filepath.Join(dir, filepath.FromSlash(s.Path)))
				rows += s.Rows
			}
		}
		if files != nil {
			return files, rows
		}
	}
	return nil, 0
}

// layoutOf returns the layout of a shard from its path.
func layoutOf(path string) string {
	if strings.Count(path, "/") == 1 {
		return genericLayout.Name
	}
	layout, _, _ := strings.Cut(path, "/")
	return layout
}

// duplicates is one pass.
type duplicates struct {
	files []string
	mine  func(hash uint64) bool
}

func hashID(id string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(id))
	return h.Sum64()
}

// repeated returns the hashes of ids that several rows have, sorted, in the memory of
// hashes, which is empty.
func (d *duplicates) repeated(ctx context.Context, hashes []uint64) ([]uint64, error) {
	for _, path := range d.files {
		err := withShard(path, func(s *shardReader) error {
			return s.eachID(ctx, func(id string) error {
				if h := hashID(id); d.mine(h) {
					hashes = append(hashes, h)
				}
				return nil
			})
		})
		if err != nil {
			return nil, err
		}
	}
	slices.Sort(hashes)
	repeated := hashes[:0]
	for i := 1; i < len(hashes); i++ {
		last := len(repeated) - 1
		if hashes[i] == hashes[i-1] && (last < 0 || repeated[last] != hashes[i]) {
			repeated = append(repeated, hashes[i])
		}
	}
	return repeated, nil
}

// differing returns the ids with one of these hashes and with different rows.
func (d *duplicates) differing(ctx context.Context, hashes []uint64) ([]string, error) {
	repeated := make(map[uint64]bool, len(hashes))
	for _, h := range hashes {
		repeated[h] = true
	}
	type seen struct {
		digest  [sha256.Size]byte
		differs bool
	}
	known := make(map[string]*seen, len(repeated))
	var buf []byte
	for _, path := range d.files {
		err := withShard(path, func(s *shardReader) error {
			return s.eachEntry(ctx, func(e *Entry) error {
				if !repeated[hashID(e.SampleID)] {
					return nil
				}
				buf = e.identity(buf[:0])
				digest := sha256.Sum256(buf)
				if first := known[e.SampleID]; first == nil {
					known[e.SampleID] = &seen{digest: digest}
				} else if first.digest != digest {
					first.differs = true
				}
				return nil
			})
		})
		if err != nil {
			return nil, err
		}
	}
	var ids []string
	for _, id := range sortedKeys(known) {
		if known[id].differs {
			ids = append(ids, id)
		}
	}
	return ids, nil
}

// eachID calls fn with the id of every row.
func (s *shardReader) eachID(ctx context.Context, fn func(id string) error) error {
	if l, err := s.layout(); err != nil || s.file == nil || l.Runs {
		return s.eachEntry(ctx, func(e *Entry) error { return fn(e.SampleID) })
	}
	return readRows(ctx, s, func(r *idRow) error { return fn(r.SampleID) })
}

func withShard(path string, fn func(*shardReader) error) error {
	s, err := openShard(path)
	if err != nil {
		return err
	}
	defer s.close()
	return fn(s)
}
