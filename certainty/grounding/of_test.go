package grounding_test

import (
	"testing"

	"github.com/voi-rl/voi/certainty/grounding"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// TestReadingIsOfItsInputAlone checks that Of accepts an input exactly if nothing that is
// read differs.
func TestReadingIsOfItsInputAlone(t *testing.T) {
	tools := []domains.Tool{{Name: "book", Params: []domains.Param{{Name: "city"}}}}
	sets := map[string]domains.Set{}
	input := func(text, city string) grounding.Input {
		call := domains.Call{Name: "book", Arguments: jsonvalue.NewObject(jsonvalue.Member{Key: "city", Value: jsonvalue.NewString(city)})}
		return grounding.Input{Turns: []grounding.Turn{{Role: "user", Text: text}, {Role: "assistant", Calls: []domains.Call{call}}}, Tools: tools, Sets: sets}
	}
	in := input("a room in Lisbon", "Lisbon")
	asked := in
	asked.Turns = append([]grounding.Turn{{Role: "tool", Text: in.Turns[0].Text}}, in.Turns[1:]...)
	longer, offered, narrowed := in, in, in
	longer.Turns = append(in.Turns[:2:2], grounding.Turn{Role: "user"})
	offered.Tools = append([]domains.Tool{}, tools...)
	narrowed.Sets = map[string]domains.Set{}
	byModel := grounding.Read(in)
	byModel.Correct()
	for name, c := range map[string]struct {
		r    *grounding.Reading
		of   grounding.Input
		want bool
	}{
		"the same, made anew":  {grounding.Read(in), input("a room in Lisbon", "Lisbon"), true},
		"another text":         {grounding.Read(in), input("a room in Porto", "Lisbon"), false},
		"another call":         {grounding.Read(in), input("a room in Lisbon", "Porto"), false},
		"another role":         {grounding.Read(in), asked, false},
		"one more turn":        {grounding.Read(in), longer, false},
		"other tools":          {grounding.Read(in), offered, false},
		"other domains":        {grounding.Read(in), narrowed, false},
		"without its slots":    {grounding.ReadText(in), in, true},
		"corrected by someone": {byModel, in, false},
		"none":                 {nil, in, false},
	} {
		if got := c.r.Of(&c.of); got != c.want {
			t.Errorf("%s: %v, not %v", name, got, c.want)
		}
	}
}
