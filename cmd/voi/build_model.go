package main

import (
	"context"
	"runtime"
	"slices"

	"github.com/voi-rl/voi/configs"
	"github.com/voi-rl/voi/dataset/label"
	"github.com/voi-rl/voi/export"
	"github.com/voi-rl/voi/internal/llm"
)

// askModel sets what a model is asked for, if anything. Its calls take time and
// no processor, so that more workers than cores pay. The context is done when the
// model ends the run.
func (f *buildFlags) askModel(ctx context.Context, opt *export.BuildOptions) (context.Context, *llm.Model, error) {
	if !slices.Contains([]string{"source", "llm"}, f.questions) {
		return ctx, nil, usagef("--questions %q is neither source nor llm", f.questions)
	}
	beliefs := slices.Contains(f.beliefs, string(label.LLM))
	questions := f.questions == "llm"
	ctx, model, err := f.model.open(ctx, f.model.asked() || beliefs || questions)
	if err != nil || model == nil {
		return ctx, nil, err
	}
	opt.Model = &export.ModelConfig{Name: model.Name(), Prompts: map[string]string{}}
	uses := func(p configs.ModelPrompt) { opt.Model.Prompts[p.Name] = p.SHA256 }
	if f.model.asked() {
		opt.Annotator, opt.AnnotatorName = model.Annotator(), "llm"
		uses(configs.AnnotatePrompt())
	}
	if beliefs {
		p, err := model.Proposer(f.candidates)
		if err != nil {
			return ctx, nil, usagef("--llm-candidates: %v", err)
		}
		opt.Proposer, opt.Model.Candidates = p, p.Most()
		uses(configs.CandidatesPrompt())
	}
	if questions {
		opt.Questioner, opt.Model.Questions = model.Questioner(), true
		uses(configs.QuestionPrompt())
	}
	if opt.Workers == 0 {
		opt.Workers = max(runtime.GOMAXPROCS(0), f.model.opt.Concurrency)
	}
	return ctx, model, nil
}
