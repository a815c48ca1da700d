package export

// slimeRow is a row of slime's Dataset, read with --input-key prompt --label-key label
// --tool-key tools --apply-chat-template. slime renders the tools of each row, so they
// stand only in their column. If they are in the system message (--tools system), the
// column is an empty list, so that the policy does not see them twice. metadata is a
// struct, because slime adds the tools to it. It has no rm_type, which would select another
// reward.
type slimeRow struct {
	SampleID string        `parquet:"sample_id"`
	Prompt   []Message     `parquet:"prompt,list"`
	Label    string        `parquet:"label"` // Row.Label
	Tools    string        `parquet:"tools"` // JSON array of OpenAI function tools
	Metadata slimeMetadata `parquet:"metadata"`
}

type slimeMetadata struct {
	SampleID   string `parquet:"sample_id"`
	SourceName string `parquet:"source_name"` // the source of the sample, by which slime splits its metrics
	Split      string `parquet:"split,dict"`
	Action     string `parquet:"action,dict"`
}

// slimeLayout is for slime: one row for each sample.
var slimeLayout = newCarryingLayout("slime", ToolsColumn, func(e *Entry) slimeRow {
	return slimeRow{
		SampleID: e.SampleID, Prompt: e.Prompt, Label: e.Label, Tools: e.toolsColumn(),
		Metadata: slimeMetadata{SampleID: e.SampleID, SourceName: e.Source, Split: e.Split, Action: e.Action},
	}
}, func(r *slimeRow) carried {
	return carried{label: r.Label, prompt: r.Prompt, source: r.Metadata.SourceName, split: r.Metadata.Split}
})

// toolsColumn returns the tools if the trainer renders them, else an empty list.
func (e *Entry) toolsColumn() string {
	if e.Tools == ToolsSystem {
		return "[]"
	}
	return e.Row.Tools
}
