package gateway

import (
	"context"
	"slices"

	"github.com/voi-rl/voi/configs"
	"github.com/voi-rl/voi/decision"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// instructed is a baseline that is a prompt: ReAct with an asking tool (react-ask),
// proactive chain of thought (procot), ReAct with the domains of the schema
// (domain-react). The model decides; a call of the tool becomes the question itself.
type instructed struct {
	rule decision.Policy
	text string
	told bool // the prompt lists the domains of all parameters
}

// askTool is the tool that these baselines add.
const askTool = "ask_question"

func prompted(name string) func(string, *Options) (Policy, error) {
	return func(argument string, _ *Options) (Policy, error) {
		if err := bare(argument); err != nil {
			return nil, err
		}
		return instructed{decision.PassAll(), configs.PolicyPrompt(name), name == "domain-react"}, nil
	}
}

func (p instructed) Rule() decision.Policy { return p.rule }

// Prepare appends the prompt to the conversation, and the tool to the offered ones.
func (p instructed) Prepare(_ context.Context, t *Turn, request domains.Value, _ *Model) (domains.Value, error) {
	tools := request.Field("tools")
	if tools.Len() == 0 || slices.ContainsFunc(t.Run.Tools, func(tool domains.Tool) bool { return tool.Name == askTool }) {
		return request, nil
	}
	text := p.text
	if p.told {
		sets := t.counter.Sets(t.Run)
		var all jsonvalue.Members
		for _, tool := range t.counter.Offered(t.Run) {
			all.Add(tool.Name, sets[tool.Name].Value())
		}
		text += "\n" + jsonvalue.NewObject(all...).JSON()
	}
	ask := jsonvalue.ObjectOf("type", jsonvalue.NewString("function"), "function", jsonvalue.ObjectOf(
		"name", jsonvalue.NewString(askTool), "description", jsonvalue.NewString("Ask the user a question, and wait for the answer."),
		"parameters", jsonvalue.ObjectOf("type", jsonvalue.NewString("object"), "properties", jsonvalue.ObjectOf("question",
			jsonvalue.ObjectOf("type", jsonvalue.NewString("string"))), "required", jsonvalue.NewStrings([]string{"question"}))))
	return remind(request.With("tools", jsonvalue.NewArray(append(slices.Clone(tools.Items()), ask)...)), text), nil
}

// Look replaces a call of the tool by its question.
func (p instructed) Look(_ context.Context, t *Turn, r *Reply, _ *Model) (Sight, error) {
	s := Sight{Signals: t.signals(r)}
	for i := range r.Message.Calls {
		if c := &r.Message.Calls[i]; c.Name == askTool && c.Arguments.Field("question").Str() != "" {
			s.Kept = newReply(c.Arguments.Field("question").Str())
			break
		}
	}
	return s, nil
}
