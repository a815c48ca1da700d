package audit

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/internal/child"
)

// Process is a foreign reward behind a pipe. It reads one JSON line {"id",
// "prompt", "tools", "completion", "reference", "columns", "more"} for each
// completion, and answers {"id", "reward"}, in any order within a batch. It may be
// used by one goroutine.
type Process struct {
	Name    string             // for the report
	Command []string           // the program and its arguments; if empty, In and Out are used
	Env     []string           // environment of the program; nil: that of this process
	Timeout time.Duration      // the longest wait for an answer
	Grammar completion.Grammar // of the completions
	Thinks  bool               // native completions begin with <think>
	Range   *[2]float64        // of the rewards, if known

	In  io.Writer // for requests, without a Command
	Out io.Reader // for answers, without a Command

	run    *running
	start  time.Duration // time to the first answer; 0: there was none
	pace   time.Duration // the most that a completion has taken, where a batch is answered at once
	next   int
	faults int
	passed []fault // crashes and timeouts that no completion of the batch meets alone
	gaveUp string  // why the program is not called any more; "": it is
	stdout int64
}

// The limits of a Process.
const (
	maxAnswer   = 1 << 20          // bytes in one line from it
	maxTail     = 2 << 10          // bytes of its standard error that are kept
	maxFaults   = 32               // crashes and timeouts before the program is not called any more
	timeToStart = 60 * time.Second // before the first answer, which may need large imports
)

// running is a started process.
type running struct {
	cmd   *exec.Cmd // nil without a Command
	in    io.Writer
	lines chan []byte // lines of its standard output; closed at the end
	tail  *child.Tail
	since time.Time
	began bool   // it has answered
	odd   string // the first line that is no answer, quoted; "": there was none
	long  bool   // lines has ended at a line that is too long for an answer
}

// Identity implements Subject.
func (p *Process) Identity() Identity {
	return Identity{Name: p.Name, Range: p.Range, Grammar: p.Grammar, Thinks: p.Thinks, Foreign: true}
}

// Stdout is the number of bytes on its standard output that were no answers.
func (p *Process) Stdout() int64 { return p.stdout }

// passing returns the crashes and timeouts that left no completion without a rating.
func (p *Process) passing() []fault { return p.passed }

// Rate implements Subject. After a crash or a timeout, the completions without an
// answer are rated again, one at a time. After more than maxFaults of them the
// program is not called any more, as each may take the whole timeout.
func (p *Process) Rate(ctx context.Context, s Sample, completions []string) ([]Rating, error) {
	out := make([]Rating, len(completions))
	done := make([]bool, len(completions))
	all := make([]int, len(completions))
	for i := range all {
		all[i] = i
	}
	if p.gaveUp != "" {
		return p.stopped(out, done), nil
	}
	failed, err := p.ask(ctx, s, completions, all, out, done)
	if err != nil || failed.Fault == "" {
		return out, err
	}
	passing, before := fault{failed.Fault, failed.Detail + ", and it answered when asked again", s.ID}, p.faults
	for i := range completions {
		if done[i] {
			continue
		}
		if len(completions) > 1 {
			if failed, err = p.ask(ctx, s, completions, all[i:i+1], out, done); err != nil {
				return nil, err
			}
		}
		if failed.Fault == "" {
			continue
		}
		out[i], done[i] = failed, true
		if p.faults++; p.faults > maxFaults {
			p.gaveUp = fmt.Sprintf("it failed on more than %d completions, the last of %s: %s: %s", maxFaults, s.ID, failed.Fault, failed.Detail)
			return p.stopped(out, done), nil
		}
	}
	if p.faults == before { // no rating tells of it
		p.passed = append(p.passed, passing)
	}
	return out, nil
}

// stopped marks the completions that the program was not given.
func (p *Process) stopped(out []Rating, done []bool) []Rating {
	for i := range out {
		if !done[i] {
			out[i] = Rating{Fault: faultStopped, Detail: p.gaveUp}
		}
	}
	return out
}

// ask sends some completions as one batch and reads their ratings. fault is the
// reason if some have none; the process has then ended. The error ends the audit.
func (p *Process) ask(ctx context.Context, s Sample, completions []string, which []int, out []Rating, done []bool) (fault Rating, err error) {
	if err := ctx.Err(); err != nil {
		return Rating{}, err
	}
	if p.run == nil {
		if p.run, err = p.begin(); err != nil {
			return Rating{}, err
		}
	}
	var lines bytes.Buffer
	enc := json.NewEncoder(&lines)
	enc.SetEscapeHTML(false)
	r := question{Prompt: conversation(s.Messages), Tools: tools(s), Reference: s.Reference.Value(), Columns: columns(s)}
	waiting := map[string]int{}
	for k, i := range which {
		p.next++
		r.ID, r.Completion, r.More = strconv.Itoa(p.next), completions[i], k+1 < len(which)
		waiting[r.ID] = i
		if err := enc.Encode(&r); err != nil {
			return Rating{}, fmt.Errorf("writing a request: %w", err)
		}
	}
	written := make(chan error, 1)
	go func(in io.Writer) {
		_, err := in.Write(lines.Bytes())
		written <- err
	}(p.run.in)
	asked := time.Now()
	wait := p.Timeout + p.pace*time.Duration(len(which)) // one call of a function answers all of a batch
	switch {
	case p.start == 0:
		wait = max(wait, timeToStart)
	case !p.run.began:
		wait += 3 * p.start
	}
	timer := time.NewTimer(wait)
	defer timer.Stop()
	for len(waiting) > 0 {
		select {
		case <-ctx.Done():
			p.Close()
			return Rating{}, ctx.Err()
		case <-timer.C:
			return p.ended(Rating{Fault: FaultTimeout, Detail: fmt.Sprintf("no answer within %s", wait.Round(10*time.Millisecond))})
		case line, ok := <-p.run.lines:
			if !ok {
				return p.ended(Rating{Fault: FaultCrash})
			}
			a, err := readAnswer(line)
			i, known := waiting[a.ID]
			if err != nil || !known {
				p.stdout += int64(len(line)) + 1
				p.run.odd = cmp.Or(p.run.odd, fmt.Sprintf("%.120q", line))
				continue
			}
			if len(waiting) == len(which) && (p.run.began || len(which) > 1) { // else it is the time of its start
				p.pace = max(p.pace, time.Since(asked)/time.Duration(len(which)))
			}
			delete(waiting, a.ID)
			out[i], done[i] = a.Rating, true
			p.stdout += a.Stdout
			p.run.began = true
			p.start = cmp.Or(p.start, time.Since(p.run.since))
			timer.Reset(p.Timeout)
		}
	}
	select { // it may have answered what it has not read
	case <-ctx.Done():
		p.Close()
		return Rating{}, ctx.Err()
	case <-timer.C:
		return p.ended(Rating{Fault: FaultTimeout, Detail: fmt.Sprintf("it answered, and did not read its requests to their end within %s", p.Timeout)})
	case err := <-written:
		if err != nil {
			return p.ended(Rating{Fault: FaultCrash, Detail: err.Error()})
		}
	}
	return Rating{}, nil
}

// ended ends the process after a fault. If the process cannot be restarted this is
// an error.
func (p *Process) ended(fault Rating) (Rating, error) {
	r := p.run
	p.Close()
	if fault.Detail == "" && r.long { // not after a timeout, when lines are still read
		fault.Detail = fmt.Sprintf("it wrote a line of more than %d bytes, which is too long for an answer", maxAnswer)
	}
	if text := last(r.tail); text != "" && fault.Detail == "" {
		fault.Detail = text
	}
	if r.cmd == nil {
		return fault, errors.New("the reward has stopped to answer: " + fault.Detail)
	}
	if fault.Detail == "" {
		fault.Detail = "it ended with " + r.cmd.ProcessState.String()
	}
	if r.odd != "" && (fault.Fault == FaultTimeout || p.start == 0) {
		fault.Detail += "; it wrote " + r.odd + `, which is no answer: give {"id", "reward"} with the id of the request, a string`
	}
	if p.start == 0 {
		return fault, fmt.Errorf("%s never answered (%s): %s", strings.Join(r.cmd.Args, " "), fault.Fault, fault.Detail)
	}
	return fault, nil
}

// Close ends the process. A later use starts it again.
func (p *Process) Close() {
	r := p.run
	if p.run = nil; r == nil || r.cmd == nil {
		return
	}
	child.Kill(r.cmd)
	go func() { // drain the remaining lines
		for range r.lines {
		}
	}()
	_ = r.cmd.Wait() // it was killed
}

func (p *Process) begin() (*running, error) {
	r := &running{lines: make(chan []byte, 64), tail: &child.Tail{Most: maxTail}, in: p.In, since: time.Now()}
	from := p.Out
	if len(p.Command) > 0 {
		r.cmd = exec.Command(p.Command[0], p.Command[1:]...)
		r.cmd.Env, r.cmd.Stderr = p.Env, r.tail
		r.cmd.WaitDelay = time.Second // a child may keep the pipes open
		child.Group(r.cmd)
		in, err := r.cmd.StdinPipe()
		if err != nil {
			return nil, err
		}
		out, err := r.cmd.StdoutPipe()
		if err != nil {
			return nil, err
		}
		if err := r.cmd.Start(); err != nil {
			return nil, fmt.Errorf("starting the reward: %w", err)
		}
		r.in, from = in, out
	}
	go r.read(from)
	return r, nil
}

// read sends lines until the end, or until one is too long for an answer.
func (r *running) read(from io.Reader) {
	defer close(r.lines)
	scanner := bufio.NewScanner(from)
	scanner.Buffer(make([]byte, 0, 4096), maxAnswer)
	for scanner.Scan() {
		r.lines <- bytes.Clone(scanner.Bytes())
	}
	r.long = errors.Is(scanner.Err(), bufio.ErrTooLong)
}

// last is the end of a program's standard error, in one line.
func last(t *child.Tail) string {
	lines := strings.Split(t.String(), "\n")
	return strings.Join(lines[max(0, len(lines)-3):], "; ")
}
