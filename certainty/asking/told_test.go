package asking_test

import (
	"strings"
	"testing"

	"github.com/voi-rl/voi/certainty/asking"
	"github.com/voi-rl/voi/certainty/grounding"
	"github.com/voi-rl/voi/domains"
)

// TestTold checks that a question that states a value does not ask for it, that one
// about a parameter does not ask if it does not want its value, and that questions
// that merely look like these do ask.
func TestTold(t *testing.T) {
	tool := toolOf(t, `book city:string "Where the room is", guests:integer "How many come", style:enum(modern,classic) "The style of the room", note:string "The reason for the stay"`)
	a := asking.New([]domains.Tool{tool}, nil)
	for _, c := range []struct {
		question, asks string // what it asks for, of city and guests and style; "" for nothing
	}{
		{"Could you confirm that the city is Quorvel?", ""},
		{"So the guests are 12, right?", ""},
		{"Do you know the city? I do: the city is Porto.", ""},
		{"I assume that the style is modern; is that so?", ""},
		{"Does the city really matter, in the end?", ""},
		{"Why would anybody need the city?", ""},
		{"Isn't the city a funny thing to ask for?", ""},
		{`Could you confirm that the note is {"text": "hello"}?`, ""},
		{"Does the style really matter, in the end?", ""},
		{"Isn't Quorvel a lovely city?", ""},
		{"Let's skip the city, okay?", ""},
		{"The city could be anything, couldn't it?", ""},
		{"Would you like to know the city?", ""},
		{"Could it be that the city is known?", ""},
		{"Who needs a city?", ""},
		{"Shall I choose the style for you?", ""},
		{"Should I make the style modern?", ""}, // a value of the asker's own
		{"One thing is missing: the city. Could you give it to me?", "city"},
		{"I know all but the city. What is it?", "city"},
		{"Your city, please.", "city"},
		{"What is your city, in the end? Yes.", ""},
		{"Which city is it? In New Quorvel.", ""},
		{"How many guests? Four.", ""},
		{"How many guests are coming? 4 guests it is.", ""},
		{"¿Cuántos huéspedes vienen? Los 12.", ""},
		{"Should the style be modern or classic? Modern.", ""},
		{"How many guests are coming? For the guests I used 12.", ""},
		{"I chose Porto as the city. Which city is it?", ""},
		{"I picked Quorvel as the city. Which city would you like?", ""},
		{"I will put the city as Porto. Which city is it?", ""},
		{"I took 12 guests. How many guests are coming?", ""},
		{"Could you tell me the city? The city is required for the booking.", "city"},
		{"How many guests are coming? At most 12.", "guests"},
		{"How many guests are coming? The room fits up to 4.", "guests"},
		{"Which city is it? For example, New Quorvel.", "city"},
		{"Which city is it? Thank you for waiting, Maria.", "city"},
		{"Which city is it?", "city"},
		{"Do you have a city in mind?", "city"},
		{"Is the city Porto or Lyon?", "city"},
		{"Should the style be modern or classic?", "style"},
	} {
		q := a.Read(c.question, nil)
		got := ""
		for _, r := range q.Asked() {
			if r.Aspect != "note" {
				got = r.Aspect
			}
		}
		if got != c.asks {
			t.Errorf("%q: asks for %q, want %q (requests %v, statements %v)", c.question, got, c.asks, q.Requests, q.Statements)
		}
	}
}

// TestToldInOtherScripts checks that a sentence behind a question gives its value in the letters and the figures of any
// script, and that one which only shows the format gives none.
func TestToldInOtherScripts(t *testing.T) {
	tool := toolOf(t, `book birth:date "Дата рождения", guests:integer "How many guests"`)
	a := asking.New([]domains.Tool{tool}, nil)
	for question, states := range map[string]bool{
		"Какая у вас дата рождения? ДД.ММ.ГГГГ.": false,
		"Какая дата рождения? ГГГГ-ММ-ДД.":       false,
		"Какая у вас дата рождения? 11.05.1990.": true,
		"How many guests? 13.":                true,
		"How many guests? １３.":                true,
		"How many guests? १३.":                true,
		"كم عدد الضيوف؟ ١٣.":                  true,
		"How many guests? The guests are ١٣.": true,
	} {
		if q := a.Read(question, nil); len(q.Requests) != 1 || q.GivesAway() != states {
			t.Errorf("%q requests %v, states %v", question, q.Requests, q.Statements)
		}
	}
}

// TestQuotedValue checks that a quoted value is all that is quoted.
func TestQuotedValue(t *testing.T) {
	a := asking.New([]domains.Tool{toolOf(t, `send note:string "The text of the note", title:string "The title"`)}, nil)
	for question, want := range map[string]string{
		`Could you confirm that the note is "Anna Smith is postponed"?`: "Anna Smith is postponed",
		`Could you confirm that the note is “Anna Smith is postponed”?`: "Anna Smith is postponed",
		`Could you confirm that the note is "Hello"?`:                   "Hello",
		`Could you confirm that the note is {"text": "hello"}?`:         "text",
	} {
		if q := a.Read(question, nil); len(q.Statements) != 1 || q.Statements[0].Value.Str() != want {
			t.Errorf("%q: %+v, want %q", question, q, want)
		}
	}
}

// TestWhich checks that "which one?" asks for nothing if the next sentence answers it.
func TestWhich(t *testing.T) {
	a := asking.New([]domains.Tool{toolOf(t, `book city:string "Where the room is", guests:integer "How many come"`)}, nil)
	for question, which := range map[string]bool{
		"Which one?":                     true,
		"I found some. Which one is it?": true,
		"Which one? Yes or no?":          true,
		"Which one? Yes, the first one.": false,
		"Which one? I'll take the last.": false,
	} {
		if q := a.Read(question, nil); q.Which != which {
			t.Errorf("%q: %+v", question, q)
		}
	}
}

// TestNamed checks that a question that names one parameter is not matched to another
// one that has no value.
func TestNamed(t *testing.T) {
	tool := toolOf(t, `find city:string "The city in which the user looks for a doctor", kind:enum(surgeon,dentist) "The kind of doctor", activity_type:string "What is done", crowd:integer "How many come to the activity"`)
	r := reading(&tool, []string{"activity_type", "kind"})
	for question, asks := range map[string]string{
		"Do you want a doctor?":              "",
		"Do you have a city in mind?":        "city",
		"Which type of activity shall it be": "",
		"How many are you?":                  "crowd",
	} {
		q := asking.New([]domains.Tool{tool}, nil).Read(question, r)
		got := ""
		for _, x := range q.Asked() {
			if x.Aspect == "city" || x.Aspect == "crowd" {
				got = x.Aspect
			}
		}
		if got != asks {
			t.Errorf("%q: asks for %q, want %q (%v)", question, got, asks, q)
		}
	}
}

// TestToolsAlike checks that a prepared tool is not that of another one which differs in the properties of an object
// alone, whichever was read first.
func TestToolsAlike(t *testing.T) {
	for range 2 {
		for _, c := range []struct{ schema, question, asks string }{
			{`{"type":"object","properties":{"iban":{"type":"string"}}}`, "What's your IBAN?", "target"},
			{`{"type":"object","properties":{"owner":{"type":"string"}}}`, "What's your IBAN?", ""},
		} {
			v, err := domains.ParseValue(`{"name":"act","parameters":{"type":"object","properties":{"target":` + c.schema + `,"note":{"type":"string"}},"required":["target"]}}`)
			if err != nil {
				t.Fatal(err)
			}
			tool, err := domains.ParseTool(v)
			if err != nil {
				t.Fatal(err)
			}
			set, err := domains.SchemaAnnotator{}.Annotate(t.Context(), &tool)
			if err != nil {
				t.Fatal(err)
			}
			q := asking.New([]domains.Tool{tool}, map[string]domains.Set{"act": set}).Read(c.question, nil)
			got := ""
			for _, r := range q.Asked() {
				got = r.Aspect
			}
			if got != c.asks {
				t.Errorf("%s: %q asks for %q, want %q", c.schema, c.question, got, c.asks)
			}
		}
	}
}

// TestToolsAreNamed checks that the words of a tool's name ask for nothing and state nothing.
func TestToolsAreNamed(t *testing.T) {
	play := toolOf(t, `play_song query:string "What to play", volume:integer, song:string "The song"`)
	list := toolOf(t, `play_song_list station:string`)
	status := toolOf(t, `set_status set_status:string`)
	for question, asks := range map[string]string{
		"Give me the query, then I'll start play_song.":     "query",
		"1. Please tell me the query. 2. I call play_song.": "query",
		"Please tell me the station for play_song_list.":    "station",
		"Please tell me the set_status.":                    "set_status",
	} {
		for _, tools := range [][]domains.Tool{{play}, {list}, {status}} {
			q := asking.New(tools, nil).Read(question, nil)
			if got := q.Asked(); tools[0].Param(asks) != nil && (len(got) != 1 || got[0].Aspect != asks || len(q.Statements) > 0) {
				t.Errorf("%q: asks for %v, states %v, want %q", question, got, q.Statements, asks)
			}
		}
	}
}

// TestOneNameInAnother checks that a text which names a tool and one whose name contains it asks which is meant.
func TestOneNameInAnother(t *testing.T) {
	tools := []domains.Tool{toolOf(t, `book_room city:string "The city", tool:string "The tool"`), toolOf(t, `rebook_room_again city:string "The city"`)}
	for question, want := range map[string]int{
		"Do you mean book_room or rebook_room_again?":        2,
		"Do you mean rebook_room_again or book_room?":        2,
		"What is the city, to start with rebook_room_again?": 0,
	} {
		if q := asking.New(tools, nil).Read(question, nil); len(q.Tools) != want {
			t.Errorf("%q: %+v", question, q)
		}
	}
}

// TestParts checks that a question for properties of an object asks for the object.
func TestParts(t *testing.T) {
	v, err := domains.ParseValue(`{"name": "ship", "parameters": {"type": "object", "properties": {"weight_kg": {"type": "number"},
		"dimensions": {"type": "object", "properties": {"length_cm": {}, "width_cm": {}, "height_cm": {}}},
		"bank": {"type": "object", "properties": {"iban": {}, "bic": {}}},
		"items": {"type": "array", "items": {"properties": {"sku": {}, "colour": {}}}}}}}`)
	if err != nil {
		t.Fatal(err)
	}
	tool, err := domains.ParseTool(v)
	if err != nil {
		t.Fatal(err)
	}
	for question, asks := range map[string]string{
		"What's the length, width and height?": "dimensions",
		"What's your IBAN?":                    "bank",
		"What colour is it?":                   "items",
		"What's the weight?":                   "weight_kg",
	} {
		q := asking.New([]domains.Tool{tool}, nil).Read(question, nil)
		if got := q.Asked(); len(got) != 1 || got[0].Aspect != asks {
			t.Errorf("%q asks for %v, want %q", question, got, asks)
		}
	}
}

// TestOfTheUsersOwn checks that what is asked about a thing that the user spoke of is asked for, whosever it is,
// and that other questions about the thing are not.
func TestOfTheUsersOwn(t *testing.T) {
	tool := toolOf(t, `enter age:integer "", height:number "", name:string "", date:string ""`)
	a := asking.New([]domains.Tool{tool}, nil)
	for _, thing := range []string{"daughter", "horse", "neighbour", "trainee"} {
		r := grounding.Read(grounding.Input{Turns: []grounding.Turn{{Role: "user", Text: "I would like to enter my " + thing + "."}}, Tools: []domains.Tool{tool}})
		for _, c := range []struct{ question, asks string }{
			{"What age is your %s?", "age"},
			{"What's your %s's height?", "height"},
			{"Could you tell me your %s's age?", "age"},
			{"And the height of your %s?", "height"},
			{"What is the age of your %s?", "age"},
			{"Your %s's name?", "name"},
			{"I don't need the age of your %s.", ""},
			{"Isn't the height of your %s a funny thing to ask for?", ""},
			{"What a lovely age your %s is at!", ""},
			{"When do you leave your %s?", ""},
			{"The age of your %s is what the judges will ask for.", ""},
		} {
			question := strings.ReplaceAll(c.question, "%s", thing)
			q := a.Read(question, r)
			got := ""
			for _, x := range q.Requests {
				got += x.Aspect
			}
			if got != c.asks {
				t.Errorf("%q asks for %q, want %q", question, got, c.asks)
			}
		}
	}
}
