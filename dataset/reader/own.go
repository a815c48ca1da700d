package reader

import (
	"fmt"
	"math"
	"slices"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// ownKeys are the keys that only our own rows have beside messages.
var ownKeys = [...]string{"reference", "answers", "rejected", "held_out", "candidates", "domains"}

func isOwn(v domains.Value) bool {
	return has(v, "messages") && slices.ContainsFunc(ownKeys[:], func(key string) bool { return has(v, key) })
}

func readOwn(d *draft) error {
	steps := [...]func() error{
		func() error { return d.readMessages("messages") },
		func() error { return d.readTools("tools") },
		d.ownReference,
		d.ownAnswers,
		func() error { return d.readRejected("rejected") },
		d.ownHeldOut,
		d.ownCandidates,
		d.ownDomains,
	}
	for _, step := range steps {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// ownReference reads `reference`; without it the last assistant message is the
// reference. A conversation that ends with the reference itself loses that
// message, so that no answer stands in the prompt.
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

// plainCalls rewrites the calls of a reference that are in BFCL's notation to the
// flat one; their other accepted values become alternatives. What is wrong with
// a reference is left to ParseReference.
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

// ownAnswers reads {action: text}.
func (d *draft) ownAnswers() error {
	answers, err := d.object("answers")
	if err != nil {
		return err
	}
	for _, m := range answers.Members() {
		if done, err := d.otherAnswer(m.Key, m.Value); err != nil {
			return err
		} else if done {
			continue
		}
		action := completion.Action(m.Key)
		if !action.Valid() {
			return badField("answers", "the key %s is no action; use TOOLCALL, ASK, REFUSE or DIRECTLY", excerpt(m.Key))
		}
		text, err := answerText(m.Value)
		if err != nil {
			return under(err, "answers."+m.Key)
		}
		d.setText(action, text)
	}
	return nil
}

// otherAnswer reads what stands beside the answers of the classes: the user's reply
// to the question, and the parameters that the source says are missing.
func (d *draft) otherAnswer(key string, v domains.Value) (done bool, err error) {
	switch key {
	case dataset.KeyReply:
		if v.Kind() != jsonvalue.String {
			return true, badField("answers."+key, "it is %s; give a string", kindName(v))
		}
		d.sample.Reply = v.Str()
	case dataset.KeyGoldMissing:
		for _, name := range v.Items() {
			d.sample.GoldMissing = append(d.sample.GoldMissing, name.Str())
		}
		if v.Kind() != jsonvalue.Array || slices.Contains(d.sample.GoldMissing, "") {
			return true, badField("answers."+key, "it is %s; give a list of the names of parameters", kindName(v))
		}
	default:
		return false, nil
	}
	return true, nil
}

func (d *draft) ownHeldOut() (err error) {
	d.sample.HeldOut, err = d.text("held_out")
	return err
}

// ownCandidates reads [{name, arguments, weight}].
func (d *draft) ownCandidates() error {
	list, err := held(d.row.Field("candidates"))
	if err != nil {
		return badField("candidates", "%v", err)
	}
	if list.IsNull() {
		return nil
	}
	if list.Kind() != jsonvalue.Array {
		return badField("candidates", "they are %s; give a list of {\"name\", \"arguments\", \"weight\"}", kindName(list))
	}
	candidates := make([]dataset.Candidate, list.Len())
	for i, item := range list.Items() {
		c, err := candidate(item)
		if err != nil {
			return as(under(err, fmt.Sprintf("candidates[%d]", i)), dataset.CodeBadField)
		}
		candidates[i] = c
	}
	d.sample.Candidates = candidates // those of an answer's text give way
	return nil
}

func candidate(v domains.Value) (c dataset.Candidate, err error) {
	calls, err := domains.ParseCalls(v)
	if err != nil {
		return c, err
	}
	if len(calls) != 1 {
		return c, badField("", "a candidate is one call, not %d", len(calls))
	}
	c.Call = calls[0]
	weight := v.Field("weight")
	if weight.IsNull() {
		return c, nil
	}
	w, ok := weight.Float()
	if !ok || w < 0 || math.IsInf(w, 0) {
		return c, badField("weight", "it must be a finite number from 0 up")
	}
	c.Weight = &w
	return c, nil
}

// ownDomains reads {tool: {parameter: Domain}}, which win over the annotator's.
func (d *draft) ownDomains() error {
	sets, err := d.object("domains")
	if err != nil {
		return err
	}
	for _, m := range sets.Members() {
		set, err := domains.ParseSet(m.Value)
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
