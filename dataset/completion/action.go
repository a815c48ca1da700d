package completion

// Action is what a completion decides to do, F8. The zero Action is none.
type Action string

// The four actions of F8, and none.
const (
	None     Action = ""
	ToolCall Action = "TOOLCALL"
	Ask      Action = "ASK"
	Refuse   Action = "REFUSE"
	Directly Action = "DIRECTLY"
)

// Actions lists the four actions in the order of all reports.
var Actions = [...]Action{ToolCall, Ask, Refuse, Directly}

// Valid reports whether a is one of the four actions.
func (a Action) Valid() bool {
	return a == ToolCall || a == Ask || a == Refuse || a == Directly
}
