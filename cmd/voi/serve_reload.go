package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/voi-rl/voi/internal/item"
	"github.com/voi-rl/voi/internal/lookup"
	"github.com/voi-rl/voi/internal/server"
	"github.com/voi-rl/voi/internal/term"
)

// hangups catches SIGHUP: before the samples are opened, which may take a while in
// which it would end the process. Signals that wait count as one. At
// a keyboard it says that the terminal is gone, and ends the server.
func hangups(cmd *cobra.Command) chan os.Signal {
	signals := make(chan os.Signal, 1)
	if file, ok := cmd.InOrStdin().(*os.File); !ok || !term.IsTerminal(file) {
		signal.Notify(signals, syscall.SIGHUP)
	}
	return signals
}

// reloadAt opens the folder of samples again at each signal, until ctx is done. While
// the server finishes what it has read, a signal changes nothing.
func (f *serveFlags) reloadAt(ctx context.Context, signals chan os.Signal, cmd *cobra.Command, core *server.Core) {
	go func() {
		for {
			select {
			case <-signals:
				if said := f.reload(ctx, core); ctx.Err() == nil {
					fmt.Fprintf(cmd.ErrOrStderr(), "voi: %s\n", said)
				}
			case <-ctx.Done():
				return
			}
		}
	}()
}

// reload opens the folder of samples again, and returns what to say of it.
func (f *serveFlags) reload(ctx context.Context, core *server.Core) (said string) {
	if f.data == "" {
		return "SIGHUP reads the samples of --data again, and there is none; nothing changes"
	}
	var store *lookup.Store
	err := core.Reload(func() (*item.Scorer, func(), error) {
		opened, closeData, err := openStore(ctx, f.data, lookup.Options{Workers: f.workers})
		if err != nil {
			return nil, nil, err
		}
		store = opened
		return f.scorer(opened), closeData, nil
	})
	if err != nil {
		return term.Quote(fmt.Sprintf("%v; the samples that were open before stay; put the folder right and send SIGHUP again", err))
	}
	return term.Quote(fmt.Sprintf("the samples of %s were opened again: %d; profiles, weights and the token stay as they were at the start", f.data, store.Len()))
}
