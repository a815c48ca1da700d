package export

// Message is one message of a prompt or a conversation.
type Message struct {
	Role    string `parquet:"role"`    // system, user, assistant, tool
	Content string `parquet:"content"` // never null, valid UTF-8
}

// Row is one row of the generic layout: the schema of all shards and inputs, with the
// column-schema version [SchemaVersion]. The fields are in the order of the columns. All
// strings are valid UTF-8. A column with the tag holds contains one compact JSON text as a
// plain string. [RowColumns] is the same as a table.
type Row struct {
	SampleID     string    `parquet:"sample_id"`
	Source       string    `parquet:"source"`
	Split        string    `parquet:"split,dict"`
	Prompt       []Message `parquet:"prompt,list"`                     // system message first, tools rendered into it
	PromptChars  int64     `parquet:"prompt_chars"`                    // code points of all contents
	Tools        string    `parquet:"tools" holds:"array"`             // JSON array of OpenAI function tools
	Domains      string    `parquet:"domains" holds:"object"`          // JSON {tool: {parameter: Domain}}, F1
	Action       string    `parquet:"action,dict"`                     // TOOLCALL, ASK, REFUSE, DIRECTLY: the reference action
	ActionSource string    `parquet:"action_source,dict"`              // given, tag, heuristic
	Reference    string    `parquet:"reference" holds:"object"`        // JSON {action, tool_calls, question}
	Answers      *string   `parquet:"answers,optional" holds:"object"` // JSON {action: text}; nil where the source answers no class
	Candidates   string    `parquet:"candidates" holds:"array"`        // JSON [{name, arguments, weight}]: the belief's candidates, F5
	Provenance   string    `parquet:"provenance" holds:"object"`       // JSON {held_out, rejected, alternatives}
	Missing      []string  `parquet:"missing,list"`                    // F12
	BeliefSource string    `parquet:"belief_source,dict"`              // F12: given, held_out, reference, contrast, llm, question, schema, none
	PolicyAction string    `parquet:"policy_action,dict"`              // F7: ask, call; none without a belief
	BestQuestion string    `parquet:"best_question"`                   // F12: tool.parameter joined by commas
	VNow         *float64  `parquet:"v_now,optional"`                  // F5, in [0,1]; nil without a belief
	EVPIMax      *float64  `parquet:"evpi_max,optional"`               // F6, in [0,1]; nil without a belief
	EVPI         string    `parquet:"evpi" holds:"array"`              // JSON [{tool, aspects, evpi, cost, score}], best first
	Agrees       *bool     `parquet:"agrees,optional"`                 // F12; nil where the policy has no say
	Reading      string    `parquet:"reading" holds:"object"`          // JSON {reader, mentions, slots}: what the conversation says, F4
	Flags        []string  `parquet:"flags,list"`                      // dataset.Flag values, sorted
}

// bytes estimates the memory of a row's texts, to bound row groups.
func (r *Row) bytes() int {
	n := 512 + r.jsonBytes()
	for i := range r.Prompt {
		n += len(r.Prompt[i].Content)
	}
	return n
}

// jsonBytes is the length of the JSON columns.
func (r *Row) jsonBytes() (n int) {
	for i := range RowColumns {
		if text, ok := RowColumns[i].text(r); ok {
			n += len(text)
		}
	}
	return n
}
