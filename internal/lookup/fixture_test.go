package lookup

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"github.com/voi-rl/voi/export"
	"github.com/voi-rl/voi/internal/sharedtest"
)

const bookTool = `{"type":"function","function":{"name":"book","description":"Book a table","parameters":{"type":"object","properties":{"city":{"type":"string"},"people":{"type":"integer","minimum":1,"maximum":8},"terrace":{"type":"boolean","default":false}},"required":["city","people"]}}}`
const weatherTool = `{"name":"weather","description":"Weather of a city","parameters":{"type":"dict","properties":{"city":{"type":"string"},"unit":{"type":"string","enum":["C","F"]}},"required":["city"]}}`

// fixtureRows are samples of every class and belief; # stands for a running number.
var fixtureRows = []string{
	`{"id":"call-#","messages":[{"role":"user","content":"Book a table in Lisbon for 4 people, number #"}],"tools":[` + bookTool + `],"reference":{"action":"TOOLCALL","tool_calls":[{"name":"book","arguments":{"city":"Lisbon","people":4}}]}}`,
	`{"id":"ask-#","messages":[{"role":"system","content":"Be brief."},{"role":"user","content":"A table in Lisbon, please, number #"}],"tools":[` + bookTool + `,` + weatherTool + `],"reference":{"action":"ASK","question":"For how many people?","tool_calls":[{"name":"book","arguments":{"city":"Lisbon","people":4}}]},"held_out":"people"}`,
	`{"id":"refuse-#","messages":[{"role":"user","content":"Cancel my flight #"}],"tools":[` + weatherTool + `],"reference":{"action":"REFUSE"},"answers":{"REFUSE":"I cannot cancel flights.","TOOLCALL":"{\"name\":\"weather\",\"arguments\":{\"city\":\"Rome\"}}"}}`,
	`{"id":"direct-#","messages":[{"role":"user","content":"What is 2 + #?"}],"tools":[],"reference":{"action":"DIRECTLY"},"answers":{"DIRECTLY":"A number."}}`,
	`{"id":"given-#","messages":[{"role":"user","content":"How warm is it in Rome or Paris, #?"}],"tools":[` + weatherTool + `],"reference":{"action":"ASK","question":"In which of the two?"},"candidates":[{"name":"weather","arguments":{"city":"Rome"},"weight":2},{"name":"weather","arguments":{"city":"Paris"}}]}`,
	`{"id":"turns-#","messages":[{"role":"user","content":"Weather in Oslo?"},{"role":"assistant","content":"Let me look.","tool_calls":[{"name":"weather","arguments":{"city":"Oslo"}}]},{"role":"tool","content":"{\"temperature\": 4}"},{"role":"assistant","content":"4 degrees."},{"role":"user","content":"And in Fahrenheit, number #?"}],"tools":[` + weatherTool + `],"reference":{"action":"TOOLCALL","tool_calls":[{"name":"weather","arguments":{"city":"Oslo","unit":"F"}},{"name":"weather","arguments":{"city":"Bergen","unit":"F"}}]}}`,
	`{"messages":[{"role":"user","content":"Wie wird das Wetter in Köln, #?"}],"tools":[` + weatherTool + `],"chosen_response":{"role":"assistant","content":"<TOOLCALL>[{\"name\":\"weather\",\"arguments\":{\"city\":\"Köln\"}}]</TOOLCALL>"},"rejected_response":{"role":"assistant","content":"In which city?"}}`,
}

// fixture returns n samples as JSON lines.
func fixture(n int) []byte {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.ReplaceAll(fixtureRows[i%len(fixtureRows)], "#", fmt.Sprint(i)) + "\n")
	}
	return []byte(b.String())
}

// build builds inputs into a new folder with two splits and small shards.
func build(t testing.TB, layouts []string, inputs ...[]byte) string {
	t.Helper()
	opt := export.BuildOptions{
		Out: filepath.Join(t.TempDir(), "out"), Layouts: layouts, ShardRows: 20,
		Split: []export.Share{{Split: "train", Fraction: 0.7}, {Split: "validation", Fraction: 0.3}},
	}
	for i, data := range inputs {
		opt.Inputs = append(opt.Inputs, export.Input{Name: fmt.Sprintf("input-%d.jsonl", i), Data: data})
	}
	sharedtest.Need(export.Build(context.Background(), opt))(t)
	return opt.Out
}

func open(t testing.TB, dir string, opt Options) *Store {
	t.Helper()
	st := sharedtest.Need(Open(context.Background(), dir, opt))(t)
	t.Cleanup(func() { st.Close() })
	return st
}

// rowsOf reads the rows of a layout with the library that wrote them.
func rowsOf(t testing.TB, dir, layout string) []export.Row {
	t.Helper()
	m := sharedtest.Need(export.ReadManifest(dir))(t)
	var rows []export.Row
	for _, s := range m.Shards {
		path := filepath.Join(dir, filepath.FromSlash(s.Path))
		switch below := strings.HasPrefix(s.Path, "trl/"); {
		case layout == "trl" && below:
			rows = append(rows, readAll(t, path, parquet.StructTag(`parquet:"tool_schemas"`, "Tools").(parquet.ReaderOption))...)
		case layout == "generic" && strings.Count(s.Path, "/") == 1:
			rows = append(rows, readAll(t, path)...)
		}
	}
	if len(rows) == 0 {
		t.Fatalf("%s has no rows of the layout %s", dir, layout)
	}
	return rows
}

func readAll(t testing.TB, path string, options ...parquet.ReaderOption) []export.Row {
	t.Helper()
	f := sharedtest.Need(os.Open(path))(t)
	defer f.Close()
	r := parquet.NewGenericReader[export.Row](f, options...)
	defer r.Close()
	rows := make([]export.Row, r.NumRows())
	if n, err := r.Read(rows); n != len(rows) || err != nil && !errors.Is(err, io.EOF) {
		t.Fatalf("%s: %d rows of %d: %v", path, n, len(rows), err)
	}
	return rows
}

// wantCode fails unless err is an *Error with that code and a message with that text.
func wantCode(t testing.TB, err error, code, text string) {
	t.Helper()
	var e *Error
	if !errors.As(err, &e) || e.Code != code || !strings.Contains(e.Message, text) {
		t.Errorf("got %v, want %s with %q", err, code, text)
	}
}

// promptOf is the text that finds the sample of an id.
func promptOf(t testing.TB, st *Store, id string) string {
	t.Helper()
	hi, lo := digestOf([]byte(id))
	r, err := st.only(id, st.index.find(hi, lo))
	if err != nil {
		t.Fatal(err)
	}
	return promptText(r)
}

func promptText(r *export.Row) string {
	text := ""
	for _, m := range r.Prompt {
		text += m.Content
	}
	return text
}
