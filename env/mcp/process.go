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
	patience  = time.Second // that a server has to end once its input has
	tailBytes = 512         // of its standard error that are kept
)

// process is a server that is a program.
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
	p.cmd.WaitDelay = patience // of what it has started and left its stderr to
	var err error
	if p.stdin, err = p.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	// A pipe of our own: that of StdoutPipe is closed when the program ends, whether or not
	// all of it was read.
	read, write, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	p.stdout, p.cmd.Stdout = read, write
	err = p.cmd.Start()
	_ = write.Close() // the program has it
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

// ended says how the program ended, "" while it runs. One that has just broken its
// connection is given a moment to be gone.
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

// stop ends the program and all that it has started; at once where it is of no more use.
func (p *process) stop(now bool) {
	_ = p.stdin.Close() // which asks it to end
	if !now {
		select {
		case <-p.exited:
		case <-time.After(patience):
		}
	}
	child.Kill(p.cmd)
	<-p.exited
	watch(p.cmd, false)
	_ = p.stdout.Close() // what is left in it is for nobody
}
