package server

import (
	"cmp"
	"slices"
	"strings"
	"testing"

	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/reward"
)

// The same completions get the same replies on every carrier: the JSON carriers agree byte
// for byte, and Arrow's numbers agree to the last digit.
func TestCarriersAgree(t *testing.T) {
	for _, name := range []string{reward.DefaultProfile, "guarded"} {
		t.Run(name, func(t *testing.T) { carriersAgree(t, name) })
	}
	t.Run("a model reads", func(t *testing.T) { carriersAgree(t, "guarded", readBy(&reads{})) })
}

func carriersAgree(t *testing.T, profile string, change ...func(*Config)) {
	core := func() *Core {
		return testCore(t, append(change, func(c *Config) {
			slices.SortStableFunc(c.Profiles, func(a, b *reward.Profile) int {
				return cmp.Compare(b2i(a.Name() != profile), b2i(b.Name() != profile))
			})
		})...)
	}
	var items []string
	var rows []arrowRow
	for _, s := range exampleSamples(t) {
		m, tools, r := fields(s)
		for _, c := range completions(s, "x") {
			if c == "" {
				continue // null on Arrow's
			}
			items = append(items, inlineItem(s, c))
			rows = append(rows, arrowRow{completion: c, messages: m, tools: tools, reference: r})
		}
	}
	request := scoreRequest(`"all"`, items, `,"group":true,"details":true`)
	line := talk(t, core(), LineOptions{}, request+"\n")[1]
	if body := ask(testHTTP(t, core(), loopback, HTTPOptions{}), "POST", "/v1/score", request).Body.String(); body != line {
		t.Errorf("HTTP and JSON lines differ")
	}
	reply, err := jsonvalue.Parse(line, jsonvalue.Options{})
	if err != nil {
		t.Fatal(err)
	}
	got, schema, err := arrowReplies(t, core(), arrowStreamOf(t, false, rows[:100], rows[100:]))
	if err != nil || len(got) != len(items) {
		t.Fatalf("%d rows of %d, %v", len(got), len(items), err)
	}
	for i, row := range got {
		want := []string{reply.Field("rewards").Items()[i].JSON()}
		for _, m := range reply.Field("components").Members() {
			want = append(want, m.Value.Items()[i].JSON())
		}
		action := reply.Field("actions").Items()[i]
		want = append(want, cell(action.IsNull(), action.Str), reply.Field("errors").Items()[i].JSON(), reply.Field("notes").Items()[i].JSON())
		if strings.Join(row, " ") != strings.Join(want, " ") {
			t.Fatalf("row %d of %v:\n%s\nwant\n%s", i, schema, row, want)
		}
	}
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}
