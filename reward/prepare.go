package reward

import (
	"context"

	"github.com/voi-rl/voi/certainty"
	"github.com/voi-rl/voi/certainty/asking"
	"github.com/voi-rl/voi/certainty/grounding"
	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/dataset/label"
	"github.com/voi-rl/voi/domains"
)

// Prepared is a sample prepared for one profile: everything that does not depend on the
// completion is computed. It is immutable and safe for concurrent use.
type Prepared struct {
	profile   *Profile
	tools     []domains.Tool
	sets      map[string]domains.Set
	weigher   *certainty.Weigher
	reference completion.Action
	calls     []domains.Call // of the reference; none unless its action is TOOLCALL
	missing   []string       // missing parameters by the sample's belief (F12), for Explain
	told      told
	guard     *guard // for F11; nil for the components of F9 and F10
}

// Prepare prepares a sample for scoring. sets holds the domains of each tool's parameters by
// the tool's name; a missing tool gets the row's domains, or its schema's. labels are F12's. If
// the profile NeedsLabels, nil labels mean a sample without a belief; otherwise Explain uses
// them to show the missing parameters. The error is an *Error: the sample cannot be scored.
//
// The sample is not copied, and must not be changed while it is in use.
func (p *Profile) Prepare(s *dataset.Sample, sets map[string]domains.Set, labels *label.Labels) (*Prepared, error) {
	return p.prepare(s, sets, labels, nil)
}

func (p *Profile) prepare(s *dataset.Sample, sets map[string]domains.Set, labels *label.Labels, weigher *certainty.Weigher) (*Prepared, error) {
	if s == nil {
		return nil, errorf(CodeBadRequest, "there is no sample to score against")
	}
	x := &Prepared{profile: p, tools: s.Tools, reference: s.Reference.Action}
	if p.rules.judge && p.judge == nil {
		return nil, errorf(CodeBadRequest, "the profile %s has judge: on, and no model to ask; give one (--llm-model), or judge: off", p.name)
	}
	switch {
	case x.reference == completion.None && p.rules.family == familyGuarded:
		if err := x.withoutReference(labels); err != nil {
			return nil, err
		}
	case x.reference == completion.None:
		return nil, errorf(CodeBadReference, "the sample has no reference, and the profile %s compares with one; give a reference, or a profile with components: guarded", p.name)
	case !x.reference.Valid():
		return nil, errorf(CodeBadReference, "the reference action is %q; it is TOOLCALL, ASK, REFUSE or DIRECTLY", x.reference)
	case x.reference == completion.ToolCall && len(s.Reference.ToolCalls) == 0:
		return nil, errorf(CodeBadReference, "the reference is a TOOLCALL without a call; give tool_calls")
	case x.reference == completion.ToolCall:
		x.calls = s.Reference.ToolCalls
	}
	if x.reference != completion.Directly && s.Answers != nil {
		own := *s // answers that are not needed are not kept in memory
		own.Answers, s = nil, &own
	}
	x.told.sample = s
	if labels != nil {
		x.missing, x.told.reading = labels.Missing, labels.Reading
	}
	x.sets = allSets(s, sets)
	if x.weigher = weigher; weigher == nil {
		x.weigher = p.Weigher(x.tools, x.sets)
	}
	if p.rules.family == familyGuarded {
		x.guard = newGuard(x, s, labels)
		if x.guard.free && x.reference == completion.ToolCall {
			best := candidatesOf(x, labels)
			if len(best) == 0 {
				return nil, errorf(CodeBadReference, "the sample has no reference, and no candidate of its belief calls an offered tool; give a reference")
			}
			x.calls = []domains.Call{best[0].call}
		}
	}
	return x, nil
}

// Later holds expensive parts of a sample that most completions do not need. Each is made at
// its first use. A nil field is made as in Prepare.
type Later struct {
	Reading func() *grounding.Reading // by the rules, with or without slots (F4)
	Labels  func() *label.Labels      // F12; Worth needs them only for questions that are due
	Asker   *asking.Asker             // for the sample's tools and domains
	Weigher *certainty.Weigher        // for the same, from Profile.Weigher
}

// Weigher returns the weigher of calls to tools by the profile's rules. sets holds the domains
// of each tool.
func (p *Profile) Weigher(tools []domains.Tool, sets map[string]domains.Set) *certainty.Weigher {
	return certainty.NewWeigher(tools, sets, p.rules.options)
}

// PrepareLater is Prepare for a sample with a reference, with parts that are made on demand.
func (p *Profile) PrepareLater(s *dataset.Sample, sets map[string]domains.Set, later Later) (*Prepared, error) {
	x, err := p.prepare(s, sets, nil, later.Weigher)
	if err != nil {
		return nil, err
	}
	x.told.later = later.Reading
	if x.guard != nil {
		x.guard.asks = later.Asker
		if later.Labels != nil {
			x.guard.labels = later.Labels
		}
	}
	return x, nil
}

// withoutReference takes the right action of a sample without a reference from its belief
// (F11): F7's action, and for a call the best candidate's tool.
func (x *Prepared) withoutReference(labels *label.Labels) error {
	switch {
	case labels == nil || labels.Action == certainty.ActionNone || labels.Action == "":
		return errorf(CodeBadReference, "the sample has neither a reference nor a belief, so that nothing says what is right; give a reference, or candidates")
	case labels.Action == certainty.ActionAsk:
		x.reference = completion.Ask
	default:
		x.reference = completion.ToolCall
	}
	return nil
}

// Profile returns the profile for which the sample was prepared.
func (x *Prepared) Profile() *Profile { return x.profile }

// Reference returns the action of the sample's reference.
func (x *Prepared) Reference() completion.Action { return x.reference }

// allSets returns the domains of every offered tool.
func allSets(s *dataset.Sample, sets map[string]domains.Set) map[string]domains.Set {
	complete := true
	for i := range s.Tools {
		if _, ok := sets[s.Tools[i].Name]; !ok {
			complete = false
			break
		}
	}
	if complete {
		return sets
	}
	all := make(map[string]domains.Set, len(s.Tools))
	for i := range s.Tools {
		name := s.Tools[i].Name
		if _, done := all[name]; done {
			continue // of tools with one name the first counts (F1)
		}
		if set, ok := sets[name]; ok {
			all[name] = set
		} else if set, ok := s.Domains[name]; ok {
			all[name] = set
		} else if set, err := (domains.SchemaAnnotator{}).Annotate(context.Background(), &s.Tools[i]); err == nil {
			all[name] = set // the annotator fails only with its context, which never ends
		}
	}
	return all
}
