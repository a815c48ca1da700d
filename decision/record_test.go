package decision_test

import (
	"bytes"
	"encoding/json"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"github.com/voi-rl/voi/decision"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/sharedtest"
)

func record() decision.Record {
	yes, outcome := true, 0.5
	r := decision.Record{
		Episode: "e-1", Task: "S2", Step: 3, Actions: []string{"stop", "expand"}, Signals: signals("p", 0.25, "q \"x\"", -1e-9),
		Truth: signals("p", 1), Action: "stop", Result: "no answer <in it>", Sound: &yes, Cost: 2, Best: []string{"expand"},
		Ends: signals("stop", 0), Outcome: &outcome,
	}
	r.Stamp(decision.Calendar().Identity())
	return r
}

func TestRecordsAreReadBack(t *testing.T) {
	for _, want := range []decision.Record{record(), {Episode: "bare", Signals: decision.Signals{}, Truth: decision.Signals{}, Ends: decision.Signals{}}} {
		text := sharedtest.Need(json.Marshal(want))(t)
		v, err := jsonvalue.Parse(string(text), jsonvalue.Options{})
		if err != nil || !decision.IsRecord(v) {
			t.Fatalf("%s: %v", text, err)
		}
		got := sharedtest.Need(decision.ParseRecord(v))(t)
		again, _ := json.Marshal(got)
		if string(again) != string(text) {
			t.Errorf("%s is read as %s", text, again)
		}
	}
}

func TestRecordsInParquet(t *testing.T) {
	var b bytes.Buffer
	w := parquet.NewGenericWriter[decision.Record](&b)
	want := record()
	sharedtest.Need(w.Write([]decision.Record{want}))(t)
	sharedtest.OK(t, w.Close())
	rows, err := parquet.Read[decision.Record](bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil || len(rows) != 1 || !reflect.DeepEqual(rows[0], want) {
		t.Fatalf("%v\n%+v\n%+v", err, rows, want)
	}
}

func TestSignals(t *testing.T) {
	s := decision.NewSignals(map[string]float64{"b": 2, "a": 1, "nan": math.NaN(), "inf": math.Inf(1)})
	if len(s) != 2 || s[0].Name != "a" || !math.IsNaN(s.Get("nan")) || s.Get("b") != 2 {
		t.Errorf("signals are %v", s)
	}
	if u := s.With("a", 5); u.Get("a") != 5 || s.Get("a") != 1 || len(u) != 2 {
		t.Errorf("with a set they are %v, and were %v", u, s)
	}
}

func TestRecordsThatAreRefused(t *testing.T) {
	for text, want := range map[string]string{
		`{"signals":{}}`:                                                            "without an episode",
		`{"episode":"a","step":-1,"signals":{}}`:                                    "steps count from 0",
		`{"episode":"a","step":1.5,"signals":{}}`:                                   "whole number",
		`{"episode":7,"signals":{}}`:                                                "not a text",
		`{"episode":"a","signals":{"p":"high"}}`:                                    "finite number",
		`{"episode":"a","signals":{"p":1e999}}`:                                     "finite number",
		`{"episode":"a","signals":3}`:                                               "object of numbers",
		`{"episode":"a","signals":[{"name":"p","value":1},{"name":"p","value":2}]}`: "names each signal once",
		`{"episode":"a","signals":{},"actions":"stop"}`:                             "list of texts",
		`{"episode":"a","signals":{},"sound":"yes"}`:                                "true or false",
		`{"episode":"a","signals":{},"outcome":"good"}`:                             "not a number",
	} {
		v := sharedtest.Need(jsonvalue.Parse(text, jsonvalue.Options{}))(t)
		if r, err := decision.ParseRecord(v); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %+v %v, want %q", text, r, err, want)
		}
	}
}

func FuzzParseRecord(f *testing.F) {
	text, _ := json.Marshal(record())
	f.Add(string(text))
	f.Add(`{"episode":"a","signals":[{"name":"p","value":true}],"ends":{"stop":null}}`)
	f.Fuzz(func(t *testing.T, text string) {
		v, err := jsonvalue.Parse(text, jsonvalue.Options{})
		if err != nil {
			return
		}
		r, err := decision.ParseRecord(v)
		if err != nil {
			return
		}
		for _, s := range r.Signals {
			if math.IsNaN(s.Value) || math.IsInf(s.Value, 0) {
				t.Fatalf("the signal %q is %v", s.Name, s.Value)
			}
		}
		sharedtest.Need(json.Marshal(r))(t)
	})
}
