package certainty

import (
	"cmp"
	"slices"
	"strings"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// Question is a question about aspects, which are parameters of one tool, with the
// value of an answer that settles all of them.
type Question struct {
	Tool    string
	Aspects []string // in the order of the schema
	EVPI    float64  // F6, in [0, 1 - V_now]
	Cost    float64  // F7, eq. 4: lambda * how often its aspects were asked about before
	Score   float64  // EVPI - Cost
}

// Name is the question in the form of best_question (F12): its aspects as
// tool.parameter, joined by commas.
func (q *Question) Name() string {
	names := make([]string, len(q.Aspects))
	for i, aspect := range q.Aspects {
		names[i] = q.Tool + "." + aspect
	}
	return strings.Join(names, ",")
}

// Value is the question as an entry of F12's list evpi: {"tool", "aspects", "evpi",
// "cost", "score"}.
func (q *Question) Value() domains.Value {
	return jsonvalue.NewObject(
		jsonvalue.Member{Key: "tool", Value: jsonvalue.NewString(q.Tool)},
		jsonvalue.Member{Key: "aspects", Value: jsonvalue.NewStrings(q.Aspects)},
		jsonvalue.Member{Key: "evpi", Value: jsonvalue.NewFloat(q.EVPI)},
		jsonvalue.Member{Key: "cost", Value: jsonvalue.NewFloat(q.Cost)},
		jsonvalue.Member{Key: "score", Value: jsonvalue.NewFloat(q.Score)},
	)
}

// scoreTie is the difference up to which scores tie (F7).
const scoreTie = 1e-12

// EVPI returns the expected value of perfect information about the given parameters of
// a tool (F6; SAGE-Agent eq. 3), in [0, 1 - V_now], in the mode of the belief's
// options. Aspects may repeat and be in any order. An aspect that no candidate has
// adds nothing. Without aspects, it is the value of learning whether that tool is
// meant. It is 0 for a tool without a candidate, and without a belief.
func (b *Belief) EVPI(tool string, aspects []string) float64 {
	g := b.groupOf(tool)
	if g == nil || !b.defined {
		return 0
	}
	cols := make([]*column, 0, len(aspects))
	seen := make(map[string]struct{}, len(aspects))
	for _, name := range aspects {
		if _, twice := seen[name]; twice {
			continue
		}
		seen[name] = struct{}{}
		if i, ok := g.view.find(name); ok {
			cols = append(cols, &g.columns[i])
			continue
		}
		col := g.view.columnOf(name, g.args)
		cols = append(cols, &col)
	}
	return b.evpi(g, cols)
}

func (b *Belief) evpi(g *group, cols []*column) float64 {
	value := 0.0
	if b.opt.Mode == Partition {
		value = b.partition(g, cols)
	} else {
		value = exact(cols, g.boxes, g.others)
	}
	return max(0, min(value, 1-b.VNow()))
}

// Questions returns the questions that F12 considers, best first: for each tool with a
// candidate, each single aspect, and all aspects together if there are at least two.
// The aspects are parameters of the tool's schema. They are those that a candidate
// leaves unspecified, those on which candidates differ and, if several tools have v >
// 0, all required ones. Higher scores are better. Scores within 1e-12 of the best
// remaining one tie; then fewer aspects come first, then the order of tools and of the
// schema decides (F7).
//
// asked says how often each aspect was asked about before, by "tool.parameter". The
// result is nil without a belief or without a question.
func (b *Belief) Questions(policy Policy, asked map[string]int) []Question {
	if !b.defined {
		return nil
	}
	several := b.severalTools()
	var found []Question
	for i := range b.groups {
		found = b.ask(found, &b.groups[i], several, policy, asked)
	}
	rank(found)
	return found
}

// severalTools reports whether candidates of more than one tool have v > 0.
func (b *Belief) severalTools() bool {
	tools := 0
	for i := range b.groups {
		if len(b.groups[i].boxes) > 0 {
			tools++
		}
	}
	return tools > 1
}

// ask appends the questions about one tool: single aspects, then all together.
func (b *Belief) ask(to []Question, g *group, several bool, policy Policy, asked map[string]int) []Question {
	tool := b.tools[g.tool].Name
	var cols []*column
	for i := range g.columns {
		if c := &g.columns[i]; c.differs() || several && c.required {
			cols = append(cols, c)
		}
	}
	add := func(cols []*column) {
		q := Question{Tool: tool, Aspects: make([]string, len(cols)), EVPI: b.evpi(g, cols)}
		times := 0.0
		for i, c := range cols {
			q.Aspects[i] = c.name
			if len(asked) > 0 {
				times += float64(asked[tool+"."+c.name])
			}
		}
		q.Cost = policy.cost(times)
		q.Score = q.EVPI - q.Cost
		to = append(to, q)
	}
	for i := range cols {
		add(cols[i : i+1])
	}
	if len(cols) > 1 {
		add(cols)
	}
	return to
}

// rank sorts questions, best first. They come in the order of tools and of the schema,
// which the sorts keep for ties.
func rank(questions []Question) {
	order := make([]int, len(questions))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(x, y int) int {
		return cmp.Or(cmp.Compare(questions[y].Score, questions[x].Score), x-y)
	})
	for from := 0; from < len(order); {
		to := from + 1
		for to < len(order) && questions[order[to]].Score >= questions[order[from]].Score-scoreTie {
			to++
		}
		slices.SortFunc(order[from:to], func(x, y int) int {
			return cmp.Or(len(questions[x].Aspects)-len(questions[y].Aspects), x-y)
		})
		from = to
	}
	ranked := make([]Question, len(questions))
	for i, at := range order {
		ranked[i] = questions[at]
	}
	copy(questions, ranked)
}
