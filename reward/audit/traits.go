package audit

import (
	"github.com/voi-rl/voi/certainty/grounding"
	"github.com/voi-rl/voi/dataset/label"
)

// traits are what the simulated policy sees of a sample: things that a model
// could see, and nothing of the reference.
type traits struct {
	VNow     int  `json:"v_now"`    // 0 to 3: v_now below 1/4, 1/2, 3/4, and above; 0 without a belief
	Missing  bool `json:"missing"`  // the best candidate leaves a parameter open
	Tools    int  `json:"tools"`    // 0, 1, or 2 for more
	Grounded bool `json:"grounded"` // there is a best candidate, and the conversation supports all its values
}

// states is the number of combinations of traits.
const states = 4 * 2 * 3 * 2

// state is the index of the combination of traits.
func (t traits) state() int {
	n := t.VNow
	n = 2*n + bit(t.Missing)
	n = 3*n + t.Tools
	return 2*n + bit(t.Grounded)
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

// vBuckets is the number of buckets of v_now.
const vBuckets = 4

func (m *material) traits() traits {
	t := traits{Tools: min(len(m.Tools), 2)}
	if m.Labels == nil || m.Labels.VNow == nil {
		return t
	}
	t.VNow = min(int(*m.Labels.VNow*vBuckets), vBuckets-1)
	t.Missing = len(m.Labels.Missing) > 0
	t.Grounded = m.bestGrounded()
	return t
}

// bestGrounded reports whether the conversation supports every value of the best
// candidate (F4, F12).
func (m *material) bestGrounded() bool {
	if m.best == nil {
		return false
	}
	tool := m.Tool(m.best.Name)
	if tool == nil {
		return false
	}
	reading := m.Labels.Reading
	if reading == nil {
		reading = grounding.Read(label.Input(m.Sample.Sample, m.Sets))
	}
	for _, a := range m.best.Arguments.Members() {
		p := tool.Param(a.Key)
		d, _ := m.Sets[tool.Name].Get(a.Key)
		if !m.open(tool, a.Key, a.Value) && !reading.Support(tool, p, d, a.Value).Grounded() {
			return false
		}
	}
	return true
}
