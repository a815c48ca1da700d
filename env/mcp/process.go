package mcp

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/voi-rl/voi/internal/child"
)

const (
	patience  = time.Second // for a server to end after its input ends
	tailBytes = 512         // kept of its standard error
)

// process is a server program.
type process struct {
	cmd    *exec.Cmd
	stdin  io.WriteCloser
	stdout io.ReadCloser
	stderr child.Tail
	exited chan struct{}
	err    error // of the exit, once exited is closed
}

func start(command []string) (*process, error) {
	p := &process{cmd: exec.Command(command[0], command[1:]...), stderr: child.Tail{Most: tailBytes}, exited: make(chan struct{})}
	child.Group(p.cmd)
	p.cmd.Stderr = &p.stderr
	p.cmd.WaitDelay = patience // for children of the program that still hold its stderr
	var err error
	if p.stdin, err = p.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	// An os.Pipe, because the pipe of StdoutPipe is closed when the program ends, even if
	// unread data is left.
	read, write, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	p.stdout, p.cmd.Stdout = read, write
	err = p.cmd.Start()
	_ = write.Close() // the program has its own copy
	if err != nil {
		_ = read.Close()
		return nil, fmt.Errorf("it cannot be started: %w", err)
	}
	watch(p.cmd, true)
	go func() {
		p.err = p.cmd.Wait()
		close(p.exited)
	}()
	return p, nil
}

// ended says how the program ended, "" if it still runs. It waits a moment, since a program
// that has just closed its connection may be about to exit.
func (p *process) ended() string {
	select {
	case <-p.exited:
	case <-time.After(patience / 5):
		return ""
	}
	how := "it ended"
	if p.err != nil {
		how += ": " + p.err.Error()
	}
	if said := strings.ToValidUTF8(p.stderr.String(), "\uFFFD"); said != "" {
		how += ": " + said
	}
	return how
}

// stop ends the program and everything that it has started, with now at once.
func (p *process) stop(now bool) {
	_ = p.stdin.Close() // asks it to end
	if !now {
		select {
		case <-p.exited:
		case <-time.After(patience):
		}
	}
	child.Kill(p.cmd)
	<-p.exited
	watch(p.cmd, false)
	_ = p.stdout.Close() // nobody reads the rest
}
