package item_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/voi-rl/voi/certainty/grounding"
	"github.com/voi-rl/voi/internal/item"
	"github.com/voi-rl/voi/internal/sharedtest"
	"github.com/voi-rl/voi/reward"
)

// scripted is a model that reads as the rules do, and signs for it. What the user says decides what
// goes wrong.
type scripted struct {
	mu    sync.Mutex
	asked []string
	known bool // it answers from a cache
}

func (m *scripted) Known(in grounding.Input) (*grounding.Reading, bool) {
	said := in.Turns[0].Text
	if strings.Contains(said, "useless") {
		return nil, true
	}
	if !m.known {
		return nil, false
	}
	return signed(in), true
}

func (m *scripted) Read(ctx context.Context, in grounding.Input) (*grounding.Reading, error) {
	said := in.Turns[0].Text
	m.mu.Lock()
	m.asked = append(m.asked, said)
	m.mu.Unlock()
	switch {
	case strings.Contains(said, "fail"):
		return nil, nil
	case strings.Contains(said, "spent"):
		return nil, errors.New("the budget is spent")
	case strings.Contains(said, "stall"):
		<-ctx.Done()
		return nil, ctx.Err()
	}
	return signed(in), nil
}

func signed(in grounding.Input) *grounding.Reading {
	r := grounding.Read(in)
	r.Reader = "small"
	return r
}

// saying is the text of an item whose user says that, with more fields.
func saying(said, more string) string {
	return `{"completion":"<answer>\n<ASK><question>Where to?</question></ASK>\n</answer>","messages":[{"role":"user","content":"` + said + `"}],"tools":` + fly + `,"reference":{"action":"ASK"}` + more + `}`
}

// scored scores items as a server does: first without asking, then what is unread.
func scored(s *item.Scorer, p *reward.Profile, texts ...string) *item.Batch {
	b := item.NewBatch(p, len(texts), true)
	for i, text := range texts {
		b.Score(s, i, text)
	}
	for _, list := range b.Unread() {
		asking := s.Asking()
		for _, i := range list {
			b.Score(asking, i, texts[i])
		}
	}
	return b
}

// noted are the items of a batch, each with what is noted of its reader, or its error.
func noted(b *item.Batch) string {
	var all []string
	for i := range b.Len() {
		o := b.Outcome(i)
		note := ""
		if slices.Contains(o.Notes, "read_by_rules") {
			note = " noted"
		}
		if o.Err != nil {
			note = " " + o.Err.Code
		}
		all = append(all, fmt.Sprint(i)+note)
	}
	return strings.Join(all, ",")
}

// signs are the readers in the details of a batch, in the order of its items.
func signs(b *item.Batch) (all []string) {
	for part := range strings.SplitSeq(string(b.AppendDetails(nil, true)), `"reader":"`) {
		name, _, _ := strings.Cut(part, `"`)
		all = append(all, name)
	}
	return all[1:]
}

// A model reads each conversation once, whatever the number of its completions, and again only
// where it gave nothing. Neighbours of what it cannot read have its readings.
func TestAModelReads(t *testing.T) {
	m := &scripted{}
	s, p := item.NewScorer(item.Options{Model: m}), sharedtest.Need(reward.Load("guarded"))(t)
	rome, fails := saying("I fly to Rome.", ""), saying("I fail.", "")
	texts := []string{rome, fails, rome, saying("The budget is spent.", ""), fails, saying("A useless answer.", ""), rome, `{"completion":"x","messages":7}`}
	for range 2 {
		b := scored(s, p, texts...)
		if got, want := fmt.Sprint(signs(b)), "[small rules small rules rules rules small]"; got != want {
			t.Errorf("read by %s, want %s", got, want)
		}
		if got, want := noted(b), "0,1 noted,2,3 noted,4 noted,5 noted,6,7 bad_request"; got != want {
			t.Errorf("noted %s, want %s", got, want)
		}
		if text := string(b.AppendDetails(nil, false)); strings.Count(text, "read_by_rules") != 4 {
			t.Errorf("the details say it %d times: %s", strings.Count(text, "read_by_rules"), text)
		}
	}
	if got, want := fmt.Sprint(m.asked), "[I fly to Rome. I fail. The budget is spent. I fail. The budget is spent.]"; got != want {
		t.Errorf("asked about %s, want %s", got, want)
	}
}

// A reading that is there already wins, and no model is asked: a corrected one, one among the
// labels, and one from the model's cache. Neither is one asked where no reading is needed.
func TestNoModelForWhatIsRead(t *testing.T) {
	const reading = `{"reader":"rules","mentions":[{"kind":"place","value":"Oslo","status":"said","turn":0,"span":[9,13]}],"slots":{"fly":{"destination":[{"mention":0,"p":1}]}}}`
	m := &scripted{}
	s, p := item.NewScorer(item.Options{Model: m}), sharedtest.Need(reward.Load("guarded"))(t)
	b := scored(s, p, saying("I fly to Oslo.", `,"reading":`+reading), saying("I fly to Oslo.", `,"labels":{"reading":`+reading+`}`))
	if got, want := fmt.Sprintf("%s %s %s", signs(b), noted(b), m.asked), "[corrected rules] 0,1 []"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	plain := item.NewBatch(sharedtest.Need(reward.Load("baseline"))(t), 1, false)
	if plain.Score(s, 0, saying("I fly to Oslo.", "")); plain.Outcome(0).Err != nil || len(m.asked) > 0 {
		t.Errorf("%v, asked about %s", plain.Outcome(0).Err, m.asked)
	}
	m.known = true
	if b := scored(s, p, saying("I fly to Oslo.", "")); fmt.Sprintf("%s %d %s", signs(b), len(b.Unread()), m.asked) != "[small] 0 []" {
		t.Errorf("from the cache: %s, unread %v, asked about %s", signs(b), b.Unread(), m.asked)
	}
}

// Labels that were given whole, and those of other messages, are scored by the model's reading.
func TestAModelReadsBesideLabels(t *testing.T) {
	s, p := item.NewScorer(item.Options{Model: &scripted{}}), sharedtest.Need(reward.Load("guarded"))(t)
	b := scored(s, p, saying("I fly to Oslo.", `,"labels":{"belief_source":"schema","v_now":0.5,"missing":["destination"]}`))
	if got := fmt.Sprintf("%s %s", signs(b), noted(b)); got != "[small] 0" {
		t.Errorf("got %s", got)
	}
}

// A request to read is unread until a scorer that asks has it.
func TestAppendReadingByAModel(t *testing.T) {
	s := item.NewScorer(item.Options{Model: &scripted{}})
	for said, want := range map[string]string{"I fly to Rome.": "small", "I fail.": "rules"} {
		text := saying(said, "")
		if got := s.AppendReading(nil, text); got != nil {
			t.Errorf("without asking: %s", got)
		}
		if got := string(s.Asking().AppendReading(nil, text)); !strings.HasPrefix(got, `{"reader":"`+want+`","mentions":[`) {
			t.Errorf("%s: %s", said, got)
		}
	}
}

// Once no more items come, a model that gives no reading for a while is asked no more.
func TestEndOfAsking(t *testing.T) {
	m := &scripted{}
	s, p := item.NewScorer(item.Options{Model: m}), sharedtest.Need(reward.Load("guarded"))(t)
	s.End(50 * time.Millisecond)
	s.End(time.Hour) // the first counts
	began := time.Now()
	b := scored(s, p, saying("I stall.", ""), saying("I stall, too.", ""), saying("I fly to Rome.", ""))
	if got := noted(b); got != "0 noted,1 noted,2" && got != "0 noted,1 noted,2 noted" || time.Since(began) > 10*time.Second {
		t.Errorf("got %s after %s", got, time.Since(began))
	}
	item.NewScorer(item.Options{}).End(0) // without a model there is nothing to end
}
