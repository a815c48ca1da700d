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
// reward and action are null if there are none. value and schema are null for an absent or unknown
// argument. agreement, answer and question are null if F11 has none. start and end are byte offsets
// into the text.
func (e Explanation) Value() domains.Value {
	var reward, failure, question any = e.Reward, nil, nil
	if e.Err != nil {
		reward, failure = nil, jsonvalue.ObjectOf("code", e.Err.Code, "message", e.Err.Message)
	}
	if e.Question != nil {
		question = questionValue(e.Question)
	}
	return jsonvalue.ObjectOf(
		"reward", reward,
		"range", []float64{e.Lo, e.Hi},
		"best", e.Best,
		"profile", e.Profile,
		"profile_sha256", e.SHA256,
		"action", orNull(string(e.Action)),
		"reference", e.Reference,
		"missing", e.Missing,
		"notes", e.Notes,
		"error", failure,
		"components", list(e.Parts, Part.value),
		"agreement", e.Agreement,
		"answer", e.Answer,
		"question", question,
		"calls", list(e.Calls, WeighedCall.value),
		"more_calls", e.More,
		"lost", list(e.Lost, Loss.value),
	)
}

func (p Part) value() domains.Value {
	return jsonvalue.ObjectOf(
		"component", p.Component,
		"value", p.Value,
		"best", p.Best,
		"points", p.Points,
		"terms", list(p.Terms, TermPart.value),
		"rule", p.Rule,
		"quotes", list(p.Quotes, Quote.value),
	)
}

func (t TermPart) value() domains.Value {
	return jsonvalue.ObjectOf("weight", t.Weight, "times", orNull(string(t.Times)), "points", t.Points)
}

func (q Quote) value() domains.Value {
	return jsonvalue.ObjectOf("what", q.What, "start", q.Span.Start, "end", q.Span.End, "text", q.Text)
}

func (c WeighedCall) value() domains.Value {
	return jsonvalue.ObjectOf("tool", c.Tool, "offered", c.Offered, "w", c.W, "arguments", list(c.Arguments, WeighedArgument.value), "more", c.More)
}

func (a WeighedArgument) value() domains.Value {
	return jsonvalue.ObjectOf("name", a.Name, "value", orNull(a.Value), "state", a.State, "same", a.Same,
		"p", a.P, "schema", orNull(a.Path), "domain", a.Domain, "support", a.Support)
}

// Value returns the backing as JSON.
func (b *Backing) Value() domains.Value {
	return jsonvalue.ObjectOf("score", b.Score, "rule", b.Rule, "turn", b.Turn, "start", b.Start, "end", b.End, "text", b.Text)
}

func (l Loss) value() domains.Value {
	return jsonvalue.ObjectOf("cause", l.Cause, "points", l.Points, "why", l.Why)
}

func questionValue(q *asking.Question) domains.Value {
	return jsonvalue.ObjectOf(
		"requests", list(q.Requests, func(r asking.Request) domains.Value {
			return jsonvalue.ObjectOf("tool", r.Tool, "aspect", r.Aspect, "start", r.Start, "end", r.End)
		}),
		"statements", list(q.Statements, func(s asking.Statement) domains.Value {
			return jsonvalue.ObjectOf("tool", s.Tool, "aspect", s.Aspect, "value", s.Value, "backed", s.Backed, "start", s.Start, "end", s.End)
		}),
	)
}

func orNull(s string) any {
	if s == "" {
		return nil
	}
	return s
}

func list[T any](items []T, value func(T) domains.Value) domains.Value {
	out := make([]domains.Value, len(items))
	for i, item := range items {
		out[i] = value(item)
	}
	return jsonvalue.NewArray(out...)
}
