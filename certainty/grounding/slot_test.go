package grounding

import (
	"fmt"
	"testing"

	"github.com/voi-rl/voi/domains"
)

// A number that the description explains is filled by the value that the text names, and by no other
// number of the text. The fills of one parameter must not be overwritten by what is looked up for the
// next values, since the list is reused.
func TestFillsOfALegend(t *testing.T) {
	tool, set := toolOf(t, value(t, `{"name":"book","parameters":{"type":"object","properties":{
		"bags":{"type":"integer"},"seat":{"type":"integer","description":"1 for aisle, 2 for window, 3 for middle"}}}}`))
	r := Read(Input{Turns: []Turn{{Role: "user", Text: "An aisle seat please, I have 7 bags."}}, Tools: []domains.Tool{*tool}, Sets: map[string]domains.Set{"book": set}})
	fills := r.Slot("book", "seat").Fills
	if len(fills) != 1 || fills[0].Value.JSON() != "1" {
		t.Errorf("seat is filled by %+v, want 1 alone", fills)
	}
}

// TestVeryManyFills parses a reading again in which more values fill parameters than there may be mentions.
func TestVeryManyFills(t *testing.T) {
	tool, set := toolOf(t, value(t, `{"name":"paint","parameters":{"type":"object","properties":{"color":{"type":"string","enum":["red","blue"]}}}}`))
	in := Input{Turns: []Turn{{Role: "user", Text: "a red color"}}, Sets: map[string]domains.Set{}}
	for n := range MaxMentions + 10 {
		of := *tool
		of.Name = fmt.Sprintf("paint%d", n)
		in.Tools, in.Sets[of.Name] = append(in.Tools, of), set
	}
	r := Read(in)
	if _, ok := r.Given("paint7", "color"); !ok {
		t.Error("red fills no color")
	}
	if _, err := ParseReading(r.Value(), in); err != nil {
		t.Error(err)
	}
}
