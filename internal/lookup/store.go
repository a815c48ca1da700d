package lookup

import (
	"context"
	"fmt"
	"hash/maphash"
	"reflect"
	"sync/atomic"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/label"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/export"
	"github.com/voi-rl/voi/internal/lookup/column"
	"github.com/voi-rl/voi/internal/lru"
)

// Options of a Store. A zero field stands for its default.
type Options struct {
	Workers   int   // shards that are read at a time by Open; 0: GOMAXPROCS
	PageBytes int64 // memory for pages of one series of shards; 0: DefaultPageBytes, below 0: none
	OpenFiles int   // shards whose files stay open; 0: DefaultOpenFiles, below 0: none
}

// The defaults of Options. DefaultPageBytes holds the current pages of a few readers.
const (
	DefaultPageBytes = 8 << 20
	DefaultOpenFiles = 256
)

// maxPageBytes bounds the pages of all series together, unless PageBytes is larger.
const maxPageBytes = 64 << 20

// maxTwins bounds the compared rows of one id, and of one prompt.
const maxTwins = 1024

// Store finds samples. It is safe for concurrent use.
type Store struct {
	folder *folder
	shards []*shard
	index  index
	pages  *lru.Cache[pageKey, cachedPage]
	text   textIndex
	closed atomic.Bool
	seed   maphash.Seed
}

type pageKey struct {
	shard int
	ref   column.Ref
}

// cachedPage is a page, or the reason why it cannot be read.
type cachedPage struct {
	page *column.Page
	err  error
}

// Open indexes the samples in a folder of voi build, in one of its layouts (DIR/trl), or in
// one split. The layout has to be generic or trl; of both, generic is read. All shards have
// to exist with the sizes in the manifest. The context can stop Open.
func Open(ctx context.Context, dir string, opt Options) (*Store, error) {
	f, err := openFolder(dir)
	if err != nil {
		return nil, err
	}
	st := newStore(f, opt)
	want := wants(f.layout)
	keep := opt.OpenFiles
	if keep == 0 {
		keep = DefaultOpenFiles
	}
	for i, s := range f.sources {
		st.shards = append(st.shards, newShard(f.root, s, i < keep))
	}
	err = eachShard(ctx, st.shards, opt.Workers, func(_ context.Context, i int) error { return st.shards[i].open(want) })
	if err == nil {
		st.index, err = buildIndex(ctx, st.shards, opt.Workers)
	}
	if err != nil {
		st.Close()
		return nil, fmt.Errorf("opening the samples of %s: %w", dir, err)
	}
	return st, nil
}

func newStore(f *folder, opt Options) *Store {
	pages := opt.PageBytes
	if pages == 0 {
		pages = DefaultPageBytes
	}
	pages = max(pages, min(pages*int64(f.series()), maxPageBytes))
	return &Store{folder: f, pages: lru.New[pageKey, cachedPage](max(pages, 0)), seed: maphash.MakeSeed()}
}

// Close closes the shards. Concurrent and later calls return an error with the code
// internal for what they have not read yet.
func (st *Store) Close() error {
	if st.closed.Swap(true) {
		return nil
	}
	for _, s := range st.shards {
		s.close()
	}
	return st.folder.root.Close()
}

// Len is the number of rows.
func (st *Store) Len() int { return len(st.index) }

// Layout is the layout of the samples: generic or trl.
func (st *Store) Layout() string { return st.folder.layout.name }

// Usage is the memory of a Store.
type Usage struct {
	Rows       int64
	IndexBytes int64 // of ids, directories of pages, and texts once they are indexed
	PageBytes  int64
}

// Usage returns the memory of the store.
func (st *Store) Usage() Usage {
	u := Usage{Rows: int64(len(st.index)), IndexBytes: 24*int64(cap(st.index)) + st.text.bytes()}
	for _, s := range st.shards {
		u.IndexBytes += s.dir.Bytes()
	}
	u.PageBytes = st.pages.Stats().Bytes
	return u
}

// Get returns the sample of an id, the domains of its tools (also in its Domains), and its
// labels (F12). The error is an *Error: unknown_sample if no row or several different rows
// have the id; bad_tools, bad_reference or internal if the row cannot be read. Samples are
// not cached here.
func (st *Store) Get(id string) (s *dataset.Sample, sets map[string]domains.Set, labels *label.Labels, err error) {
	defer func() { // a panic costs only this item
		if fault := recover(); fault != nil {
			s, sets, labels, err = nil, nil, nil, internal("a fault in voi, please report it with the sample %s: %v", shown(id), fault)
		}
	}()
	hi, lo := digestOf([]byte(id))
	rows := st.index.find(hi, lo)
	if len(rows) == 0 {
		return nil, nil, nil, st.noSample(id)
	}
	r, bad := st.only(id, rows)
	if bad == nil {
		s, labels, bad = decoded(r, "the sample "+shown(id))
	}
	if bad != nil {
		return nil, nil, nil, bad
	}
	return s, s.Domains, labels, nil
}

// only returns the one row that all rows of an id equal.
func (st *Store) only(id string, rows []entry) (*export.Row, *Error) {
	if len(rows) > maxTwins {
		return nil, unknown("the id %s stands for %d rows, more than are compared; give samples ids of their own", shown(id), len(rows))
	}
	var first *export.Row
	for _, e := range rows {
		r, err := st.row(e.at)
		if err != nil {
			return nil, internal("the sample %s cannot be read: %v", shown(id), err)
		}
		if r.SampleID != id {
			return nil, moved(id, r.SampleID)
		}
		if first == nil {
			first = r
		} else if !reflect.DeepEqual(first, r) {
			return nil, twins(id, len(rows))
		}
	}
	return first, nil
}

// page returns the page of a column that holds a row, from the cache or the shard.
func (st *Store) page(at place, col int) (*column.Page, error) {
	s := st.shards[at.shard()]
	key := pageKey{at.shard(), s.dir.Find(col, at.row())}
	got := st.pages.Get(key, func() (got cachedPage, bytes int64, keep bool) {
		if got.page, got.err = s.page(key.ref); got.err != nil {
			return got, 0, false
		}
		return got, int64(got.page.Bytes()), true
	})
	return got.page, got.err
}
