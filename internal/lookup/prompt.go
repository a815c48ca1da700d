package lookup

import (
	"cmp"
	"context"
	"hash/maphash"
	"slices"
	"sort"
	"sync"

	"github.com/voi-rl/voi/internal/lookup/column"
)

// textIndex finds rows by the text of their prompt. It is built at its first use.
type textIndex struct {
	mu      sync.RWMutex
	entries []textEntry // sorted; nil until it is built
	built   bool
}

type textEntry struct {
	hash uint64
	at   place
}

func (x *textIndex) bytes() int64 {
	x.mu.RLock()
	defer x.mu.RUnlock()
	return 16 * int64(cap(x.entries))
}

// ByPrompt returns the id of the sample whose prompt, the joined contents of its messages,
// is exactly this text. ok is false if no sample or several have that prompt; Find returns
// the reason.
func (st *Store) ByPrompt(text string) (id string, ok bool) {
	id, err := st.Find(context.Background(), text)
	return id, err == nil
}

// Find is ByPrompt with the reason. The first call reads the prompts of all rows, which
// takes seconds for a million rows; its context can stop that. The error is an *Error
// (unknown_sample, internal) or the context's.
func (st *Store) Find(ctx context.Context, text string) (id string, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = internal("a fault in voi, please report it: %v", fault)
		}
	}()
	entries, err := st.textEntries(ctx)
	if err != nil {
		return "", err
	}
	hash := maphash.String(st.seed, text)
	from := sort.Search(len(entries), func(i int) bool { return entries[i].hash >= hash })
	var ids []string
	for n := 0; from+n < len(entries) && entries[from+n].hash == hash; n++ {
		if n == maxTwins {
			return "", unknown("more than %d samples may have this prompt; name the sample_id", maxTwins)
		}
		c := &cells{store: st, at: entries[from+n].at}
		id, same := c.promptIs(text)
		if c.err != nil {
			return "", internal("a prompt cannot be read: %v", c.err)
		}
		if same && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	switch len(ids) {
	case 0:
		return "", unknown("no sample has exactly this prompt among the %d in the shards; name the sample_id", len(entries))
	case 1:
		return ids[0], nil
	}
	return "", unknown("%d samples have this prompt, %s and %s among them; name the sample_id", len(ids), shown(ids[0]), shown(ids[1]))
}

// promptIs compares a row's prompt with a text. If they are equal, it returns the row's id.
func (c *cells) promptIs(text string) (id string, same bool) {
	p, from, to := c.values(columnContent)
	for i := from; i < to; i++ {
		content := p.Text(i)
		if len(content) > len(text) || text[:len(content)] != string(content) {
			return "", false
		}
		text = text[len(content):]
	}
	if c.err != nil || text != "" {
		return "", false
	}
	return c.text(columnID), true
}

// textEntries returns the index, and builds it if needed. After a failed build the next
// call tries again.
func (st *Store) textEntries(ctx context.Context) ([]textEntry, error) {
	x := &st.text
	x.mu.RLock()
	entries, built := x.entries, x.built
	x.mu.RUnlock()
	if built {
		return entries, nil
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.built {
		return x.entries, nil
	}
	entries, err := st.readTexts(ctx)
	if err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, internal("the prompts cannot be read: %v", err)
	}
	x.entries, x.built = entries, true
	return entries, nil
}

func (st *Store) readTexts(ctx context.Context) ([]textEntry, error) {
	starts := make([]int64, len(st.shards)+1)
	for i, s := range st.shards {
		starts[i+1] = starts[i] + s.rows
	}
	entries := make([]textEntry, starts[len(st.shards)])
	err := eachShard(ctx, st.shards, 0, func(ctx context.Context, i int) error {
		out := entries[starts[i]:starts[i+1]]
		return st.shards[i].dir.Pages(columnContent, func(ref column.Ref) error {
			if err := ctx.Err(); err != nil {
				return err
			}
			p, err := st.shards[i].page(ref)
			if err != nil {
				return err
			}
			from, to := p.Rows()
			for row := from; row < to; row++ {
				out[row] = textEntry{st.hashContents(p, row), placeOf(i, row)}
			}
			return nil
		})
	})
	if err != nil {
		return nil, err
	}
	slices.SortFunc(entries, func(a, b textEntry) int {
		return cmp.Or(cmp.Compare(a.hash, b.hash), cmp.Compare(a.at, b.at))
	})
	return entries, nil
}

// hashContents returns the hash of the joined contents of a row's prompt.
func (st *Store) hashContents(p *column.Page, row int64) uint64 {
	var h maphash.Hash
	h.SetSeed(st.seed)
	from, to := p.Values(row)
	for i := from; i < to; i++ {
		h.Write(p.Text(i))
	}
	return h.Sum64()
}
