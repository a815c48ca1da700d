package item

import "github.com/voi-rl/voi/reward"

// Shared is what several completions of one request have in common: an item, but
// for its completion. It is read, and its sample made ready, once for all of them.
type Shared struct {
	item     Item
	whole    bool // it has a completion of its own
	prepared *reward.Prepared
	err      *Error
}

// Share reads the JSON text of an item that may lack its completion, for a batch.
// It may be called for several texts at once.
func (b *Batch) Share(s *Scorer, text string) (sh *Shared) {
	defer func() {
		if fault := recover(); fault != nil {
			sh = &Shared{err: s.fault(fault)}
		}
	}()
	r, err := readObject(text, nil, "completion and a sample")
	sh = &Shared{whole: r.completed}
	sh.item, sh.err = r.checked(err)
	if sh.err == nil {
		sh.prepared, sh.err = s.Prepare(b.profile, &sh.item, b.explain)
	}
	return sh
}

// Broken returns the error of a text that is no JSON at all, nil for any other.
func (sh *Shared) Broken() *Error {
	if sh.err != nil && sh.err.broken {
		return sh.err
	}
	return nil
}

// ScoreText scores a completion of a shared item as item i. Bytes that are not
// UTF-8 become U+FFFD.
func (b *Batch) ScoreText(s *Scorer, i int, sh *Shared, text string) {
	switch {
	case len(text) > MaxBytes:
		b.Fail(i, errorf(CodeTooLarge, "the completion has %d bytes; at most %d are scored", len(text), MaxBytes))
	case sh.err != nil:
		b.Fail(i, sh.err)
	case sh.whole:
		b.Fail(i, errorf(CodeBadRequest, "the item has a completion, and one is given beside it; leave one of them out"))
	default:
		it := sh.item
		it.Completion = text
		b.scorePrepared(s, i, sh.prepared, &it)
	}
}

// ScoreWhole scores a shared item that brings its completion itself as item i.
func (b *Batch) ScoreWhole(s *Scorer, i int, sh *Shared) {
	switch {
	case sh.err != nil:
		b.Fail(i, sh.err)
	case !sh.whole:
		b.Fail(i, errorf(CodeBadRequest, "the item has no completion; give a text or a list of chat messages"))
	default:
		b.scorePrepared(s, i, sh.prepared, &sh.item)
	}
}

func (b *Batch) scorePrepared(s *Scorer, i int, x *reward.Prepared, it *Item) {
	b.groups[i] = it.Group
	b.outcomes[i] = s.scorePrepared(x, it, b.explain, b.memory(i))
}
