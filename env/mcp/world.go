package mcp

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/env"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/trajectory"
)

// Kind is the kind of these worlds, and the prefix of their names.
const Kind = "mcp"

// The limits of a session.
const (
	MaxAnswer   = 8 << 20 // bytes from a server for one request
	MaxResult   = 1 << 18 // bytes of a result that are kept
	MaxSessions = 1024    // open in one process
	maxTools    = 1024
)

// The tools of a server with a state.
const (
	resetTool = "voi_reset"
	stateTool = "voi_state"
)

// World is an MCP server. It is safe for concurrent use.
type World struct {
	command []string // a program that speaks over stdin and stdout; or
	url     string   // a server that speaks streamable HTTP

	open  atomic.Int64 // sessions
	mu    sync.Mutex
	tools map[string]listed // by the classes of the task
}

type listed struct {
	tools       []domains.Tool
	annotations domains.Value
}

// New returns the world with a name: "mcp:URL" for a server over streamable HTTP, or
// "mcp:PROGRAM ARGUMENT ...". If an argument has spaces, the program and its arguments are a
// JSON list.
func New(name string) (*World, error) {
	what, ok := strings.CutPrefix(name, Kind+":")
	w := &World{tools: map[string]listed{}}
	switch {
	case strings.HasPrefix(what, "http://"), strings.HasPrefix(what, "https://"):
		w.url = what
	case strings.HasPrefix(what, "["):
		if err := json.Unmarshal([]byte(what), &w.command); err != nil {
			return nil, fmt.Errorf("the server %.100q is no list of texts: %w", what, err)
		}
	default:
		w.command = strings.Fields(what)
	}
	if !ok || w.url == "" && len(w.command) == 0 {
		return nil, fmt.Errorf("the world is %.100q; give mcp: and the program of a server, or its URL", name)
	}
	return w, nil
}

// Kind implements env.World.
func (*World) Kind() string { return Kind }

// String names the server.
func (w *World) String() string {
	if w.url != "" {
		return w.url
	}
	return w.command[0]
}

// Tools lists the tools of the server (env.Owning).
func (w *World) Tools(ctx context.Context, t *env.Task) ([]domains.Tool, domains.Value, error) {
	key := jsonvalue.NewStrings(t.World.Classes).JSON()
	w.mu.Lock()
	known, ok := w.tools[key]
	w.mu.Unlock()
	if ok {
		return known.tools, known.annotations, nil
	}
	s, err := w.begin(ctx, t)
	if err != nil {
		return nil, domains.Value{}, err
	}
	defer s.end()
	if known, err = s.list(ctx); err != nil {
		return nil, domains.Value{}, s.fault(err)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.tools) >= maxTools {
		clear(w.tools)
	}
	w.tools[key] = known
	return known.tools, known.annotations, nil
}

// Open begins an episode; its session begins with the first call.
func (w *World) Open(_ context.Context, p *env.Prepared, _ uint64) (env.Place, error) {
	return &place{w: w, p: p}, nil
}

// sdkErrors are the errors, by code, that the SDK makes of a request that did not arrive, or of an answer that is no message.
// They have the type of a server's refusals, and are none.
var sdkErrors = map[int64]string{-32005: "rejected by transport", jsonrpc.CodeInvalidRequest: "invalid request", jsonrpc.CodeParseError: "parse error"}

// place is the session of one episode.
type place struct {
	w      *World
	p      *env.Prepared
	s      *session
	state  string
	broken error // after this error the session is not used
}

func (l *place) State() string { return l.state }

func (l *place) Close() error {
	if l.s != nil {
		l.s.end()
		l.s = nil
	}
	return nil
}

func (l *place) Call(ctx context.Context, turn, _ int, c domains.Call) (env.Result, error) {
	switch {
	case domains.ToolNamed(l.p.Tools(turn), c.Name) == nil:
		return env.Failed("there is no tool %.60q", c.Name), nil
	case c.Arguments.Kind() != jsonvalue.Object:
		return env.Failed("the arguments are %.60s; give an object", c.Arguments.JSON()), nil
	}
	if l.broken == nil {
		var r env.Result
		if r, l.broken = l.call(ctx, c); l.broken == nil {
			return r, nil
		}
	}
	return env.Result{}, l.broken
}

func (l *place) call(ctx context.Context, c domains.Call) (r env.Result, err error) {
	if l.s == nil {
		if l.s, err = l.w.begin(ctx, l.p.Task()); err != nil {
			return r, err
		}
		if l.state, err = l.s.state(ctx); err != nil {
			return r, l.s.fault(err)
		}
	}
	got, err := l.s.call(ctx, c.Name, json.RawMessage(c.Arguments.JSON()))
	var refused *jsonrpc.Error
	switch {
	case errors.As(err, &refused) && sdkErrors[refused.Code] != refused.Message:
		r = env.Failed("%s", cut(refused.Message))
	case err != nil:
		return r, l.s.fault(err)
	default:
		r = env.Result{Text: text(got), Failed: got.IsError}
	}
	before := l.state
	if l.state, err = l.s.state(ctx); err != nil {
		return r, l.s.fault(err)
	}
	switch {
	case l.state == "":
	case l.state == before:
		r.Effect = trajectory.ReadOnly
	default:
		r.Effect = trajectory.Changes
	}
	return r, nil
}

// text is the text of a result. Content that is no text is named by its kind.
func text(r *sdk.CallToolResult) string {
	var parts []string
	for _, c := range r.Content {
		switch c := c.(type) {
		case *sdk.TextContent:
			parts = append(parts, c.Text)
		case *sdk.ImageContent:
			parts = append(parts, fmt.Sprintf("[%s, %d bytes]", c.MIMEType, len(c.Data)))
		case *sdk.AudioContent:
			parts = append(parts, fmt.Sprintf("[%s, %d bytes]", c.MIMEType, len(c.Data)))
		case *sdk.ResourceLink:
			parts = append(parts, fmt.Sprintf("[%s]", c.URI))
		case *sdk.EmbeddedResource:
			if c.Resource != nil && c.Resource.Text != "" {
				parts = append(parts, c.Resource.Text)
			} else if c.Resource != nil {
				parts = append(parts, fmt.Sprintf("[%s, %d bytes]", c.Resource.MIMEType, len(c.Resource.Blob)))
			}
		}
	}
	if len(parts) == 0 && r.StructuredContent != nil {
		var b strings.Builder
		w := json.NewEncoder(&b)
		w.SetEscapeHTML(false)
		if w.Encode(r.StructuredContent) == nil {
			parts = append(parts, strings.TrimSuffix(b.String(), "\n"))
		}
	}
	return cut(strings.Join(parts, "\n"))
}

// cut returns at most MaxResult bytes of a text, and says how much more there was.
func cut(text string) string {
	all := strings.ToValidUTF8(text, "\uFFFD")
	if len(all) <= MaxResult {
		return all
	}
	return strings.ToValidUTF8(all[:MaxResult], "") + fmt.Sprintf("\n[cut: %d bytes more]", len(all)-MaxResult)
}

// hash is a hash of a state's text.
func hash(state string) string {
	sum := sha256.Sum256([]byte(state))
	return hex.EncodeToString(sum[:8])
}
