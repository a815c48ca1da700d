package env

import (
	"context"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/voi-rl/voi/certainty/grounding"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// Scripted is the user without a model (E2). It reads the requests in a question (F11) and
// answers only these: with the value; for some values, by seed, first with what the value
// is not, or with a bound; for parameters that the request leaves open, with "either is
// fine". A question without a request, or about something already said, costs patience.
// Nothing can persuade it, because it reacts to requests only.
type Scripted struct {
	// Constrain is the share of values, in [0, 1], that are first given as a negative or a
	// partial constraint, if one is possible; 0 means a quarter, negative none.
	Constrain float64
	// Withhold is the share of values that the user cannot give, however often asked.
	Withhold float64
}

// defaultConstrain is the share for Constrain 0.
const defaultConstrain = 0.25

// falls draws by seed whether a value belongs to a share.
func falls(share float64, of ...any) bool {
	parts := 1 // the smallest number, up to 100, that can express the share
	for parts < 100 && math.Abs(share*float64(parts)-math.Round(share*float64(parts))) > 1e-9 {
		parts++
	}
	return Draw(parts, of...) < int(math.Round(share*float64(parts)))
}

// patience is the number of questions without a request that a user tolerates.
const patience = 2

// Identity of the user.
func (Scripted) Identity() Identity { return Identity{Kind: "scripted"} }

// Meet begins an episode.
func (u Scripted) Meet(p *Prepared, seed uint64) Speaker {
	if u.Constrain == 0 {
		u.Constrain = defaultConstrain
	}
	id := p.task.ID + "/" + strconv.FormatUint(seed, 10)
	return &scripted{p: p, user: u, id: id, hinted: map[int]bool{}, told: map[int]bool{}, voice: voiceOf(p.task.Turns[0].User, id)}
}

type scripted struct {
	p     *Prepared
	user  Scripted
	id    string
	voice voice

	turn           int
	hinted, told   map[int]bool // hidden values of the turn
	asked, without int
	requested      []Requested // by the last question
}

// Hear answers what the agent says.
func (s *scripted) Hear(_ context.Context, turn int, text string, run Run) (Said, error) {
	if turn != s.turn {
		s.turn, s.asked = turn, 0
		s.hinted, s.told = map[int]bool{}, map[int]bool{}
	}
	s.requested = nil
	if s.asked++; s.asked > s.p.env.Bounds.Questions {
		return Said{Text: s.voice.say("leave"), Left: true}, nil
	}
	asked := s.p.Requests(turn, withoutThoughts(text), run)
	s.requested = asked
	var out Said
	var lines []string
	for _, a := range asked {
		said, told := s.answer(a)
		out.Told = append(out.Told, told...)
		for _, line := range said {
			if !slices.Contains(lines, line) {
				lines = append(lines, line)
			}
		}
	}
	if len(lines) == 0 {
		purpose := "what"
		if len(asked) > 0 {
			purpose = "told"
		}
		if s.without++; s.without >= patience {
			return Said{Text: s.voice.say("leave"), Left: true}, nil
		}
		lines = []string{s.voice.say(purpose)}
	}
	out.Text = strings.Join(lines, " ")
	return out, nil
}

// Requested is a parameter of a gold call of the turn that a question requests.
type Requested struct {
	Tool   *domains.Tool
	Aspect string // "" asks which tool is meant
}

// Requests returns the requests in a text, for the tools of the turn's gold calls, in the
// order of the schema.
func (p *Prepared) Requests(turn int, text string, run Run) (out []Requested) {
	var tools []domains.Tool
	var names []string
	for _, c := range p.intent(turn) {
		if tool := p.tool(turn, c.Name); tool != nil && !slices.Contains(names, c.Name) {
			tools, names = append(tools, *tool), append(names, c.Name)
		}
	}
	if len(tools) == 0 {
		return nil
	}
	q := p.Asker(turn).Read(text, run.reading(p, turn), names...)
	asked := q.Asked()
	for i := range tools {
		for k := range tools[i].Params {
			aspect := tools[i].Params[k].Name
			for j := range asked {
				if asked[j].Tool == tools[i].Name && asked[j].Aspect == aspect {
					out = append(out, Requested{&tools[i], aspect})
					break
				}
			}
		}
	}
	if len(out) == 0 && len(q.Tools) > 1 && slices.Contains(q.Tools, names[0]) {
		out = append(out, Requested{Tool: &tools[0]})
	}
	return out
}

// intent returns the calls that the user means in a turn: its gold calls, or calls that
// cannot be made.
func (p *Prepared) intent(turn int) []domains.Call {
	if gold := p.task.Turns[turn].Gold; len(gold) > 0 {
		return gold
	}
	return p.task.Turns[turn].Intended
}

// answer answers one request; a repeated request gets no lines. told are the hidden values
// that the answer gives.
func (s *scripted) answer(a Requested) (lines []string, told []int) {
	if a.Aspect == "" {
		return []string{s.voice.say("which", "{tool}", spell(a.Tool.Name))}, nil
	}
	aspect := spell(a.Aspect)
	for i, h := range s.p.task.Turns[s.turn].Hidden {
		if h.Tool != a.Tool.Name || h.Aspect != a.Aspect || s.told[i] {
			continue
		}
		if falls(s.user.Withhold, s.id, "/", s.turn, "/", i, "/withhold") {
			lines = append(lines, s.voice.say("unsure", "{aspect}", aspect))
			continue
		}
		if !s.hinted[i] {
			s.hinted[i] = true
			if line := s.constraint(i, a.Tool.Param(a.Aspect)); line != "" {
				lines = append(lines, line)
				continue
			}
		}
		s.told[i] = true
		told = append(told, i)
		lines = append(lines, s.voice.say("value", "{aspect}", aspect, "{value}", s.voice.spoken(h.Value)))
	}
	if lines != nil {
		return lines, told
	}
	for _, c := range s.p.intent(s.turn) {
		if c.Name == a.Tool.Name && !c.Arguments.Field(a.Aspect).IsNull() {
			return nil, nil
		}
	}
	return []string{s.voice.say("open", "{aspect}", aspect)}, nil
}

// constraint says what a value is not, or gives a bound; "" if the value is given
// directly.
func (s *scripted) constraint(i int, p *domains.Param) string {
	h := &s.p.task.Turns[s.turn].Hidden[i]
	if p == nil || !falls(s.user.Constrain, s.id, "/", s.turn, "/", i, "/constrain") {
		return ""
	}
	aspect := spell(h.Aspect)
	d, _ := s.p.turns[s.turn].sets[h.Tool].Get(h.Aspect)
	if d.Type == domains.Finite && len(d.Values) > 2 {
		at := Draw(len(d.Values), s.id, "/", s.turn, "/", i, "/not")
		for range d.Values {
			v := d.Values[at]
			if !grounding.Same(p, v, h.Value) && !s.names(s.voice.spoken(v)) {
				return s.voice.say("not", "{aspect}", aspect, "{value}", s.voice.spoken(v))
			}
			at = (at + 1) % len(d.Values)
		}
	}
	if n, ok := h.Value.Int(); ok && n >= 10 && h.Value.Kind() == jsonvalue.Number {
		bound := strconv.FormatInt(n/10*10-int64(Draw(3, s.id, "/", s.turn, "/", i, "/over"))*10-1, 10)
		if !s.names(bound) {
			return s.voice.say("over", "{aspect}", aspect, "{bound}", bound)
		}
	}
	return ""
}

// names reports whether a text contains a hidden value of the turn and so would give it
// away.
func (s *scripted) names(text string) bool {
	for i := range s.p.task.Turns[s.turn].Hidden {
		if Holds(text, s.voice.spoken(s.p.task.Turns[s.turn].Hidden[i].Value)) {
			return true
		}
	}
	return false
}

// withoutThoughts removes the agent's reasoning from a text for the user.
func withoutThoughts(text string) string {
	for _, tag := range [...]string{"think", "thinking", "reasoning", "scratchpad"} {
		var kept []string
		for open := true; open; {
			var head string
			head, text, open = strings.Cut(text, "<"+tag+">")
			if kept = append(kept, head); open {
				_, text, open = strings.Cut(text, "</"+tag+">")
			}
		}
		text = strings.Join(kept, " ")
	}
	return strings.TrimSpace(text)
}

// Reply is a user who gives the recorded reply of the source's user once, whatever is
// asked.
type Reply struct{}

// Identity of the user.
func (Reply) Identity() Identity { return Identity{Kind: "reply"} }

// Meet begins an episode.
func (Reply) Meet(p *Prepared, seed uint64) Speaker {
	return &replying{p: p, turn: -1, voice: voiceOf(p.task.Turns[0].User, p.task.ID+"/"+strconv.FormatUint(seed, 10))}
}

type replying struct {
	p             *Prepared
	turn, without int
	voice         voice
}

// Hear answers what the agent says.
func (r *replying) Hear(_ context.Context, turn int, _ string, _ Run) (Said, error) {
	t := &r.p.task.Turns[turn]
	if r.turn != turn && t.Reply != "" {
		r.turn = turn
		said := Said{Text: t.Reply}
		for i := range t.Hidden {
			said.Told = append(said.Told, i)
		}
		return said, nil
	}
	if r.without++; r.without >= patience {
		return Said{Text: r.voice.say("leave"), Left: true}, nil
	}
	return Said{Text: r.voice.say("told")}, nil
}
