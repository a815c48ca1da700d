package reader

import (
	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// isXLAM recognises xLAM: a query with tools, answers or both.
func isXLAM(v domains.Value) bool { return has(v, "query") && (has(v, "answers") || has(v, "tools")) }

func readXLAM(d *draft) error {
	if query := d.row.Field("query"); query.Kind() == jsonvalue.String {
		if err := d.userMessage("query"); err != nil {
			return err
		}
	} else if err := d.readMessages("query"); err != nil {
		return err
	}
	if err := d.readTools("tools"); err != nil {
		return err
	}
	calls, alternatives, err := referenceCalls(d.row.Field("answers"))
	if err != nil {
		return as(under(err, "answers"), dataset.CodeBadReference)
	}
	if len(calls) == 0 {
		return rowError(dataset.CodeNoReference, "answers", "there is no call, and xLAM has no label for anything else")
	}
	d.sample.Reference = dataset.Reference{Action: completion.ToolCall, ToolCalls: calls}
	d.sample.Alternatives = alternatives
	d.sample.ActionSource = dataset.ActionGiven
	return nil
}
