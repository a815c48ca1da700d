package reward

import (
	"sync"

	"github.com/voi-rl/voi/certainty/grounding"
	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/label"
)

// told is the reading of a sample (F4), made when it is first asked for where its
// labels bring none: most refusals and answers never ask.
type told struct {
	sample  *dataset.Sample
	once    sync.Once
	reading *grounding.Reading
}

// Reading returns what the sample's conversation says (F4): the reading that its
// labels rest on, else that of the rules. It is safe for concurrent use.
func (x *Prepared) Reading() *grounding.Reading {
	x.told.once.Do(func() {
		if x.told.reading == nil {
			x.told.reading = grounding.Read(label.Input(x.told.sample, x.sets))
		}
	})
	return x.told.reading
}
