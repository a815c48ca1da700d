package score

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/voi-rl/voi/export"
	"github.com/voi-rl/voi/internal/item"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/sharedtest"
	"github.com/voi-rl/voi/reward"
)

var resultNames = []string{"reward", "fmt_xml", "fmt_soft", "fmt_strict", "tool", "cls", "certainty", "action", "error", "notes", "group_mean", "group_std", "advantage"}

func prefixed(prefix string, names []string) (out []string) {
	for _, name := range names {
		out = append(out, prefix+name)
	}
	return out
}

// The worked values of F10, scored from files: columns, order, groups.
func TestScoreColumnsAndGroups(t *testing.T) {
	store := openStore(t)
	in := writeFile(t, "in.jsonl", row("ask", rightAsk, "group_id", `"g"`, "step", "7")+
		row("ask", rightRefuse, "group_id", `"g"`)+
		row("call", rightCall)+
		row("nobody", rightCall, "group_id", `"g"`)+
		row("bare", rightRefuse, "group_id", "null"))
	out := filepath.Join(t.TempDir(), "out.jsonl")
	sum := mustRun(t, Options{Inputs: []string{in}, Out: out, Samples: store, Profiles: profiles(t, "certainty")})
	if sum.Rows != 5 || sum.Rejected != 0 || sum.Records != 5 || !sum.Complete {
		t.Errorf("%+v", sum)
	}
	rows := lines(t, out)
	sameNames(t, "row 0", keys(rows[0]), append([]string{"sample_id", "completion", "group_id", "step"}, resultNames...))
	// A correct ASK with one of eight numbers missing: 1.5 + 0.5 + (1-1/8) 2.
	for i, want := range []string{"3.75", "2", "4.5", "null", "4"} {
		if got := rows[i].Field("reward").JSON(); got != want {
			t.Errorf("row %d: reward %s, want %s", i, got, want)
		}
	}
	if got := rows[3].Field("error").Field("code").Str(); got != "unknown_sample" {
		t.Errorf("row 3: %s", rows[3].JSON())
	}
	for _, name := range []string{"fmt_xml", "certainty", "advantage", "action"} {
		if !rows[3].Field(name).IsNull() {
			t.Errorf("row 3: %s is not null", name)
		}
	}
	mean, std := (3.75+2)/2, math.Sqrt(2*0.875*0.875)
	for i, want := range []float64{0.875 / (std + 1e-4), -0.875 / (std + 1e-4)} {
		if got, _ := rows[i].Field("advantage").Float(); math.Abs(got-want) > 1e-15 {
			t.Errorf("row %d: advantage %v, want %v", i, got, want)
		}
		if m, _ := rows[i].Field("group_mean").Float(); m != mean {
			t.Errorf("row %d: mean %v", i, m)
		}
	}
	// The row with an error belongs to the group, but adds nothing to the mean.
	if m, _ := rows[3].Field("group_mean").Float(); m != mean {
		t.Errorf("row 3: group_mean %s", rows[3].Field("group_mean").JSON())
	}
	for _, i := range []int{2, 4} {
		if rows[i].Field("advantage").JSON() != "0" || rows[i].Field("group_std").JSON() != "0" {
			t.Errorf("row %d is alone in its group: %s", i, rows[i].JSON())
		}
	}
	if got := rows[0].Field("certainty").JSON(); got != "0.875" {
		t.Errorf("certainty %s", got)
	}
	r := sum.Reports[0]
	if r.Scored != 4 || r.Unscored != 1 || r.Errors["unknown_sample"] != 1 || r.Groups != 3 || r.SingleGroups != 2 || r.ZeroVariance.Count != 0 {
		t.Errorf("%+v", r)
	}
}

func TestAdvantageCenterAndGroupColumn(t *testing.T) {
	store := openStore(t)
	in := writeFile(t, "in.jsonl", row("ask", rightAsk, "uid", `1`)+row("call", rightCall, "uid", `1.0`)+row("call", rightCall, "uid", `"1"`))
	out := filepath.Join(t.TempDir(), "out.jsonl")
	mustRun(t, Options{Inputs: []string{in}, Out: out, Samples: store, Profiles: profiles(t, "certainty"), Group: []string{"uid"}, Advantage: reward.AdvantageCenter})
	rows := lines(t, out)
	for i, want := range []string{"-0.375", "0.375", "0"} { // 1 and 1.0 are the same value; "1" is another
		if got := rows[i].Field("advantage").JSON(); got != want {
			t.Errorf("row %d: advantage %s, want %s", i, got, want)
		}
	}
	_, err := Run(context.Background(), Options{Inputs: []string{in}, Out: out, Samples: store, Profiles: profiles(t, "certainty"), Group: []string{"nothing"}})
	if !errors.As(err, new(*export.UsageError)) || !strings.Contains(err.Error(), `"nothing"`) {
		t.Errorf("a column that no row has: %v", err)
	}
}

// Rows in each format, and rows that are rejected.
func TestScoreShapes(t *testing.T) {
	store := openStore(t)
	text := func(s string) string { return jsonvalue.NewString(s).JSON() }
	inline := `"tools":[` + bookTool + `],"reference":{"action":"TOOLCALL","tool_calls":[{"name":"book","arguments":{"city":"Lisbon","people":4}}]}`
	system := systemOf(t, store, "call")
	chatML := "<|im_start|>system\n" + system + "<|im_end|>\n<|im_start|>user\nBook a table in Lisbon for 4 people<|im_end|>\n<|im_start|>assistant\n"
	bare := "system\n" + system + "\nuser\nBook a table in Lisbon for 4 people\nassistant\n"
	llama := "<|begin_of_text|><|start_header_id|>system<|end_header_id|>\n\nCutting Knowledge Date: December 2023\nToday Date: 26 Jul 2024\n\n" + system +
		"<|eot_id|><|start_header_id|>user<|end_header_id|>\n\nBook a table in Lisbon for 4 people<|eot_id|><|start_header_id|>assistant<|end_header_id|>\n\n"
	messages := `[{"role":"system","content":` + text(system) + `},{"role":"user","content":"Book a table in Lisbon for 4 people"}]`
	call := `{"type":"function_call","name":"book","call_id":"1","arguments":"{\"city\": \"Lisbon\", \"people\": 4}"}`
	for _, c := range []struct{ name, row, reward, code string }{
		{"own", row("call", rightCall), "4.5", ""},
		{"own, chat", `{"sample_id":"call","completion":[{"role":"assistant","content":` + text(rightCall) + `}]}`, "4.5", ""},
		{"own, inline", `{"completion":` + text(rightCall) + `,` + inline + `}`, "4.5", ""},
		{"inline wins", `{"sample_id":"call","completion":` + text(rightCall) + `,"reference":{"action":"REFUSE"}}`, "1.5", ""},
		{"TRL, messages", `{"step":1,"prompt":` + messages + `,"completion":` + text(rightCall) + `,"advantage":0.5}`, "4.5", ""},
		{"TRL, special tokens", `{"step":1,"prompt":` + text(chatML) + `,"completion":` + text(rightCall) + `}`, "4.5", ""},
		{"TRL, as it logs", `{"step":1,"prompt":` + text(bare) + `,"completion":` + text(rightCall) + `}`, "4.5", ""},
		{"TRL, Llama", `{"step":1,"prompt":` + text(llama) + `,"completion":` + text(rightCall) + `}`, "4.5", ""},
		{"TRL, messages as text", `{"prompt":` + text(messages) + `,"completion":` + text(rightCall) + `}`, "4.5", ""},
		{"plain prompt", `{"prompt":` + text(system+"Book a table in Lisbon for 4 people") + `,"completion":` + text(rightCall) + `}`, "4.5", ""},
		{"prompt nobody has", `{"prompt":"Hello","completion":` + text(rightCall) + `}`, "", "unknown_sample"},
		{"verl", `{"input":` + text(bare) + `,"output":` + text(rightCall) + `,"gts":null,"score":1,"step":2}`, "4.5", ""},
		{"verl, ground truth", `{"input":"?","output":` + text(rightCall) + `,"gts":` + text("{"+inline+"}") + `,"score":1,"step":2}`, "4.5", ""},
		{"verl, id in an extra", `{"input":"?","output":` + text(rightCall) + `,"gts":"x","score":1,"sample_id":"call"}`, "4.5", ""},
		{"OpenRLHF", `{"query":` + text(chatML+rightCall+"<|im_end|>") + `,"prompts":[` + text(chatML) + `],"labels":["{\"sample_id\": \"call\"}"]}`, "4.5", ""},
		{"OpenRLHF, inference", `{"input":` + text(chatML) + `,"output":` + text(rightCall) + `,"reward":0.3}`, "4.5", ""},
		{"slime", `{"prompt":"?","response":` + text(rightCall) + `,"label":` + text(`{"action":"TOOLCALL","tool_calls":[{"name":"book","arguments":{"city":"Lisbon","people":4}}]}`) + `,"tools":[` + bookTool + `]}`, "4.5", ""},
		{"Gym, call", `{"responses_create_params":{"input":` + messages + `},"response":{"output":[{"type":"reasoning","summary":[]},` + call + `]},"reward":1}`, "3", ""},
		{"Gym, text", `{"sample_id":"bare","responses_create_params":{"input":"Cancel"},"response":{"output":[{"type":"message","role":"assistant","content":[{"type":"output_text","text":` + text(rightRefuse) + `}]}]}}`, "4", ""},
		{"Gym, inline", `{"responses_create_params":{"input":[{"role":"user","content":[{"type":"input_text","text":"A table"}]}],"tools":[{"type":"function","name":"book","parameters":{"type":"object","properties":{"city":{"type":"string"}}}}]},"response":{"output":[` + call + `]},"reference":{"action":"TOOLCALL","tool_calls":[{"name":"book","arguments":{"city":"Lisbon","people":4}}]}}`, "3", ""},
		{"no completion", `{"sample_id":"call","answer":"x"}`, "", "unknown_format"},
		{"no sample", `{"completion":"x"}`, "", "unknown_sample"},
		{"no object", `["x"]`, "", "unknown_format"},
		{"no JSON", `{"sample_id":"call","completion":}`, "", "bad_json"},
		{"a word", `{"sample_id":"call","completion":"x","mood":fine}`, "", "bad_json"},
		{"an inline word", `{"completion":"x","tools":[nope],"reference":{"action":"ASK"}}`, "", "bad_json"},
		{"key twice", `{"sample_id":"call","completion":"x","completion":"y"}`, "", "bad_json"},
		{"a wrong id", `{"sample_id":{},"completion":"x"}`, "", "bad_request"},
		{"wrong tools", `{"completion":"x","tools":5,"reference":{"action":"REFUSE"}}`, "null bad_tools", ""},
		{"wrong reference", `{"completion":"x","tools":[],"reference":{"action":"WAVE"}}`, "null bad_reference", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			in := writeFile(t, "in.jsonl", strings.TrimSuffix(c.row, "\n")+"\n"+row("bare", rightRefuse))
			out := filepath.Join(t.TempDir(), "out.jsonl")
			sum := mustRun(t, Options{Inputs: []string{in}, Out: out, Samples: store, Profiles: profiles(t, "certainty")})
			rows := lines(t, out)
			if last := rows[len(rows)-1].Field("reward").JSON(); last != "4" {
				t.Errorf("the neighbour has %s", last)
			}
			if c.code != "" {
				if len(rows) != 1 || sum.Rejected != 1 || sum.Rejections[c.code] != 1 {
					t.Fatalf("%+v", sum)
				}
				left := lines(t, out+".rejected.jsonl")[0]
				if left.Field("file").Str() != "in.jsonl" || left.Field("line").JSON() != "1" || left.Field("code").Str() != c.code || left.Field("message").Str() == "" {
					t.Errorf("%s", left.JSON())
				}
				return
			}
			got := rows[0].Field("reward").JSON()
			if e := rows[0].Field("error"); !e.IsNull() {
				got += " " + e.Field("code").Str()
			}
			if got != c.reward {
				t.Errorf("reward %s, want %s: %s", got, c.reward, rows[0].JSON())
			}
			if _, err := os.Stat(out + ".rejected.jsonl"); err == nil {
				t.Error("a file of rejected rows, without any")
			}
		})
	}
}

// All columns of a row are written as they were read; none is overwritten.
func TestColumnsThatCollide(t *testing.T) {
	store := openStore(t)
	in := writeFile(t, "in.jsonl", row("call", rightCall, "reward", "0.25", "input.reward", "1e2", "input.other", "null", "notes", `{"a": [1,  2]}`)+
		"{\"sample_id\":\"call\",\"completion\":\"x\",\"bad\":\"\xff\",\"big\":1e999,\"input.reward\":3}\n")
	dir := t.TempDir()
	once, twice := filepath.Join(dir, "once.jsonl"), filepath.Join(dir, "twice.jsonl")
	mustRun(t, Options{Inputs: []string{in}, Out: once, Samples: store, Profiles: profiles(t, "certainty")})
	rows := lines(t, once)
	sameNames(t, "row 0", keys(rows[0]), append([]string{"sample_id", "completion", "input.reward", "input.input.reward", "input.other", "input.notes"}, resultNames...))
	if got := rows[0].Field("input.reward").JSON() + rows[0].Field("input.input.reward").JSON() + rows[0].Field("input.notes").JSON(); got != `0.251e2{"a":[1,2]}` {
		t.Errorf("renamed columns: %s", got)
	}
	sameNames(t, "row 1", keys(rows[1]), append([]string{"sample_id", "completion", "bad", "big", "input.input.reward"}, resultNames...))
	if rows[1].Field("bad").Str() != "\uFFFD" || rows[1].Field("big").NumberText() != "1e999" {
		t.Errorf("%s", rows[1].JSON())
	}
	mustRun(t, Options{Inputs: []string{once}, Out: twice, Samples: store, Profiles: profiles(t, "certainty", "baseline")})
	again := lines(t, twice)
	sameNames(t, "two profiles", keys(again[0]), slices.Concat(keys(rows[0]), prefixed("certainty.", resultNames), prefixed("baseline.", resultNames)))
	if again[0].Field("certainty.reward").JSON() != rows[0].Field("reward").JSON() {
		t.Error("the same row has another reward")
	}
}

// The rows of `voi score` and the replies of the server have the same numbers, to the last
// digit.
func TestSameNumbersAsTheServer(t *testing.T) {
	store := openStore(t)
	scorer := item.NewScorer(item.Options{Samples: store})
	var text strings.Builder
	var items []string
	for i, c := range []string{rightCall, rightAsk, rightRefuse, "", "<answer>", rightCall + "x", strings.ReplaceAll(rightAsk, "<UNK>", "6"), rightAsk[:100]} {
		for _, id := range []string{"call", "ask", "bare", "ex-voi-rival-values", "gone"} {
			items = append(items, strings.TrimSuffix(row(id, c, "group_id", fmt.Sprint(i%3)), "\n"))
			text.WriteString(items[len(items)-1] + "\n")
		}
	}
	in, out := writeFile(t, "in.jsonl", text.String()), filepath.Join(t.TempDir(), "out.jsonl")
	for _, mode := range []reward.AdvantageMode{reward.AdvantageStd, reward.AdvantageCenter} {
		for _, p := range profiles(t, "certainty", "baseline", "certainty-total", "paper") {
			b := item.NewBatch(p, len(items), false)
			for i, text := range items {
				b.Score(scorer, i, text)
			}
			want := sharedtest.Need(jsonvalue.Parse("{"+string(b.AppendAdvantages(append(b.AppendResult(nil), ','), mode))+"}", jsonvalue.Options{}))(t)
			mustRun(t, Options{Inputs: []string{in}, Out: out, Samples: store, Profiles: []*reward.Profile{p}, Advantage: mode})
			for i, r := range lines(t, out) {
				check := func(column string, w jsonvalue.Value) {
					if got := r.Field(column).JSON(); got != w.Items()[i].JSON() {
						t.Errorf("%s, item %d: %s is %s, the server says %s", p.Name(), i, column, got, w.Items()[i].JSON())
					}
				}
				check("reward", want.Field("rewards"))
				check("action", want.Field("actions"))
				check("error", want.Field("errors"))
				check("notes", want.Field("notes"))
				check("advantage", want.Field("advantages"))
				for _, name := range p.Components() {
					check(name, want.Field("components").Field(name))
				}
			}
		}
	}
}

func TestStandardInputAndOutput(t *testing.T) {
	store := openStore(t)
	var out, left bytes.Buffer
	sum := mustRun(t, Options{
		Inputs: []string{"-"}, Stdin: strings.NewReader(row("call", rightCall) + "{}\n" + row("bare", rightRefuse)),
		Out: "-", Stdout: &out, Rejects: &left, Samples: store, Profiles: profiles(t, "certainty"),
	})
	if sum.Rows != 2 || sum.Rejected != 1 || bytes.Count(out.Bytes(), []byte("\n")) != 2 || bytes.Count(left.Bytes(), []byte("\n")) != 1 {
		t.Errorf("%+v\n%s%s", sum, out.String(), left.String())
	}
}

func TestUsage(t *testing.T) {
	in := writeFile(t, "in.jsonl", row("call", rightCall))
	p := profiles(t, "certainty", "certainty")
	out := filepath.Join(t.TempDir(), "out.jsonl")
	for name, opt := range map[string]Options{
		"no inputs":     {Out: out, Profiles: p[:1]},
		"no output":     {Inputs: []string{in}, Profiles: p[:1]},
		"no profile":    {Inputs: []string{in}, Out: out},
		"one twice":     {Inputs: []string{in}, Out: out, Profiles: p},
		"a name":        {Inputs: []string{in}, Out: out + ".csv", Profiles: p[:1]},
		"gz of Parquet": {Inputs: []string{in}, Out: "x.parquet.gz", Profiles: p[:1]},
		"over itself":   {Inputs: []string{in}, Out: in, Profiles: p[:1]},
		"advantage":     {Inputs: []string{in}, Out: out, Profiles: p[:1], Advantage: "max"},
		"rank":          {Inputs: []string{in}, Out: out, Profiles: p[:1], Rank: 2, WorldSize: 2},
		"stdin twice":   {Inputs: []string{"-", "-"}, Stdin: strings.NewReader(""), Out: out, Profiles: p[:1]},
		"no stdin":      {Inputs: []string{"-"}, Out: out, Profiles: p[:1]},
		"resumed -":     {Inputs: []string{in}, Out: "-", Profiles: p[:1], Resume: true},
	} {
		if _, err := Run(context.Background(), opt); !errors.As(err, new(*export.UsageError)) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, bad := range []string{filepath.Join(t.TempDir(), "none.jsonl"), writeFile(t, "empty.jsonl", ""), t.TempDir()} {
		if _, err := Run(context.Background(), Options{Inputs: []string{bad}, Out: out, Profiles: p[:1]}); err == nil {
			t.Errorf("%s: no error", bad)
		}
	}
	if files, _ := filepath.Glob(out + "*"); len(files) > 0 {
		t.Errorf("left behind: %v", files)
	}
}
