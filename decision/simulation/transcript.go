package simulation

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/trajectory"
)

// transcript writes an episode as a recorded run, for shards, rewards and readers that
// know nothing of simulations. With a nil run it does nothing.
type transcript struct {
	run *trajectory.Trajectory
}

// newTranscript begins the run of a task, with its tools and its right call.
func newTranscript(e *Episode, seed uint64, simulation string, tools toolSet, right trajectory.Call) transcript {
	return transcript{&trajectory.Trajectory{
		ID: simulation + "/" + e.Scenario + "/" + e.Controller + "/" + strconv.FormatUint(seed, 10), TaskID: simulation + "/" + e.task, Source: simulation,
		Class: trajectory.Ambiguous, Tools: tools.list, Annotated: tools.annotated,
		Reference: trajectory.Reference{Known: true, Actions: []trajectory.Action{{Name: right.Name, Arguments: right.Arguments}}},
	}}
}

func (t transcript) say(role, text string) {
	if t.run != nil {
		t.run.Messages = append(t.run.Messages, trajectory.Message{Role: role, Content: text})
	}
}

func (t transcript) call(c trajectory.Call, result string, failed bool) {
	if t.run == nil {
		return
	}
	c.ID = "c" + strconv.Itoa(len(t.run.Messages))
	t.run.Messages = append(t.run.Messages,
		trajectory.Message{Role: dataset.Assistant, Calls: []trajectory.Call{c}},
		trajectory.Message{Role: dataset.ToolRole, Content: result, CallID: c.ID, Name: c.Name, Failed: failed})
}

// end gives the run its outcome.
func (t transcript) end(e *Episode, reason string) {
	if t.run == nil {
		return
	}
	outcome := 0.0
	if e.Success {
		outcome = 1
	}
	t.run.Finish(reason, &outcome)
	e.Run = t.run
}

// toolSet holds offered tools, with MCP's annotations.
type toolSet struct {
	list      []domains.Tool
	annotated domains.Value
}

// mustTool parses a tool of this package.
func mustTool(text string, readOnly bool) toolSet {
	v, err := domains.ParseValue("[" + text + "]")
	if err != nil {
		panic(err)
	}
	tools, err := domains.ParseTools(v)
	if err != nil {
		panic(err)
	}
	hint := jsonvalue.ObjectOf("readOnlyHint", readOnly)
	return toolSet{tools, jsonvalue.ObjectOf(tools[0].Name, hint)}
}

var calendarTools = mustTool(`{"name":"create_event","description":"Books a meeting.","inputSchema":{"type":"object","properties":{
	"date":{"type":"string","format":"date","description":"The day of the meeting, YYYY-MM-DD."},
	"start_time":{"type":"string","description":"When it begins, HH:MM."},
	"duration_min":{"type":"integer","description":"How many minutes it lasts."},
	"attendees":{"type":"array","items":{"type":"string"},"description":"Who takes part."}},
	"required":["date","start_time","duration_min","attendees"]}}`, false)

// facts hold, for each field, the value that the user knows, the user's answer, the
// agent's question, and the vague reference in the request.
var facts = [len(fields)]struct {
	value               domains.Value
	says, asks, instead string
}{
	{jsonvalue.NewInt(30), "It takes 30 minutes.", "how many minutes it lasts", ""},
	{jsonvalue.NewString("2026-02-17"), "It is on 2026-02-17.", "the date", "Jack's usual slot"},
	{jsonvalue.NewString("11:30"), "It begins at 11:30.", "when it begins", "Jack's usual time"},
	{jsonvalue.NewStrings([]string{"Jack"}), "It is with Jack.", "who takes part", "the usual team"},
}

// queries are the requests of Table 6.
var queries = map[string]string{
	"k0":              "Schedule a meeting with Jack on 2026-02-17 at 11:30 for 30 minutes.",
	"k1-absent":       "Schedule a meeting with Jack on 2026-02-17 at 11:30.",
	"k1-unresolvable": "Schedule a meeting with Jack on Jack's usual slot at 11:30.",
	"k2-absent":       "Schedule a meeting with Jack at 11:30.",
	"k2-unresolvable": "Schedule a meeting with Jack at Jack's usual time.",
	"k3-absent":       "Schedule a meeting with Jack.",
	"k3-unresolvable": "Schedule a meeting with the usual team.",
	"k4":              "Schedule a meeting.",
}

// event is the call that books the fields as the user gave them.
func event(said request) trajectory.Call {
	var args []jsonvalue.Member
	for _, f := range []int{1, 2, 0, 3} {
		value := domains.Value{}
		switch said[f] {
		case plainly:
			value = facts[f].value
		case vaguely:
			value = jsonvalue.NewString(facts[f].instead)
			if fields[f] == "attendees" {
				value = jsonvalue.NewStrings([]string{facts[f].instead})
			}
		}
		args = append(args, jsonvalue.Member{Key: fields[f], Value: value})
	}
	return trajectory.Call{Name: "create_event", Arguments: jsonvalue.NewObject(args...)}
}

// asking words a question for fields, and the answer.
func asking(asked []int, confirms, answered, unknown bool) (question, answer string) {
	parts := make([]string, len(asked))
	said := make([]string, len(asked))
	for i, f := range asked {
		parts[i], said[i] = facts[f].asks, facts[f].says
	}
	question = "Could you tell me " + listed(parts) + "?"
	if confirms {
		question = "Could you confirm " + listed(parts) + "?"
	}
	switch {
	case !answered:
		return question, "Yes."
	case unknown:
		return question, "I do not know."
	}
	return question, strings.Join(said, " ")
}

// listed joins parts into an English list.
func listed(parts []string) string {
	if n := len(parts); n > 1 {
		return strings.Join(parts[:n-1], ", ") + " and " + parts[n-1]
	}
	return strings.Join(parts, "")
}

var graphTools = mustTool(`{"name":"visit","description":"Shows the profile of a person, and whether it is the one who is meant.","inputSchema":{"type":"object",
	"properties":{"person":{"type":"string","description":"The id of the person, such as P042."}},"required":["person"]}}`, true)

// visiting is the call that visits a person.
func visiting(name string) trajectory.Call {
	return trajectory.Call{Name: "visit", Arguments: jsonvalue.ObjectOf("person", name)}
}

// names gives people random ids, which do not tell who they are.
func names(scenario string, seed uint64) []string {
	ids := make([]string, people)
	for i, at := range source("graph/names", scenario, seed).Perm(people) {
		ids[at] = fmt.Sprintf("P%03d", i)
	}
	return ids
}

// directory says whom the search finds.
func (s *search) directory() string {
	var ids []string
	for _, i := range s.candidates {
		ids = append(ids, s.names[i])
	}
	slices.Sort(ids)
	return "The directory lists " + listed(ids) + "."
}

// described says in words what is known of the target.
func (s *search) described() string {
	var parts []string
	for a, known := range s.known {
		if known {
			parts = append(parts, AttributeNames[a]+" "+AttributeValues[a][s.people[s.target][a]])
		}
	}
	return "Find the person with " + listed(parts) + ". " + s.directory()
}

// profile is the result of a visit.
func (s *search) profile(who int) string {
	members := []any{"person", s.names[who]}
	for a, value := range s.people[who] {
		members = append(members, AttributeNames[a], AttributeValues[a][value])
	}
	return jsonvalue.ObjectOf(append(members, "is_meant", who == s.target)...).JSON()
}
