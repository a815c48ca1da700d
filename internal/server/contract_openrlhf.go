package server

import (
	"cmp"
	"fmt"

	"github.com/voi-rl/voi/internal/item"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// openRLHF answers OpenRLHF's remote reward model: {"query","prompts","labels"}, which are
// lists of one length, or one text each. A query is the prompt and its answer with all
// special tokens. The reply has the same form, lists for lists:
//
//	rewards     the rewards
//	scores      the rewards scaled to [0, 1] by the profile's range, for OpenRLHF's
//	            dynamic filtering
//	extra_logs  the raw components, and unscored: numbers only, since the trainer
//	            makes tensors of them
//
// A query that does not begin with its prompt is unscored, because its completion cannot be
// found.
func openRLHF(g *grading, fields []member) ([]byte, *item.Error) {
	queries, single, err := textList(fields, "query")
	if err != nil {
		return nil, err
	}
	prompts, _, err := textList(fields, "prompts")
	if err != nil {
		return nil, err
	}
	labels, _, err := list(fields, "labels")
	if err != nil {
		return nil, err
	}
	if len(prompts) != len(queries) || len(labels) != len(queries) {
		return nil, badRequest("query has %d, prompts %d and labels %d elements; send as many of each", len(queries), len(prompts), len(labels))
	}
	for i, query := range queries {
		it, bad := readLabel(labels[i].raw)
		it.Completion, it.Prompt = query, &prompts[i]
		g.add(it, cmp.Or(bad, it.TakePrompt()))
	}
	if err := g.score(); err != nil {
		return nil, err
	}
	return g.appendLists(single), nil
}

// appendLists is the reply of openRLHF.
func (g *grading) appendLists(single bool) []byte {
	column := func(dst []byte, of func(dst []byte, o *item.Outcome) []byte) []byte {
		if single {
			return of(dst, g.batch.Outcome(0))
		}
		dst = append(dst, '[')
		for i := range g.items {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = of(dst, g.batch.Outcome(i))
		}
		return append(dst, ']')
	}
	dst := column([]byte(`{"rewards":`), func(dst []byte, o *item.Outcome) []byte { return appendReal(dst, o.Reward) })
	dst = column(append(dst, `,"scores":`...), func(dst []byte, o *item.Outcome) []byte { return appendReal(dst, g.share(o)) })
	dst = append(dst, `,"extra_logs":{`...)
	for k, name := range g.profile.Components() {
		dst = append(jsonvalue.AppendString(dst, name), ':')
		dst = column(dst, func(dst []byte, o *item.Outcome) []byte {
			if o.Err != nil {
				return appendReal(dst, 0)
			}
			return appendReal(dst, o.Components[k])
		})
		dst = append(dst, ',')
	}
	dst = column(append(dst, `"unscored":`...), func(dst []byte, o *item.Outcome) []byte {
		return append(append(dst, flag(o.Err != nil)...), ".0"...)
	})
	return append(dst, "}}"...)
}

// list cuts a list into its elements; any other value is a list of one element. A field
// that is absent is an error.
func list(fields []member, key string) (elements []member, single bool, err *item.Error) {
	raw := find(fields, key)
	if raw == "" {
		return nil, false, badRequest("the body has no %s; send OpenRLHF's {\"query\", \"prompts\", \"labels\"}", key)
	}
	if raw[0] != '[' {
		return []member{{key: key, raw: raw}}, true, nil
	}
	bad := item.Elements(raw, func(raw string, deep bool) error {
		if len(elements) == MaxItems {
			return &item.Error{Code: item.CodeTooLarge, Message: fmt.Sprintf("%s has more than %d elements; send several requests", key, MaxItems)}
		}
		elements = append(elements, member{key, raw, deep})
		return nil
	})
	if bad != nil {
		return nil, false, asError(bad)
	}
	return elements, false, nil
}

// textList is list for a field whose elements have to be texts.
func textList(fields []member, key string) (out []string, single bool, err *item.Error) {
	elements, single, err := list(fields, key)
	if err != nil {
		return nil, false, err
	}
	out = make([]string, len(elements))
	for i, e := range elements {
		if e.raw[0] != '"' {
			return nil, false, badRequest("%s[%d] is no text", key, i)
		}
		v, bad := item.Parse(e.raw)
		if bad != nil {
			return nil, false, asError(bad)
		}
		out[i] = v.Str()
	}
	return out, single, nil
}
