package export

// trlRow has the columns of [Row] under the names that TRL's GRPOTrainer wants:
// all but prompt reach the reward function as they are. The tools column is
// called tool_schemas, since unsloth takes a string column whose name occurs in
// a chat template for a variable of it, and "tools" occurs in most.
type trlRow struct {
	SampleID     string    `parquet:"sample_id"`
	Source       string    `parquet:"source"`
	Split        string    `parquet:"split,dict"`
	Prompt       []Message `parquet:"prompt,list"`
	PromptChars  int64     `parquet:"prompt_chars"`
	Tools        string    `parquet:"tool_schemas"`
	Domains      string    `parquet:"domains"`
	Action       string    `parquet:"action,dict"`
	ActionSource string    `parquet:"action_source,dict"`
	Reference    string    `parquet:"reference"`
	Answers      *string   `parquet:"answers,optional"`
	Candidates   string    `parquet:"candidates"`
	Provenance   string    `parquet:"provenance"`
	Missing      []string  `parquet:"missing,list"`
	BeliefSource string    `parquet:"belief_source,dict"`
	PolicyAction string    `parquet:"policy_action,dict"`
	BestQuestion string    `parquet:"best_question"`
	VNow         *float64  `parquet:"v_now,optional"`
	EVPIMax      *float64  `parquet:"evpi_max,optional"`
	EVPI         string    `parquet:"evpi"`
	Agrees       *bool     `parquet:"agrees,optional"`
	Reading      string    `parquet:"reading"`
	Flags        []string  `parquet:"flags,list"`
}

// trlLayout is for TRL and unsloth: one row per sample.
var trlLayout = newParquetLayout("trl", func(dst []trlRow, e *Entry) []trlRow {
	return append(dst, trlRow(*e.Row))
})
