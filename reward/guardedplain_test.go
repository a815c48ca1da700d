package reward

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/voi-rl/voi/certainty"
	grounding "github.com/voi-rl/voi/certainty/oldgrounding"
	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/label"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// This file is F11 a second time, written from the words of the formula. How far
// a conversation backs a value and what a question asks for are signals that both
// implementations ask package grounding for; everything else is done anew.

// plainSample is a sample as the plain implementation sees it.
type plainSample struct {
	*dataset.Sample
	sets   map[string]domains.Set
	labels *label.Labels
	text   *grounding.Context
	slots  *grounding.Slots
}

func newPlainSample(s *dataset.Sample, sets map[string]domains.Set, labels *label.Labels) *plainSample {
	var turns []grounding.Turn
	for _, m := range s.Messages {
		turns = append(turns, grounding.Turn{Role: m.Role, Text: m.Content})
	}
	return &plainSample{s, sets, labels, grounding.NewContext(turns), grounding.NewSlots(s.Tools, sets)}
}

var (
	plainTokens   = regexp.MustCompile(`(?s)^(.*?)(?:` + whiteSpace + `(?:<\|im_end\|>|<\|eot_id\|>|<\|eom_id\|>|<\|endoftext\|>|<\|end_of_text\|>|</s>))*` + whiteSpace + `$`)
	plainActions  = regexp.MustCompile(`<(TOOLCALL|ASK|REFUSE|DIRECTLY)>`)
	plainQuestion = regexp.MustCompile(`(?s)<question>(.*?)(</question>|$)`)
	plainInner    = regexp.MustCompile(`(?s)<TOOLCALL>.*?</TOOLCALL>`)
)

func plainTrim(s string) string {
	return strings.TrimFunc(s, func(r rune) bool { return unicode.Is(unicode.White_Space, r) })
}

// plainGuarded returns form, tool, cls, certainty and slot of a text.
func plainGuarded(text string, s *plainSample) (out [5]float64) {
	text = plainTokens.FindStringSubmatch(string([]rune(text)))[1]
	if strings.Count(text, "<answer>") != 1 {
		return out // none, or more than one answer
	}
	_, rest, _ := strings.Cut(text, "<answer>")
	block, after, closed := strings.Cut(rest, "</answer>")
	block = plainTrim(block)
	m := plainAction.FindStringSubmatch(block)
	if !closed || plainTrim(after) != "" || m == nil {
		return out
	}
	action := m[1]
	inside := strings.TrimPrefix(block, "<"+action+">")
	// What stands in the first call is data, not tags.
	call := ""
	if action == "TOOLCALL" {
		before, _, ok := strings.Cut(inside, "</TOOLCALL>")
		if !ok {
			return out
		}
		call, inside = before, strings.TrimPrefix(inside, before)
	} else if loc := plainInner.FindStringIndex(inside); action == "ASK" && loc != nil {
		call = inside[loc[0]+len("<TOOLCALL>") : loc[1]-len("</TOOLCALL>")]
		if end := strings.Index(inside, "</ASK>"); end >= 0 && end < loc[0] {
			return out // a call behind the question
		}
		inside = inside[:loc[0]] + "\x00" + inside[loc[1]:]
	}
	body, tail, ok := strings.Cut(inside, "</"+action+">")
	if !ok || plainTrim(tail) != "" || plainActions.MatchString(body) || strings.Count(body, "<question>") > 1 && action == "ASK" {
		return out
	}
	calls := plainCalls(call)
	if calls == nil && (action == "TOOLCALL" || strings.Contains(inside, "\x00")) {
		return out // malformed
	}
	question := plainTrim(body)
	if q := plainQuestion.FindStringSubmatch(body); q != nil {
		question = plainTrim(q[1])
	} else if before, behind, ok := strings.Cut(body, "\x00"); ok {
		question = plainTrim(plainTrim(before) + " " + plainTrim(behind))
	}
	return s.score(action, calls, question)
}

// score scores one well-formed action; body is what it says.
func (s *plainSample) score(action string, calls []plainCall, body string) (out [5]float64) {
	out[0] = 0.5
	right := action == string(s.Reference.Action)
	content := body != ""
	var made []plainCall
	if action == "TOOLCALL" {
		made, content = calls, true
		for _, c := range calls {
			content = content && s.Tool(c.name) != nil
		}
	}
	out[1] = s.tool(made, right)
	if right && content {
		out[2] = 2
	}
	switch action {
	case "TOOLCALL":
		out[3] = 1
		for _, c := range calls {
			out[3] *= s.grounded(c)
		}
		if s.Reference.Action == "TOOLCALL" && out[1] != 1 { // never surer than the reference
			reference := 1.0
			for _, c := range plainCalls(domains.CallsValue(s.Reference.ToolCalls).JSON()) {
				reference *= s.grounded(c)
			}
			out[3] = min(out[3], reference)
		}
	case "ASK":
		u, slot := s.asked(body)
		out[3], out[4] = u*slot, slot
	default:
		out[3] = 1
	}
	return out
}

func (s *plainSample) tool(made []plainCall, right bool) float64 {
	var wanted []plainCall
	if s.Reference.Action == "TOOLCALL" {
		for _, c := range s.Reference.ToolCalls {
			wanted = append(wanted, plainCalls(domains.CallsValue([]domains.Call{c}).JSON())...)
		}
	}
	if len(made) == 0 && len(wanted) == 0 {
		if right {
			return 0.5
		}
		return 0
	}
	if len(made) == 0 || len(wanted) == 0 {
		return 0
	}
	score := plainTool(made, wanted)
	if score != 0.75 {
		return score
	}
	// The same names: is there an order in which each is equal?
	if s.equalInSomeOrder(made, 0, make([]bool, len(made))) {
		return 1
	}
	return 0.75
}

func (s *plainSample) equalInSomeOrder(made []plainCall, i int, used []bool) bool {
	if i == len(s.Reference.ToolCalls) {
		return true
	}
	for k := range made {
		if !used[k] && s.equalCall(i, made[k]) {
			used[k] = true
			if s.equalInSomeOrder(made, i+1, used) {
				return true
			}
			used[k] = false
		}
	}
	return false
}

// equalCall compares with one reference call, argument by argument. Alternatives
// inside an argument are not among the samples of this test.
func (s *plainSample) equalCall(i int, got plainCall) bool {
	ref := s.Reference.ToolCalls[i]
	if ref.Name != got.name {
		return false
	}
	tool := s.Tool(ref.Name)
	names := map[string]bool{}
	for _, m := range ref.Arguments.Members() {
		names[m.Key] = true
	}
	for name := range got.args {
		names[name] = true
	}
	for name := range names {
		var p *domains.Param
		if tool != nil {
			p = tool.Param(name)
		}
		var accepted []string // canonical texts; "" stands for leaving it out
		if v, ok := ref.Arguments.Get(name); ok {
			accepted = append(accepted, plainCoerced(p, v))
		} else {
			accepted = append(accepted, "")
		}
		for _, alt := range s.Alternatives {
			if alt.Call == i && alt.Parameter == name {
				for _, v := range alt.Values {
					accepted = append(accepted, plainCoerced(p, v))
				}
				if alt.Optional {
					accepted = append(accepted, "")
				}
			}
		}
		said := ""
		if v, ok := got.args[name]; ok {
			said = plainCoerced(p, plainValue(v))
		}
		if p != nil && !p.Required && p.HasDefault { // leaving it out says the default
			standard := plainCoerced(p, p.Default)
			if slices.Contains(accepted, "") {
				accepted = append(accepted, standard)
			}
			if said == "" {
				said = standard
			}
		}
		if !slices.Contains(accepted, said) {
			return false
		}
	}
	return true
}

func plainCoerced(p *domains.Param, v domains.Value) string {
	return canonical(plainDecode(domains.Coerce(p, v).JSON()))
}

// plainValue turns a decoded value back into JSON.
func plainValue(v any) domains.Value {
	var write func(v any) string
	write = func(v any) string {
		switch v := v.(type) {
		case nil:
			return "null"
		case plainDecimal:
			return string(v)
		case string:
			return jsonvalue.NewString(v).JSON()
		case []any:
			var parts []string
			for _, x := range v {
				parts = append(parts, write(x))
			}
			return "[" + strings.Join(parts, ",") + "]"
		case map[string]any:
			var parts []string
			for k, x := range v {
				parts = append(parts, jsonvalue.NewString(k).JSON()+":"+write(x))
			}
			slices.Sort(parts)
			return "{" + strings.Join(parts, ",") + "}"
		}
		return fmt.Sprint(v)
	}
	out, err := jsonvalue.Parse(write(v), jsonvalue.Options{MaxDepth: 1 << 10})
	if err != nil {
		panic(err)
	}
	return out
}

// grounded is the product of p of F4 over a call.
func (s *plainSample) grounded(c plainCall) float64 {
	tool, set := s.Tool(c.name), s.sets[c.name]
	if tool == nil {
		return 0
	}
	product := 1.0
	for name, v := range c.args {
		p := tool.Param(name)
		d, known := set.Get(name)
		if !known {
			d = domains.Domain{Type: domains.Custom, Size: domains.Infinite}
		}
		guess := plainGuess(name, p, set)
		switch value := plainValue(v); {
		case !plainSpecified(v, p, set):
			product *= guess
		case p == nil:
			return 0 // the schema does not name it
		case d.Stated() && !(value.IsNull() && p.Nullable) && !d.Contains(domains.Coerce(p, value)) && !(domains.Coerce(p, value).IsNull() && p.Nullable):
			return 0 // outside its domain
		case plainUnknown(v), !p.Required && p.HasDefault && plainCoerced(p, value) == plainCoerced(p, p.Default):
		default:
			support := grounding.New(grounding.Options{}).Ground(s.text, tool, p, d, domains.Coerce(p, value)).Score
			product *= support + (1-support)*guess
		}
	}
	for i := range tool.Params {
		if _, there := c.args[tool.Params[i].Name]; tool.Params[i].Required && !there {
			product *= plainGuess(tool.Params[i].Name, &tool.Params[i], set)
		}
	}
	return product
}

// asked returns u and slot of a question.
func (s *plainSample) asked(question string) (u, slot float64) {
	l := s.labels
	if l == nil || l.VNow == nil {
		r := s.slots.Read(question, nil)
		if len(r.Targets) > 0 || r.Tool != "" {
			return 1, 1
		}
		return 1, 0.5
	}
	states, seen, open := 0.0, map[string]bool{}, false
	for _, c := range l.Candidates {
		tool := s.Tool(c.Call.Name)
		key := c.Call.Name + c.Call.Arguments.Key()
		if tool == nil || seen[key] || c.Weight != nil && *c.Weight == 0 {
			continue
		}
		seen[key] = true
		w := plainWeight(plainCall{c.Call.Name, plainDecode(c.Call.Arguments.JSON()).(map[string]any)}, tool, s.sets[tool.Name], true)
		if w > 0 {
			states += 1 / w
			open = open || 1/w > 1
		}
	}
	if states > 1 {
		u = min(1, (1-*l.VNow)/(1-1/states))
	}
	r := s.slots.Read(question, s.text)
	total, bits := 0.0, 0.0
	var credited, settled []grounding.Target
	for _, name := range l.Missing {
		of := ""
		for _, c := range s.byV() { // the best candidate that leaves it open
			v, there := c.Arguments.Get(name)
			p := s.Tool(c.Name).Param(name)
			if p != nil && (there && !plainSpecified(plainDecode(v.JSON()), p, s.sets[c.Name]) || !there && p.Required) {
				of = c.Name
				break
			}
		}
		n := 1 / plainGuess(name, s.Tool(of).Param(name), s.sets[of])
		total += math.Log(n)
		stated := slices.ContainsFunc(r.Stated, func(t grounding.Target) bool { return t.Param == name && t.Tool == of })
		before := len(credited)
		for _, t := range r.Targets {
			if t.Param == name && !stated {
				credited = append(credited, t)
			}
		}
		if len(credited) > before {
			bits += math.Log(n)
		}
	}
	if total == 0 {
		return u, s.betweenRivals(r, open)
	}
	for _, t := range r.Targets {
		same := func(o grounding.Target) bool { return o.Param == t.Param }
		if !slices.Contains(l.Missing, t.Param) && !slices.ContainsFunc(settled, same) && !slices.ContainsFunc(r.Stated, same) && r.Apart(&t, credited, r.Stated) {
			settled = append(settled, t)
		}
	}
	return u, max(0, min(1, bits/total)-0.25*float64(len(settled)))
}

// byV returns the calls of the candidates of offered tools by prior * w^2.
func (s *plainSample) byV() []domains.Call {
	type weighed struct {
		call domains.Call
		v    float64
	}
	var all []weighed
	for _, c := range s.labels.Candidates {
		if tool := s.Tool(c.Call.Name); tool != nil {
			logW, _ := certainty.CallCertainty(tool, s.sets[tool.Name], c.Call, certainty.Options{})
			prior := 1.0
			if c.Weight != nil {
				prior = *c.Weight
			}
			all = append(all, weighed{c.Call, math.Log(prior) + 2*logW})
		}
	}
	slices.SortStableFunc(all, func(a, b weighed) int {
		if math.Abs(a.v-b.v) < 1e-9 {
			return 0
		}
		if a.v > b.v {
			return -1
		}
		return 1
	})
	var out []domains.Call
	for _, w := range all {
		out = append(out, w.call)
	}
	return out
}

// betweenRivals is slot where nothing is missing: 1 for naming what complete
// rivals differ in.
func (s *plainSample) betweenRivals(r grounding.Reading, open bool) float64 {
	if open {
		return 0
	}
	var calls []domains.Call
	tools := map[string]bool{}
	for _, c := range s.labels.Candidates {
		if s.Tool(c.Call.Name) != nil {
			calls = append(calls, c.Call)
			tools[c.Call.Name] = true
		}
	}
	if len(tools) > 1 && tools[r.Tool] {
		return 1
	}
	for _, t := range r.Targets {
		for _, a := range calls {
			for _, b := range calls {
				x, okX := a.Arguments.Get(t.Param)
				y, okY := b.Arguments.Get(t.Param)
				if a.Name == b.Name && (okX != okY || okX && !jsonvalue.Equal(x, y)) {
					return 1
				}
			}
		}
	}
	return 0
}
