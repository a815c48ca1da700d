package reward

import (
	"sync"

	"github.com/voi-rl/voi/certainty/grounding"
	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/label"
)

// told is the reading of a sample (F4). If the labels have none, it is made at its first
// use: most refusals and answers do not need it, and calls do not need its slots.
type told struct {
	sample       *dataset.Sample
	later        func() *grounding.Reading // makes text; nil: by the rules
	read, filled sync.Once
	text         *grounding.Reading // perhaps without slots
	reading      *grounding.Reading
}

// Reading returns the reading of the sample's conversation (F4): the one of its labels,
// or one by rules. It is safe for concurrent use.
func (x *Prepared) Reading() *grounding.Reading {
	text := x.text()
	x.told.filled.Do(func() {
		if x.told.reading == nil {
			x.told.reading = text.Filled()
		}
	})
	return x.told.reading
}

// text is Reading, perhaps without slots.
func (x *Prepared) text() *grounding.Reading {
	x.told.read.Do(func() {
		switch {
		case x.told.reading != nil:
			x.told.text = x.told.reading
		case x.told.later != nil:
			x.told.text = x.told.later()
		default:
			x.told.text = grounding.ReadText(label.Input(x.told.sample, x.sets))
		}
	})
	return x.told.text
}
