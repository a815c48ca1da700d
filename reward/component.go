package reward

// Component names one raw value of a completion. Components are computed apart
// from each other and combined by a profile's terms alone.
type Component string

// The components of F9 and F10.
const (
	FmtXML    Component = "fmt_xml"    // [0, 0.5], F9, SAGE-Agent A.3.5
	FmtSoft   Component = "fmt_soft"   // 0 or 0.5, F9
	FmtStrict Component = "fmt_strict" // 0 or 0.5, F9
	Tool      Component = "tool"       // 0, 0.5, 0.75 or 1, F9
	Cls       Component = "cls"        // 0, 1.5 or 2, F9
	Certainty Component = "certainty"  // [0, 1], Cert of F10, SAGE-Agent eqs. 11 and 12
)

// The places of the components in Result.Components.
const (
	atXML = iota
	atSoft
	atStrict
	atTool
	atCls
	atCertainty
	numComponents
)

// values holds the components of one completion.
type values [numComponents]float64

// components describes every component, in the order of Profile.Components.
var components = [numComponents]struct {
	name   Component
	most   float64 // the least is 0
	format bool    // about the tagged grammar: 0 under the native one
}{
	atXML:       {FmtXML, maxFormat, true},
	atSoft:      {FmtSoft, maxFormat, true},
	atStrict:    {FmtStrict, maxFormat, true},
	atTool:      {Tool, toolSame, false},
	atCls:       {Cls, clsRight, false},
	atCertainty: {Certainty, 1, false},
}

// componentNames lists the names in their order.
func componentNames() []string {
	names := make([]string, len(components))
	for i, c := range components {
		names[i] = string(c.name)
	}
	return names
}

// componentAt returns the place of a component; ok is false where there is none
// of that name.
func componentAt(name string) (at int, ok bool) {
	for i, c := range components {
		if string(c.name) == name {
			return i, true
		}
	}
	return 0, false
}
