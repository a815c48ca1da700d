package reward

// Component names one raw value of a completion. Components are computed
// independently; only a profile's terms combine them.
type Component string

// The components of F9 and F10, and those that F11 adds. With components:
// guarded, tool, cls and certainty are F11's.
const (
	FmtXML    Component = "fmt_xml"    // [0, 0.5], F9, SAGE-Agent A.3.5
	FmtSoft   Component = "fmt_soft"   // 0 or 0.5, F9
	FmtStrict Component = "fmt_strict" // 0 or 0.5, F9
	Tool      Component = "tool"       // 0, 0.5, 0.75 or 1, F9
	Cls       Component = "cls"        // 0, 1.5 or 2, F9
	Certainty Component = "certainty"  // [0, 1], Cert of F10, SAGE-Agent eqs. 11 and 12
	Form      Component = "form"       // 0 or 0.5, F11
	Slot      Component = "slot"       // [0, 1], F11: requested bits out of missing bits
	Judged    Component = "judge"      // [0, 1], F11: a model's verdict, if the rule judge is on
)

// The indices of the components in values.
const (
	atXML = iota
	atSoft
	atStrict
	atTool
	atCls
	atCertainty
	atForm
	atSlot
	atJudge
	numComponents
	atWeight = numComponents // no component: the weight of the sample's action, F11
)

// values holds the components of one completion, and the weight of its sample's
// action. Components of the other family are 0.
type values [numComponents + 1]float64

// family is the set of components of a profile: the rule components.
type family string

// The families.
const (
	familyPaper   family = "paper"   // F9 and F10
	familyGuarded family = "guarded" // F11
	familyJudged  family = "judged"  // F11 with the rule judge; not a value of the rule components
)

// members are the indices of each family's components, in the order of
// Profile.Components.
var members = map[family][]int{
	familyPaper:   {atXML, atSoft, atStrict, atTool, atCls, atCertainty},
	familyGuarded: {atForm, atTool, atCls, atCertainty, atSlot},
	familyJudged:  {atForm, atTool, atCls, atCertainty, atSlot, atJudge},
}

// components describes every component.
var components = [numComponents]struct {
	name   Component
	most   float64 // the minimum is 0
	format bool    // about the tagged grammar: 0 for native text
}{
	atXML:       {FmtXML, maxFormat, true},
	atSoft:      {FmtSoft, maxFormat, true},
	atStrict:    {FmtStrict, maxFormat, true},
	atTool:      {Tool, toolSame, false},
	atCls:       {Cls, clsRight, false},
	atCertainty: {Certainty, 1, false},
	atForm:      {Form, maxFormat, false},
	atSlot:      {Slot, 1, false},
	atJudge:     {Judged, 1, false},
}

// members returns the indices of the components under some rules, in the order
// of Profile.Components.
func (r *rules) members() []int {
	if r.judge {
		return members[familyJudged]
	}
	return members[r.family]
}

// names lists the components in their order.
func (r *rules) names() []string {
	var names []string
	for _, at := range r.members() {
		names = append(names, string(components[at].name))
	}
	return names
}

// componentNames lists the names of all components.
func componentNames() []string {
	names := make([]string, len(components))
	for i, c := range components {
		names[i] = string(c.name)
	}
	return names
}

// componentAt returns the index of a component; ok is false if there is none
// with that name.
func componentAt(name string) (at int, ok bool) {
	for i, c := range components {
		if string(c.name) == name {
			return i, true
		}
	}
	return 0, false
}
