package export

// prefRow is a pair of answers for DPO.
type prefRow struct {
	Prompt         []Message `parquet:"prompt,list"`
	Chosen         []Message `parquet:"chosen,list"`   // one assistant message, in the grammar of F8
	Rejected       []Message `parquet:"rejected,list"` // likewise
	SampleID       string    `parquet:"sample_id"`
	Source         string    `parquet:"source"`
	Action         string    `parquet:"action,dict"`
	RejectedAction string    `parquet:"rejected_action,dict"`
}

// prefLayout has one row for each wrong answer that the source gives beside the right one.
var prefLayout = newParquetLayout("pref", func(dst []prefRow, r *Entry) []prefRow {
	right, ok := r.rightAnswer()
	if !ok {
		return dst
	}
	for _, wrong := range r.wrongAnswers() {
		if wrong.text == right {
			continue
		}
		dst = append(dst, prefRow{
			Prompt:   r.Prompt,
			Chosen:   []Message{assistant(right)},
			Rejected: []Message{assistant(wrong.text)},
			SampleID: r.SampleID, Source: r.Source, Action: r.Action,
			RejectedAction: string(wrong.action),
		})
	}
	return dst
}, func(r *prefRow) Entry {
	return Entry{Row: &Row{SampleID: r.SampleID, Source: r.Source, Action: r.Action, Prompt: r.Prompt}}
})
