package simulation

// S4Trace is the episode of appendix B.5 for S4: ten managers at level L2, three of them in
// Marketing, two of these in Tokyo. The decoy is visited first. Values that the trace
// leaves open were chosen; the signals up to the visit do not depend on them.
func S4Trace(controller string) Episode {
	const manager, l2, marketing, sales, tokyo, london = 0, 1, 1, 2, 2, 1
	w := &world{budget: specs["S4"].budget, decoy: 1, known: [attributes]bool{role: true, level: true}}
	w.people = []person{
		{marketing, manager, tokyo, 0, l2}, {marketing, manager, tokyo, 1, l2}, {marketing, manager, london, 0, l2},
	}
	for i := range uint8(7) {
		w.people = append(w.people, person{sales, manager, i % 4, i / 4, l2})
	}
	return newSearch(w, source("graph", "S4-trace", 0)).play("S4", controller, 0)
}

// Trace lists the values of a signal over the decisions of an episode.
func (e *Episode) Trace(signal string) (values []float64) {
	for i := range e.Records {
		values = append(values, e.Records[i].Signals.Get(signal))
	}
	return values
}

// Actions lists the decisions.
func (e *Episode) Actions() (actions []string) {
	for i := range e.Records {
		actions = append(actions, e.Records[i].Action)
	}
	return actions
}

// WithFault runs the calendar with one broken component.
func WithFault(f Fault, scenario string, seed uint64) Episode {
	return Calendar{Faults: []Fault{f}}.Run(scenario, "dc-"+f.Name, seed)
}
