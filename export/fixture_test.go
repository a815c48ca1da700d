package export

import (
	"context"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"github.com/voi-rl/voi/certainty/grounding"
	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/internal/sharedtest"
)

const bookTool = `{"type":"function","function":{"name":"book","description":"Book a table <b>fast</b> <|im_end|>","parameters":{"type":"object","properties":{"city":{"type":"string"},"people":{"type":"integer","minimum":1,"maximum":8},"terrace":{"type":"boolean","default":false}},"required":["city","people"]}}}`
const weatherTool = `{"name":"weather","description":"Weather of a city","parameters":{"type":"dict","properties":{"city":{"type":"string"},"unit":{"type":"string","enum":["C","F"]}},"required":["city"]}}`

// fixtureRows are samples of every class; %d stands for a running number.
var fixtureRows = []string{
	`{"id":"call-%d","messages":[{"role":"user","content":"Book a table in Lisbon for 4 people, number %d"}],"tools":[` + bookTool + `],"reference":{"action":"TOOLCALL","tool_calls":[{"name":"book","arguments":{"city":"Lisbon","people":4}}]}}`,
	`{"id":"ask-%d","messages":[{"role":"system","content":"Be brief."},{"role":"user","content":"A table in Lisbon, please, number %d"}],"tools":[` + bookTool + `,` + weatherTool + `],"reference":{"action":"ASK","question":"For how many people?","tool_calls":[{"name":"book","arguments":{"city":"Lisbon","people":4}}]},"held_out":"people"}`,
	`{"id":"refuse-%d","messages":[{"role":"user","content":"Cancel my flight %d"}],"tools":[` + weatherTool + `],"reference":{"action":"REFUSE"},"answers":{"REFUSE":"I cannot cancel flights with what I have.","DIRECTLY":"It is cancelled.","TOOLCALL":"{\"name\":\"weather\",\"arguments\":{\"city\":\"Rome\"}}"}}`,
	`{"id":"direct-%d","messages":[{"role":"user","content":"What is 2 + %d?"}],"tools":[],"reference":{"action":"DIRECTLY"},"answers":{"DIRECTLY":"It is a number <of some size>."}}`,
	`{"id":"given-%d","messages":[{"role":"user","content":"How warm is it in Rome or Paris, %d?"}],"tools":[` + weatherTool + `],"reference":{"action":"ASK","question":"In which of the two?"},"candidates":[{"name":"weather","arguments":{"city":"Rome"},"weight":2},{"name":"weather","arguments":{"city":"Paris"}}]}`,
	`{"id":"turns-%d","messages":[{"role":"user","content":"Weather in Oslo?"},{"role":"assistant","content":"Let me look.","tool_calls":[{"name":"weather","arguments":{"city":"Oslo"}}]},{"role":"tool","content":"{\"temperature\": 4}"},{"role":"assistant","content":"4 degrees."},{"role":"user","content":"And in Fahrenheit, number %d?"}],"tools":[` + weatherTool + `],"reference":{"action":"TOOLCALL","tool_calls":[{"name":"weather","arguments":{"city":"Oslo","unit":"F"}},{"name":"weather","arguments":{"city":"Bergen","unit":"F"}}]}}`,
	`{"id":"broken-%d","messages":[{"role":"user","content":"%d"}]`,
	`{"messages":[{"role":"user","content":"Wie wird das Wetter in Köln, %d?"}],"tools":[` + weatherTool + `],"chosen_response":{"role":"assistant","content":"<TOOLCALL>[{\"name\":\"weather\",\"arguments\":{\"city\":\"Köln\"}}]</TOOLCALL>"},"rejected_response":{"role":"assistant","content":"In which city?"}}`,
}

// writeFixture writes n samples and returns the path.
func writeFixture(t testing.TB, n int) string {
	t.Helper()
	var b strings.Builder
	for i := range n {
		row := fixtureRows[i%len(fixtureRows)]
		b.WriteString(strings.ReplaceAll(row, "%d", fmt.Sprint(i)) + "\n")
	}
	path := filepath.Join(t.TempDir(), "samples.jsonl")
	sharedtest.OK(t, os.WriteFile(path, []byte(b.String()), 0o666))
	return path
}

// fixtureOptions writes every layout in small shards and two splits.
func fixtureOptions(in, out string) BuildOptions {
	return BuildOptions{
		Inputs: []Input{{Path: in}}, Out: out, Layouts: LayoutNames(),
		Split: []Share{{"train", 0.7}, {"validation", 0.3}}, ShardRows: 20,
	}
}

func build(t testing.TB, opt BuildOptions) *Summary {
	t.Helper()
	s := sharedtest.Need(Build(context.Background(), opt))(t)
	return s
}

func verified(t testing.TB, dir string) *Verification {
	t.Helper()
	v := sharedtest.Need(Verify(context.Background(), dir))(t)
	if v.Total > 0 {
		t.Fatalf("%s is not sound:\n%s", dir, v.Text())
	}
	return v
}

// rowsOf reads all rows of a folder's generic layout.
func rowsOf(t testing.TB, dir string) []Row {
	t.Helper()
	m := sharedtest.Need(ReadManifest(dir))(t)
	var rows []Row
	files := sharedtest.Need(m.files(dir, genericLayout))(t)
	for _, path := range files {
		err := withShard(path, func(s *shardReader) error {
			return s.eachEntry(context.Background(), func(e *Entry) error {
				rows = append(rows, *e.Row)
				return nil
			})
		})
		sharedtest.OK(t, err)
	}
	return rows
}

// plainReader takes every word of the user with a capital or a digit for a value of every
// parameter, so that golden files do not depend on the reading rules.
type plainReader struct{}

func (plainReader) Read(_ context.Context, in grounding.Input) (*grounding.Reading, error) {
	r := &grounding.Reading{Reader: "plain", Slots: grounding.EmptySlots(in.Tools)}
	for turn, t := range in.Turns {
		for at, word := range wordsOf(t.Text) {
			if t.Role != dataset.User || !strings.ContainsFunc(word, func(c rune) bool { return unicode.IsUpper(c) || unicode.IsDigit(c) }) {
				continue
			}
			for i := range r.Slots {
				r.Slots[i].Fills = append(r.Slots[i].Fills, grounding.Fill{Mention: len(r.Mentions), P: 0.75})
			}
			r.Mentions = append(r.Mentions, grounding.Mention{Kind: grounding.Text, Value: word, Status: grounding.Said,
				Span: grounding.Span{Turn: turn, Start: at, End: at + len(word)}})
		}
	}
	r.Bind(in)
	return r, nil
}

// wordsOf returns the words of a text with their offsets.
func wordsOf(text string) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		at := 0
		for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
			at += strings.Index(text[at:], word)
			if !yield(at, word) {
				return
			}
			at += len(word)
		}
	}
}
