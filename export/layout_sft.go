package export

// sftRow is a conversation with its answer, for supervised fine-tuning: a base model cannot
// write the grammar of F8 before it was trained on examples.
type sftRow struct {
	Messages []Message `parquet:"messages,list"` // the prompt, and the reference answer in the grammar of F8
	SampleID string    `parquet:"sample_id"`
	Source   string    `parquet:"source"`
	Action   string    `parquet:"action,dict"`
}

// sftLayout has one row for each sample whose source gives the text of the reference
// answer.
var sftLayout = newParquetLayout("sft", func(dst []sftRow, r *Entry) []sftRow {
	text, ok := r.rightAnswer()
	if !ok {
		return dst
	}
	messages := append(append(make([]Message, 0, len(r.Prompt)+1), r.Prompt...), assistant(text))
	return append(dst, sftRow{Messages: messages, SampleID: r.SampleID, Source: r.Source, Action: r.Action})
}, func(r *sftRow) Entry {
	return Entry{Row: &Row{SampleID: r.SampleID, Source: r.Source, Action: r.Action, Prompt: r.Messages}}
})

func assistant(text string) Message { return Message{Role: "assistant", Content: text} }
