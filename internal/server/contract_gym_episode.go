package server

import (
	"context"
	"net/http"
	"slices"
	"strings"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/env"
	"github.com/voi-rl/voi/internal/episodes"
	"github.com/voi-rl/voi/internal/item"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/trajectory"
)

// This file plays episodes for NeMo Gym (E5). Such a row has a task (the id of a task, or
// the task itself) and a seed. Gym's agents send each call of a message as its own request,
// POST /TOOL, so that each call is one completion; the last message without a call ends the
// episode. /verify plays the whole response again and needs no session, because the same
// completions give the same episode.

// gymTask is the task of a row, "" where it has none.
func gymTask(fields []member) string {
	if data := find(fields, "task_data"); strings.HasPrefix(data, "{") && find(fields, "task") == "" {
		if inner, err := readObject(data); err == nil {
			return find(inner, "task")
		}
	}
	return find(fields, "task")
}

// gymStart returns the start of a row's episode: its task and seed.
func gymStart(fields []member) (episodes.Start, *item.Error) {
	p := played{task: gymTask(fields), seed: find(fields, "seed"), askTool: "true"}
	if p.seed == "" {
		if inner, err := readObject(find(fields, "task_data")); err == nil {
			p.seed = find(inner, "seed")
		}
	}
	return p.start()
}

// gymReset starts the episode of a row that has a task. It replaces the episode that the
// session may have.
func (h *HTTP) gymReset(session string, fields []member) *item.Error {
	if h.core.Episodes == nil || gymTask(fields) == "" {
		return nil
	}
	start, err := gymStart(fields)
	if err != nil {
		return err
	}
	_, _, _ = h.core.Episodes.Close(h.core.Episodes.Enter(session))
	if _, bad := h.core.Episodes.Reset(context.Background(), h.core.Episodes.Enter(session), start); bad != nil {
		return runError(bad)
	}
	return nil
}

// gymToolPath stands for the paths of all tools.
const gymToolPath = "/TOOL"

// gymTool returns the route of a call in the episode of a session.
func (h *HTTP) gymTool(r *http.Request, path string) (to route, found bool) {
	c, err := r.Cookie(sessionCookie)
	name := strings.TrimPrefix(path, "/")
	if h.core.Episodes == nil || err != nil || r.Method != http.MethodPost || name == "" || strings.Contains(name, "/") {
		return route{}, false
	}
	return route{method: http.MethodPost, serve: func(w http.ResponseWriter, r *http.Request) {
		keepSession(w, r)
		h.exchange(w, r, func(_ *task, body string, _ func(int64) *item.Error) ([]byte, *item.Error) {
			return h.object(gymToolPath, body, func([]member) ([]byte, *item.Error) {
				arguments, err := item.Parse(body)
				if err != nil {
					return nil, asError(err)
				}
				state, bad := h.core.Episodes.Step(context.Background(), h.core.Episodes.Enter("gym/"+c.Value), callMessage(name, arguments))
				if bad != nil {
					return nil, bad
				}
				return []byte(resultText(&state)), nil
			})
		})
	}}, true
}

// resultText returns what a step tells the agent: the result of its call.
func resultText(s *env.State) string {
	texts := make([]string, len(s.Messages))
	for i := range s.Messages {
		texts[i] = s.Messages[i].Content
	}
	return strings.Join(texts, "\n")
}

// gymCompletions returns the completions in a response: each call, and behind them the last
// message without a call.
func gymCompletions(response string) ([]domains.Value, *item.Error) {
	var it item.Item
	if err := readResponse(&it, response); err != nil {
		return nil, err
	}
	var out []domains.Value
	text, said := "", false
	for _, m := range it.Chat.Items() {
		switch role := m.Field("role").Str(); {
		case role == "assistant" && m.Field("tool_calls").Len() > 0:
			for _, c := range m.Field("tool_calls").Items() {
				out = append(out, jsonvalue.ObjectOf("role", "assistant",
					"content", "", "tool_calls", jsonvalue.NewArray(c)))
			}
			text, said = "", false
		case role == "assistant":
			text, said = m.Field("content").Str(), true
		default:
			text, said = "", false
		}
	}
	if said {
		out = append(out, jsonvalue.NewString(text))
	}
	return out, nil
}

// verifyEpisode answers /verify for a row with a task. reward is the return of the episode.
// It is the sum of reward_components, the shaped rewards and the outcome.
func (g *grading) verifyEpisode(fields []member, response string) ([]byte, *item.Error) {
	if g.h.core.Episodes == nil {
		return nil, badRequest("this server plays no episodes")
	}
	start, err := gymStart(fields)
	if err != nil {
		return nil, err
	}
	completions, err := gymCompletions(response)
	if err != nil {
		return nil, err
	}
	states, failed := g.h.core.Episodes.Replay(context.Background(), start, completions)
	if failed != nil {
		return nil, runError(failed)
	}
	last := &states[len(states)-1]
	var sums trajectory.Components
	for i := range states {
		for k, c := range states[i].Components {
			if k < len(sums) {
				sums[k] += c.Value
			}
		}
	}
	success := last.Info.Success != nil && *last.Info.Success
	outcome := g.h.core.Episodes.Terminal() * sums[trajectory.Terminal]
	unscored, reward := last.Done && last.Info.Success == nil, last.Return
	if unscored {
		reward, outcome = 0, 0
	}
	own := append([]string{"success", "steps"}, trajectory.ComponentNames[:]...)
	dst := []byte{'{'}
	for _, f := range fields {
		if !slices.Contains(replyFields, f.key) && !slices.Contains(own, f.key) {
			dst = append(append(append(jsonvalue.AppendString(dst, f.key), ':'), clean(f.raw)...), ',')
		}
	}
	dst = appendReal(append(dst, `"reward":`...), reward)
	dst = appendReal(append(dst, `,"reward_components":{"shaped":`...), reward-outcome)
	dst = appendReal(append(dst, `,"outcome":`...), outcome)
	dst = append(append(dst, `},"success":`...), flag(success)...)
	dst = appendReal(append(dst, `,"steps":`...), float64(len(states)-1))
	for k, name := range trajectory.ComponentNames {
		dst = appendReal(append(jsonvalue.AppendString(append(dst, ','), name), ':'), sums[k])
	}
	if dst = append(append(dst, `,"unscored":`...), flag(unscored)...); unscored {
		dst = appendFailure(dst, fields, &item.Error{Code: item.CodeInternal, Message: "the episode ended by " + last.Info.Reason})
	}
	info := last.Value(jsonvalue.Value{}, jsonvalue.Value{}).Field("info")
	return append(info.AppendJSON(append(dst, `,"voi":`...)), '}'), nil
}
