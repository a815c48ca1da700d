package item

import (
	"encoding/json"
	"strings"
	"testing"
)

// parts cuts a text down to its smallest parts and parses every part.
func parts(text string) error {
	raw, _, err := Whole(text)
	if err != nil {
		return err
	}
	switch raw[0] {
	case '{':
		return Members(raw, func(_, raw string, _ bool) error { return parts(raw) })
	case '[':
		return Elements(raw, func(raw string, _ bool) error { return parts(raw) })
	}
	_, err = Parse(raw)
	return err
}

// FuzzCut compares cutting with encoding/json: a text is cut without an error exactly if it
// is JSON.
func FuzzCut(f *testing.F) {
	for _, seed := range []string{
		`{}`, `[]`, `{"a":1}`, `[1,2,{"b":[]}]`, ` { "a" : [ 1 , "x\"y\\" ] , "b" : null } `, `{"a":1,}`, `[1,]`, `{"a"}`,
		`{"a":tru}`, `{"a":1 2}`, `"x`, `{"\u0061":1}`, `[[]`, `[}`, `{"a":{]}`, `{,}`, `[,]`, `nul`, `"\ud800"`, `{"a":"\x"}`,
		`01`, `-`, `[1e]`, `{"a":1}{`, "\"\x01\"", "{\"\xff\":1}", `[":"]`, `{"a"::1}`, `{"a":1"b":2}`, `[1 "x"]`, `[true"x"]`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 1<<12 || strings.Count(text, "[")+strings.Count(text, "{") > MaxDepth {
			t.Skip("beyond the bounds of one part")
		}
		if got, want := parts(text) == nil, json.Valid([]byte(text)); got != want {
			t.Errorf("cut %v, JSON %v: %q (%v)", got, want, text, parts(text))
		}
	})
}

func TestCutSaysHowDeepAValueIs(t *testing.T) {
	for depth, want := range map[int]bool{0: false, MaxDepth: false, MaxDepth + 1: true} {
		value := strings.Repeat("[", depth) + strings.Repeat("]", depth)
		if depth == 0 {
			value = "1"
		}
		err := Members(`{"a":`+value+`,"b":2}`, func(key, raw string, deep bool) error {
			if key == "a" && (deep != want || raw != value) {
				t.Errorf("depth %d: deep %v, want %v", depth, deep, want)
			}
			return nil
		})
		if err != nil {
			t.Errorf("depth %d: %v", depth, err)
		}
	}
}

func TestBracketsWithoutEndAreTooDeep(t *testing.T) {
	for _, text := range []string{
		`{"items":` + strings.Repeat("[", 1000), `{"id":` + strings.Repeat(`{"a":`, 1000), strings.Repeat("[", 100000),
	} {
		_, _, err := Whole(text)
		if e := asError(err); e == nil || e.Code != CodeTooDeep {
			t.Errorf("%.40s...: %v, want %s", text, err, CodeTooDeep)
		}
	}
}
