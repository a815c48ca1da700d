package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/env"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/trajectory"
)

// protocol is the last version with sessions.
const protocol = "2025-11-25"

// session is a session with a server. It may be used by one goroutine at a time.
type session struct {
	w      *World
	client *sdk.ClientSession
	server *process // nil for a server over HTTP
	left   budget
	broken bool
	own    []string // those of resetTool and stateTool that the server has
	tools  []*sdk.Tool
}

// budget is the number of bytes that a server may still send.
type budget struct{ atomic.Int64 }

func (b *budget) refill() { b.Store(MaxAnswer) }

var errTooMuch = fmt.Errorf("it sent more than %d bytes for one request", MaxAnswer)

// bounded reads from a server within its budget.
type bounded struct {
	io.ReadCloser
	left *budget
}

func (r bounded) Read(p []byte) (int, error) {
	n, err := r.ReadCloser.Read(p)
	if r.left.Add(-int64(n)) < 0 {
		return 0, errTooMuch
	}
	return n, err
}

// RoundTrip limits the answers of a server over HTTP.
func (b *budget) RoundTrip(r *http.Request) (*http.Response, error) {
	resp, err := http.DefaultTransport.RoundTrip(r)
	if err == nil {
		resp.Body = bounded{resp.Body, b}
	}
	return resp, err
}

// begin begins a session for a task. If the server has a state, it is set to the task's.
func (w *World) begin(ctx context.Context, t *env.Task) (*session, error) {
	if n := w.open.Add(1); n > MaxSessions {
		w.open.Add(-1)
		return nil, fmt.Errorf("the server %s has %d sessions; close some episodes, or have fewer at a time", w, MaxSessions)
	}
	s := &session{w: w}
	s.left.refill()
	err := s.connect(ctx)
	if err == nil {
		err = s.look(ctx)
	}
	if err == nil && slices.Contains(s.own, resetTool) {
		err = s.reset(ctx, t)
	}
	if err != nil {
		err = s.fault(err)
		s.end()
		return nil, err
	}
	return s, nil
}

func (s *session) connect(ctx context.Context) (err error) {
	var carrier sdk.Transport = &sdk.StreamableClientTransport{Endpoint: s.w.url, HTTPClient: &http.Client{Transport: &s.left}, MaxRetries: -1, DisableStandaloneSSE: true}
	if s.w.url == "" {
		if s.server, err = start(s.w.command); err != nil {
			return err
		}
		carrier = &sdk.IOTransport{Reader: bounded{s.server.stdout, &s.left}, Writer: s.server.stdin, MaxLineLength: -1}
	}
	client := sdk.NewClient(&sdk.Implementation{Name: "voi", Version: "1"}, &sdk.ClientOptions{Capabilities: &sdk.ClientCapabilities{}, MultiRoundTrip: &sdk.MultiRoundTripOptions{Disabled: true}})
	s.client, err = client.Connect(ctx, carrier, &sdk.ClientSessionOptions{ProtocolVersion: protocol})
	return err
}

// look lists the tools of the server.
func (s *session) look(ctx context.Context) error {
	for t, err := range s.client.Tools(ctx, nil) {
		if err != nil {
			return err
		}
		if t.Name == resetTool || t.Name == stateTool {
			s.own = append(s.own, t.Name)
			continue
		}
		if s.tools = append(s.tools, t); len(s.tools) > maxTools {
			return fmt.Errorf("it has more than %d tools", maxTools)
		}
	}
	return nil
}

func (s *session) reset(ctx context.Context, t *env.Task) error {
	config := t.World.Config
	if config.IsNull() {
		config = jsonvalue.NewObject()
	}
	state := jsonvalue.ObjectOf("config", config, "classes", t.World.Classes, "task", t.ID)
	r, err := s.call(ctx, resetTool, json.RawMessage(state.JSON()))
	if err == nil && r.IsError {
		err = fmt.Errorf("it does not begin in the state of the task: %s", text(r))
	}
	// From here on the server may offer other tools.
	s.own, s.tools = nil, nil
	if err == nil {
		err = s.look(ctx)
	}
	return err
}

// call calls a tool. If the server does not read, the goroutine that writes waits beyond the
// context; it ends with the server.
func (s *session) call(ctx context.Context, tool string, arguments json.RawMessage) (*sdk.CallToolResult, error) {
	s.left.refill()
	type answer struct {
		*sdk.CallToolResult
		err error
	}
	got := make(chan answer, 1)
	go func() {
		r, err := s.client.CallTool(ctx, &sdk.CallToolParams{Name: tool, Arguments: arguments})
		got <- answer{r, err}
	}()
	select {
	case a := <-got:
		return a.CallToolResult, a.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// state is a hash of the server's state, "" if it has none.
func (s *session) state(ctx context.Context) (string, error) {
	if !slices.Contains(s.own, stateTool) {
		return "", nil
	}
	r, err := s.call(ctx, stateTool, nil)
	switch {
	case err != nil:
		return "", err
	case r.IsError:
		return "", fmt.Errorf("it does not tell its state: %s", text(r))
	}
	whole := strings.Builder{}
	for _, c := range r.Content {
		if t, ok := c.(*sdk.TextContent); ok {
			whole.WriteString(t.Text)
		}
	}
	return hash(whole.String()), nil
}

// list returns the tools in the form of tasks.
func (s *session) list(context.Context) (l listed, err error) {
	var items []domains.Value
	for _, t := range s.tools {
		schema, err := json.Marshal(t.InputSchema)
		if err != nil {
			return l, err
		}
		parameters, err := domains.ParseValue(string(schema))
		if err != nil {
			return l, fmt.Errorf("the schema of its tool %.60q: %w", t.Name, err)
		}
		items = append(items, jsonvalue.ObjectOf("name", t.Name, "description", t.Description, "parameters", parameters, "annotations?", hints(t.Annotations)))
	}
	all := jsonvalue.NewArray(items...)
	l.annotations = trajectory.Annotations(all)
	if l.tools, _, err = domains.ParseToolList(all); err != nil {
		err = fmt.Errorf("its tools: %w", err)
	}
	return l, err
}

// hints returns a tool's annotations, null if it has none. The SDK does not distinguish
// readOnlyHint false from an absent one, but the other hints have a meaning only if it is false.
func hints(a *sdk.ToolAnnotations) domains.Value {
	if a == nil || !a.ReadOnlyHint && a.DestructiveHint == nil && !a.IdempotentHint {
		return domains.Value{}
	}
	return jsonvalue.ObjectOf("readOnlyHint", a.ReadOnlyHint, "destructiveHint?", a.DestructiveHint)
}

// fault returns the reason why a session cannot go on.
func (s *session) fault(err error) error {
	s.broken = true
	switch {
	case s.left.Load() < 0:
		err = errTooMuch
	case errors.Is(err, context.DeadlineExceeded):
		err = errors.New("it did not answer in time")
	case errors.As(err, new(*json.SyntaxError)):
		err = fmt.Errorf("it wrote what is no message of MCP, such as a line of a log, which belongs on stderr: %w", err)
	case s.server != nil:
		switch last := s.server.ended(); {
		case last == "":
		case errors.Is(err, io.EOF):
			err = errors.New(last)
		default: // it may have ended because this end hung up, over the error
			err = fmt.Errorf("%w; %s", err, last)
		}
	}
	return fmt.Errorf("the server %s: %w", s.w, err)
}

// end ends the session, and the server if it is our program.
func (s *session) end() {
	if s.server != nil {
		s.server.stop(s.broken)
	}
	if s.client != nil {
		_ = s.client.Close() // the session is over
	}
	s.w.open.Add(-1)
}
