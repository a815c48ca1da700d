package llm

import (
	"context"
	"fmt"

	"github.com/voi-rl/voi/certainty"
	"github.com/voi-rl/voi/configs"
	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/label"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// Proposer implements the Proposer of dataset/label, the source llm of F12. It proposes the
// calls that a conversation may mean.
type Proposer struct {
	asker
	most int
}

var _ label.Proposer = (*Proposer)(nil)

// The limits of the calls of a Proposer (F5 keeps at most 16).
const (
	DefaultCandidates = 5
	MaxCandidates     = 16
)

// Proposer returns a proposer that asks this model for at most most calls for a sample; 0:
// DefaultCandidates.
func (m *Model) Proposer(most int) (*Proposer, error) {
	if most == 0 {
		most = DefaultCandidates
	}
	if most < 0 || most > MaxCandidates {
		return nil, fmt.Errorf("a model names 1 to %d candidates, not %d", MaxCandidates, most)
	}
	return &Proposer{m.asker(configs.CandidatesPrompt()), most}, nil
}

// Most returns the largest number of calls for a sample.
func (p *Proposer) Most() int { return p.most }

// maxConversation bounds the part of a sample that is sent, in bytes. A longer sample gets
// no calls.
const maxConversation = 256 << 10

// tokensPerCall is the length of a candidate in an answer.
const tokensPerCall = 300

// Propose returns the model's calls, none where the answer is unusable. All are of offered
// tools, with arguments that the schemas know and admit; a required argument that is absent
// becomes unspecified. The error is the context's, or says why the run has to stop.
func (p *Proposer) Propose(ctx context.Context, s *dataset.Sample) ([]dataset.Candidate, error) {
	r, ok := p.request(s)
	if !ok {
		return nil, nil
	}
	got, err := p.ask(ctx, r)
	if err != nil {
		return nil, err
	}
	kept, ok := got.items[partCandidates]
	if !ok {
		return nil, nil
	}
	calls, err := domains.ParseCalls(kept)
	if err != nil {
		return nil, fmt.Errorf("llm: the calls that were kept cannot be read: %w", err)
	}
	out := make([]dataset.Candidate, len(calls))
	for i, c := range calls {
		out[i].Call = c
	}
	return out, nil
}

const partCandidates = "candidates"

// request makes the question about a sample; ok is false where the sample is too long.
func (p *Proposer) request(s *dataset.Sample) (r *request, ok bool) {
	tools := make([]domains.Value, 0, len(s.Tools))
	names := make([]domains.Value, 0, len(s.Tools))
	offered := make(map[string]*domains.Tool, len(s.Tools))
	for i := range s.Tools {
		t := &s.Tools[i]
		if offered[t.Name] == nil { // of two tools with one name, the first wins (F1)
			offered[t.Name] = t
			tools = append(tools, t.OpenAI())
			names = append(names, jsonvalue.NewString(t.Name))
		}
	}
	r = &request{
		kind: "candidates", subject: subjectOf(s), tokens: 100 + tokensPerCall*p.most,
		parts: []string{partCandidates},
		input: jsonvalue.ObjectOf(
			"messages", dataset.MessagesValue(s.Messages),
			"tools", tools,
			"most", p.most,
		),
		schema: withNames(p.schema, partCandidates, names),
	}
	if len(tools) == 0 || len(r.input.JSON()) > maxConversation {
		return nil, false
	}
	r.item = func(_ string, v domains.Value) (domains.Value, error) {
		return readCandidates(offered, s.Domains, v, p.most)
	}
	return p.seal(r), true
}

// subjectOf is the topic of a sample, for people who read the cache.
func subjectOf(s *dataset.Sample) string {
	for i := len(s.Messages) - 1; i >= 0; i-- {
		if s.Messages[i].Role == dataset.User {
			return clip(s.Messages[i].Content, 200)
		}
	}
	return ""
}

// readCandidates reads a model's calls: of offered tools, with arguments that their schemas
// know and admit.
func readCandidates(offered map[string]*domains.Tool, sets map[string]domains.Set, v domains.Value, most int) (domains.Value, error) {
	if n := v.Len(); v.Kind() != jsonvalue.Array || n > most {
		return v, fmt.Errorf("give a list of at most %d calls", most)
	}
	if v.Len() == 0 {
		return v, nil
	}
	calls, err := domains.ParseCalls(v)
	if err != nil {
		return v, err
	}
	kept := make([]domains.Call, 0, len(calls))
	seen := map[string]bool{}
	for i, c := range calls {
		tool := offered[c.Name]
		if tool == nil {
			return v, fmt.Errorf("call %d: no tool is named %.60q", i+1, c.Name)
		}
		args, err := readArguments(tool, sets[c.Name], c.Arguments)
		if err != nil {
			return v, fmt.Errorf("call %d, %.60s: %w", i+1, c.Name, err)
		}
		if key := c.Name + "\x00" + args.Key(); !seen[key] {
			seen[key] = true
			kept = append(kept, domains.Call{Name: c.Name, Arguments: args})
		}
	}
	return domains.CallsValue(kept), nil
}

// unknown is the value of an argument that the conversation leaves open (F2).
var unknown = jsonvalue.NewString(certainty.Unknown)

// readArguments returns arguments in the order of the schema, coerced to their types. A
// required argument that is absent becomes unspecified.
func readArguments(tool *domains.Tool, set domains.Set, given domains.Value) (domains.Value, error) {
	for _, m := range given.Members() {
		if tool.Param(m.Key) == nil {
			return given, fmt.Errorf("it has no parameter %.60q", m.Key)
		}
	}
	var args []jsonvalue.Member
	for i := range tool.Params {
		p := &tool.Params[i]
		d, _ := set.Get(p.Name)
		v, ok := given.Get(p.Name)
		switch {
		case !ok && !p.Required:
			continue
		case !ok, certainty.Unspecified(v) && !certainty.Specified(p, d, v):
			v = unknown
		default:
			if v = domains.Coerce(p, v); d.Excludes(v) {
				return given, fmt.Errorf("the schema does not admit %.60s for %.60q", v.JSON(), p.Name)
			}
		}
		args = append(args, jsonvalue.Member{Key: p.Name, Value: v})
	}
	return jsonvalue.NewObject(args...), nil
}
