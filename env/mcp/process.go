package mcp

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"
)

// patience is how long a server has to end once its input has.
const patience = time.Second

// process is a server that is a program.
type process struct {
	cmd    *exec.Cmd
	stdin  io.WriteCloser
	stdout io.ReadCloser
	stderr tail
	exited chan struct{}
	err    error // of the exit, once exited is closed
}

func start(command []string) (*process, error) {
	p := &process{cmd: exec.Command(command[0], command[1:]...), exited: make(chan struct{})}
	own(p.cmd)
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
	if said := p.stderr.String(); said != "" {
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
	kill(p.cmd)
	<-p.exited
	watch(p.cmd, false)
	_ = p.stdout.Close() // what is left in it is for nobody
}

// tail keeps the end of what is written to it.
type tail struct {
	mu   sync.Mutex
	text []byte
}

const tailBytes = 512

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.text = append(t.text, p[max(0, len(p)-tailBytes):]...); len(t.text) > tailBytes {
		t.text = append([]byte(nil), t.text[len(t.text)-tailBytes:]...)
	}
	return len(p), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.TrimSpace(strings.ToValidUTF8(string(t.text), "\uFFFD"))
}
