package export

import (
	"fmt"
	"maps"
	"slices"

	"golang.org/x/sync/errgroup"

	"github.com/voi-rl/voi/internal/shard"
)

// The limits of a row group (the first one that is reached ends it), and of the texts that
// wait to be encoded. Goroutines share the encoding by row groups.
const (
	groupRows     = 1000
	groupBytes    = 4 << 20
	inFlightBytes = 12 << 20
)

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// Shard is one complete file, as the manifest lists it.
type Shard struct {
	Path string `json:"path"` // relative to the manifest, slash separated
	Rows int64  `json:"rows"`
	shard.Sum
}

// segment writes the shards of one step of a build: one file for each layout and split with
// rows. Rows come in order, from one goroutine. Groups of them are encoded in the pool and
// committed in order.
type segment struct {
	folder  *shard.Folder
	pool    *errgroup.Group
	layouts []*Layout
	tools   map[string]ToolsMode         // layout -> where its prompts have the tools
	meta    map[string]map[string]string // layout -> metadata of its files
	file    string                       // part-RRRRR-NNNNN

	splits  map[string]*splitWriter
	largest int // samples of the largest split
	queue   []*encoding
	bytes   int // bytes of texts in queue
}

// splitWriter collects the rows of one split into groups.
type splitWriter struct {
	samples int
	pending []sampled
	bytes   int
	files   []*layoutWriter
}

// layoutWriter is one unfinished file.
type layoutWriter struct {
	path   string
	layout string
	tools  ToolsMode
	file   *shard.File
	out    LayoutFile
	rows   int64
}

// encoding is a group of rows on its way into a file.
type encoding struct {
	to    *layoutWriter
	group Group
	bytes int
	rows  int
	err   error
	done  chan struct{}
}

func (s *segment) add(r sampled) error {
	split := r[0].Split
	sw := s.splits[split]
	if sw == nil {
		if s.splits == nil {
			s.splits = make(map[string]*splitWriter)
		}
		sw = &splitWriter{}
		s.splits[split] = sw
	}
	sw.samples++
	s.largest = max(s.largest, sw.samples)
	sw.pending = append(sw.pending, r)
	sw.bytes += r.bytes()
	if len(sw.pending) < groupRows && sw.bytes < groupBytes {
		return nil
	}
	return s.encode(split, sw)
}

// encode passes the pending rows of a split to every layout.
func (s *segment) encode(split string, sw *splitWriter) error {
	if len(sw.pending) == 0 {
		return nil
	}
	if sw.files == nil {
		if err := s.openFiles(split, sw); err != nil {
			return err
		}
	}
	rows, bytes := sw.pending, sw.bytes
	sw.pending, sw.bytes = nil, 0
	for _, to := range sw.files {
		for len(s.queue) > 0 && s.bytes+bytes > inFlightBytes {
			if err := s.commitOldest(); err != nil {
				return err
			}
		}
		e := &encoding{to: to, group: to.out.NewGroup(), bytes: bytes, done: make(chan struct{})}
		s.queue = append(s.queue, e)
		s.bytes += bytes
		s.pool.Go(func() error {
			e.run(rows)
			return nil
		})
	}
	return nil
}

func (e *encoding) run(rows []sampled) {
	defer close(e.done)
	defer func() {
		if fault := recover(); fault != nil {
			e.err = fmt.Errorf("encoding %s: %v", e.to.path, fault)
		}
	}()
	for _, r := range rows {
		n, err := e.group.Add(r.as(e.to.tools))
		if err != nil {
			e.err = fmt.Errorf("encoding %s, sample %q: %w", e.to.path, r[0].SampleID, err)
			return
		}
		e.rows += n
	}
	e.err = e.group.Flush()
}

func (s *segment) openFiles(split string, sw *splitWriter) error {
	for _, l := range s.layouts {
		path := layoutDir(l.Name, split) + "/" + s.file + "." + l.Extension
		f, err := s.folder.Create(path)
		if err != nil {
			return err
		}
		sw.files = append(sw.files, &layoutWriter{
			path: path, layout: l.Name, tools: s.tools[l.Name], file: f, out: l.NewFile(f, s.meta[l.Name]),
		})
	}
	return nil
}

func (s *segment) commitOldest() error {
	e := s.queue[0]
	s.queue = s.queue[1:]
	<-e.done
	s.bytes -= e.bytes
	if e.err != nil {
		return e.err
	}
	e.to.rows += int64(e.rows)
	return e.group.Commit()
}

// finish completes all files and returns them, sorted by path.
func (s *segment) finish() ([]Shard, error) {
	for _, split := range sortedKeys(s.splits) {
		if err := s.encode(split, s.splits[split]); err != nil {
			return nil, err
		}
	}
	for len(s.queue) > 0 {
		if err := s.commitOldest(); err != nil {
			return nil, err
		}
	}
	files := s.files()
	for _, to := range files {
		if err := to.out.Close(); err != nil {
			return nil, err
		}
	}
	// Everything is written; now it becomes visible: all of the step, or nothing.
	var shards []Shard
	for _, to := range files {
		if to.rows == 0 {
			to.file.Abort()
			continue
		}
		sum, err := to.file.Commit()
		if err != nil {
			for _, done := range shards {
				_ = s.folder.Remove(done.Path) // the next run writes it again
			}
			return nil, err
		}
		shards = append(shards, Shard{Path: to.path, Rows: to.rows, Sum: sum})
	}
	return shards, nil
}

// layoutRows adds the rows of every layout to counts.
func (s *segment) layoutRows(c *Counts) {
	for _, to := range s.files() {
		count(&c.Layouts, to.layout, to.rows)
	}
}

// files returns the unfinished files, sorted by path.
func (s *segment) files() []*layoutWriter {
	var all []*layoutWriter
	for _, sw := range s.splits {
		all = append(all, sw.files...)
	}
	slices.SortFunc(all, func(a, b *layoutWriter) int {
		if a.path < b.path {
			return -1
		}
		return 1
	})
	return all
}

// abort removes all unfinished files, once nothing encodes into them.
func (s *segment) abort() {
	for _, e := range s.queue {
		<-e.done
	}
	s.queue = nil
	for _, to := range s.files() {
		to.file.Abort()
	}
}
