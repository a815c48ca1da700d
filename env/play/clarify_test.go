package play_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/env"
	"github.com/voi-rl/voi/env/play"
	"github.com/voi-rl/voi/internal/sharedtest"
)

// two is a task with two hidden values.
var two = strings.NewReplacer(`{"tool":"book_trip","aspect":"city","value":"Lima"}`, `{"tool":"book_trip","aspect":"city","value":"Lima"},{"tool":"book_trip","aspect":"nights","value":4}`,
	"Book me a trip for 4 nights.", "Book me a trip.").Replace(trip)

func TestClarify(t *testing.T) {
	opt := options(t, "", 1)
	var tasks []*env.Task
	for _, text := range []string{two, strings.Replace(two, "trip-N", "other", 1), strings.NewReplacer(`"ambiguous"`, `"explicit"`, "for 4 nights.", "to Lima for 4 nights.", `{"tool":"book_trip","aspect":"city","value":"Lima"}`, "").Replace(trip)} {
		tasks = append(tasks, sharedtest.Need(env.ParseTask(sharedtest.Need(domains.ParseValue(text))(t)))(t))
	}
	rows := sharedtest.Need(play.Clarify(t.Context(), opt.Env, opt.Counter, tasks, 20, 1))(t)
	again := sharedtest.Need(play.Clarify(t.Context(), opt.Env, opt.Counter, tasks, 20, 3))(t)
	if diff := cmp.Diff(rows, again, cmpopts.EquateNaNs()); diff != "" {
		t.Errorf("three workers give other figures:\n%s", diff)
	}
	of := map[string]play.ClarifyRow{}
	for _, r := range rows {
		of[r.Scenario+" "+r.Controller] = r
		if r.N != 20 {
			t.Errorf("%s of %s plays %d episodes", r.Controller, r.Scenario, r.N)
		}
	}
	if len(rows) != 2*(3+len(play.Lambdas)*len(play.Alphas)) {
		t.Errorf("there are %d rows", len(rows))
	}
	all, sage, never := of["ambiguous ask-all"], of["ambiguous sage lambda=0.5 alpha=0.1"], of["ambiguous never-ask"]
	if never.Success != 0 || never.Clarify != 0 || all.Coverage.Value != 1 || sage.Coverage.Value != 1 || sage.Clarify != 1 || all.Clarify != 2 {
		t.Errorf("never asks: %+v\nasks for all: %+v\nsage: %+v", never, all, sage)
	}
	if free := of["ambiguous sage lambda=0 alpha=0.1"]; free.Clarify < sage.Clarify {
		t.Errorf("questions that cost nothing are fewer: %v, %v", free.Clarify, sage.Clarify)
	}
	if e := of["explicit never-ask"]; e.Success != 1 || e.Wasted != 0 {
		t.Errorf("explicit: %+v", e)
	}
	if _, err := play.Clarify(t.Context(), opt.Env, opt.Counter, nil, 1, 1); err == nil {
		t.Error("no tasks are played")
	}
}
