package item

import (
	"fmt"
	"sync"

	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/reward"
)

// Batch is a list of items that are scored under one profile, as in one request of the
// protocol.
type Batch struct {
	profile  *reward.Profile
	explain  bool
	width    int // components of an item
	groups   []string
	outcomes []Outcome
	values   []float64 // memory for the components of all items

	mu     sync.Mutex
	unread []unread
}

// NewBatch returns a batch of n items. Call Score or ScoreItem once for each.
func NewBatch(p *reward.Profile, n int, explain bool) *Batch {
	width := len(p.Components())
	return &Batch{
		profile: p, explain: explain, width: width,
		groups: make([]string, n), outcomes: make([]Outcome, n), values: make([]float64, n*width),
	}
}

// Profile returns the profile of the batch.
func (b *Batch) Profile() *reward.Profile { return b.profile }

// Len returns the number of items.
func (b *Batch) Len() int { return len(b.outcomes) }

// Outcome returns the outcome of item i.
func (b *Batch) Outcome(i int) *Outcome { return &b.outcomes[i] }

// Score reads the JSON text of item i and scores it. It may be called concurrently for
// different items.
func (b *Batch) Score(s *Scorer, i int, text string) {
	defer func() {
		if fault := recover(); fault != nil {
			b.Fail(i, s.fault(fault))
		}
	}()
	it, err := Read(text)
	if err != nil {
		b.Fail(i, err)
		return
	}
	b.ScoreItem(s, i, &it)
}

// Broken returns the error of the first item that is no JSON, nil where every item is. The
// text around such an item is no JSON either.
func (b *Batch) Broken() *Error {
	for i := range b.outcomes {
		if err := b.outcomes[i].Err; err != nil && err.broken {
			return err.In(fmt.Sprintf("items[%d]", i))
		}
	}
	return nil
}

// ScoreItem is Score for an item that has been read already.
func (b *Batch) ScoreItem(s *Scorer, i int, it *Item) {
	b.groups[i] = it.Group
	b.outcomes[i] = s.Score(b.profile, it, b.explain, b.memory(i))
	if b.outcomes[i].Err == errUnread {
		b.defers(i, keyOf(b.profile, b.explain || b.profile.NeedsLabels(), it))
	}
}

// memory returns the memory for the components of item i.
func (b *Batch) memory(i int) []float64 {
	at := i * b.width
	return b.values[at : at : at+b.width]
}

// Fail gives item i an error in place of a score.
func (b *Batch) Fail(i int, err *Error) { b.outcomes[i] = Outcome{Err: err} }

// AppendResult appends the batch's part of a reply: the members rewards, components,
// actions, errors and notes, in this order and without braces.
func (b *Batch) AppendResult(dst []byte) []byte {
	dst = b.appendEach(append(dst, `"rewards":`...), (*Outcome).AppendReward)
	dst = append(dst, `,"components":{`...)
	for k, name := range b.profile.Components() {
		if k > 0 {
			dst = append(dst, ',')
		}
		dst = append(jsonvalue.AppendString(dst, name), ':')
		dst = b.appendEach(dst, func(o *Outcome, dst []byte) []byte {
			if o.Err != nil {
				return append(dst, "null"...)
			}
			return jsonvalue.AppendFloat(dst, o.Components[k])
		})
	}
	dst = b.appendEach(append(dst, `},"actions":`...), (*Outcome).AppendAction)
	dst = b.appendEach(append(dst, `,"errors":`...), (*Outcome).AppendError)
	return b.appendEach(append(dst, `,"notes":`...), (*Outcome).AppendNotes)
}

func (b *Batch) appendEach(dst []byte, one func(*Outcome, []byte) []byte) []byte {
	dst = append(dst, '[')
	for i := range b.outcomes {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = one(&b.outcomes[i], dst)
	}
	return append(dst, ']')
}

// AppendReward appends the reward, null where there is none.
func (o *Outcome) AppendReward(dst []byte) []byte {
	if o.Err != nil {
		return append(dst, "null"...)
	}
	return jsonvalue.AppendFloat(dst, o.Reward)
}

// AppendAction appends the completion's action, null where it took none.
func (o *Outcome) AppendAction(dst []byte) []byte {
	if o.Action == completion.None {
		return append(dst, "null"...)
	}
	return jsonvalue.AppendString(dst, string(o.Action))
}

// AppendError appends {"code","message"}, null where there is a reward.
func (o *Outcome) AppendError(dst []byte) []byte {
	if o.Err == nil {
		return append(dst, "null"...)
	}
	return o.Err.AppendJSON(dst)
}

// AppendNotes appends the codes of the notes as a list, null where there is none.
func (o *Outcome) AppendNotes(dst []byte) []byte {
	if len(o.Notes) == 0 {
		return append(dst, "null"...)
	}
	for i, code := range o.Notes {
		dst = jsonvalue.AppendString(append(dst, "[,"[min(i, 1)]), code)
	}
	return append(dst, ']')
}

// AppendDetails appends the member details: the explanation of each item, null where there
// is no reward. readings adds the reading of each conversation.
func (b *Batch) AppendDetails(dst []byte, readings bool) []byte {
	return b.appendEach(append(dst, `"details":`...), func(o *Outcome, dst []byte) []byte {
		if o.Explanation == nil {
			return append(dst, "null"...)
		}
		v := o.Explanation.Value()
		if readings {
			v = v.With("reading", o.prepared.Reading().Value())
		}
		return v.AppendJSON(dst)
	})
}

// AppendAdvantages appends the member advantages: each item's advantage within its group,
// null without a reward. Items without a group id form one group.
func (b *Batch) AppendAdvantages(dst []byte, mode reward.AdvantageMode) []byte {
	dst = append(dst, `"advantages":[`...)
	for i, a := range b.advantages(mode) {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = jsonvalue.AppendFloat(dst, a)
	}
	return append(dst, ']')
}

func (b *Batch) advantages(mode reward.AdvantageMode) []float64 {
	members := map[string][]int{}
	for i, g := range b.groups {
		members[g] = append(members[g], i)
	}
	out := make([]float64, len(b.outcomes))
	for _, at := range members {
		rewards, ok := make([]float64, len(at)), make([]bool, len(at))
		for k, i := range at {
			rewards[k], ok[k] = b.outcomes[i].Reward, b.outcomes[i].Err == nil
		}
		for k, a := range reward.Advantages(rewards, ok, mode) {
			out[at[k]] = a
		}
	}
	return out
}
