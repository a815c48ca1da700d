package trajectory

import (
	"fmt"
	"slices"
	"strings"

	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// Row is a run in the output of voi score (T8). Columns that were not computed are null.
type Row struct {
	TrajectoryID     string   `json:"trajectory_id" parquet:"trajectory_id"`
	TaskID           string   `json:"task_id" parquet:"task_id"`
	Source           string   `json:"source" parquet:"source"`
	Class            *string  `json:"class" parquet:"class,optional"`
	Outcome          *float64 `json:"outcome" parquet:"outcome,optional"`
	End              *string  `json:"end" parquet:"end,optional"`
	Steps            int64    `json:"steps" parquet:"steps"`
	ActionsRequired  *int64   `json:"actions_required" parquet:"actions_required,optional"`
	ActionsMatched   *int64   `json:"actions_matched" parquet:"actions_matched,optional"`
	CriticalExecuted int64    `json:"critical_executed" parquet:"critical_executed"`
	CriticalCorrect  *int64   `json:"critical_correct" parquet:"critical_correct,optional"`
	CriticalRequired *int64   `json:"critical_required" parquet:"critical_required,optional"`
	CriticalUnknown  int64    `json:"critical_unknown" parquet:"critical_unknown"`
	CAP              *float64 `json:"cap" parquet:"cap,optional"`
	CAR              *float64 `json:"car" parquet:"car,optional"`
	Coverage         *float64 `json:"coverage" parquet:"coverage,optional"`
	TMR              *float64 `json:"tmr" parquet:"tmr,optional"`
	PMR              *float64 `json:"pmr" parquet:"pmr,optional"`
	Questions        int64    `json:"questions" parquet:"questions"`
	Hallucinations   *int64   `json:"hallucinations" parquet:"hallucinations,optional"`
	NotOffered       *int64   `json:"not_offered" parquet:"not_offered,optional"`
	BadArguments     *int64   `json:"bad_arguments" parquet:"bad_arguments,optional"`
	Fabricated       *int64   `json:"fabricated" parquet:"fabricated,optional"`
	GateStep         *int64   `json:"gate_step" parquet:"gate_step,optional"`
	Progress         *float64 `json:"progress" parquet:"progress,optional"`
	Failure          *string  `json:"failure" parquet:"failure,optional"`
	Attribution      *string  `json:"attribution" parquet:"attribution,optional"`
	// The certified states of the run's plan, the JSON of Certified.Value.
	CertifiedStates *string   `json:"certified_states" parquet:"certified_states,optional"`
	Reward          *float64  `json:"reward" parquet:"reward,optional"`
	StepRewards     []float64 `json:"step_rewards" parquet:"step_rewards,list"` // one for each step; empty for an unscored run
	// TurnRewards has as many entries as steps, all null for an unscored run.
	TurnRewards []*float64 `json:"turn_rewards" parquet:"turn_rewards,list" parquet-element:",optional"`
	Messages    string     `json:"messages" parquet:"messages"` // JSON
}

// NewRow returns the row of a run. A new column needs a field of Row and a line here.
func NewRow(t *Trajectory, n *Tally, x Extras) Row {
	row := Row{
		TrajectoryID: t.ID, TaskID: t.TaskID, Source: t.Source, Class: orNil(t.Class), Outcome: n.Outcome, End: orNil(t.End.Reason), Steps: n.Steps,
		ActionsRequired: n.ActionsRequired, ActionsMatched: n.ActionsMatched,
		CriticalExecuted: n.CriticalExecuted, CriticalCorrect: n.CriticalCorrect, CriticalRequired: n.CriticalRequired, CriticalUnknown: n.CriticalUnknown,
		CAP: n.CAP, CAR: n.CAR, Coverage: n.Coverage, TMR: n.TMR, PMR: n.PMR, Questions: n.Questions,
		Hallucinations: n.All, NotOffered: n.NotOffered, BadArguments: n.BadArguments, Fabricated: n.Fabricated,
		StepRewards: []float64{}, TurnRewards: make([]*float64, n.Steps), Messages: t.MessagesValue().JSON(),
	}
	if credit := x.Credit; credit != nil {
		for i := range credit.Steps {
			if credit.Return != nil {
				row.StepRewards, row.TurnRewards[i] = append(row.StepRewards, credit.Steps[i].Reward), &credit.Steps[i].Reward
			}
		}
		row.Reward = credit.Return
	}
	row.certify(x.Certified)
	row.GateStep, row.Failure, row.Attribution = x.Decided.GateStep, x.Decided.Failure, x.Decided.Attribution
	return row
}

func (r *Row) certify(c *Certified) {
	if c == nil {
		return
	}
	progress, states := c.Progress(), c.Value().JSON()
	r.Progress, r.CertifiedStates = &progress, &states
}

func orNil(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// StepRow is a step in the output of voi score (T8).
type StepRow struct {
	TrajectoryID string   `json:"trajectory_id" parquet:"trajectory_id"`
	TaskID       string   `json:"task_id" parquet:"task_id"`
	Step         int64    `json:"step" parquet:"step"`     // from 0
	Action       string   `json:"action" parquet:"action"` // TOOLCALL, ASK, REFUSE, DIRECTLY
	Text         string   `json:"text" parquet:"text"`
	Calls        string   `json:"calls" parquet:"calls"`              // JSON
	Outcome      *float64 `json:"outcome" parquet:"outcome,optional"` // of the run
	// Critical lists the critical calls, the JSON of Critique.Value; null if verdicts were
	// not asked for.
	Critical *string `json:"critical" parquet:"critical,optional"`
	// Decision lists the decision records of these calls, in package decision's JSON; null
	// if there are none.
	Decision *string `json:"decision" parquet:"decision,optional"`
	// How new the step's action and its observations are (T3); null if the step is no act.
	Jaccard *float64 `json:"jaccard" parquet:"jaccard,optional"`
	UPR     *float64 `json:"upr" parquet:"upr,optional"`
	// The belief state of the search after the step, JSON; null if notes were not asked
	// for.
	Notes *string `json:"notes" parquet:"notes,optional"`
	// The belief before the step (F5 to F7); null if there is none, or if beliefs were not
	// asked for. Asked is a JSON list of tool.parameter.
	VNow         *float64 `json:"v_now" parquet:"v_now,optional"`
	EVPIMax      *float64 `json:"evpi_max" parquet:"evpi_max,optional"`
	PolicyAction *string  `json:"policy_action" parquet:"policy_action,optional"`
	BestQuestion *string  `json:"best_question" parquet:"best_question,optional"`
	Asked        *string  `json:"asked" parquet:"asked,optional"`
	AskedEVPI    *float64 `json:"asked_evpi" parquet:"asked_evpi,optional"`
	Regret       *float64 `json:"regret" parquet:"regret,optional"`
	// The rewards of the step (T7); null without a profile. Rewards and advantages are also
	// null if the run is unscored. Certified and Information are the potentials of the
	// state before the step, Anchor is its hash.
	Components      *string  `json:"components" parquet:"components,optional"` // JSON
	Certified       *float64 `json:"certified" parquet:"certified,optional"`
	Information     *float64 `json:"information" parquet:"information,optional"`
	Anchor          *string  `json:"anchor" parquet:"anchor,optional"`
	Reward          *float64 `json:"reward" parquet:"reward,optional"`
	ReturnToGo      *float64 `json:"return_to_go" parquet:"return_to_go,optional"`
	AdvantageTraj   *float64 `json:"advantage_traj" parquet:"advantage_traj,optional"`
	AdvantageAnchor *float64 `json:"advantage_anchor" parquet:"advantage_anchor,optional"`
	Advantage       *float64 `json:"advantage" parquet:"advantage,optional"`
}

// StepRows returns the rows of the steps of a run.
func (c *Counter) StepRows(t *Trajectory, x Extras) []StepRow {
	steps := t.Steps()
	rows := make([]StepRow, len(steps))
	next, acts := 0, x.Acts
	for i, s := range steps {
		m := &t.Messages[s.Message]
		rows[i] = StepRow{TrajectoryID: t.ID, TaskID: t.TaskID, Step: int64(i), Action: string(c.action(m)), Text: m.Content, Calls: jsonvalue.Of(m.Calls).JSON(), Outcome: t.Outcome}
		if x.Beliefs != nil && x.Beliefs[i] != nil {
			rows[i].believe(x.Beliefs[i])
		}
		if x.Credit != nil {
			rows[i].credit(&x.Credit.Steps[i], x.Credit.Return != nil)
		}
		if len(acts) > 0 && acts[0].Step == i {
			rows[i].Jaccard, rows[i].UPR, acts = &acts[0].Jaccard, &acts[0].UPR, acts[1:]
		}
		if x.Decided.Notes != nil {
			rows[i].Notes = &x.Decided.Notes[i]
		}
		if records := x.Decided.Records[i]; records != nil {
			text := "[" + strings.Join(records, ",") + "]"
			rows[i].Decision = &text
		}
		if x.Critiques == nil {
			continue
		}
		var of []jsonvalue.Value
		for ; next < len(x.Critiques) && x.Critiques[next].Message == s.Message; next++ {
			of = append(of, x.Critiques[next].Value())
		}
		text := jsonvalue.NewArray(of...).JSON()
		rows[i].Critical = &text
	}
	return rows
}

func (r *StepRow) believe(b *Belief) {
	r.VNow, r.EVPIMax, r.PolicyAction, r.BestQuestion = &b.VNow, &b.EVPIMax, &b.Policy, &b.BestQuestion
	if b.AskedEVPI != nil {
		asked := jsonvalue.NewStrings(b.Asked).JSON()
		r.Asked, r.AskedEVPI, r.Regret = &asked, b.AskedEVPI, b.Regret
	}
}

func (r *StepRow) credit(s *StepCredit, scored bool) {
	components, anchor := s.Components.Value().JSON(), fmt.Sprintf("%016x", s.Anchor)
	r.Components, r.Anchor, r.Certified, r.Information = &components, &anchor, &s.Certified, &s.Information
	if scored {
		r.Reward, r.ReturnToGo = &s.Reward, &s.ToGo
		r.AdvantageTraj, r.AdvantageAnchor, r.Advantage = &s.AdvantageTraj, &s.AdvantageAnchor, &s.Advantage
	}
}

// action classifies a message of the agent.
func (c *Counter) action(m *Message) completion.Action {
	switch {
	case slices.ContainsFunc(m.Calls, func(call Call) bool { return c.critical.Asks(call.Name) }):
		return completion.Ask
	case len(m.Calls) > 0:
		return completion.ToolCall
	}
	return completion.Classify(m.Content).Action
}
