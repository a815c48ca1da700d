package score

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/parquet-go/parquet-go"

	"github.com/voi-rl/voi/configs"
	"github.com/voi-rl/voi/export"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/lookup"
	"github.com/voi-rl/voi/internal/sharedtest"
	"github.com/voi-rl/voi/reward"
)

const (
	bookTool    = `{"type":"function","function":{"name":"book","description":"Book a table","parameters":{"type":"object","properties":{"city":{"type":"string"},"people":{"type":"integer","minimum":1,"maximum":8},"terrace":{"type":"boolean"}},"required":["city","people"]}}}`
	callSample  = `{"id":"call","messages":[{"role":"system","content":"Be brief."},{"role":"user","content":"Book a table in Lisbon for 4 people"}],"tools":[` + bookTool + `],"reference":{"action":"TOOLCALL","tool_calls":[{"name":"book","arguments":{"city":"Lisbon","people":4}}]}}`
	askSample   = `{"id":"ask","messages":[{"role":"user","content":"A table in Lisbon, please"}],"tools":[` + bookTool + `],"reference":{"action":"ASK","question":"For how many?","tool_calls":[{"name":"book","arguments":{"city":"Lisbon","people":4}}]},"held_out":"people"}`
	bareSample  = `{"id":"bare","messages":[{"role":"user","content":"Cancel my flight"}],"tools":[],"reference":{"action":"REFUSE"}}`
	rightCall   = "<reasoning>\nAll given.\n</reasoning>\n<answer>\n<TOOLCALL>[{\"name\": \"book\", \"arguments\": {\"city\": \"Lisbon\", \"people\": 4}}]</TOOLCALL>\n</answer>\n"
	rightAsk    = "<reasoning>\nHow many?\n</reasoning>\n<answer>\n<ASK>\n<TOOLCALL>[{\"name\": \"book\", \"arguments\": {\"city\": \"Lisbon\", \"people\": \"<UNK>\"}}]</TOOLCALL>\n<question>For how many people?</question>\n</ASK>\n</answer>\n"
	rightRefuse = "<reasoning>\nNo tool.\n</reasoning>\n<answer>\n<REFUSE>I'm sorry, I cannot cancel flights for you.</REFUSE>\n</answer>\n"
)

// openStore builds shards of test samples and the embedded examples, and opens them.
func openStore(t testing.TB) *lookup.Store {
	t.Helper()
	opt := export.BuildOptions{
		Out:    filepath.Join(t.TempDir(), "data"),
		Inputs: []export.Input{{Name: "own.jsonl", Data: []byte(callSample + "\n" + askSample + "\n" + bareSample + "\n")}},
	}
	for _, e := range configs.Examples() {
		opt.Inputs = append(opt.Inputs, export.Input{Name: e.Name, Data: e.Data, Answers: e.Answers})
	}
	sharedtest.Need(export.Build(context.Background(), opt))(t)
	store := sharedtest.Need(lookup.Open(context.Background(), opt.Out, lookup.Options{}))(t)
	folders.Store(store, opt.Out)
	t.Cleanup(func() { store.Close(); folders.Delete(store) })
	return store
}

// folders are the folders of the stores.
var folders sync.Map

// systemOf is the system message of a sample in the shards.
func systemOf(t testing.TB, store *lookup.Store, id string) string {
	t.Helper()
	dir, _ := folders.Load(store)
	rows := sharedtest.Need(parquet.ReadFile[export.Row](filepath.Join(dir.(string), "train", "part-00000-00000.parquet")))(t)
	for _, r := range rows {
		if r.SampleID == id {
			return r.Prompt[0].Content
		}
	}
	t.Fatalf("there is no sample %s", id)
	return ""
}

func profiles(t testing.TB, names ...string) []*reward.Profile {
	t.Helper()
	var all []*reward.Profile
	for _, name := range names {
		p := sharedtest.Need(reward.Load(name))(t)
		all = append(all, p)
	}
	return all
}

func writeFile(t testing.TB, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	sharedtest.OK(t, os.WriteFile(path, []byte(text), 0o666))
	return path
}

func mustRun(t testing.TB, opt Options) *Summary {
	t.Helper()
	sum := sharedtest.Need(Run(context.Background(), opt))(t)
	return sum
}

// lines reads JSON lines back.
func lines(t testing.TB, path string) []jsonvalue.Value {
	t.Helper()
	text := sharedtest.Need(os.ReadFile(path))(t)
	var all []jsonvalue.Value
	for _, line := range bytes.Split(bytes.TrimSuffix(text, []byte("\n")), []byte("\n")) {
		v, err := jsonvalue.Parse(string(line), jsonvalue.Options{})
		if err != nil {
			t.Fatalf("%s: %v: %s", path, err, line)
		}
		all = append(all, v)
	}
	return all
}

// parquetRows reads a Parquet file back, each row as an object of its columns.
func parquetRows(t testing.TB, path string) (rows []map[string]any, file *parquet.File) {
	t.Helper()
	f := sharedtest.Need(os.Open(path))(t)
	t.Cleanup(func() { f.Close() })
	info := sharedtest.Need(f.Stat())(t)
	file = sharedtest.Need(parquet.OpenFile(f, info.Size()))(t)
	r := parquet.NewGenericReader[any](file, file.Schema())
	for {
		batch := make([]any, 16)
		n, err := r.Read(batch)
		for _, row := range batch[:n] {
			rows = append(rows, row.(map[string]any))
		}
		if err != nil {
			return rows, file
		}
	}
}

func row(id, completion string, more ...string) string {
	text := fmt.Sprintf(`{"sample_id":%q,"completion":%s`, id, jsonvalue.NewString(completion).JSON())
	for i := 0; i < len(more); i += 2 {
		text += fmt.Sprintf(`,%q:%s`, more[i], more[i+1])
	}
	return text + "}\n"
}

func keys(v jsonvalue.Value) (names []string) {
	for _, m := range v.Members() {
		names = append(names, m.Key)
	}
	return names
}

func sameNames(t *testing.T, what string, got, want []string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s: columns\n%s\nwant\n%s", what, strings.Join(got, " "), strings.Join(want, " "))
	}
}
