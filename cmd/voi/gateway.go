package main

import (
	"cmp"
	"fmt"
	"net/http"
	"os"
	"runtime/debug"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/voi-rl/voi/certainty"
	"github.com/voi-rl/voi/export"
	"github.com/voi-rl/voi/gateway"
	"github.com/voi-rl/voi/gateway/played"
	"github.com/voi-rl/voi/internal/item"
	"github.com/voi-rl/voi/internal/llm"
	"github.com/voi-rl/voi/internal/server"
	"github.com/voi-rl/voi/internal/term"
)

// gatewayFlags are the flags of voi gateway.
type gatewayFlags struct {
	runs      runInputs
	upstream  string
	director  string
	directing string
	format    string
	policy    string
	onError   string
	record    string
	plain     bool
	shadow    bool
	maxCalls  int
	maxTokens int64
	timeout   time.Duration
	httpFlags
}

// envDirector names the variable with the key of the Director's API.
const envDirector = "DIRECTOR_API_KEY"

// scripted is the prefix of an upstream that is a script.
const scripted = "scripted:"

func newGateway() *cobra.Command {
	var f gatewayFlags
	cmd := described("gateway", &cobra.Command{
		Args: atMost(0),
		RunE: func(cmd *cobra.Command, _ []string) error { return f.run(cmd) },
	})
	flags := cmd.Flags()
	f.runs.registerWorld(flags, "tools")
	flags.StringVar(&f.upstream, "upstream", "", "base `URL` of the model's API up to and with /v1, or scripted:FILE, a script or recorded runs, with faults as in scripted:FILE@invent=0.3+lose=0.1")
	flags.StringVar(&f.director, "director", "", "base `URL` of the API of a model that is the Director of nod; its key is $"+envDirector)
	flags.StringVar(&f.directing, "director-model", "", "its `name` there (default: the one that the client asks for)")
	flags.StringVar(&f.format, "llm-format", string(llm.JSONSchema), "how models are asked for the `form` of an answer to a policy: json_schema, json_object or text")
	flags.StringVar(&f.policy, "policy", "pass", "`POLICY[,POLICY]` that decides: "+strings.Join(gateway.Names(), ", "))
	flags.StringVar(&f.http, "http", "127.0.0.1:8090", "serve at `ADDR` (host:port); without a host: loopback")
	f.httpFlags.register(flags)
	flags.StringVar(&f.onError, "on-error", "open", "where a policy fails: `open` (the model's own reply passes, marked) or closed (an error)")
	flags.StringVar(&f.record, "record", "", "keep runs and decisions in `DIR`")
	flags.BoolVar(&f.plain, "no-annotations", false, "replies carry nothing but what the API has")
	flags.BoolVar(&f.shadow, "shadow", false, "the model's own reply always passes; the decision is recorded only")
	flags.IntVar(&f.maxCalls, "max-calls", 4, "further calls to the model that a policy may make for one request")
	flags.Int64Var(&f.maxTokens, "max-tokens", 100_000, "tokens of these, prompts included, beyond which none is made")
	flags.DurationVar(&f.timeout, "timeout", 5*time.Minute, "`time` that a request may take, its calls to the model included")
	flags.IntVar(&f.maxInflight, "max-inflight", 4096, "requests under way, beyond which others get 429")
	flags.Int64Var(&f.maxInflightBytes, "max-inflight-bytes", server.DefaultMaxInflightBytes, "bytes of these, likewise")
	return cmd
}

func (f *gatewayFlags) check() error {
	switch {
	case f.upstream == "":
		return usagef("give --upstream URL, the base of the model's API, or scripted:FILE")
	case f.onError != "open" && f.onError != "closed":
		return usagef("--on-error is %q; give open or closed", f.onError)
	case f.shadow && f.record == "":
		return usagef("--shadow only records what would be decided; give --record DIR")
	case f.maxInflight <= 0 || f.maxInflightBytes <= 0:
		return usagef("--max-inflight and --max-inflight-bytes have to be positive")
	case f.timeout <= 0:
		return usagef("--timeout has to be positive")
	}
	return cmp.Or(notStream("record", f.record), f.httpFlags.check())
}

func (f *gatewayFlags) run(cmd *cobra.Command) error {
	if err := f.check(); err != nil {
		return err
	}
	g, err := f.gateway(cmd)
	if err != nil {
		return err
	}
	token, err := f.token()
	if err != nil {
		return err
	}
	stderr := cmd.ErrOrStderr()
	profiles, err := loadProfiles(nil)
	if err != nil {
		return err
	}
	core, err := server.NewCore(server.Config{
		Version: export.Version, Profiles: profiles, Scorer: item.NewScorer(item.Options{}), Collectors: g.Collectors(), MaxLineBytes: maxChat,
		Fault: func(message string, stack []byte) { fmt.Fprintf(stderr, "voi: %s\n%s", term.Quote(message), stack) },
	})
	if err != nil {
		return err
	}
	h, l, url, err := f.listen(core, token, stderr)
	if err != nil {
		return err
	}
	h.Handle(http.MethodPost, gateway.ChatPath, h.Long(func(w http.ResponseWriter, r *http.Request, body string) { g.Chat(w, ours(r, token), body) }))
	h.Handle(http.MethodGet, gateway.ModelsPath, func(w http.ResponseWriter, r *http.Request) { g.Models(w, ours(r, token)) })
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(memoryTarget + 4*f.maxInflightBytes)
	}
	patient.Store(true)
	fmt.Fprintf(stderr, "voi: serving %s/v1, policy %s\n", url, f.policy)
	return h.Serve(cmd.Context(), l)
}

// maxChat bounds a request, in bytes.
const maxChat = 32 << 20

// ours removes the gateway's own token from a request, so that the model does not see it.
// If the token stands in the path, the header holds the model's key and stays.
func ours(r *http.Request, token string) *http.Request {
	if token != "" && strings.HasSuffix(r.Header.Get("Authorization"), token) {
		r.Header.Del("Authorization")
	}
	return r
}

// gateway sets up the gateway with its policy.
func (f *gatewayFlags) gateway(cmd *cobra.Command) (*gateway.Gateway, error) {
	world, err := f.runs.loadWorld()
	if err != nil {
		return nil, err
	}
	o := gateway.Options{
		Counter: world.Counter, Asking: certainty.DefaultPolicy(), MaxCalls: f.maxCalls, MaxTokens: f.maxTokens, Timeout: f.timeout,
		Directing: f.directing, Format: llm.Format(f.format), Closed: f.onError == "closed", Plain: f.plain, Shadow: f.shadow, Record: f.record, Log: cmd.ErrOrStderr(),
	}
	if o.Upstream, err = f.model(cmd, f.upstream, envKey); err != nil {
		return nil, usageError{err}
	}
	if f.director != "" {
		if o.Director, err = f.model(cmd, f.director, envDirector); err != nil {
			return nil, usageError{fmt.Errorf("--director: %w", err)}
		}
	}
	chain, err := gateway.ParseChain(f.policy, &o)
	if err != nil {
		return nil, usageError{err}
	}
	return gateway.New(chain, o)
}

// model returns the upstream: an API, or a script that replaces it.
func (f *gatewayFlags) model(cmd *cobra.Command, of, key string) (*gateway.Upstream, error) {
	if file, ok := strings.CutPrefix(of, scripted); ok {
		file, faults, given := strings.Cut(file, "@")
		script, err := gateway.LoadScript(cmd.Context(), file)
		if err != nil {
			return nil, err
		}
		if script.Untold > 0 {
			fmt.Fprintf(cmd.ErrOrStderr(), "voi: %s of %s left out: nothing says what was right\n", term.Count(int64(script.Untold), "run"), term.Quote(file))
		}
		if given {
			script.Faults, err = played.ParseFaults(strings.ReplaceAll(faults, "+", ","))
		}
		return script.Upstream(), err
	}
	return gateway.NewUpstream(of, os.Getenv(key), f.maxInflight)
}
