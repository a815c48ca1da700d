package export

// verlRow is a row of verl's RLHFDataset. extra_info is a struct, because verl writes data
// of a rollout into it. None of its fields, and no column, has a name with a meaning for
// verl: tools_kwargs, interaction_kwargs, need_tools_kwargs, tool_selection, agent_name,
// raw_prompt, images, uid.
type verlRow struct {
	SampleID    string          `parquet:"sample_id"`
	DataSource  string          `parquet:"data_source"` // the source of the sample, by which verl splits its validation metrics
	Prompt      []Message       `parquet:"prompt,list"`
	Ability     string          `parquet:"ability,dict"`
	RewardModel verlRewardModel `parquet:"reward_model"`
	ExtraInfo   verlExtraInfo   `parquet:"extra_info"`
}

type verlRewardModel struct {
	Style       string `parquet:"style,dict"`
	GroundTruth string `parquet:"ground_truth"` // Row.Label
}

type verlExtraInfo struct {
	Split    string `parquet:"split,dict"`
	Index    int64  `parquet:"index"` // index of the record in the whole input, from 0
	SampleID string `parquet:"sample_id"`
	Source   string `parquet:"source"`
	Action   string `parquet:"action,dict"`
}

// verlLayout is for verl: one row for each sample.
var verlLayout = newCarryingLayout("verl", ToolsSystem, func(e *Entry) verlRow {
	return verlRow{
		SampleID: e.SampleID, DataSource: e.Source, Prompt: e.Prompt, Ability: "tool_calling",
		RewardModel: verlRewardModel{Style: "rule", GroundTruth: e.Label},
		ExtraInfo:   verlExtraInfo{Split: e.Split, Index: e.Index, SampleID: e.SampleID, Source: e.Source, Action: e.Action},
	}
}, func(r *verlRow) carried {
	return carried{label: r.RewardModel.GroundTruth, prompt: r.Prompt, index: r.ExtraInfo.Index, source: r.DataSource, split: r.ExtraInfo.Split}
})
