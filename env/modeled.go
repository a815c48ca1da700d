package env

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/voi-rl/voi/configs"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/llm"
	"github.com/voi-rl/voi/trajectory"
)

// Modeled is the scripted user in a model's words (E2). Rules decide what was asked and when the
// user leaves; the model words the answer. The answer must give each value that was asked for. It
// must not contain another hidden value, a name or number that the user's side has not used, a
// denial, or agreement to something untrue. A wrong answer is requested once more; then the
// scripted answer is used, noted and counted.
type Modeled struct {
	model  *llm.Model
	prompt configs.ModelPrompt

	mu    sync.Mutex
	asked int64
	stood map[string]int64 // scripted answers used in place of the model's, by reason
}

// NewModeled returns a user with a model.
func NewModeled(m *llm.Model) *Modeled {
	return &Modeled{model: m, prompt: configs.UserPrompt(), stood: map[string]int64{}}
}

// Identity of the user.
func (u *Modeled) Identity() Identity {
	return Identity{Kind: "model", Model: u.model.Name(), PromptSHA256: u.prompt.SHA256}
}

// Counts returns how many answers the model was asked for, and how often the scripted answer was
// used instead, by reason: refused, unreadable, missing, invalid, too long or no answer.
func (u *Modeled) Counts() (asked int64, stood map[string]int64) {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.asked, maps.Clone(u.stood)
}

// Meet begins an episode.
func (u *Modeled) Meet(p *Prepared, seed uint64) Speaker {
	return &modeled{scripted: Scripted{}.Meet(p, seed).(*scripted), user: u}
}

type modeled struct {
	*scripted
	user *Modeled
}

// StoodIn begins the note for a scripted answer in place of the model's; the reason follows.
const StoodIn = "scripted_answer: "

// Hear answers the agent's message. If the answer gives no hidden value, the rules answer, because
// there is no truth to check a model's words against.
func (m *modeled) Hear(ctx context.Context, turn int, text string, run Run) (Said, error) {
	before := map[int]bool{}
	if turn == m.turn {
		before = maps.Clone(m.told)
	}
	said, err := m.scripted.Hear(ctx, turn, text, run)
	r := &reply{p: m.p, turn: turn, question: withoutThoughts(text), told: before}
	for i, h := range m.p.task.Turns[turn].Hidden {
		if !before[i] && slices.ContainsFunc(m.requested, func(a Requested) bool { return a.Tool.Name == h.Tool && a.Aspect == h.Aspect }) {
			r.needs = append(r.needs, i)
		}
	}
	if err != nil || said.Left || len(r.needs) == 0 {
		return said, err
	}
	answer, why := m.user.ask(ctx, r, run.Messages)
	if errors.Is(ctx.Err(), context.Canceled) {
		return Said{}, context.Cause(ctx)
	}
	if why != "" {
		said.Note = StoodIn + why
		return said, nil
	}
	for _, i := range r.needs {
		m.scripted.told[i] = true
	}
	return Said{Text: answer, Told: r.needs}, nil
}

// ask asks the model; why is the reason if its answer is not used. The model has half of the time
// of a step, so that a stalled model ends no episode.
func (u *Modeled) ask(ctx context.Context, r *reply, run []trajectory.Message) (text, why string) {
	if d := r.p.env.Bounds.Time / 2; d > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, d)
		defer cancel()
	}
	input := r.input(run)
	role := u.model.Role("user", u.prompt, 200, func(_ string, v domains.Value) error { return r.check(v) }, "reply")
	got, err := role.Ask(ctx, r.p.task.ID, input)
	var no *llm.Unanswered
	switch {
	case errors.As(err, &no):
		why, _, _ = strings.Cut(no.Why, ":")
	case err != nil:
		why = "no answer"
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.asked++; why != "" {
		u.stood[why]++
	}
	return strings.TrimSpace(got["reply"].Str()), why
}

// reply is what a model's answer is checked against.
type reply struct {
	p        *Prepared
	turn     int
	question string
	needs    []int        // hidden values that it must give
	told     map[int]bool // hidden values given before
	known    string       // what the user has said and will say, and the names of these values
}

// input is the model's input. It includes everything that check depends on, because answers are
// cached by it.
func (r *reply) input(run []trajectory.Message) domains.Value {
	var secrets, answers []domains.Value
	known := []string{""}
	for i := range run {
		if run[i].Role == "user" {
			known = append(known, run[i].Content)
		}
	}
	for i, h := range r.p.task.Turns[r.turn].Hidden {
		v := jsonvalue.ObjectOf("parameter", h.Aspect, "tool", h.Tool, "value", h.Value)
		switch {
		case slices.Contains(r.needs, i):
			known = append(known, spell(h.Aspect), spell(h.Tool), h.Value.JSON())
			answers = append(answers, v)
		case !r.told[i]:
			secrets = append(secrets, v)
		}
	}
	r.known = strings.Join(known, "\n")
	said := trajectory.Trajectory{Messages: run}
	return jsonvalue.ObjectOf("messages", said.MessagesValue(), "question", r.question, "answers", answers,
		"secrets", secrets, "tools", domains.ToolsValue(r.p.turns[r.turn].tools))
}

const maxReply = 500 // bytes

// check returns an error about an answer, in terms of parameters.
func (r *reply) check(v domains.Value) error {
	text := strings.TrimSpace(v.Str())
	if text == "" || len(text) > maxReply || strings.ContainsFunc(text, func(c rune) bool { return unicode.IsControl(c) || c == '<' || c == '>' }) {
		return fmt.Errorf("give a text of one line and at most %d bytes, without markup", maxReply)
	}
	confirmed := false
	for i, h := range r.p.task.Turns[r.turn].Hidden {
		heard := r.p.Heard(r.turn, r.question, text, h)
		gives := Stands(text, h.Value) || heard.Truth
		switch {
		case heard.Denied:
			return errors.New("it denies something; say what the values are")
		case slices.Contains(r.needs, i):
			confirmed = confirmed || Stands(r.question, h.Value)
			if !gives || heard.Other {
				return fmt.Errorf("it does not say the true %q alone", h.Aspect)
			}
		case gives && !r.told[i] && !Stands(r.known, h.Value):
			return fmt.Errorf("it says %q, which was not asked for", h.Aspect)
		}
	}
	if Agrees(text) && !confirmed {
		return errors.New("it begins by agreeing; say the values alone")
	}
	for _, w := range slices.Concat(proper(text), proper(r.question)) {
		if Holds(text, w) && !Holds(r.known, w) {
			return fmt.Errorf("it says %.60q, which is none of the answers", w)
		}
	}
	return nil
}

// proper returns the words of a text that look like names or numbers: words with a digit, or with a
// capital inside a sentence.
func proper(text string) (out []string) {
	for _, sentence := range strings.FieldsFunc(text, func(c rune) bool { return strings.ContainsRune(".!?:\n", c) }) {
		for i, w := range strings.FieldsFunc(sentence, func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) }) {
			first := []rune(w)
			if strings.ContainsFunc(w, unicode.IsDigit) || i > 0 && len(first) > 1 && unicode.IsUpper(first[0]) {
				out = append(out, w)
			}
		}
	}
	return out
}
