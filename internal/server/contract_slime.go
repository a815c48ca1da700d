package server

import (
	"github.com/voi-rl/voi/internal/item"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/rollout"
)

// unscoredHeader holds the error code of a completion without a reward, beside the bare
// number 0.
const unscoredHeader = "Voi-Unscored"

// slime answers slime's remote_rm: {"prompt","response","label"}. The body of the reply is
// the reward, a number. Where there is no reward, the number is 0 and the header
// Voi-Unscored holds the error code. ?reply=dict gives an object for --reward-key, with
// reward, score (in [0, 1]), the raw components (null where unscored) and unscored. The
// prompt is not read, because the label holds the conversation.
func slime(g *grading, fields []member) ([]byte, *item.Error) {
	dict := false
	switch reply := g.options.Get("reply"); reply {
	case "", "number":
	case "dict":
		dict = true
	default:
		return nil, badRequest("reply is %.64q; give number or dict", reply)
	}
	raw := find(fields, "response")
	if raw == "" || raw[0] != '"' {
		return nil, badRequest("the body has no response that is a text; send slime's {\"prompt\", \"response\", \"label\"}")
	}
	text, err := item.Parse(raw)
	if err != nil {
		return nil, asError(err)
	}
	it, bad := readLabel(find(fields, "label"))
	it.Completion = rollout.CutEnd(text.Str())
	g.add(it, bad)
	if err := g.score(); err != nil {
		return nil, err
	}
	o, scored := g.outcome(0)
	if !scored {
		g.header.Set(unscoredHeader, o.Err.Code)
	}
	if !dict {
		return appendReal(nil, o.Reward), nil
	}
	dst := appendReal([]byte(`{"reward":`), o.Reward)
	dst = appendReal(append(dst, `,"score":`...), g.share(o))
	dst = appendComponents(dst, g.profile, o, "null")
	dst = append(append(dst, `,"unscored":`...), flag(!scored)...)
	return append(jsonvalue.AppendString(append(dst, `,"action":`...), string(o.Action)), '}'), nil
}
