package score

import (
	"bytes"
	"context"
	"io"
	"strings"
	"testing"

	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/sharedtest"
)

// For any file, every row is written or rejected with a reason. The output is JSON lines
// with our columns and rewards in the profile's range. A bad row does not change its
// neighbours.
func FuzzRows(f *testing.F) {
	store := openStore(f)
	p := profiles(f, "certainty")
	lo, hi := p[0].Range()
	for _, text := range []string{
		row("call", rightCall), row("ask", rightAsk, "reward", "1", "group_id", "{}"),
		`{"prompt":"system\n\nSuser\n\nUassistant\n\n","completion":""}`,
		`{"input":"x","output":"y","gts":"{\"reference\":{\"action\":\"ASK\"}}"}`,
		`{"response":{"output":[{"type":"function_call","name":"book","arguments":"{}"}],"incomplete_details":{"reason":"max_output_tokens"}},"sample_id":"call"}`,
		`{"query":"pq</s>","prompts":["p"],"labels":["{\"sample_id\":\"call\"}"]}`,
		"{\"sample_id\":\"call\",\"completion\":\"\xff\",\"k\\u0022\":1e999}", `[{"sample_id":"call","completion":"x"},`, "{}\n\n{", `{"completion":"","sample_id":1}`,
		`{"completion":"x","tools":[nope],"reference":{}}`,
		`{"sample_id":"call","completion":"x","reward":1,"group_id":}`,
		"{\"completion\":\"x\",\r\n\"sample_id\":\"call\",\"a\":{\"b\":[\n]}}",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var out, left bytes.Buffer
		sum, err := Run(context.Background(), Options{
			Inputs: []string{"-"}, Stdin: io.MultiReader(strings.NewReader(row("call", rightCall)), strings.NewReader(text), strings.NewReader("\n"+row("bare", rightRefuse))),
			Out: "-", Stdout: &out, Rejects: &left, Samples: store, Profiles: p, Workers: 1, MaxRecordBytes: 1 << 16,
		})
		sharedtest.OK(t, err)
		rows, lost := strings.SplitAfter(out.String(), "\n"), strings.SplitAfter(left.String(), "\n")
		if int64(len(rows)-1) != sum.Rows || int64(len(lost)-1) != sum.Rejected || sum.Rows+sum.Rejected != sum.Records || sum.Rows == 0 {
			t.Fatalf("%d lines, %d left out, but %+v", len(rows)-1, len(lost)-1, sum)
		}
		for _, line := range rows[:len(rows)-1] {
			v, err := jsonvalue.Parse(line, jsonvalue.Options{MaxDepth: 300})
			if err != nil {
				t.Fatalf("%v: %q", err, line)
			}
			for _, name := range resultNames {
				if _, ok := v.Get(name); !ok {
					t.Fatalf("no %s: %q", name, line)
				}
			}
			r, isNumber := v.Field("reward").Float()
			if isNumber == v.Field("error").IsNull() && (!isNumber || r >= lo && r <= hi) {
				continue
			}
			t.Fatalf("reward %s beside error %s", v.Field("reward").JSON(), v.Field("error").JSON())
		}
		for _, line := range lost[:len(lost)-1] {
			v, err := jsonvalue.Parse(line, jsonvalue.Options{})
			if err != nil || v.Field("code").Str() == "" || v.Field("message").Str() == "" || v.Field("line").JSON() == "0" {
				t.Fatalf("%v: %q", err, line)
			}
		}
		if v, err := jsonvalue.Parse(rows[0], jsonvalue.Options{}); err != nil || v.Field("reward").JSON() != "4.5" {
			t.Fatalf("the row before: %q", rows[0])
		}
	})
}
