package item

import (
	"context"
	"fmt"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/export"
	"github.com/voi-rl/voi/internal/decide"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/lookup"
	"github.com/voi-rl/voi/internal/sharedtest"
	"github.com/voi-rl/voi/reward"
)

// lossy returns samples, one for each schema, with a value that the schema excludes. The
// JSON form of the schema's domain does not say so. candidates may be a member, too.
func lossy(candidates string) (ids, samples, calls []string) {
	codes := func(n int) string {
		texts := make([]string, n)
		for i := range texts {
			texts[i] = fmt.Sprintf(`"code%02d"`, i)
		}
		return `{"enum":[` + strings.Join(texts, ",") + `]}`
	}
	for i, c := range [][2]string{
		{codes(20), `"code99"`}, // its JSON form says all
		{codes(21), `"code99"`},
		{`{"type":"integer"}`, `2.5`},
		{`{"type":"number","exclusiveMinimum":0,"exclusiveMaximum":1}`, `1`},
		{`{"type":"object","properties":{"a":{"type":"boolean"}},"required":["a"]}`, `{"zz":5}`},
		{`{"type":"array","items":{"enum":["a","b"]},"maxItems":2}`, `["a","c"]`},
		{`{"anyOf":[{"type":"boolean"},{"type":"integer","minimum":1,"maximum":3}]}`, `9`},
		{`{"type":"string","pattern":"^(ab|cd)x$"}`, `"ab"`},
		{`{"type":"integer","minimum":3,"description":"At most 50."}`, `2`},
	} {
		tools := `[{"name":"f","parameters":{"type":"object","properties":{"p":` + c[0] + `,"q":{"type":"string"}},"required":["p","q"]}}]`
		said := jsonvalue.NewString("Please use " + c[1] + " and Paris.").JSON()
		call := `{"name":"f","arguments":{"p":` + c[1] + `,"q":"Paris"}}`
		sample := `"messages":[{"role":"user","content":` + said + `}],"tools":` + tools + `,"reference":{"action":"TOOLCALL","tool_calls":[{"name":"f","arguments":{"p":"other","q":"Paris"}}]}`
		if candidates != "" {
			sample += `,"candidates":[` + call + `,` + candidates + `]`
		}
		ids, samples, calls = append(ids, fmt.Sprint("s-", i)), append(samples, sample), append(calls, call)
	}
	return ids, samples, calls
}

// built builds samples into a new folder.
func built(t *testing.T, ids, samples []string, layouts ...string) (*lookup.Store, string) {
	t.Helper()
	var b strings.Builder
	for i, s := range samples {
		fmt.Fprintf(&b, "{\"id\":%q,%s}\n", ids[i], s)
	}
	dir := filepath.Join(t.TempDir(), "out")
	sharedtest.Need(export.Build(context.Background(), export.BuildOptions{
		Out: dir, Layouts: layouts, Inputs: []export.Input{{Name: "rows.jsonl", Data: []byte(b.String())}},
	}))(t)
	store := sharedtest.Need(lookup.Open(context.Background(), dir, lookup.Options{}))(t)
	t.Cleanup(func() { store.Close() })
	return store, dir
}

// TestInlineEarnsWhatItsSampleEarns scores calls with values that only the schema's own
// domain excludes: inline, inline with the domains of the shard, by the sample's id, and by
// its label.
func TestInlineEarnsWhatItsSampleEarns(t *testing.T) {
	ids, samples, calls := lossy("")
	store, dir := built(t, ids, samples, "generic", "verl")
	labels := labelsIn(t, dir, "verl")
	byID, alone := NewScorer(Options{Samples: store}), NewScorer(Options{})
	for _, name := range reward.Names() {
		p := sharedtest.Need(reward.Load(name))(t)
		for i, id := range ids {
			text := "<reasoning>\nok\n</reasoning>\n<answer>\n<TOOLCALL>[" + calls[i] + "]</TOOLCALL>\n</answer>"
			want := alone.Score(p, itemOf(t, "{"+samples[i]+"}", text), false, nil)
			if want.Err != nil || name == "guarded" && want.Reward > 0.75 {
				t.Fatalf("%s, %s: %+v, %v", name, samples[i], want.Result, want.Err)
			}
			row := sharedtest.Need(jsonvalue.Parse(labels[id], jsonvalue.Options{}))(t)
			given := itemOf(t, "{"+samples[i]+`,"domains":`+row.Field("domains").JSON()+"}", text)
			for by, got := range map[string]Outcome{
				"by id":            byID.Score(p, &Item{SampleID: id, Completion: text}, false, nil),
				"by label":         alone.Score(p, itemOf(t, labels[id], text), false, nil),
				"with its domains": alone.Score(p, given, false, nil),
			} {
				if !reflect.DeepEqual(got.Result, want.Result) || got.Err != nil {
					t.Errorf("%s, %s, %s:\n%+v %v\ninline\n%+v", name, samples[i], by, got.Result, got.Err, want.Result)
				}
			}
		}
	}
}

// TestBuildBelievesWhatDecideBelieves compares the labels of a build with the decisions of
// voi decide on the same candidates, with and without the domains of the shard.
func TestBuildBelievesWhatDecideBelieves(t *testing.T) {
	ids, samples, _ := lossy(`{"name":"f","arguments":{"p":"<UNK>","q":"Paris"}}`)
	store, _ := built(t, ids, samples)
	for i, id := range ids {
		s, sets, labels, err := store.Get(id)
		sharedtest.OK(t, err)
		if !slices.Contains(s.Flags, dataset.FlagOutOfDomain) {
			t.Errorf("%s has the flags %v", samples[i], s.Flags)
		}
		for _, more := range []string{"", `,"domains":` + domainsText(sets)} {
			reply, _ := decide.AppendText(nil, "{"+samples[i]+more+"}")
			got := sharedtest.Need(jsonvalue.Parse(string(reply), jsonvalue.Options{}))(t).Field("evpi").JSON()
			if want := labels.EVPIValue().JSON(); got != want || labels.EVPIMax == nil || *labels.EVPIMax == 0 {
				t.Errorf("%s%s:\ndecide says\n%s\nthe build\n%s", samples[i], more, got, want)
			}
		}
	}
}

func domainsText(sets map[string]domains.Set) string {
	members := jsonvalue.Members{}
	for name, set := range sets {
		members.Add(name, set.Value())
	}
	return members.Value().JSON()
}
