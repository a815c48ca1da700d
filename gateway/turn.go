package gateway

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/voi-rl/voi/certainty"
	"github.com/voi-rl/voi/certainty/grounding"
	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/decision"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/lru"
	"github.com/voi-rl/voi/trajectory"
)

// Turn is one request: the conversation so far, from which all state is rebuilt. It may be
// used by one goroutine.
type Turn struct {
	Body    domains.Value          // the client's request
	Request domains.Value          // the model's request: Body with the policies' additions
	Run     *trajectory.Trajectory // its messages and tools

	counter *trajectory.Counter
	policy  certainty.Policy
	memo    *memo                        // shared by requests; nil: no cache
	states  *lru.Cache[[32]byte, *state] // cache of whole conversations, shared by requests; nil: no cache
	offer   *offer

	unread error // why the request cannot be read; the other fields are empty then

	once   sync.Once
	said   *state // the result of state
	looked map[*Reply]*look
	read   *grounding.Reading // the reading that decides, by the rules or by a model

	denies, excluded map[string][]domains.Value // the results of denials and of denied

	blanks      bool          // a policy told the model to write "<UNK>" for what is not known
	ruled       bool          // the rules have read it, even if the reading was forgotten
	globalState domains.Value // from a Navigator
}

// requestOptions are the limits for reading a request.
var requestOptions = jsonvalue.Options{MaxDepth: 128, MaxNodes: 2_000_000}

// newTurn reads a request. The error says what prevents a decision on it; the model may still
// accept the request.
func newTurn(body string, o *Options) (*Turn, error) {
	v, err := jsonvalue.Parse(body, requestOptions)
	if err != nil {
		return nil, fmt.Errorf("gateway: the request is no JSON: %w", err)
	}
	t := o.turn(v, &trajectory.Trajectory{Source: "voi"})
	tools := v.Field("tools")
	if tools.IsNull() {
		tools = v.Field("functions")
	}
	if t.offer = o.memo.offered(tools); t.offer.err != nil {
		return nil, fmt.Errorf("gateway: %w", t.offer.err)
	}
	t.Run.Tools, t.Run.Annotated, t.Run.Toolbox = t.offer.run.Tools, t.offer.run.Annotated, t.offer.run.Toolbox
	if err := t.Run.ParseMessages(v.Field("messages"), "messages"); err != nil {
		return nil, fmt.Errorf("gateway: %w", err)
	}
	if o.memo != nil {
		t.states = o.memo.states
	}
	metadata := v.Field("metadata")
	t.Run.TaskID = metadata.Field("task_id").Str()
	return t, nil
}

// turn is a new turn of a run.
func (o *Options) turn(body domains.Value, run *trajectory.Trajectory) *Turn {
	return &Turn{Body: body, Request: body, Run: run, counter: o.Counter, policy: o.Asking, memo: o.memo, offer: &offer{},
		looked: map[*Reply]*look{}, denies: map[string][]domains.Value{}, excluded: map[string][]domains.Value{}}
}

// asks returns the request to the model for a whole reply. It is the client's own body if no
// policy has changed the request and it asks for no stream.
func (t *Turn) asks(body string) string {
	stream := t.Body.Field("stream")
	if t.Request == t.Body && (stream.IsNull() || stream.Kind() == jsonvalue.Bool && !stream.Bool()) {
		return body
	}
	return t.Request.Without("stream").Without("stream_options").JSON()
}

// key identifies the conversation up to a message: equal conversations have equal keys, on
// every replica. With metadata.trajectory_id a client can separate runs with the same
// beginning.
func (t *Turn) key(messages []trajectory.Message) string {
	h := sha256.New()
	fmt.Fprintf(h, "%s\x00", t.Body.Field("metadata").Field("trajectory_id").JSON())
	for i := range messages {
		m := &messages[i]
		if m.Role == dataset.System {
			continue // harnesses often put the time into it
		}
		fmt.Fprintf(h, "%s\x00%s\x00%s\x00", m.Role, m.Content, m.CallID)
		for j := range m.Calls {
			fmt.Fprintf(h, "%s\x00%s\x00", m.Calls[j].Name, m.Calls[j].Arguments.Key())
		}
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// with is the run with a reply appended.
func (t *Turn) with(r *Reply) *trajectory.Trajectory {
	run := *t.Run
	run.Messages = append(slices.Clip(run.Messages), r.Message)
	return &run
}

// critiques returns the critical calls of a reply.
func (t *Turn) critiques(r *Reply) []trajectory.Critique {
	if len(r.Message.Calls) == 0 {
		return nil
	}
	return t.counter.CritiquesFrom(t.with(r), len(t.Run.Messages), t.read)
}

// look holds the signals of a reply.
type look struct {
	signals  decision.Signals
	question *certainty.Question // the best one about the least supported call; nil: there is none
}

// SignalNames are the signals of a reply. A signal about calls combines all calls of the
// reply: the least support; all were made before.
var SignalNames = []string{
	"calls",     // number of calls in the reply
	"critical",  // number of calls to tools that change the world
	"support",   // F4 of the least supported required value, in [0, 1]; 1 if there is none
	"v_now",     // F5 of the least supported call, with its supported values only; 1 without a call
	"score",     // F7: EVPI less cost of the best question
	"evpi_max",  // F6: the largest EVPI
	"questions", // number of possible questions
	"asked",     // number of the agent's questions so far
	"answered",  // 1: the user answered a question about the least supported values
	"repeated",  // 1: the reply repeats the calls of the reply before it
	"jaccard",   // T3 of the last act in the conversation; missing before the first
	"upr",
	"turn", // number of replies, including this one
}

func isSignal(name string) bool { return slices.Contains(SignalNames, name) }

// signals returns the signals in SignalNames.
func (t *Turn) signals(r *Reply) decision.Signals { return t.look(r).signals }

// look computes the signals, once for each reply.
func (t *Turn) look(r *Reply) *look {
	if l := t.looked[r]; l != nil {
		return l
	}
	l := &look{}
	t.looked[r] = l
	values := map[string]float64{
		"calls": float64(len(r.Message.Calls)), "critical": 0, "support": 1, "v_now": 1, "score": 0, "evpi_max": 0, "questions": 0,
		"answered": 0, "repeated": flag(t.repeats(r)), "turn": float64(len(t.Run.Steps()) + 1),
	}
	if t.large() { // a policy that needs a missing signal is undecided
		l.signals = decision.NewSignals(map[string]float64{"calls": values["calls"], "repeated": values["repeated"], "turn": values["turn"]})
		return l
	}
	effects := t.counter.Effects(t.Run)
	for i := range r.Message.Calls {
		if effects(r.Message.Calls[i].Name) == trajectory.Changes {
			values["critical"]++
		}
	}
	past := t.state().past()
	values["asked"] = float64(past.asks)
	if past.last != nil {
		values["jaccard"], values["upr"] = past.last.Jaccard, past.last.UPR
	}
	if len(r.Message.Calls) > 0 {
		t.weigh(r, l, values)
	}
	l.signals = decision.NewSignals(values)
	return l
}

// The limits of a conversation that is read: some hundred milliseconds.
const (
	mostText     = 2 << 20 // bytes
	mostMessages = 4096
)

// errLarge says why a policy lacks signals of such a conversation.
var errLarge = fmt.Errorf("the conversation is not read, since it has more than %d MiB of text or %d messages", mostText>>20, mostMessages)

// large reports whether a conversation exceeds the limits.
func (t *Turn) large() bool {
	bytes := 0
	for i := range t.Run.Messages {
		bytes += len(t.Run.Messages[i].Content)
	}
	return bytes > mostText || len(t.Run.Messages) > mostMessages
}

func flag(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// repeats reports whether a reply repeats the calls of the reply before it.
func (t *Turn) repeats(r *Reply) bool {
	for i := len(t.Run.Messages) - 1; i >= 0; i-- {
		m := &t.Run.Messages[i]
		if m.Role != dataset.Assistant {
			continue
		}
		return len(r.Message.Calls) > 0 && slices.EqualFunc(m.Calls, r.Message.Calls, func(a, b trajectory.Call) bool {
			return a.Name == b.Name && jsonvalue.Equal(a.Arguments, b.Arguments)
		})
	}
	return false
}

// settled reports whether a parameter was asked about and the user's answer gave no other
// value than this one. Asking again would teach nothing.
func (t *Turn) settled(tool *domains.Tool, param string, v domains.Value) bool {
	past, name := t.state().past(), tool.Name+"."+param
	if !past.told[name] {
		return false
	}
	fills, mentions := t.reading().Fills(tool.Name, param)
	if len(fills) == 0 || fills[0].P < grounding.Grounded {
		return true
	}
	m := &mentions[fills[0].Mention]
	said := fills[0].Value
	if said.IsNull() {
		said = jsonvalue.NewString(m.Value)
	}
	return m.Span.Turn < past.since[name] || grounding.Same(tool.Param(param), said, v)
}

// reading is the reading of the conversation, by the rules unless a model has read it.
func (t *Turn) reading() *grounding.Reading {
	if t.read == nil {
		t.read = t.state().text()
	}
	return t.read
}

// readBy has a model read the conversation; if the model gives no reading, the rules do.
func (t *Turn) readBy(ctx context.Context, m *Model) error {
	if t.read != nil || t.ruled || t.large() {
		return nil // it was read already
	}
	role, err := m.role(nil)
	if err != nil {
		return err
	}
	t.read, err = role.Reader().Read(ctx, grounding.Input{Turns: t.counter.Turns(t.Run), Tools: t.counter.Offered(t.Run), Sets: t.counter.Sets(t.Run)})
	if m.spent {
		err = errSpent
	}
	return err
}

// weigh compares the calls of a reply with the conversation. The least supported call gives
// support, belief and question.
func (t *Turn) weigh(r *Reply, l *look, values map[string]float64) {
	tools, sets, past := t.counter.Offered(t.Run), t.counter.Sets(t.Run), t.state().past()
	worst, open, bare := -1, []string(nil), domains.Call{}
	for i := range r.Message.Calls {
		c := &r.Message.Calls[i]
		tool := domains.ToolNamed(tools, c.Name)
		if tool == nil || c.Malformed() {
			continue
		}
		least, unbacked, grounded := t.backed(tool, sets[c.Name], c)
		if worst < 0 || least < values["support"] {
			worst, open, bare = i, unbacked, grounded
			values["support"] = least
		}
	}
	if worst < 0 {
		return
	}
	belief, err := certainty.NewBelief(tools, sets, []certainty.Candidate{{Call: bare}}, certainty.Options{})
	if err != nil || !belief.Defined() {
		return
	}
	d := certainty.Decide(belief, t.policy, past.asked, past.asks)
	values["v_now"] = belief.VNow()
	values["questions"] = float64(len(d.Questions))
	if d.Best != nil {
		l.question = d.Best
		values["score"] = d.Best.Score
		for i := range d.Questions {
			values["evpi_max"] = max(values["evpi_max"], d.Questions[i].EVPI)
		}
	}
	answered := len(open) > 0
	for _, name := range open {
		answered = answered && past.told[bare.Name+"."+name]
	}
	values["answered"] = flag(answered)
}

// backed returns the least support of a call's required values, the parameters whose values
// are missing or not grounded, and the call without these parameters.
func (t *Turn) backed(tool *domains.Tool, set domains.Set, c *trajectory.Call) (least float64, open []string, bare domains.Call) {
	least = 1
	bare = domains.Call{Name: c.Name, Arguments: c.Arguments}
	for i := range tool.Params {
		p := &tool.Params[i]
		if !p.Required {
			continue
		}
		d, _ := set.Get(p.Name)
		score, grounded := t.support(tool, p, d, c.Arguments.Field(p.Name))
		least = min(least, score)
		if !grounded {
			open = append(open, p.Name)
			bare.Arguments = bare.Arguments.Without(p.Name)
		}
	}
	return least, open, bare
}

// support is the support of a parameter's value in the conversation, and whether it is
// grounded. An omitted value is grounded if omitting it has a meaning. Calling a tool that
// changes nothing needs no decision of the user: there one of several listed things is
// grounded, which F4 only calls proposed, and so is a text that the agent words itself.
func (t *Turn) support(tool *domains.Tool, p *domains.Param, d domains.Domain, v domains.Value) (score float64, grounded bool) {
	if certainty.Unspecified(v) {
		grounded = certainty.Specified(p, d, v)
		return flag(grounded), grounded
	}
	s := t.reading().Support(tool, p, d, v)
	listed := s.Status == grounding.Proposed && s.Rule != grounding.RuleNone
	if (listed || len(strings.Fields(v.Str())) >= prose) && t.counter.Effects(t.Run)(tool.Name) == trajectory.ReadOnly {
		return 1, true
	}
	if d.Size != domains.Infinite && !d.Contains(v) && !s.Grounded() {
		return 0, false // neither the conversation nor the schema gives it
	}
	return s.Score, s.Grounded()
}

// prose is the least number of words of a text that the agent words itself (F11's running
// text).
const prose = 4
