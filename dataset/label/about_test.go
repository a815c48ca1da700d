package label_test

import (
	"strings"
	"testing"

	"github.com/voi-rl/voi/certainty"
	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/label"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/sharedtest"
)

// aboutCases are requests with the one offered tool: the user's text, the tool's name, its
// description, its required parameters. The value is in the text, or no value is needed. So
// only the topic of the words decides whether a call may be meant.
const aboutCases = `
call | Water the greenhouse for 20 minutes | water_plants | Water the plants of a greenhouse or garden bed for some minutes. | minutes:integer
call | Feed the fish 3 grams of flakes | feed_fish | Dispense flakes to feed the fish in the aquarium. | grams:integer
call | Lock the front door | lock_door | Lock or bolt the front door of the house. |
call | What does the compass say? | read_compass | Read the direction of the compass. |
call | Repaint the fence with 12 litres of paint | order_paint | Order paint, in litres, to paint a fence or wall. | litres:integer
call | Enciende la calefacción a 21 grados | set_heating | Turn on the heating and set its temperature in degrees. | degrees:integer
call | Stelle den Wecker auf 6 Uhr | set_alarm_clock | Sets the alarm clock to wake you up at an hour. | hour:integer
call | Charge the scooter to 80 percent | charge_scooter | Charge the battery of the scooter up to a percentage. | percent:integer
call | Weigh parcel 7 | weigh_parcel | Weigh a parcel on the scale. | parcel:integer
call | Show my overdue library books | list_library_loans | List the overdue books borrowed from the library. |
call | Prune 15 vines in the vineyard | prune_vines | Prune the vines of the vineyard. | vines:integer
call | Mélange 30 litres de béton | mix_concrete | Mix concrete in litres. | litres:integer
other | Translate this letter into Latin, it has 20 lines | water_plants | Water the plants of a greenhouse or garden bed for some minutes. | minutes:integer
other | Knit me a sweater with 3 colours | feed_fish | Dispense flakes to feed the fish in the aquarium. | grams:integer
other | Compose a sonnet about autumn leaves | lock_door | Lock or bolt the front door of the house. |
other | How do I poach an egg? | read_compass | Read the direction of the compass. |
other | Diagnose my cough, it has lasted 12 days | order_paint | Order paint, in litres, to paint a fence or wall. | litres:integer
other | Recomienda 21 novelas de misterio | set_heating | Turn on the heating and set its temperature in degrees. | degrees:integer
other | Schreibe mir 6 Gedichte über das Meer | charge_scooter | Charge the battery of the scooter up to a percentage. | percent:integer
other | Who won the chess tournament in 1972? | weigh_parcel | Weigh a parcel on the scale. | parcel:integer
other | Divide 80 by 5 and explain the remainder | set_alarm_clock | Sets the alarm clock to wake you up at an hour. | hour:integer
other | Shear the sheep before the storm | list_library_loans | List the overdue books borrowed from the library. |
other | Sell 15 shares of my pension fund | prune_vines | Prune the vines of the vineyard. | vines:integer
other | Raconte une histoire de 30 mots sur un dragon | mix_concrete | Mix concrete in litres. | litres:integer
`

// A tool on another topic than the user's words has no call in the belief, even if one of
// the values would fit a parameter. Most tools on the topic have one.
func TestCallsOfWhatIsSpokenOf(t *testing.T) {
	rows, called := map[string]int{}, map[string]int{}
	for line := range strings.Lines(strings.TrimSpace(aboutCases)) {
		part := strings.Split(line, "|")
		for i := range part {
			part[i] = strings.TrimSpace(part[i])
		}
		props, required := "", ""
		if name, typ, ok := strings.Cut(part[4], ":"); ok {
			props, required = `"`+name+`": {"type": "`+typ+`"}`, `"`+name+`"`
		}
		v := sharedtest.Need(domains.ParseValue(`[{"name": "` + part[2] + `", "description": "` + part[3] + `", "parameters": {"type": "object", "properties": {` + props + `}, "required": [` + required + `]}}]`))(t)
		tools := sharedtest.Need(domains.ParseTools(v))(t)
		l := sharedtest.Need((&label.Labeler{}).Label(&dataset.Sample{Messages: []dataset.Message{{Role: dataset.User, Content: part[1]}}, Tools: tools}, nil))(t)
		if rows[part[0]]++; l.Action == certainty.ActionCall {
			called[part[0]]++
		}
		t.Logf("%s: %s by %s: %q", part[0], l.Action, l.Source, part[1])
	}
	if 3*rows["call"] > 4*called["call"] || 10*called["other"] > rows["other"] {
		t.Errorf("calls: %d of %d that the words are about, %d of %d others", called["call"], rows["call"], called["other"], rows["other"])
	}
}
