package reward

import (
	"github.com/voi-rl/voi/certainty/asking"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// Value returns the explanation for programs, always with the same keys:
//
//	{"reward", "range": [lo, hi], "best", "profile", "profile_sha256",
//	 "action", "reference", "missing": [...], "notes": [...], "error": null or {"code", "message"},
//	 "components": [{"component", "value", "best", "points", "terms": [{"weight", "times", "points"}],
//	                 "rule", "quotes": [{"what", "start", "end", "text"}]}],
//	 "agreement", "answer",
//	 "question": null or {"requests": [{"tool", "aspect", "start", "end"}],
//	                      "statements": [{"tool", "aspect", "value", "backed", "start", "end"}]},
//	 "calls": [{"tool", "offered", "w", "arguments": [{"name", "value", "state", "same", "p", "schema", "domain",
//	             "support": null or {"score", "rule", "turn", "start", "end", "text"}}], "more"}],
//	 "more_calls", "lost": [{"cause", "points", "why": [...]}]}
//
// reward and action are null where there is none, value and schema where the
// argument is absent or unknown, agreement, answer and question where F11 has none;
// start and end are byte offsets into the text.
func (e Explanation) Value() domains.Value {
	reward, failure := jsonvalue.NewFloat(e.Reward), domains.Value{}
	if e.Err != nil {
		reward = domains.Value{}
		failure = jsonvalue.ObjectOf("code", text(e.Err.Code), "message", text(e.Err.Message))
	}
	return jsonvalue.ObjectOf(
		"reward", reward,
		"range", jsonvalue.NewArray(jsonvalue.NewFloat(e.Lo), jsonvalue.NewFloat(e.Hi)),
		"best", jsonvalue.NewFloat(e.Best),
		"profile", text(e.Profile),
		"profile_sha256", text(e.SHA256),
		"action", orNull(string(e.Action)),
		"reference", text(string(e.Reference)),
		"missing", list(e.Missing, text),
		"notes", list(e.Notes, text),
		"error", failure,
		"components", list(e.Parts, Part.value),
		"agreement", numberOrNull(e.Agreement),
		"answer", numberOrNull(e.Answer),
		"question", questionValue(e.Question),
		"calls", list(e.Calls, WeighedCall.value),
		"more_calls", jsonvalue.NewInt(int64(e.More)),
		"lost", list(e.Lost, Loss.value),
	)
}

func (p Part) value() domains.Value {
	return jsonvalue.ObjectOf(
		"component", text(string(p.Component)),
		"value", jsonvalue.NewFloat(p.Value),
		"best", jsonvalue.NewFloat(p.Best),
		"points", jsonvalue.NewFloat(p.Points),
		"terms", list(p.Terms, TermPart.value),
		"rule", text(p.Rule),
		"quotes", list(p.Quotes, Quote.value),
	)
}

func (t TermPart) value() domains.Value {
	return jsonvalue.ObjectOf("weight", jsonvalue.NewFloat(t.Weight), "times", orNull(string(t.Times)), "points", jsonvalue.NewFloat(t.Points))
}

func (q Quote) value() domains.Value {
	return jsonvalue.ObjectOf("what", text(q.What), "start", jsonvalue.NewInt(int64(q.Span.Start)),
		"end", jsonvalue.NewInt(int64(q.Span.End)), "text", text(q.Text))
}

func (c WeighedCall) value() domains.Value {
	return jsonvalue.ObjectOf("tool", text(c.Tool), "offered", jsonvalue.NewBool(c.Offered), "w", jsonvalue.NewFloat(c.W),
		"arguments", list(c.Arguments, WeighedArgument.value), "more", jsonvalue.NewInt(int64(c.More)))
}

func (a WeighedArgument) value() domains.Value {
	return jsonvalue.ObjectOf("name", text(a.Name), "value", orNull(a.Value), "state", text(string(a.State)), "same", jsonvalue.NewBool(a.Same),
		"p", jsonvalue.NewFloat(a.P), "schema", orNull(a.Path), "domain", a.Domain.Value(), "support", a.Support.value())
}

func (b *Backing) value() domains.Value {
	if b == nil {
		return domains.Value{}
	}
	return jsonvalue.ObjectOf("score", jsonvalue.NewFloat(b.Score), "rule", text(b.Rule), "turn", jsonvalue.NewInt(int64(b.Turn)),
		"start", jsonvalue.NewInt(int64(b.Start)), "end", jsonvalue.NewInt(int64(b.End)), "text", text(b.Text))
}

func (l Loss) value() domains.Value {
	return jsonvalue.ObjectOf("cause", text(string(l.Cause)), "points", jsonvalue.NewFloat(l.Points), "why", list(l.Why, text))
}

func numberOrNull(f *float64) domains.Value {
	if f == nil {
		return domains.Value{}
	}
	return jsonvalue.NewFloat(*f)
}

func questionValue(q *asking.Question) domains.Value {
	if q == nil {
		return domains.Value{}
	}
	place := func(start, end int) []any {
		return []any{"start", jsonvalue.NewInt(int64(start)), "end", jsonvalue.NewInt(int64(end))}
	}
	return jsonvalue.ObjectOf(
		"requests", list(q.Requests, func(r asking.Request) domains.Value {
			return jsonvalue.ObjectOf(append([]any{"tool", text(r.Tool), "aspect", text(r.Aspect)}, place(r.Start, r.End)...)...)
		}),
		"statements", list(q.Statements, func(s asking.Statement) domains.Value {
			return jsonvalue.ObjectOf(append([]any{"tool", text(s.Tool), "aspect", text(s.Aspect), "value", s.Value, "backed", jsonvalue.NewBool(s.Backed)}, place(s.Start, s.End)...)...)
		}),
	)
}

func text(s string) domains.Value { return jsonvalue.NewString(s) }

func orNull(s string) domains.Value {
	if s == "" {
		return domains.Value{}
	}
	return text(s)
}

func list[T any](items []T, value func(T) domains.Value) domains.Value {
	out := make([]domains.Value, len(items))
	for i, item := range items {
		out[i] = value(item)
	}
	return jsonvalue.NewArray(out...)
}
