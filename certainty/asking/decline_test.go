package asking_test

import (
	"testing"

	"github.com/voi-rl/voi/certainty/asking"
)

// Longer texts are judged by a network of their own: a refusal with reasons and advice declines, an
// answer with words of refusal does not.
func TestLongTextsDecline(t *testing.T) {
	for text, declines := range map[string]bool{
		"Thanks for writing in. I only have a unit converter and a calendar here, and neither of them reaches a cinema's till, so the two seats are something you would have to buy on their site.":                                     true,
		"I understand how urgent this is. Changing a prescription is not something that my tools cover; your pharmacist or the doctor on call can do it, and their number is on the label of the package.":                              true,
		"Your parcel left Lyon this morning and is due on Thursday before noon. Deliveries on Saturday aren't possible on your street, so the driver won't come at the weekend. I've sent the tracking link to your phone.":             false,
		"The museum is closed on Mondays, and photography isn't allowed in the east wing. On other days it opens at ten, the last entry is at five, and children under six don't pay. The tram number four stops right in front of it.": false,
	} {
		if sure, ok := asking.Declined(text, false); !ok || sure > 4 != declines {
			t.Errorf("%q: %.1f, read: %v; declines: %v", text, sure, ok, declines)
		}
	}
}
