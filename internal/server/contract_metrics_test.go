package server

import (
	"fmt"
	"strings"
	"testing"

	"github.com/voi-rl/voi/internal/jsonvalue"
)

// The expected figures are computed by hand. ci/trainers compares them with NeMo Gym's own
// aggregation of the same replies.
func TestAggregateMetrics(t *testing.T) {
	h := testHTTP(t, testCore(t), loopback, HTTPOptions{})
	for _, tc := range []struct{ name, replies, want string }{
		{"nothing", ``, `{"group_level_metrics":[],"agent_metrics":{},"key_metrics":{}}`},
		{"one, whose deviation is 0", `{"reward":1,"ok":true,"text":"x","list":[1],"none":null}`,
			`{"group_level_metrics":[{"_ng_task_index":0,"num_rollouts":1,"mean/reward":1.0,"mean/ok":1.0,"max/reward":1.0,"max/ok":1.0,"min/reward":1.0,"min/ok":1.0,"median/reward":1.0,"median/ok":1.0,"std/reward":0.0,"std/ok":0.0}],` +
				`"agent_metrics":{"mean/reward":1.0,"mean/ok":1.0,"max/reward":1.0,"max/ok":1.0,"min/reward":1.0,"min/ok":1.0,"median/reward":1.0,"median/ok":1.0,"std/reward":0.0,"std/ok":0.0},"key_metrics":{"mean/reward":1.0,"mean/ok":1.0}}`},
		{"two tasks, one value in one of them only, and usage",
			`{"_ng_task_index":7,"_ng_rollout_index":0,"reward":1,"response":{"usage":{"tokens":3,"details":{"x":1}}}},{"_ng_task_index":-2,"reward":4},{"_ng_task_index":7,"_ng_rollout_index":1,"reward":2}`,
			`{"group_level_metrics":[{"_ng_task_index":-2,"num_rollouts":1,"mean/reward":4.0,"max/reward":4.0,"min/reward":4.0,"median/reward":4.0,"std/reward":0.0},` +
				`{"_ng_task_index":7,"num_rollouts":2,"mean/reward":1.5,"mean/tokens":3.0,"max/reward":2.0,"max/tokens":3.0,"min/reward":1.0,"min/tokens":3.0,"median/reward":1.5,"median/tokens":3.0,"std/reward":0.7071067811865476}],` +
				`"agent_metrics":{"mean/reward":2.3333333333333335,"mean/tokens":3.0,"max/reward":4.0,"max/tokens":3.0,"min/reward":1.0,"min/tokens":3.0,"median/reward":2.0,"median/tokens":3.0,"std/reward":1.5275252316519468},"key_metrics":{"mean/reward":2.3333333333333335,"mean/tokens":3.0}}`},
		{"one of two masked", `{"reward":1},{"_ng_task_index":1,"reward":9,"mask_sample":true}`,
			`{"group_level_metrics":[{"_ng_task_index":0,"num_rollouts":1,"mean/reward":1.0,"max/reward":1.0,"min/reward":1.0,"median/reward":1.0,"std/reward":0.0}],` +
				`"agent_metrics":{"mean/reward":1.0,"max/reward":1.0,"min/reward":1.0,"median/reward":1.0,"std/reward":0.0,"coverage/measured_rollouts":1,"coverage/masked_rollouts":1,"coverage/measured_tasks":1,"coverage/fully_masked_tasks":1},` +
				`"key_metrics":{"mean/reward":1.0,"coverage/measured_rollouts":1,"coverage/masked_rollouts":1,"coverage/measured_tasks":1,"coverage/fully_masked_tasks":1}}`},
		{"a key twice, the last of them counting", `{"reward":1,"reward":2}`,
			`{"group_level_metrics":[{"_ng_task_index":0,"num_rollouts":1,"mean/reward":2.0,"max/reward":2.0,"min/reward":2.0,"median/reward":2.0,"std/reward":0.0}],` +
				`"agent_metrics":{"mean/reward":2.0,"max/reward":2.0,"min/reward":2.0,"median/reward":2.0,"std/reward":0.0},"key_metrics":{"mean/reward":2.0}}`},
		{"numbers that no float holds, or whose sum none does", `{"a":1e999,"b":1.7e308},{"b":1.7e308}`,
			`{"group_level_metrics":[{"_ng_task_index":0,"num_rollouts":2,"mean/b":1.7e+308,"max/b":1.7e+308,"min/b":1.7e+308,"std/b":0.0}],"agent_metrics":{"mean/b":1.7e+308,"max/b":1.7e+308,"min/b":1.7e+308,"std/b":0.0},"key_metrics":{"mean/b":1.7e+308}}`},
	} {
		w := ask(h, "POST", "/aggregate_metrics", `{"verify_responses":[`+tc.replies+`]}`)
		if got := w.Body.String(); w.Code != 200 || got != tc.want {
			t.Errorf("%s: %d\n%s, want\n%s", tc.name, w.Code, got, tc.want)
		}
	}
	for _, index := range []string{`"0"`, `{}`, `[0]`, `null`, `0.5`, `1e99`} {
		if w := ask(h, "POST", "/aggregate_metrics", `{"verify_responses":[{"_ng_task_index":`+index+`}]}`); w.Code != 400 || !strings.Contains(w.Body.String(), "no whole number") {
			t.Errorf("a task of the index %s: %d %s", index, w.Code, w.Body)
		}
	}
}

// Many replies, and many different keys, whose memory is bounded.
func TestAggregateManyMetrics(t *testing.T) {
	h := testHTTP(t, testCore(t), loopback, HTTPOptions{})
	var b strings.Builder
	b.WriteString(`{"verify_responses":[{"k0":0`)
	for i := 1; i < maxMetrics; i++ {
		fmt.Fprintf(&b, `,"k%d":%d`, i, i)
	}
	b.WriteString("}")
	for i := range 20000 {
		fmt.Fprintf(&b, `,{"_ng_task_index":%d,"k%d":1}`, i, maxMetrics-1)
	}
	v := parsed(t, h, "/aggregate_metrics", b.String()+"]}")
	if n := v.Field("group_level_metrics").Len(); n != 20000 {
		t.Errorf("%d tasks", n)
	}
	if n := len(v.Field("key_metrics").Members()); n != maxMetrics {
		t.Errorf("%d means", n)
	}
	over := strings.Replace(b.String(), `{"k0"`, `{"one more":1,"k0"`, 1) + "]}"
	if w := ask(h, "POST", "/aggregate_metrics", over); w.Code != 413 {
		t.Errorf("too many fields: %d %.200s", w.Code, w.Body)
	}
	var bad jsonvalue.Value
	if _, ok := numeric(bad); ok {
		t.Error("null counts as a number")
	}
}
