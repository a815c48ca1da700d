//go:build unix

package mcp

import (
	"fmt"
	"io"
	"os/exec"
	"sync"
	"syscall"
)

// guardian kills the remaining process groups when its input ends, which happens when this
// process ends.
const guardian = `trap '' INT TERM HUP
all=
while read -r what id; do
  rest=
  for one in $all; do [ "$one" = "$id" ] || rest="$rest $one"; done
  all=$rest
  [ "$what" = - ] || all="$all $id"
done
for one in $all; do kill -9 "-$one" 2>/dev/null; done`

var guard = sync.OnceValue(func() io.Writer {
	cmd := exec.Command("/bin/sh", "-c", guardian)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	in, err := cmd.StdinPipe()
	if err != nil || cmd.Start() != nil {
		return io.Discard
	}
	return in
})

var guarding sync.Mutex

// watch tells the guardian that a program runs, or has ended.
func watch(cmd *exec.Cmd, runs bool) {
	what := "-"
	if runs {
		what = "+"
	}
	guarding.Lock()
	defer guarding.Unlock()
	fmt.Fprintln(guard(), what, cmd.Process.Pid)
}
