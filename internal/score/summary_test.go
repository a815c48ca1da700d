package score

import (
	"bytes"
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/sharedtest"
)

// The figures of a summary, computed by hand.
func TestSummaryFigures(t *testing.T) {
	store := openStore(t)
	callBare := strings.Replace(rightCall, "All given", "No tool", 1)
	in := writeFile(t, "in.jsonl", row("call", rightCall)+row("call", rightCall)+row("call", rightAsk)+
		row("ask", rightAsk)+row("ask", rightCall)+
		row("bare", rightRefuse)+row("bare", callBare)+row("bare", callBare)+row("bare", "Sorry")+
		row("gone", "x")+"{}\n")
	sum := mustRun(t, Options{Inputs: []string{in}, Out: filepath.Join(t.TempDir(), "out.jsonl"), Samples: store, Profiles: profiles(t, "baseline")})
	text := jsonOf(t, sum)
	v := sharedtest.Need(jsonvalue.Parse(text, jsonvalue.Options{}))(t)
	get := func(path string) string {
		at := v
		for _, key := range strings.Split(path, ".") {
			at = at.Field(key)
		}
		return at.JSON()
	}
	for path, want := range map[string]string{
		"records": "11", "rows": "10", "rejected": "1", "rejections.unknown_format": "1",
		"scored": "9", "unscored": "1", "errors.unknown_sample": "1",
		"accuracy.value": "0.4444444444444444", "accuracy.n": "9",
		// F1: TOOLCALL 2*2/(3+5), ASK 2*1/(2+2), REFUSE 2*1/(4+1).
		"macro_f1.value": "0.4666666666666666", "macro_f1.n": "9",
		// When2Call: of the 4 rows that refuse without tools, 2 call one.
		"tool_hallucination_rate.value": "0.5", "tool_hallucination_rate.n": "4",
		"confusion_matrix.TOOLCALL.TOOLCALL": "2", "confusion_matrix.TOOLCALL.ASK": "1", "confusion_matrix.ASK.TOOLCALL": "1",
		"confusion_matrix.REFUSE.none": "1", "confusion_matrix.REFUSE.TOOLCALL": "2", "confusion_matrix.DIRECTLY.DIRECTLY": "0",
		"confusion_rates.REFUSE.TOOLCALL.value": "0.5", "confusion_rates.DIRECTLY.ASK.value": "null",
		"reward_per_action.REFUSE.value": "4", "reward_per_action.REFUSE.n": "1", "reward_per_action.REFUSE.low": "null",
		"reward_per_action.none.value": "0.5", "reward_per_action.DIRECTLY.value": "null",
		"groups": "3", "single_groups": "0", "zero_variance_groups.count": "0", "zero_variance_groups.rate.n": "3",
		"profile": `"baseline"`, "reward_range": "[0,4.5]", "group": `"group_id"`, "advantage": `"std"`, "complete": "true",
	} {
		if got := get(path); got != want {
			t.Errorf("%s is %s, want %s", path, got, want)
		}
	}
	for _, path := range []string{"accuracy", "macro_f1", "tool_hallucination_rate", "reward", "zero_variance_groups.rate", "confusion_rates.ASK.ASK"} {
		low, value, high := get(path+".low"), get(path+".value"), get(path+".high")
		if low == "null" || value == "null" || high == "null" {
			t.Errorf("%s has no interval: [%s, %s] around %s", path, low, high, value)
		}
	}
	for _, words := range []string{"10 rows scored", "1 rejected (unknown_format 1)", "unknown_sample 1", "50.0% [5.5%, 94.5%] of 4 unanswerable questions", "44.4%", "none"} {
		if !strings.Contains(sum.Text(), words) {
			t.Errorf("the text lacks %q:\n%s", words, sum.Text())
		}
	}
}

func TestZeroVarianceGroups(t *testing.T) {
	store := openStore(t)
	in := writeFile(t, "in.jsonl", row("call", rightCall, "group_id", "1")+row("call", rightCall, "group_id", "1")+
		row("call", rightCall, "group_id", "2")+row("call", "", "group_id", "2")+row("call", "", "group_id", "3"))
	sum := mustRun(t, Options{Inputs: []string{in}, Out: filepath.Join(t.TempDir(), "out.jsonl"), Samples: store, Profiles: profiles(t, "baseline", "paper")})
	for _, r := range sum.Reports {
		if r.Groups != 3 || r.SingleGroups != 1 || r.ZeroVariance.Count != 1 || r.ZeroVariance.Rate.Value != 0.5 || r.ZeroVariance.Rate.N != 2 {
			t.Errorf("%s: %+v", r.Profile, r)
		}
	}
	if !strings.Contains(jsonOf(t, sum), `"profiles":{"baseline":{`) {
		t.Error("several profiles are not told apart")
	}
}

func TestExplain(t *testing.T) {
	store := openStore(t)
	opt := Options{Inputs: []string{writeFile(t, "a.jsonl", row("call", rightCall)+"{}\n"), writeFile(t, "b.jsonl", row("ask", rightCall)+row("gone", "x")+row("ask", rightAsk))}, Samples: store, Profiles: profiles(t, "certainty", "paper")}
	collect := func(which string) (all []*Explained, err error) {
		err = Explain(context.Background(), opt, which, func(e *Explained) error { all = append(all, e); return nil })
		return all, err
	}
	all, err := collect("ask")
	if err != nil || len(all) != 2 || all[0].File != "b.jsonl" || all[1].Line != 3 {
		t.Fatalf("%v, %v", all, err)
	}
	if got := all[1].Outcomes[0].Explanation.Reward; got != 3.75 {
		t.Errorf("reward %v", got)
	}
	for _, words := range []string{"b.jsonl:3, sample ask", "reward 3.75", "book#/properties/people"} {
		if !strings.Contains(all[1].Text(), words) {
			t.Errorf("the text lacks %q:\n%s", words, all[1].Text())
		}
	}
	v := all[1].Value()
	if got := v.Field("profiles").Field("paper").Field("explanation").Field("reward").JSON(); got != "3.5" {
		t.Errorf("paper: %s in %s", got, v.JSON())
	}
	if all, err = collect(""); err != nil || len(all) != 1 || all[0].SampleID != "call" {
		t.Errorf("the first row: %v, %v", all, err)
	}
	if all, err = collect("gone"); err != nil || len(all) != 1 || !strings.Contains(all[0].Text(), "unscored, unknown_sample") || all[0].Value().Field("profiles").Field("paper").Field("error").Field("code").Str() != "unknown_sample" {
		t.Errorf("a sample that is not there: %v, %v", all, err)
	}
	if _, err = collect("2"); err == nil || !strings.Contains(err.Error(), "a.jsonl:2: unknown_format") {
		t.Errorf("a row that is none: %v", err)
	}
	if _, err = collect("nobody"); !errors.Is(err, ErrNoMatch) {
		t.Errorf("nobody: %v", err)
	}
	opt.Inputs, opt.Stdin = []string{"-"}, bytes.NewReader([]byte(row("call", rightCall)))
	if all, err = collect("1"); err != nil || len(all) != 1 {
		t.Errorf("standard input: %v, %v", all, err)
	}
}
