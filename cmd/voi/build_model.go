package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"

	"github.com/voi-rl/voi/configs"
	"github.com/voi-rl/voi/dataset/label"
	"github.com/voi-rl/voi/export"
	"github.com/voi-rl/voi/internal/llm"
	"github.com/voi-rl/voi/internal/term"
)

// askModel sets up the model calls of the build, if any. These calls wait and need no
// processor, so it starts more workers than cores. The context is done when the model ends
// the run.
func (f *buildFlags) askModel(ctx context.Context, opt *export.BuildOptions) (context.Context, *llm.Model, error) {
	if !slices.Contains([]string{"source", "llm"}, f.questions) {
		return ctx, nil, usagef("--questions %q is neither source nor llm", f.questions)
	}
	reads := f.model.reads()
	beliefs := slices.Contains(f.beliefs, string(label.LLM))
	questions := f.questions == "llm"
	ctx, model, err := f.model.open(ctx, f.model.asked() || reads || beliefs || questions)
	if err != nil || model == nil {
		return ctx, nil, err
	}
	opt.Model = &export.ModelConfig{Name: model.Name(), Prompts: map[string]string{}}
	uses := func(p configs.ModelPrompt) { opt.Model.Prompts[p.Name] = p.SHA256 }
	if f.model.asked() {
		opt.Annotator, opt.AnnotatorName = model.Annotator(), "llm"
		uses(configs.AnnotatePrompt())
	}
	if reads {
		opt.Reader, opt.Model.Readings = model.Reader(), true
		uses(configs.ReadingPrompt())
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

// announce prints the number of readings to ask a model for, and their approximate cost,
// before the first call. It looks up all conversations in the cache and asks nothing. It
// does not count input that can be read only once.
func (f *buildFlags) announce(ctx context.Context, w io.Writer, model *llm.Model, opt export.BuildOptions) error {
	if !f.model.reads() || f.model.opt.DryRun || f.model.opt.Offline {
		return nil
	}
	if slices.ContainsFunc(opt.Inputs, func(in export.Input) bool { return in.Path == "-" }) {
		fmt.Fprintf(w, "reading by %s: one request for each conversation that is not in the cache; stdin is not counted beforehand\n", term.Quote(model.Name()))
		return nil
	}
	dry, err := model.Dry()
	if err != nil {
		return err
	}
	out, err := os.MkdirTemp("", "voi-count-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(out)
	count := export.BuildOptions{
		Inputs: opt.Inputs, Out: out, Answers: opt.Answers, Functions: opt.Functions, Turns: opt.Turns, Reader: dry.Reader(), Readings: opt.Readings, SystemPrompt: opt.SystemPrompt,
		MaxPromptChars: opt.MaxPromptChars, MaxRecordBytes: opt.MaxRecordBytes, Rank: opt.Rank, WorldSize: opt.WorldSize, Workers: opt.Workers,
	}
	if _, err := export.Build(ctx, count); err != nil {
		return err
	}
	u := dry.Usage()
	fmt.Fprintf(w, "reading by %s: %s, and %d answers from the cache; about %d tokens in and at most %d out\n",
		term.Quote(model.Name()), term.Count(u.Dry.Calls, "request"), u.Cached, u.Dry.TokensIn, u.Dry.TokensOut)
	return nil
}
