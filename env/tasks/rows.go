package tasks

import (
	"fmt"
	"strings"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/env"
	"github.com/voi-rl/voi/export"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// Layout is a form of tasks for one kind of reader, as lines of JSON. The layout "tasks" is the
// task itself. Rows of other layouts name the task and hold the beginning of its episode, for
// trainers that read a data set of prompts. Their seed is 0.
type Layout struct {
	Name string // also the folder of its files
	row  func(t *env.Task, at int64) domains.Value
}

var layouts = []Layout{
	{Folder, func(t *env.Task, _ int64) domains.Value { return t.Value() }},
	{"verl", verlRow}, {"skyrl", skyrlRow}, {"openrlhf", openrlhfRow}, {"nemo-gym", gymRow},
}

// ParseLayouts finds layouts by name. The layout "tasks" is always included, first.
func ParseLayouts(names []string) ([]Layout, error) {
	wanted := map[string]bool{Folder: true}
	for _, name := range names {
		wanted[name] = true
	}
	var found []Layout
	var known []string
	for _, l := range layouts {
		known = append(known, l.Name)
		if wanted[l.Name] {
			found = append(found, l)
			delete(wanted, l.Name)
		}
	}
	for _, name := range names {
		if wanted[name] {
			return nil, fmt.Errorf("there is no layout %q of tasks; the layouts are %s (the rows for TRL are those of voi.trl.environment)", name, strings.Join(known, ", "))
		}
	}
	return found, nil
}

// opening is the beginning of an episode.
func opening(t *env.Task) []dataset.Message {
	var list []dataset.Message
	if t.System != "" {
		list = append(list, dataset.Message{Role: dataset.System, Content: t.System})
	}
	return append(append(list, t.History...), dataset.Message{Role: dataset.User, Content: t.Turns[0].User})
}

func message(role, text string) domains.Value {
	return jsonvalue.ObjectOf("role", jsonvalue.NewString(role), "content", jsonvalue.NewString(text))
}

// shown is a prompt whose system message has the tools and says how to answer.
func shown(t *env.Task) domains.Value {
	var list []domains.Value
	for _, m := range export.Prompt(t.Tools, opening(t)) {
		list = append(list, message(m.Role, m.Content))
	}
	return jsonvalue.NewArray(list...)
}

// named identifies an episode in one text.
func named(t *env.Task) domains.Value {
	return jsonvalue.NewString(jsonvalue.ObjectOf("task", jsonvalue.NewString(t.ID), "seed", jsonvalue.NewInt(0)).JSON())
}

// verlRow is a row for verl's RLHFDataset. voi.verl.AgentLoop plays it; the chat template shows the
// tools.
func verlRow(t *env.Task, at int64) domains.Value {
	var prompt []domains.Value
	for _, m := range opening(t) {
		prompt = append(prompt, message(m.Role, m.Text()))
	}
	return jsonvalue.ObjectOf(
		"data_source", jsonvalue.NewString(t.Source), "agent_name", jsonvalue.NewString("voi"), "prompt", jsonvalue.NewArray(prompt...),
		"task", jsonvalue.NewString(t.ID), "seed", jsonvalue.NewInt(0), "ability", jsonvalue.NewString("tool_calling"),
		"reward_model", jsonvalue.ObjectOf("style", jsonvalue.NewString("rule"), "ground_truth", named(t)),
		"extra_info", jsonvalue.ObjectOf("split", jsonvalue.NewString(t.Split), "index", jsonvalue.NewInt(at)))
}

// skyrlRow is a row for SkyRL's PromptDataset, which voi.skyrl.MultiTurnEnv plays. SkyRL shows no
// tools.
func skyrlRow(t *env.Task, _ int64) domains.Value {
	return jsonvalue.ObjectOf("data_source", jsonvalue.NewString(t.Source), "env_class", jsonvalue.NewString("voi-episodes"),
		"prompt", shown(t), "task", jsonvalue.NewString(t.ID), "seed", jsonvalue.NewInt(0))
}

// openrlhfRow is a row for OpenRLHF's PromptDataset, which voi.openrlhf.AgentExecutor plays.
// OpenRLHF shows no tools.
func openrlhfRow(t *env.Task, _ int64) domains.Value {
	return jsonvalue.ObjectOf("input", shown(t), "label", named(t), "datasource", jsonvalue.NewString(t.Source), "split", jsonvalue.NewString(t.Split))
}

// gymRow is a row for NeMo Gym, whose agents call the tools of voi serve, including ask_user.
func gymRow(t *env.Task, _ int64) domains.Value {
	var input, tools []domains.Value
	for i, m := range opening(t) {
		item := jsonvalue.ObjectOf("type", jsonvalue.NewString("message"), "role", jsonvalue.NewString(m.Role), "content", jsonvalue.NewString(m.Text()))
		if m.Role == dataset.ToolRole { // the only item that becomes a message with role tool
			item = jsonvalue.ObjectOf("type", jsonvalue.NewString("function_call_output"),
				"call_id", jsonvalue.NewString(fmt.Sprint("call_", i)), "output", jsonvalue.NewString(m.Content))
		}
		input = append(input, item)
	}
	for _, tool := range env.WithAsk(t.Tools) {
		flat := jsonvalue.Members{{Key: "type", Value: jsonvalue.NewString("function")}}
		flat = append(flat, tool.OpenAI().Field("function").Members()...)
		flat.Add("strict", jsonvalue.NewBool(false))
		tools = append(tools, jsonvalue.NewObject(flat...))
	}
	return jsonvalue.ObjectOf(
		"responses_create_params", jsonvalue.ObjectOf("input", jsonvalue.NewArray(input...), "tools", jsonvalue.NewArray(tools...)),
		"task", jsonvalue.NewString(t.ID), "seed", jsonvalue.NewInt(0), "source", jsonvalue.NewString(t.Source), "split", jsonvalue.NewString(t.Split))
}
