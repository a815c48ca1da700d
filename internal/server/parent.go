package server

import (
	"context"
	"fmt"
	"os"
	"time"
)

// parentPoll is the time between two looks at the parent.
const parentPoll = 200 * time.Millisecond

// WatchParent returns a context that is done once the process pid has ended. It polls the
// process: a signal at the parent's death would be tied to the thread that started the
// child. The error says that there is no such process.
func WatchParent(ctx context.Context, pid int) (context.Context, error) {
	was, ok := identity(pid)
	if pid <= 0 || !ok {
		return ctx, fmt.Errorf("there is no process %d to watch; give the number of one that runs", pid)
	}
	ours := os.Getppid() == pid
	ctx, cancel := context.WithCancel(ctx)
	go func() {
		defer cancel()
		tick := time.NewTicker(parentPoll)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
			if is, ok := identity(pid); !ok || is != was || ours && os.Getppid() != pid {
				return
			}
		}
	}()
	return ctx, nil
}
