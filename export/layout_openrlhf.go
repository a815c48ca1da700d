package export

// openrlhfRow is a row of OpenRLHF's PromptDataset, with the column names that
// --data.input_key and --data.label_key have in OpenRLHF's examples. The prompt is a list
// of messages: it needs --data.apply_chat_template.
type openrlhfRow struct {
	SampleID   string    `parquet:"sample_id"`
	Input      []Message `parquet:"input,list"`
	Label      string    `parquet:"label"`      // Row.Label
	DataSource string    `parquet:"datasource"` // the source of the sample, by which OpenRLHF splits its evaluation
	Split      string    `parquet:"split,dict"`
	Action     string    `parquet:"action,dict"`
}

// openrlhfLayout is for OpenRLHF: one row for each sample.
var openrlhfLayout = newCarryingLayout("openrlhf", ToolsSystem, func(e *Entry) openrlhfRow {
	return openrlhfRow{SampleID: e.SampleID, Input: e.Prompt, Label: e.Label, DataSource: e.Source, Split: e.Split, Action: e.Action}
}, func(r *openrlhfRow) carried {
	return carried{label: r.Label, prompt: r.Input, source: r.DataSource, split: r.Split}
})
