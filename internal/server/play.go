package server

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/env"
	"github.com/voi-rl/voi/internal/episodes"
	"github.com/voi-rl/voi/internal/item"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// played holds the fields of a request about an episode as JSON texts. They are checked
// only when the request is one about an episode.
type played struct {
	task, tasks, seed, askTool, episode, completion, trajectory string

	turn *episodes.Turn // the request's turn among those about the same episode
}

func (p *played) field(key, raw string) {
	*map[string]*string{"task": &p.task, "tasks": &p.tasks, "seed": &p.seed, "ask_tool": &p.askTool, "episode": &p.episode,
		"completion": &p.completion, "trajectory": &p.trajectory}[key] = raw
}

// stateBytes is about the size of a state without the tools, which each state repeats.
const stateBytes = 4 << 10

func (p *played) cost() int64 {
	if p.task == "" && p.episode == "" {
		return 0
	}
	return stateBytes + int64(len(p.tasks)+len(p.task)+len(p.completion))
}

// episodeOps are the operations on episodes.
var episodeOps = []string{opReset, opStep, opClose}

// episodes returns the figures of the table of episodes, zeros without a table.
func (c *Core) episodes() (s episodes.Stats) {
	if c.Episodes != nil {
		s = c.Episodes.Stats()
	}
	return s
}

// enter gives a request its turn at the episode, in the order in which requests are read.
func (c *Core) enter(r *request) {
	if c.Episodes == nil || !slices.Contains(episodeOps, r.op) {
		return
	}
	v, _ := item.Parse(r.play.episode)
	if v.Str() == "" && (r.op != opReset || r.play.episode != "") {
		return // it names no episode
	}
	r.play.turn = c.Episodes.Enter(strings.Clone(v.Str()))
}

// play answers a request about an episode.
func (c *Core) play(dst []byte, r *request) ([]byte, *item.Error) {
	if c.Episodes == nil {
		return dst, &item.Error{Code: item.CodeUnknownOp, Message: "this server plays no episodes"}
	}
	if r.play.turn == nil {
		c.enter(r)
	}
	u := r.play.turn
	if u == nil {
		return dst, badRequest("the request has no episode that is a text; give the one of the env_state that env_reset was answered by")
	}
	defer u.Leave()
	if broken := r.checkItems(); broken != nil {
		return dst, broken
	}
	state, record, err := c.played(u, r)
	if err != nil {
		return dst, err
	}
	dst = append(dst, '{')
	for i, m := range state.Value(jsonvalue.Value{}, jsonvalue.NewString(u.Name)).Members() {
		dst = append(jsonvalue.AppendString(append(dst, sep(i == 0, "", ",")...), m.Key), ':')
		if m.Key == "id" {
			dst = append(dst, r.id...)
			continue
		}
		dst = m.Value.AppendJSON(dst)
	}
	if !record.IsNull() {
		dst = record.AppendJSON(append(dst, `,"trajectory":`...))
	}
	return append(dst, '}'), nil
}

// played executes a request about an episode. It returns the episode's record where the
// request asks for it.
func (c *Core) played(u *episodes.Turn, r *request) (state env.State, record domains.Value, failed *item.Error) {
	switch r.op {
	case opReset:
		start, err := r.play.start()
		if err != nil {
			return state, record, err
		}
		state, bad := c.Episodes.Reset(context.Background(), u, start)
		if bad != nil {
			return state, record, runError(bad)
		}
		return state, record, nil
	case opStep:
		completion, err := r.play.completed()
		if err != nil {
			return state, record, err
		}
		state, err = c.Episodes.Step(context.Background(), u, completion)
		return state, record, err
	}
	wants, err := flagOf("trajectory", r.play.trajectory)
	if err != nil {
		return state, record, err
	}
	state, run, err := c.Episodes.Close(u)
	if err == nil && wants {
		record = run.Value()
	}
	return state, record, err
}

// flagOf reads true or false; an absent field is false.
func flagOf(key, raw string) (bool, *item.Error) {
	v, _ := item.Parse(raw)
	if raw != "" && v.Kind() != jsonvalue.Bool {
		return false, badRequest("%s is of type %s; give true or false", key, v.Kind())
	}
	return v.Bool(), nil
}

// completed reads the completion. It copies the text, because the episode keeps it longer
// than the request lives.
func (p *played) completed() (domains.Value, *item.Error) {
	if p.completion == "" {
		return domains.Value{}, badRequest("the request has no completion; give a text or chat messages")
	}
	v, err := item.Parse(strings.Clone(p.completion))
	if err != nil {
		return v, asError(err).In("completion")
	}
	switch v.Kind() {
	case jsonvalue.String, jsonvalue.Array, jsonvalue.Object:
		return v, nil
	}
	return v, badRequest("completion is of type %s; give a text or chat messages", v.Kind())
}

// start reads the start of an episode. The task is an id, an id within the request's own
// tasks, or the task itself.
func (p *played) start() (s episodes.Start, failed *item.Error) {
	if p.seed != "" {
		v, _ := item.Parse(p.seed)
		seed, ok := v.Int()
		if !ok || seed < 0 {
			return s, badRequest("the seed is %.40s; give a whole number of at least 0", p.seed)
		}
		s.Seed = uint64(seed)
	}
	if s.AskTool, failed = flagOf("ask_tool", p.askTool); failed != nil {
		return s, failed
	}
	task, _ := item.Parse(p.task)
	switch {
	case p.task != "" && task.Kind() == jsonvalue.Object && p.tasks == "":
		s.Inline = strings.Clone(p.task)
		return s, nil
	case p.task != "" && task.Kind() != jsonvalue.String:
		return s, badRequest("the task is of type %s; give the id of a task, or one itself", task.Kind())
	}
	s.Task = strings.Clone(task.Str())
	if p.tasks == "" {
		if p.task == "" {
			return s, badRequest("the request has no task; give the id of a task of --tasks, or one itself")
		}
		return s, nil
	}
	return s, p.inline(&s)
}

// inline finds the task among those in the request.
func (p *played) inline(s *episodes.Start) *item.Error {
	if p.tasks[0] != '[' {
		return badRequest("tasks is no list; give a list of tasks, and in task the id of one of them")
	}
	n := 0
	err := item.Elements(p.tasks, func(raw string, _ bool) error {
		v, err := item.Parse(raw)
		if err != nil {
			return asError(err).In("tasks")
		}
		if n++; s.Inline == "" && (p.task == "" || v.Field("id").Str() == s.Task) {
			s.Inline = strings.Clone(raw)
		}
		return nil
	})
	var own *item.Error
	switch {
	case errors.As(err, &own):
		return own
	case err != nil:
		return asError(err)
	case p.task == "" && n != 1:
		return badRequest("there are %d tasks and no task; give in task the id of one of them", n)
	case s.Inline == "":
		return &item.Error{Code: item.CodeUnknownTask, Message: "there is no task of that id among tasks"}
	}
	return nil
}
