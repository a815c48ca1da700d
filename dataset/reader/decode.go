package reader

import (
	"slices"
	"strings"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// Record is the result of a row: exactly one of Sample and Rejection is set.
type Record struct {
	Sample    *dataset.Sample
	Rejection *Rejection
	Asked     *Asked // of a row rejected for its tools, or for the lack of a reference; else nil
}

// Asked is the conversation of a row that is no sample, to be compared with those of others.
type Asked struct {
	ID       string // "" where the row has none
	Messages []dataset.Message
}

// source says how rows of one source are recognised and mapped.
type source struct {
	name  string // Sample.Source if the row has no `source`
	match func(v domains.Value) bool
	read  func(d *draft) error
	parts func(r *Reader, v domains.Value) int // the number of decisions in a row; nil: one
}

// formats are tried in this order. The first one that matches reads the row, or says why it
// cannot. A row is recognised by its keys (inputs.md); a key with the value null counts as
// absent.
var formats = [...]source{
	{"when2call", isWhen2Call, readWhen2Call, nil},
	{"when2call-pref", isPreference, readPreference, nil},
	{"voi", isShard, readShard, nil},
	{"bfcl", isSession, readSession, sessionParts},
	{"acebench", isACE, readACE, aceParts},
	{"bfcl", isBFCL, readBFCL, nil},
	{"nemo-gym", isPivot, readPivot, nil},
	{"xlam", isXLAM, readXLAM, nil},
	{"voi", isOwn, readOwn, nil},
	{"openai", isOpenAI, readChat, nil},
	{"when2call-sft", isChat, readChat, nil},
	{"conversations", isConversations, readConversations, conversationParts},
	{"tagged", isTagged, readTagged, nil},
}

// fieldNames are the keys of a row that some source reads; TestFieldNames checks that none
// is missing.
var fieldNames = strings.Fields(`action action_source answers belief_source candidates conversations excluded_function expected_action flags
	missed_function profile provenance responses_create_params role system time chosen_response code correct_answer description domains
	function functions ground_truth held_out held_out_param hidden id involved_classes messages name prompt query question
	reference rejected_response sample_id source source_id tools uuid`)

func isField(column string) bool { return slices.Contains(fieldNames, column) }

// Decode parses a row and maps it to a Sample, or says why it is none. It depends only on
// the row and on the possible answers that Open found, and is safe for concurrent use.
func (r *Reader) Decode(raw Raw) Record {
	v, err := raw.Parse()
	if err == nil {
		err = raw.Odd(isField)
	}
	if err == nil {
		var d *draft
		if d, err = r.draft(v, &raw); err == nil {
			return Record{Sample: d.sample}
		}
		rejection := raw.Reject(err)
		return Record{Rejection: rejection, Asked: d.asked(rejection.Code)}
	}
	return Record{Rejection: raw.Reject(err)}
}

// DecodeLast is Decode for the last decision of a row with several. Its sample has the
// whole session before that decision.
func (r *Reader) DecodeLast(raw Raw) Record {
	if n := r.parts(&raw); n > 1 {
		raw.part, raw.parted = n-1, true
	}
	return r.Decode(raw)
}

// draft maps a row to a sample. Beside an error stands what was read before it, or nil.
func (r *Reader) draft(v domains.Value, raw *Raw) (*draft, error) {
	if v.Kind() != jsonvalue.Object {
		return nil, rowError(dataset.CodeUnknownFormat, "", "the row is %s; a sample is an object", v.Kind().Noun())
	}
	f := formatOf(v)
	if f == nil {
		return nil, unknown(v)
	}
	d := &draft{row: v, answers: r.answers, functions: r.functions, turns: r.turns, part: raw.part, parted: raw.parted, sample: &dataset.Sample{Source: f.name}}
	if err := f.read(d); err != nil {
		return d, err
	}
	return d, d.finish()
}

// formatOf returns the source that reads a row, nil if there is none.
func formatOf(v domains.Value) *source {
	for i := range formats {
		if formats[i].match(v) {
			return &formats[i]
		}
	}
	return nil
}

// unknown returns the error of a row in no known format, with a guess at what it is.
func unknown(v domains.Value) error {
	switch {
	case has(v, "openapi") || has(v, "swagger"):
		return rowError(dataset.CodeNoMessages, "", "this is an OpenAPI document, not a sample; use voi annotate for tools")
	case isToolSchema(v):
		return rowError(dataset.CodeNoMessages, "", "this is a tool schema, not a sample; use voi annotate for tools")
	case isToolList(v):
		return rowError(dataset.CodeNoMessages, "", "this is a list of tools without a conversation; use voi annotate for tools, or add messages")
	case has(v, "ground_truth") && has(v, "id"):
		return rowError(dataset.CodeNoMessages, "", "this is a possible answer of BFCL, not a question; give the file of questions, and this one by --answers")
	}
	if v.Len() == 0 {
		return rowError(dataset.CodeUnknownFormat, "", "the row is an empty object; give messages and tools")
	}
	keys := make([]string, 0, 8)
	for _, m := range v.Members() {
		if m.Value.IsNull() {
			continue
		}
		if len(keys) == cap(keys) {
			keys = append(keys, "...")
			break
		}
		keys = append(keys, excerpt(m.Key))
	}
	if len(keys) == 0 {
		return rowError(dataset.CodeUnknownFormat, "", "every field of the row is null; give messages and tools")
	}
	return rowError(dataset.CodeUnknownFormat, "", "no known source has rows with the keys %s; give messages and tools", strings.Join(keys, ", "))
}

// isToolSchema recognises one tool in the common notations.
func isToolSchema(v domains.Value) bool {
	if has(v, "api_name") || has(v, "inputSchema") || has(v, "input_schema") {
		return true
	}
	if v.Field("function").Kind() == jsonvalue.Object {
		return true
	}
	named := v.Field("name").Kind() == jsonvalue.String
	return named && (has(v, "parameters") || has(v, "query_parameters") || has(v, "path_parameters") || has(v, "description"))
}

// isToolList recognises a list of tools without anything that could be a conversation.
func isToolList(v domains.Value) bool {
	for _, key := range [...]string{"question", "query", "prompt", "conversations", "text"} {
		if has(v, key) {
			return false
		}
	}
	return has(v, "tools") || has(v, "function") || has(v, "functions")
}

// has reports whether the object v has the key with a value other than null.
func has(v domains.Value, key string) bool { return !v.Field(key).IsNull() }
