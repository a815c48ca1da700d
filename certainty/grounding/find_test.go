package grounding

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/sharedtest"
)

// manyParams are tools, each with a number of parameters that take a text.
func manyParams(t *testing.T, tools, params int) []domains.Tool {
	properties := jsonvalue.Members{}
	for i := range params {
		properties.Add(fmt.Sprintf("field_%d", i), jsonvalue.ObjectOf("type", "string"))
	}
	all := make([]jsonvalue.Value, tools)
	for i := range all {
		all[i] = jsonvalue.ObjectOf("name", fmt.Sprintf("tool_%d", i), "parameters", jsonvalue.ObjectOf("type", "object", "properties", properties.Value()))
	}
	out, err := domains.ParseTools(jsonvalue.NewArray(all...))
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestFindAll finds each of many parameters and tools, in time that grows with their number alone.
func TestFindAll(t *testing.T) {
	for _, shape := range [][2]int{{1, 20_000}, {20_000, 1}} {
		in := Input{Turns: []Turn{{Role: "user", Text: "hello"}}, Tools: manyParams(t, shape[0], shape[1])}
		given := &Reading{Reader: "some-model", Slots: EmptySlots(in.Tools)}
		for i := range given.Slots {
			given.Slots[i].Fills = []Fill{{Mention: i}}
		}
		read := ReadText(in)
		read.Fills("tool_0", "field_0")
		began := sharedtest.CPU()
		for i := range given.Slots {
			s := &given.Slots[i]
			if got := given.Slot(s.Tool, s.Param); len(got.Fills) != 1 || got.Fills[0].Mention != i {
				t.Fatalf("the slot of %s, %s is %+v", s.Tool, s.Param, got)
			}
			if fills, _ := read.Fills(s.Tool, s.Param); len(fills) != 0 {
				t.Fatalf("%s, %s is filled", s.Tool, s.Param)
			}
		}
		if took := sharedtest.CPU() - began; took > 3*time.Second {
			t.Errorf("%d tools of %d parameters take %v", shape[0], shape[1], took)
		}
	}
}

// TestFindChanged finds the slots of a reading whose Slots are changed after some were found.
func TestFindChanged(t *testing.T) {
	tools := manyParams(t, 2, 20)
	r := &Reading{Reader: "some-model", Slots: EmptySlots(tools)}
	want := func(tool, param string, fills int) {
		t.Helper()
		if s := r.Slot(tool, param); s.Param != param || len(s.Fills) != fills {
			t.Errorf("the slot of %s, %s is %+v, want %d fills", tool, param, s, fills)
		}
	}
	want("tool_1", "field_7", 0)
	r.Slots[27].Fills = []Fill{{}}
	want("tool_1", "field_7", 1)
	r.Slots = append(r.Slots, Slot{Tool: "other", Param: "x", Fills: []Fill{{}, {}}})
	want("other", "x", 2)
	r.Slots[3] = Slot{Tool: "other", Param: "y", Fills: []Fill{{}, {}, {}}}
	want("other", "y", 3)
	if s := r.Slot("tool_0", "field_3"); s.Param != "" {
		t.Errorf("a slot that is not there any more: %+v", s)
	}
	r.Slots[0], r.Slots[1] = r.Slots[1], r.Slots[0]
	want("tool_0", "field_0", 0)
	r.Slots = r.Slots[20:]
	want("tool_1", "field_7", 1)
	r.Slots = nil
	if s := r.Slot("tool_1", "field_7"); s.Param != "" {
		t.Errorf("no slots: %+v", s)
	}
	r.Slots = EmptySlots(tools)
	want("tool_1", "field_7", 0)
	if s := r.Slot("tool_1", "field_20"); s.Param != "" {
		t.Errorf("no such parameter: %+v", s)
	}
}

// TestFindTogether finds slots and fills from several goroutines at once.
func TestFindTogether(t *testing.T) {
	in := Input{Turns: []Turn{{Role: "user", Text: "hello"}}, Tools: manyParams(t, 20, 20)}
	read, given := ReadText(in), &Reading{Reader: "some-model", Slots: EmptySlots(in.Tools)}
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for _, s := range given.Slots {
				if got := given.Slot(s.Tool, s.Param); got.Tool != s.Tool || got.Param != s.Param {
					t.Errorf("the slot of %s, %s is %+v", s.Tool, s.Param, got)
				}
				read.Fills(s.Tool, s.Param)
			}
		})
	}
	all.Wait()
}
