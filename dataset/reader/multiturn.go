package reader

import (
	"fmt"
	"strings"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// moreFunctions is the text of BFCL's user in a turn without a message, which adds the
// missing functions.
const moreFunctions = "I have updated some more functions you can choose from. What about now?"

// isSession recognises a row of BFCL's multi-turn sets.
func isSession(v domains.Value) bool { return has(v, "question") && has(v, "involved_classes") }

// readSession reads one turn of a session. The earlier turns with their gold calls are the
// history, the first gold call is the reference, and the later calls may follow it. A turn
// without calls is an ASK in the sets with a missing parameter, and a REFUSE in those with
// a missing function.
func readSession(d *draft) error {
	id, err := d.id("id")
	if err != nil {
		return err
	}
	turns := turnsOf(d.row)
	if turns.Kind() != jsonvalue.Array || turns.Len() == 0 {
		return rowError(dataset.CodeNoMessages, "question", "it is %s or empty; give a list of turns, each a list of messages", d.row.Field("question").Kind().Noun())
	}
	said := make([][]dataset.Message, d.part+1)
	for n := range said {
		if said[n], err = sessionTurn(turns.Items()[n], n); err != nil {
			return err
		}
		d.sample.Messages = append(d.sample.Messages, said[n]...)
	}
	if err := d.sessionTools(d.part); err != nil {
		return err
	}
	truth := d.row.Field("ground_truth")
	if truth.IsNull() {
		if truth, err = d.answers.get(id); err != nil {
			return err
		}
	}
	if truth.IsNull() {
		return d.noAnswer(id)
	}
	if truth.Kind() != jsonvalue.Array || truth.Len() != turns.Len() {
		return rowError(dataset.CodeBadReference, "ground_truth", "it is %s of %d for %d turns; give a list of calls for each", truth.Kind().Noun(), truth.Len(), turns.Len())
	}
	var history []dataset.Message
	for n, messages := range said {
		history = append(history, messages...)
		calls, err := d.goldCalls(truth.Items()[n], n)
		if err != nil {
			return err
		}
		if n == d.part {
			d.sample.Messages = history
			return d.decide(id, calls, turns)
		}
		if len(calls) > 0 {
			history = append(history, dataset.Message{Role: dataset.Assistant, ToolCalls: calls})
		}
	}
	return nil
}

func sessionTurn(turn domains.Value, n int) ([]dataset.Message, error) {
	messages, err := dataset.ParseMessages(turn)
	if err != nil {
		return nil, under(err, fmt.Sprintf("question[%d]", n))
	}
	if len(messages) == 0 {
		messages = []dataset.Message{{Role: dataset.User, Content: moreFunctions}}
	}
	return messages, nil
}

// decide sets the right action of a turn.
func (d *draft) decide(id string, calls []domains.Call, turns domains.Value) error {
	s := d.sample
	s.ActionSource = dataset.ActionGiven
	switch {
	case len(calls) > 0:
		s.Reference = dataset.Reference{Action: completion.ToolCall, ToolCalls: calls[:1:1]}
		s.Following = calls[1:]
	case has(d.row, "missed_function") || strings.Contains(id, "miss_func"):
		s.Reference.Action = completion.Refuse
	case strings.Contains(id, "miss_param"):
		s.Reference.Action = completion.Ask
		if d.part+1 < turns.Len() {
			next, err := sessionTurn(turns.Items()[d.part+1], d.part+1)
			if err != nil {
				return err
			}
			s.Reply = next[0].Content
		}
	default:
		return rowError(dataset.CodeNoReference, fmt.Sprintf("ground_truth[%d]", d.part), "the turn has no call, and nothing says whether to ask, to refuse or to answer")
	}
	return nil
}

// goldCalls reads the calls of a turn in Python's notation.
func (d *draft) goldCalls(list domains.Value, turn int) ([]domains.Call, error) {
	path := fmt.Sprintf("ground_truth[%d]", turn)
	if list.Kind() != jsonvalue.Array {
		return nil, rowError(dataset.CodeBadReference, path, "it is %s; give a list of calls, such as \"name(parameter='value')\"", list.Kind().Noun())
	}
	calls := make([]domains.Call, list.Len())
	for i, item := range list.Items() {
		call, err := pythonCall(item.Str(), d.parameters)
		if err != nil {
			return nil, rowError(dataset.CodeBadReference, fmt.Sprintf("%s[%d]", path, i), "%v", err)
		}
		calls[i] = call
	}
	return calls, nil
}

// parameters returns the names of a tool's parameters, in order. A tool that only a later
// turn adds is taken from the documents.
func (d *draft) parameters(tool string) []string {
	for i := range d.sample.Tools {
		if t := &d.sample.Tools[i]; t.Name == tool {
			names := make([]string, len(t.Params))
			for j := range t.Params {
				names[j] = t.Params[j].Name
			}
			return names
		}
	}
	if d.functions != nil {
		for _, class := range d.row.Field("involved_classes").Items() {
			list, err := d.functions.of(class.Str())
			if err != nil {
				return nil
			}
			for _, v := range list {
				if v.Field("name").Str() != tool {
					continue
				}
				var names []string
				for _, m := range v.Field("parameters").Field("properties").Members() {
					names = append(names, m.Key)
				}
				return names
			}
		}
	}
	return nil
}
