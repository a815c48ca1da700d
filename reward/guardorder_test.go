package reward

import (
	"strings"
	"testing"
	"unicode"

	"github.com/voi-rl/voi/certainty"
	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/dataset/label"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/stats"
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

// The order of F11: a question for all that is missing earns at least what one for
// any part of it earns, and that more than one for nothing or for what is known. It
// holds for every ASK sample, with the belief that it has and with the one that the
// schemas alone give. The rewards' order is that of the exact EVPI of what was asked
// (F6) as far as EVPI tells questions apart: with two free texts missing, a part
// alone is worth nothing by it.
func TestQuestionsInOrder(t *testing.T) {
	t.Run("embedded", func(t *testing.T) { questionsInOrder(t, embedded(t), 12, [3]int{11, 10, 12}) })
	t.Run("when2call dev", func(t *testing.T) {
		questionsInOrder(t, shared(t, "data", "when2call", "dev.jsonl"), 50, [3]int{50, 42, 50})
	})
}

// questionsInOrder wants so many ASK samples, and at least so many of them to miss
// something: by the belief that they have, by that of the schemas, and where nothing
// that the best call requires is known, so that there are parts.
func questionsInOrder(t *testing.T, samples []*dataset.Sample, asks int, open [3]int) {
	labels := func(s *dataset.Sample, sets map[string]domains.Set, sources ...label.Source) *label.Labels {
		l, err := (&label.Labeler{Sources: sources}).Label(s, sets)
		if err != nil {
			t.Fatal(err)
		}
		return &l
	}
	for i, of := range []string{"its own", "the schemas'", "nothing known"} {
		o := ordered{t: t}
		for _, s := range samples {
			if s.Reference.Action != completion.Ask {
				continue
			}
			o.asks++
			sets := annotated(t, s)
			l := labels(s, sets)
			switch i {
			case 1:
				l = labels(s, sets, label.Schema)
			case 2:
				blank := *s
				blank.Candidates = []dataset.Candidate{{Call: nothingKnown(s, l.Candidates[0].Call)}}
				l = labels(&blank, sets, label.Given)
			}
			if len(l.Missing) == 0 || l.VNow == nil {
				t.Logf("%s: nothing is missing of the belief by %s", s.ID, l.Source)
				continue
			}
			o.sample(s, sets, l)
		}
		pooled, _ := stats.Spearman(o.rewards, o.evpi, 1e-9)
		t.Logf("belief %s: of %d ASK samples %d miss something, %d honest questions have slot 1, %d parts; rank correlation of reward and EVPI %.3f over all %d questions, %v within a sample",
			of, o.asks, o.open, o.full, o.parts, pooled, len(o.rewards), o.within.Mean())
		if o.asks != asks || o.open < open[i] || 100*o.full < 98*o.open {
			t.Errorf("%d ASK samples, %d miss something, %d honest questions with slot 1", o.asks, o.open, o.full)
		}
		if pooled < 0.8 || o.within.Mean().Value < 0.9 {
			t.Errorf("the rank correlation of reward and EVPI is %.3f, %v within a sample", pooled, o.within.Mean())
		}
	}
}

// nothingKnown is a call that leaves open all that its tool requires.
func nothingKnown(s *dataset.Sample, call domains.Call) domains.Call {
	tool := s.Tool(call.Name)
	for i := range tool.Params {
		if tool.Params[i].Required {
			call.Arguments = call.Arguments.With(tool.Params[i].Name, jsonvalue.NewString(certainty.Unknown))
		}
	}
	return call
}

// ordered counts what samples say of the order of questions.
type ordered struct {
	t                       *testing.T
	asks, open, full, parts int
	rewards, evpi           []float64 // of questions for every part of what is missing
	within                  stats.Moments
}

func (o *ordered) sample(s *dataset.Sample, sets map[string]domains.Set, labels *label.Labels) {
	x := withLabels(o.t, s, sets, labels)
	belief, err := certainty.NewBelief(s.Tools, sets, labels.Candidates, certainty.Options{})
	if err != nil {
		o.t.Fatal(err)
	}
	tool := belief.Call(belief.Best()).Name
	first := len(o.rewards)
	score := func(question string, names []string) (reward, slot float64) {
		got := x.Score(Input{Completion: asking(question)})
		o.rewards, o.evpi = append(o.rewards, got.Reward), append(o.evpi, 0)
		if len(names) > 0 {
			o.evpi[len(o.evpi)-1] = belief.EVPI(tool, names)
		}
		return got.Reward, got.Components[4]
	}
	all, slot := score(askFor(labels.Missing), labels.Missing)
	o.open++
	if slot == 1 {
		o.full++
	} else {
		o.t.Logf("%s: slot %v of the honest question %q\n%s", s.ID, slot, askFor(labels.Missing), x.Explain(Input{Completion: asking(askFor(labels.Missing))}).Text())
	}
	vague, _ := score("Could you clarify?", nil)
	known, _ := score(askFor(settledOf(s, labels)), nil)
	if !(all > vague) || !(all > known) {
		o.t.Errorf("%s: asking for all that is missing earns %v, for nothing %v, for what is known %v", s.ID, all, vague, known)
	}
	for set := 1; set < 1<<len(labels.Missing)-1; set++ {
		var names []string
		for i, name := range labels.Missing {
			if set>>i&1 == 1 {
				names = append(names, name)
			}
		}
		part, _ := score(askFor(names), names)
		if part > all {
			o.t.Errorf("%s: asking for %v alone earns %v, for %v %v", s.ID, names, part, labels.Missing, all)
		}
		if !(part > vague) || !(part > known) {
			o.t.Errorf("%s: asking for %v earns %v, for nothing %v, for what is known %v", s.ID, names, part, vague, known)
		}
		o.parts++
	}
	if rho, ok := stats.Spearman(o.rewards[first:], o.evpi[first:], 1e-9); ok {
		o.within.Add(rho)
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
