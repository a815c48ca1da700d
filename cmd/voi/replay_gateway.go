package main

import (
	"encoding/json"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/voi-rl/voi/certainty"
	"github.com/voi-rl/voi/gateway"
	"github.com/voi-rl/voi/gateway/caught"
	"github.com/voi-rl/voi/gateway/played"
	"github.com/voi-rl/voi/internal/term"
	"github.com/voi-rl/voi/trajectory"
)

// gateway sets up the gateway's policies of --policy on recorded runs. It returns nil for
// any other policy, and keeps its name.
func (f *signalFlags) gateway(cmd *cobra.Command, counter *trajectory.Counter) (*caught.Figures, error) {
	ours := func(name string) bool { return strings.HasPrefix(name, played.Prefix) }
	if !slices.ContainsFunc(f.policies, ours) {
		if len(f.policies) > 1 {
			return nil, usagef("--policy was given %d times; one policy decides on stored signals, and several only as gateway:POLICY", len(f.policies))
		}
		if len(f.policies) == 1 {
			f.policy = f.policies[0]
		}
		return nil, nil
	}
	for _, name := range []string{"grid", "actions", "price", "attribution", "explain"} {
		if cmd.Flags().Changed(name) {
			return nil, usagef("--%s is for one policy on stored signals, and --policy %s is one of the gateway's", name, f.policies[0])
		}
	}
	o := gateway.Options{Counter: counter, Asking: certainty.DefaultPolicy()}
	var chains []gateway.Chain
	names := make([]string, len(f.policies))
	for i, name := range f.policies {
		if !ours(name) {
			return nil, usagef("--policy %s decides on stored signals; beside it no policy of the gateway can be given", name)
		}
		names[i] = strings.TrimPrefix(name, played.Prefix)
		chain, err := gateway.ParseChain(strings.ReplaceAll(names[i], "+", ","), &o)
		if err != nil {
			return nil, usageError{err}
		}
		chains = append(chains, chain)
	}
	return caught.New(chains, names, o), nil
}

// printCaught prints what the gateway's policies would have done.
func (r *replaying) printCaught(asJSON bool) error {
	lines := r.caught.Lines()
	w := r.cmd.OutOrStdout()
	if asJSON {
		return json.NewEncoder(w).Encode(map[string]any{"lines": lines, "rejected": r.rejected})
	}
	text := term.Count(lines[0].Runs, "run") + ", " + term.Count(lines[0].Messages, "message") + " of the agent\n\n" + trimmed(caught.Table(lines))
	if r.rejected > 0 {
		text += term.Count(r.rejected, "row") + " rejected\n"
	}
	_, err := io.WriteString(w, text)
	return err
}
