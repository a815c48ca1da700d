package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/dataset/label"
	"github.com/voi-rl/voi/internal/lookup"
	"github.com/voi-rl/voi/reward"
)

// actionWeightsUsage is the help of the flag that score and serve share.
const actionWeightsUsage = "balanced: fit the action weights of guarded profiles to --data, so that no class of reference is the safe bet"

// balanced is the value of --action-weights.
const balanced = "balanced"

// checkActionWeights refuses an unknown value, and a value that needs --data without it.
func checkActionWeights(value, data string) error {
	switch {
	case value == "":
		return nil
	case value != balanced:
		return usagef("--action-weights is %q; give %s, or write weights into a profile (action_weights)", value, balanced)
	case data == "":
		return usagef("--action-weights %s is fitted to samples; give --data too", value)
	}
	return nil
}

// balance fits the action weights of every profile that has some to the samples of a store,
// and prints them to w.
func balance(ctx context.Context, store *lookup.Store, profiles []*reward.Profile, w io.Writer) error {
	fitted := 0
	for i, p := range profiles {
		if !p.NeedsLabels() {
			continue
		}
		var b reward.Balance
		err := store.Each(ctx, func(s *dataset.Sample, labels *label.Labels) error {
			if x, err := p.Prepare(s, s.Domains, labels); err == nil {
				b.Add(x)
			}
			return nil
		})
		if err != nil {
			return err
		}
		weights := b.Weights()
		if profiles[i], err = p.WithActionWeights(weights); err != nil {
			return err
		}
		parts := make([]string, len(completion.Actions))
		for k, a := range completion.Actions {
			parts[k] = fmt.Sprintf("%s %.4g", a, weights[a])
		}
		fmt.Fprintf(w, "action weights of %s, fitted to %d samples: %s\n", p.Name(), b.Samples(), strings.Join(parts, ", "))
		fitted++
	}
	if fitted == 0 {
		return usagef("--action-weights is for profiles with components: guarded, and none was given; add --profile guarded")
	}
	return nil
}
