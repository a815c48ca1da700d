package ledger

import (
	"fmt"
	"strings"

	"github.com/voi-rl/voi/configs"
	"github.com/voi-rl/voi/decision"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/yamlvalue"
)

// adder collects entries for figures that follow from other figures of the same paper.
type adder struct {
	paper string
	all   []Entry
}

// follows adds a figure and the value that the paper's other figures give. If they differ,
// the paper contradicts itself, and why explains it.
func (a *adder) follows(where, what string, printed float64, digits int, unit string, ours float64, why string) {
	a.all = append(a.all, Entry{Paper: a.paper, Where: where, Quantity: what, Printed: printed, Unit: unit, digits: digits, Ours: exact(ours)}.judge(why, true))
}

// lacks adds a figure that cannot be computed.
func (a *adder) lacks(where, what string, printed float64, digits int, unit, why string) {
	a.all = append(a.all, Entry{Paper: a.paper, Where: where, Quantity: what, Printed: printed, Unit: unit, digits: digits, Ours: none()}.judge(why, false))
}

func sum(values ...float64) (total float64) {
	for _, v := range values {
		total += v
	}
	return total
}

func average(values ...float64) float64 { return sum(values...) / float64(len(values)) }

// retrieval is section 5.3 with appendix C: 50 questions in each bucket.
func retrieval(int) ([]Entry, error) {
	a := adder{paper: decisionCentric}
	const bucket = 50
	failures := func(success float64) float64 { return bucket * (100 - success) / 100 }
	modes := []float64{28, 13, 3} // Table 13
	a.follows("Table 13", "retrieval: Prompt's failures on medium questions", 44, 0, "", sum(modes...), "")
	a.follows("C.5", "retrieval: share of type 1 among them", 64, 0, "%", 100*modes[0]/sum(modes...), "")
	a.follows("Table 5", "retrieval: Prompt, medium: success", 14, 0, "%", 100*(bucket-sum(modes...))/bucket, "44 failures of 50 are 12%, as section 5.3 says")
	a.follows("Table 12", "retrieval: DC-Composite, medium: failures, by Table 5's 94%", 3, 0, "", failures(94), "")
	a.follows("Table 12", "retrieval: DC-Composite, medium: failures, by Table 11's 88% for the same cell", 3, 0, "", failures(88), "Table 11 and Table 5 differ for alpha 0.4, tau 0.8")
	a.follows("Table 5", "retrieval: DC-Composite, medium: success, by Table 11's cell", 94, 0, "%", 88, "likewise")
	a.follows("Section 5.3", "retrieval: DC-LLM, medium: success, by Table 5", 86, 0, "%", 88, "text and table differ")
	a.follows("Table 12", "retrieval: DC-Composite, hard: failures, by Table 5's 18%", 41, 0, "", failures(18), "")
	a.follows("Table 12", "retrieval: DC-Composite, hard: corpus gaps and early stops", 41, 0, "", sum(40, 1), "")
	a.follows("Table 12", "retrieval: share of corpus gaps among them", 98, 0, "%", 100*40.0/41, "")
	const private = "corpus, passages and signals of the paper are not public; the controller, its sweep and the causes of failures run on recorded runs: voi replay --sim retrieval"
	a.lacks("Table 5", "retrieval: DC-Composite, medium: success", 94, 0, "%", private)
	return a.all, nil
}

func cgdp(int) ([]Entry, error) {
	a := adder{paper: "CGDP"}
	g := decision.DefaultGate
	a.follows("G.1", "gate f_j0.6_u0.3_p2: tau_J", 0.6, 1, "", g.TauJ, "")
	a.follows("G.1", "gate f_j0.6_u0.3_p2: tau_U", 0.3, 1, "", g.TauU, "")
	a.follows("G.1", "gate f_j0.6_u0.3_p2: p", 2, 0, "", float64(g.P), "")
	a.lacks("Abstract", "tokens that the gate saves, at most", 39, 0, "%", "its effect needs the paper's runs; ours is on FireAct and tau2: voi replay, with a gate")
	const episodes, triggered, call, overhead, tokens = 16280.0, 3385.0, 979.0, 1824.0, 16010.0
	a.follows("H.4", "episodes: (1275 + 500 + 260) tasks, 8 each", episodes, 0, "", sum(1275, 500, 260)*8, "")
	a.follows("H.4", "episodes that reorganize", 20.8, 1, "%", 100*triggered/episodes, "")
	a.follows("H.4", "reorganizations in such an episode", 1.9, 1, "", overhead/call, "")
	a.follows("H.4", "their share of its tokens", 11.4, 1, "%", 100*overhead/tokens, "")
	return a.all, nil
}

// table9 is NOD's table 9: tool hallucination, policy violation, intent misalignment, by
// backbone.
var table9 = []struct{ retail, retailNOD, airline, airlineNOD [3]float64 }{
	{[3]float64{2.05, 31.87, 11.40}, [3]float64{0.88, 7.02, 9.65}, [3]float64{1.33, 44, 21.33}, [3]float64{0, 10, 15.33}},
	{[3]float64{4.39, 33.63, 17.54}, [3]float64{0.58, 19.30, 15.79}, [3]float64{0.67, 44, 13.33}, [3]float64{0.67, 21.33, 12.67}},
	{[3]float64{2.63, 14.62, 22.81}, [3]float64{0.88, 6.14, 7.89}, [3]float64{1.33, 28, 18.67}, [3]float64{0, 8, 18}},
	{[3]float64{0.58, 2.34, 30.99}, [3]float64{0, 4.39, 9.65}, [3]float64{0, 10.67, 20.67}, [3]float64{0, 2.67, 14.67}},
}

// table10NOD is the share of turns with a decision, and of ABORT, REVISE and PASS.
var table10NOD = []struct {
	policy                        string
	decisions, abort, rev, passes float64
}{
	{"retail, conservative", 23.27, 0.87, 5.69, 16.71}, {"retail, balanced", 18.64, 1.25, 6.51, 10.88}, {"retail, strict", 11.32, 2.89, 5.30, 3.12},
	{"airline, conservative", 17.19, 3.75, 4.77, 10.48}, {"airline, balanced", 15.47, 1.39, 5.18, 8.90}, {"airline, strict", 8.56, 1.86, 4.83, 1.87},
}

func nod(int) ([]Entry, error) {
	a := adder{paper: "NOD"}
	for _, domain := range []struct {
		name, tool string
		printed    float64
	}{{"retail", "cancel_pending_order", 7}, {"airline", "book_reservation", 6}} {
		n, err := criticalTools(domain.tool)
		if err != nil {
			return nil, err
		}
		a.follows("A.2", "critical tools in "+domain.name, domain.printed, 0, "", float64(n), "")
	}
	for _, of := range []struct {
		what    string
		mode    int
		printed [4]float64 // retail without and with NOD, then airline
	}{{"tool hallucination", 0, [4]float64{2.4, 0.6, 0.8, 0.2}}, {"policy violation", 1, [4]float64{20.6, 9.2, 31.7, 10.5}}} {
		for i, where := range []string{"retail, vanilla", "retail, NOD", "airline, vanilla", "airline, NOD"} {
			var values []float64
			for _, row := range table9 {
				values = append(values, [...][3]float64{row.retail, row.retailNOD, row.airline, row.airlineNOD}[i][of.mode])
			}
			a.follows("Section 4, by Table 9", of.what+", mean of four backbones: "+where, of.printed[i], 1, "%", average(values...), "")
		}
	}
	for _, row := range table10NOD {
		ours := sum(row.abort, row.rev, row.passes)
		a.follows("Table 10", row.policy+": decisions are ABORT, REVISE and PASS", row.decisions, 1, "%", ours, fmt.Sprintf("they add up to %.2f%%", ours))
	}
	const tables = "Tables 11 and 12 count other turns or other decisions than Table 10"
	a.follows("Table 10, by Table 11", "retail, balanced: decisions a turn", 18.64, 2, "%", 100*249.0/1336, "")
	a.follows("Table 10, by Table 11", "retail, balanced: REVISE a turn", 6.51, 2, "%", 100*103.0/1336, tables)
	a.follows("Table 10, by Table 12", "airline, balanced: decisions a turn", 15.47, 2, "%", 100*82.0/528, tables)
	a.follows("Table 10, by Table 12", "airline, balanced: REVISE a turn", 5.18, 2, "%", 100*35.0/528, tables)
	return a.all, nil
}

// criticalTools returns the size of the built-in list that contains a tool.
func criticalTools(tool string) (int, error) {
	for _, text := range configs.Critical() {
		v, err := yamlvalue.Parse(string(text), jsonvalue.Options{})
		if err != nil {
			return 0, err
		}
		names, _ := v.Field("critical").Strings()
		if strings.Contains(" "+strings.Join(names, " ")+" ", " "+tool+" ") {
			return len(names), nil
		}
	}
	return 0, nil
}

// travelPlan returns the number of predicates of a plan, over their eight kinds (SDP, B.1).
func travelPlan(days, cities int) (n float64) {
	const outbound, back, budget, render = 1, 1, 1, 1
	accommodation, between := cities, cities-1
	meals, attractions := days, days
	return float64(outbound + accommodation + between + meals + attractions + back + budget + render)
}

// table6 is SDP's table 6: the score of the full system and with one mechanism removed.
var table6 = struct {
	benchmarks []string
	full       []float64
	without    []struct {
		what   string
		scores []float64
	}
}{
	[]string{"TravelPlanner", "ScienceWorld", "AssistantBench", "HotpotQA", "MuSiQue"},
	[]float64{96.7, 59.2, 31.8, 67.2, 51.9},
	[]struct {
		what   string
		scores []float64
	}{
		{"Validate always passes", []float64{75.0, 15.7, 19.0, 16.2, 10.1}},
		{"Replan off", []float64{74.7, 27.5, 25.0, 49.6, 36.6}},
		{"cascade capped", []float64{96.7, 32.0, 21.3, 62.8, 49.1}},
	},
}

func sdp(int) ([]Entry, error) {
	a := adder{paper: "SDP"}
	for _, plan := range [][3]int{{3, 1, 11}, {5, 2, 17}, {7, 3, 23}} {
		a.follows("B.1", fmt.Sprintf("TravelPlanner, %d days, %d cities: predicates", plan[0], plan[1]), float64(plan[2]), 0, "", travelPlan(plan[0], plan[1]), "")
	}
	for _, row := range table6.without {
		for i, benchmark := range table6.benchmarks {
			a.lacks("Table 6", row.what+", "+benchmark+": score", row.scores[i], 1, "",
				fmt.Sprintf("a factor of %.3f; the runs are not public", row.scores[i]/table6.full[i]))
		}
	}
	return a.all, nil
}
