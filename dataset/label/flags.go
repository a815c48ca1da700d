package label

import (
	"github.com/voi-rl/voi/certainty"
	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/completion"
)

// Flags returns the flag of a disagreement between belief and source about the action
// (F11): the source calls and the policy of F7 would ask, or the source asks and the policy
// would call. The flag does not change rewards; voi build --drop-flags leaves such rows
// out.
func (l *Labels) Flags(s *dataset.Sample) []dataset.Flag {
	switch {
	case s.Reference.Action == completion.ToolCall && l.Action == certainty.ActionAsk:
		return []dataset.Flag{dataset.FlagUngrounded}
	case s.Reference.Action == completion.Ask && l.Action == certainty.ActionCall:
		return []dataset.Flag{dataset.FlagAsksKnown}
	}
	return nil
}
