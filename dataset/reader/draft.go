package reader

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// draft is a sample while a row is mapped to it.
type draft struct {
	row       domains.Value
	answers   *answers
	functions *functions
	turns     Turns
	part      int  // the index of this sample in its row
	parted    bool // the row gives several samples
	sample    *dataset.Sample
}

// badField returns the error of a field of the row.
func badField(path, format string, args ...any) error {
	return rowError(dataset.CodeBadField, path, format, args...)
}

// text returns a field that must be a string or absent.
func (d *draft) text(key string) (string, error) {
	v := d.row.Field(key)
	if !v.IsNull() && v.Kind() != jsonvalue.String {
		return "", badField(key, "it is %s; give a string", v.Kind().Noun())
	}
	return v.Str(), nil
}

// object returns a field that must be an object, a string with one, or absent.
func (d *draft) object(key string) (domains.Value, error) {
	v, err := held(d.row.Field(key))
	if err != nil {
		return v, badField(key, "%v", err)
	}
	if !v.IsNull() && v.Kind() != jsonvalue.Object {
		return v, badField(key, "it is %s; give an object", v.Kind().Noun())
	}
	return v, nil
}

// held parses a string with JSON; other values are returned unchanged.
func held(v domains.Value) (domains.Value, error) {
	if v.Kind() != jsonvalue.String {
		return v, nil
	}
	parsed, err := domains.ParseValue(v.Str())
	if err != nil {
		return v, fmt.Errorf("a string that holds no JSON (%w)", err)
	}
	return parsed, nil
}

// readTools reads the offered tools from the first of the keys in the row; without such a
// key there are no tools.
func (d *draft) readTools(keys ...string) error {
	for _, key := range keys {
		v := d.row.Field(key)
		if v.IsNull() {
			continue
		}
		return d.setTools(key, v)
	}
	if slices.ContainsFunc(d.sample.Messages, func(m dataset.Message) bool {
		return m.Role == dataset.System && strings.Contains(m.Content, toolsInText)
	}) {
		return rowError(dataset.CodeBadTools, keys[0], "the tools stand in the text of the system message, as ToolACE has them; give them as a list in %s", keys[0])
	}
	return nil
}

// toolsInText stands in system messages of ToolACE, and of prompts after BFCL's, before the tools.
const toolsInText = "list of functions in JSON format that you can invoke"

// inBrackets are calls as ToolACE and Llama write them: [Name(argument="value"), Other()]. They are
// not read, since names have blanks in them and values forms of their own, and are no answer in words.
var inBrackets = regexp.MustCompile(`(?s)^\[\s*[\pL_][^][(){}"=,]{0,200}\((\s*\)|\s*[\pL_][^][(){}"=,]{0,200}=).*\)\s*\]$`)

func (d *draft) setTools(key string, v domains.Value) error {
	tools, duplicates, err := domains.ParseToolList(v)
	if err != nil {
		return as(under(err, key), dataset.CodeBadTools)
	}
	d.sample.Tools = tools
	if len(duplicates) > 0 {
		d.sample.AddFlags(dataset.FlagDuplicateTool)
	}
	return nil
}

// setAnswer makes an assistant's message the reference. key is the field that it came from.
func (d *draft) setAnswer(key string, m dataset.Message) error {
	a := dataset.ReadAnswer(m.Content, m.ToolCalls)
	s := d.sample
	if err := a.Check(); err != nil {
		return under(err, key)
	}
	if text := strings.TrimSpace(m.Content); a.Source == dataset.ActionHeuristic && a.Action != completion.ToolCall && inBrackets.MatchString(text) {
		return rowError(dataset.CodeBadReference, key, "the answer %s is a call in a notation that is not read; write it as <TOOLCALL>[{\"name\": ..., \"arguments\": {...}}]</TOOLCALL>, or in tool_calls", excerpt(text))
	}
	s.Reference = dataset.Reference{Action: a.Action, Question: a.Question}
	if a.Action == completion.ToolCall {
		s.Reference.ToolCalls = a.Calls
	}
	s.ActionSource = a.Source
	for _, c := range a.Candidates {
		s.Candidates = append(s.Candidates, dataset.Candidate{Call: c})
	}
	if a.Text != "" {
		s.Answers = dataset.Answers{a.Action: a.Text}
	}
	if a.Conflict {
		s.AddFlags(dataset.FlagActionConflict)
	}
	return nil
}

// finish sets what all sources have: ids, the source's name, derived fields, and flags.
func (d *draft) finish() error {
	s := d.sample
	if len(s.Messages) == 0 {
		return rowError(dataset.CodeNoMessages, "", "there is no message before the answer; a sample needs a conversation")
	}
	source, err := d.text("source")
	if err != nil {
		return err
	}
	if source != "" {
		s.Source = source
	}
	if s.SourceID, err = d.id("source_id"); err != nil {
		return err
	}
	id, err := d.rowID()
	if err != nil {
		return err
	}
	if d.parted {
		s.SourceID = cmp.Or(s.SourceID, id)
		// A later turn's prompt has the answers of the earlier ones, so that no split may part them.
		s.Task = dataset.Opening(s.Messages)
	}
	if s.ID = d.partID(id); s.ID == "" {
		s.ID = s.ContentID()
	}
	if err := s.Derive(); err != nil {
		return err
	}
	s.AddFlags(s.ShapeFlags()...)
	return nil
}

// asked returns the conversation of a row that was rejected with a code, nil where it may not
// be complete. The messages are read before the tools, and these before the reference.
func (d *draft) asked(code string) *Asked {
	if d == nil || len(d.sample.Messages) == 0 || code != dataset.CodeNoReference && code != dataset.CodeBadTools {
		return nil
	}
	id, err := d.rowID()
	if err != nil {
		return nil
	}
	return &Asked{ID: d.partID(id), Messages: d.sample.Messages}
}

// rowID returns the id of the row, "" if it has none.
func (d *draft) rowID() (id string, err error) {
	for _, key := range [...]string{"sample_id", "id", "uuid"} {
		if id, err = d.id(key); id != "" || err != nil {
			break
		}
	}
	return id, err
}

// partID makes the id of a sample of the row's, since the samples of one row have different
// ids.
func (d *draft) partID(id string) string {
	if id != "" && d.parted {
		return fmt.Sprintf("%s#%d", id, d.part)
	}
	return id
}

// id returns an id as it is written, "" if the row has none.
func (d *draft) id(key string) (string, error) {
	v, ok := d.row.Get(key)
	switch {
	case !ok || v.IsNull():
		return "", nil
	case v.Kind() == jsonvalue.Number:
		return v.NumberText(), nil
	case v.Kind() != jsonvalue.String:
		return "", badField(key, "the id is %s; give a string or a number", v.Kind().Noun())
	case v.Str() == "" && key != "source_id":
		return "", badField(key, "the id is empty; give one, or leave the field out")
	}
	return v.Str(), nil
}

// userMessage sets the conversation of a source with only one question.
func (d *draft) userMessage(key string) error {
	text, err := d.text(key)
	if err != nil {
		return err
	}
	if strings.TrimSpace(text) == "" {
		return rowError(dataset.CodeNoMessages, key, "the question is empty, so that there is no conversation")
	}
	d.sample.Messages = []dataset.Message{{Role: dataset.User, Content: text}}
	return nil
}

// excerpt quotes a short text for a message.
func excerpt(s string) string {
	return fmt.Sprintf("%q", jsonvalue.Cut(s, 40))
}
