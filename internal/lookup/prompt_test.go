package lookup

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/voi-rl/voi/internal/sharedtest"
)

func TestFindByPrompt(t *testing.T) {
	twins := strings.ReplaceAll(fixtureRows[0], "#", "x")
	twins += "\n" + strings.Replace(twins, `"id":"call-x"`, `"id":"call-y"`, 1) + "\n"
	dir := build(t, []string{"trl"}, fixture(100), fixture(20), []byte(twins))
	st := open(t, dir, Options{})
	before := st.Usage().IndexBytes
	rows := rowsOf(t, dir, "trl")
	for i := range rows {
		s := sharedtest.Need(rows[i].Sample())(t)
		text := promptText(&rows[i])
		id, err := st.Find(context.Background(), text)
		if strings.HasSuffix(s.ID, "-x") || strings.HasSuffix(s.ID, "-y") {
			wantCode(t, err, CodeUnknownSample, `2 samples have this prompt`)
			if _, ok := st.ByPrompt(text); ok {
				t.Errorf("a prompt of two samples was taken for one's")
			}
			continue
		}
		if err != nil || id != s.ID {
			t.Errorf("the prompt of %s is that of %q, %v", s.ID, id, err)
		}
		for _, near := range []string{text + " ", text[1:], strings.ToUpper(text), ""} {
			if id, ok := st.ByPrompt(near); ok {
				t.Errorf("a prompt that is not there was taken for that of %s", id)
			}
		}
	}
	if grown := st.Usage().IndexBytes - before; grown != 16*int64(len(rows)) {
		t.Errorf("the text index takes %d bytes for %d rows", grown, len(rows))
	}
	_, err := st.Find(context.Background(), "no such prompt")
	wantCode(t, err, CodeUnknownSample, "no sample has exactly this prompt")
}

func TestFindEndsWithItsContext(t *testing.T) {
	st := open(t, build(t, nil, fixture(50)), Options{})
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := st.Find(ctx, "x"); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if id, ok := st.ByPrompt(promptOf(t, st, "call-0")); !ok || id != "call-0" {
		t.Errorf("after a cancelled call: %q, %t", id, ok)
	}
}
