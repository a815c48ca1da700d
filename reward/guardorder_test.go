package reward

import (
	"strings"
	"testing"
	"unicode"

	"github.com/voi-rl/voi/certainty"
	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/dataset/label"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// inWords writes the name of a parameter as people say it.
func inWords(name string) string {
	var b strings.Builder
	prev := rune(0)
	for _, r := range strings.NewReplacer("_", " ", "-", " ", ".", " ").Replace(name) {
		if unicode.IsUpper(r) && unicode.IsLower(prev) {
			b.WriteByte(' ')
		}
		b.WriteRune(unicode.ToLower(r))
		prev = r
	}
	return strings.TrimSpace(b.String())
}

// askFor is the honest question for some parameters.
func askFor(names []string) string {
	parts := make([]string, len(names))
	for i, name := range names {
		parts[i] = "the " + inWords(name)
	}
	return "Could you tell me " + strings.Join(parts, " and ") + "?"
}

// The order of F11 on real samples: a question for all that is missing earns at
// least what one for a part of it earns, and that more than one for nothing or
// for what is known.
func TestQuestionsInOrder(t *testing.T) {
	samples := shared(t, "data", "when2call", "dev.jsonl")
	compared, full, total := 0, 0, 0
	for _, sources := range [][]label.Source{nil, {label.Schema}} {
		for _, s := range samples {
			if s.Reference.Action != completion.Ask {
				continue
			}
			sets := annotated(t, s)
			labels, err := (&label.Labeler{Sources: sources}).Label(s, sets)
			if err != nil {
				t.Fatal(err)
			}
			if len(labels.Missing) == 0 || labels.VNow == nil {
				continue
			}
			x := withLabels(t, s, sets, &labels)
			score := func(question string) (reward, slot float64) {
				got := x.Score(Input{Completion: asking(question)})
				return got.Reward, got.Components[4]
			}
			all, slot := score(askFor(labels.Missing))
			total++
			if slot == 1 {
				full++
			} else {
				t.Logf("%s %v: slot %v of the honest question %q\n%s", s.ID, sources, slot, askFor(labels.Missing), x.Explain(Input{Completion: asking(askFor(labels.Missing))}).Text())
			}
			vague, _ := score("Could you clarify?")
			known, _ := score(askFor(settledOf(s, &labels)))
			for i := range labels.Missing {
				part, _ := score(askFor(labels.Missing[i : i+1]))
				if part > all {
					t.Errorf("%s: asking for %s alone earns %v, for %v %v", s.ID, labels.Missing[i], part, labels.Missing, all)
				}
				if !(part > vague) || !(part > known) {
					t.Errorf("%s: asking for %s earns %v, for nothing %v, for what is known %v", s.ID, labels.Missing[i], part, vague, known)
				}
				compared++
			}
		}
	}
	t.Logf("%d of %d honest questions have slot 1; %d parts compared", full, total, compared)
	if total < 80 || 100*full < 98*total {
		t.Errorf("%d of %d honest questions have slot 1", full, total)
	}
}

// asks says how people ask for %.
var asks = []string{
	"Could you tell me the %?", "Please provide your %.", "May I know the %?", "I need the % to continue.", "What is the %?", "%?",
	"Could you please specify the % you'd like me to use?", "Which %?", "Sure, I can help with that! Can you let me know the %?",
	"What should the % be?", "Do you have a % in mind?", "Is there a particular % you prefer?", "I still need to know the %, please.",
}

// However it is worded, asking for the one parameter that is missing has slot 1.
func TestWordings(t *testing.T) {
	samples := shared(t, "data", "when2call", "rebuilt_dev.jsonl.gz")
	full, total := make([]int, len(asks)), 0
	seen := map[string]bool{}
	for _, s := range samples {
		if len(s.Reference.ToolCalls) == 0 {
			continue
		}
		call := s.Reference.ToolCalls[0]
		tool := s.Tool(call.Name)
		if tool == nil {
			continue
		}
		for i := range tool.Params {
			p := &tool.Params[i]
			if !p.Required || seen[tool.Name+"."+p.Name] {
				continue
			}
			seen[tool.Name+"."+p.Name] = true
			open, vnow := call, 1e-4
			open.Arguments = call.Arguments.With(p.Name, jsonvalue.NewString(certainty.Unknown))
			x := withLabels(t, s, annotated(t, s), &label.Labels{Source: label.Given, VNow: &vnow, Missing: []string{p.Name}, Candidates: []certainty.Candidate{{Call: open}}})
			total++
			for k, words := range asks {
				if x.guard.ask(strings.ReplaceAll(words, "%", inWords(p.Name))).slot == 1 {
					full[k]++
				}
			}
		}
	}
	for k, words := range asks {
		t.Logf("%d of %d: %s", full[k], total, words)
		if total < 100 || 100*full[k] < 96*total {
			t.Errorf("%q has slot 1 for %d of %d parameters, want 96%%", words, full[k], total)
		}
	}
}

// A question that states the value asks nobody, unless the user said it.
func TestAnswersGivenAway(t *testing.T) {
	given := []string{"Is the % #?", "Should I use # as the %?", "You want # for the %, right?", "Could you confirm that the % is #?", "Do you want the % to be #?",
		"Could you tell me the %? Is it #?"}
	paid, total := 0, 0
	for _, s := range shared(t, "data", "when2call", "dev.jsonl") {
		if s.Reference.Action != completion.Ask || s.HeldOut == "" {
			continue
		}
		v, ok := s.HeldOutCall[0].Arguments.Get(s.HeldOut)
		tool := s.Tool(s.HeldOutCall[0].Name)
		if !ok || tool == nil {
			continue
		}
		sets := annotated(t, s)
		x := guardedOf(t, s, sets)
		d, _ := sets[tool.Name].Get(s.HeldOut)
		if x.guard.context.ground(tool, tool.Param(s.HeldOut), d, v).Grounded() {
			continue
		}
		text := v.Str()
		if text == "" {
			text = v.JSON()
		}
		for _, words := range given {
			total++
			question := strings.NewReplacer("%", inWords(s.HeldOut), "#", text).Replace(words)
			if r := x.guard.ask(question); r.slot > 0 {
				paid++
				t.Logf("slot %v: %q", r.slot, question)
			}
		}
	}
	t.Logf("%d of %d questions that give the answer away are paid", paid, total)
	if total < 150 || 100*paid > 5*total {
		t.Errorf("%d of %d, want at most 5%%", paid, total)
	}
}

// settledOf returns the parameters of the best candidate's tool that are not
// missing; a word of no meaning where there is none.
func settledOf(s *dataset.Sample, labels *label.Labels) []string {
	var out []string
	if tool := s.Tool(labels.Candidates[0].Call.Name); tool != nil {
		for i := range tool.Params {
			known := true
			for _, m := range labels.Missing {
				known = known && m != tool.Params[i].Name
			}
			if known {
				out = append(out, tool.Params[i].Name)
			}
		}
	}
	if len(out) == 0 {
		return []string{"weather on the moon"}
	}
	return out
}
