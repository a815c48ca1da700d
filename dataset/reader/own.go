package reader

import (
	"slices"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// ownKeys are keys that only voi's own rows have beside messages.
var ownKeys = [...]string{"reference", "answers", "rejected", "held_out", "candidates", "domains", "hidden"}

func isOwn(v domains.Value) bool {
	return has(v, "messages") && slices.ContainsFunc(ownKeys[:], func(key string) bool { return has(v, key) })
}

func readOwn(d *draft) error {
	steps := [...]func() error{
		func() error { return d.readMessages("messages") },
		func() error { return d.readTools("tools") },
		d.ownReference,
		func() error { return under(d.sample.ParseAnswers(d.row.Field("answers")), "answers") },
		func() error { return d.readRejected("rejected") },
		d.ownHeldOut,
		d.ownCandidates,
		d.ownDomains,
		d.ownHidden,
	}
	for _, step := range steps {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// ownReference reads `reference`; without it the last assistant message is the reference.
// If a conversation ends with the reference, that message is removed, so that the prompt
// does not contain the answer.
func (d *draft) ownReference() error {
	v := d.row.Field("reference")
	if v.IsNull() {
		return d.lastAnswer("messages")
	}
	v, err := d.plainCalls(v)
	if err != nil {
		return as(under(err, "reference.tool_calls"), dataset.CodeBadReference)
	}
	ref, err := dataset.ParseReference(v)
	if err != nil {
		return under(err, "reference")
	}
	if ref.Action == completion.None {
		return &dataset.Error{Code: dataset.CodeNoReference, Path: "reference", Msg: "the row says that it has none, so that nothing says what is right; give one, or score such rows inline"}
	}
	s := d.sample
	s.Reference, s.ActionSource = ref, dataset.ActionGiven
	if n := len(s.Messages); n > 0 && isAnswer(s.Messages[n-1], ref) {
		s.Messages = s.Messages[: n-1 : n-1]
	}
	return nil
}

// plainCalls rewrites a reference's calls from BFCL's notation to the flat one. Other
// accepted values become alternatives. Faults of a reference are left to ParseReference.
func (d *draft) plainCalls(ref domains.Value) (domains.Value, error) {
	object, err := held(ref)
	if err != nil || object.Kind() != jsonvalue.Object {
		return ref, nil
	}
	list, err := held(object.Field("tool_calls"))
	if err != nil || !isAccepted(list) {
		return ref, nil
	}
	calls, alternatives, err := acceptedCalls(list)
	if err != nil {
		return ref, err
	}
	d.sample.Alternatives = alternatives
	return object.With("tool_calls", domains.CallsValue(calls)), nil
}

// isAnswer reports whether a message is the reference, by its calls or tags.
func isAnswer(m dataset.Message, ref dataset.Reference) bool {
	if m.Role != dataset.Assistant {
		return false
	}
	a := dataset.ReadAnswer(m.Content, m.ToolCalls)
	if a.Source != dataset.ActionTag || a.Action != ref.Action {
		return false
	}
	return a.Action != completion.ToolCall ||
		jsonvalue.Equal(domains.CallsValue(a.Calls), domains.CallsValue(ref.ToolCalls))
}

func (d *draft) ownHeldOut() (err error) {
	d.sample.HeldOut, err = d.text("held_out")
	return err
}

// ownCandidates reads [{name, arguments, weight}].
func (d *draft) ownCandidates() error {
	candidates, err := domains.ParseCandidates(d.row.Field("candidates"))
	if err != nil {
		return as(under(err, "candidates"), dataset.CodeBadField)
	}
	if candidates != nil {
		d.sample.Candidates = candidates // they replace candidates from an answer's text
	}
	return nil
}

// ownHidden reads the hidden state of a synthetic task.
func (d *draft) ownHidden() (err error) {
	d.sample.Hidden, err = d.object("hidden")
	return err
}

// ownDomains reads {tool: {parameter: Domain}}; these domains win over the annotator's, so
// they must be such as the tool's schema admits, as those of --domains must. What a tool that
// is not offered has counts nowhere.
func (d *draft) ownDomains() error {
	sets, err := d.object("domains")
	if err != nil {
		return err
	}
	var given []jsonvalue.Member
	for _, m := range sets.Members() {
		var params []domains.Value
		for _, p := range m.Value.Members() {
			params = append(params, jsonvalue.NewString(p.Key))
		}
		given = append(given, jsonvalue.Member{Key: m.Key, Value: jsonvalue.NewArray(params...)})
	}
	if given != nil {
		d.sample.GivenDomains = jsonvalue.NewObject(given...)
	}
	return d.setDomains(sets)
}

// shardDomains takes those of a shard's domains that its row was given. The others are the
// annotator's, which are made again.
func (d *draft) shardDomains() error {
	sets, err := d.object("domains")
	if err != nil {
		return err
	}
	var own []jsonvalue.Member
	for _, tool := range d.sample.GivenDomains.Members() {
		var set []jsonvalue.Member
		for _, name := range tool.Value.Items() {
			if v, ok := sets.Field(tool.Key).Get(name.Str()); ok {
				set = append(set, jsonvalue.Member{Key: name.Str(), Value: v})
			}
		}
		own = append(own, jsonvalue.Member{Key: tool.Key, Value: jsonvalue.NewObject(set...)})
	}
	return d.setDomains(jsonvalue.NewObject(own...))
}

func (d *draft) setDomains(sets domains.Value) error {
	for _, m := range sets.Members() {
		set, err := domains.ParseSet(m.Value)
		if tool := d.sample.Tool(m.Key); err == nil && tool != nil {
			err = set.Check(tool)
		}
		if err != nil {
			return as(under(err, "domains."+m.Key), dataset.CodeBadField)
		}
		if d.sample.Domains == nil {
			d.sample.Domains = map[string]domains.Set{}
		}
		d.sample.Domains[m.Key] = set
	}
	return nil
}
