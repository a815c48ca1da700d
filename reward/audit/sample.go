package audit

import (
	"hash/fnv"
	"slices"
	"strings"

	"github.com/voi-rl/voi/certainty"
	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/dataset/label"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/words"
)

// Sample is a sample with its domains and labels from a shard.
type Sample struct {
	*dataset.Sample
	Sets   map[string]domains.Set // the domains of its tools
	Labels *label.Labels          // F12; nil if there are none
}

// material is everything that the probes of one sample need. It depends only on
// the sample, the seed and the grammar.
type material struct {
	Sample
	native  bool
	thinks  bool // native completions begin with <think>
	seed    uint64
	action  completion.Action // of the reference
	calls   []domains.Call    // of a TOOLCALL
	best    *domains.Call     // the belief's best candidate; nil without one
	tool    *domains.Tool     // the sample's tool; nil if none is offered
	due     []string          // the parameters of an honest question
	choice  string            // for rival tools: the question which of them is meant
	foreign string            // a parameter of another sample, in words; "" if none was found
	said    string            // the words of the user and the tools, with spaces around each
	held    map[string]bool   // whether said has a text: invented values are often the same
	honest  draft
}

// newMaterial prepares a sample. foreign is a parameter of another sample.
func newMaterial(s Sample, native bool, seed uint64, foreign string) *material {
	m := &material{Sample: s, native: native, seed: seed, action: s.Reference.Action, foreign: foreign}
	if m.action == completion.ToolCall {
		m.calls = s.Reference.ToolCalls
	}
	var said strings.Builder
	for _, msg := range s.Messages {
		if msg.Role == dataset.User || msg.Role == dataset.ToolRole {
			said.WriteString(" " + words.Spoken(msg.Content) + " ")
		}
	}
	m.said = said.String()
	m.best = bestCandidate(s)
	m.tool = m.about()
	m.findDue()
	m.honest = m.honestDraft()
	return m
}

// bestCandidate is the candidate with the greatest v (F5).
func bestCandidate(s Sample) *domains.Call {
	if s.Labels == nil || len(s.Labels.Candidates) == 0 {
		return nil
	}
	b, err := certainty.NewBelief(s.Tools, s.Sets, s.Labels.Candidates, certainty.Options{})
	if err != nil || b.Best() < 0 {
		return nil
	}
	return &s.Labels.Candidates[b.Best()].Call
}

// about is the tool of the reference call, or of the belief, or the first tool.
func (m *material) about() *domains.Tool {
	if len(m.calls) > 0 {
		if t := m.Tool(m.calls[0].Name); t != nil {
			return t
		}
	}
	if m.best != nil {
		if t := m.Tool(m.best.Name); t != nil {
			return t
		}
	}
	if len(m.Tools) > 0 {
		return &m.Tools[0]
	}
	return nil
}

// findDue finds the parameters of an honest question: the missing ones (F12),
// or those of the best question if none is missing, or which tool is meant.
func (m *material) findDue() {
	if m.Labels == nil {
		return
	}
	if m.due = m.Labels.Missing; len(m.due) > 0 {
		return
	}
	var tools []string
	for _, c := range m.Labels.Candidates {
		if name := c.Call.Name; !slices.Contains(tools, name) && m.Tool(name) != nil {
			tools = append(tools, name)
		}
	}
	if len(tools) > 1 {
		m.choice = "Which do you mean: " + listed(inWords(tools), "", "or") + "?"
		return
	}
	if len(m.Labels.Questions) > 0 && m.Labels.Questions[0].EVPI > 0 {
		m.due = m.Labels.Questions[0].Aspects
	}
}

// number is a number in [0, n) that depends on the sample, the seed and a
// purpose.
func (m *material) number(n int, purpose ...string) int {
	if n <= 1 {
		return 0
	}
	return int(hashOf(m.seed, append([]string{m.ID}, purpose...)...) % uint64(n))
}

func hashOf(seed uint64, parts ...string) uint64 {
	h := fnv.New64a()
	var b [8]byte
	for i := range b {
		b[i] = byte(seed >> (8 * i))
	}
	h.Write(b[:])
	for _, p := range parts {
		h.Write([]byte(p))
		h.Write([]byte{0})
	}
	// FNV gives texts that differ only at their end similar low bits.
	x := h.Sum64()
	x ^= x >> 33
	x *= 0xff51afd7ed558ccd
	return x ^ x>>33
}

func inWords(names []string) []string {
	out := make([]string, len(names))
	for i, n := range names {
		out[i] = words.Spoken(n)
	}
	return out
}

// listed writes "the a, the b and the c".
func listed(items []string, before, and string) string {
	var b strings.Builder
	for i, item := range items {
		switch {
		case i > 0 && i == len(items)-1:
			b.WriteString(" " + and + " ")
		case i > 0:
			b.WriteString(", ")
		}
		b.WriteString(before + item)
	}
	return b.String()
}

// foreigners finds for each sample a parameter of another sample that shares no
// word with the sample's tools.
type foreigners struct {
	names  []string // all parameters of all samples, in words, each once, in order
	owners []int
}

func newForeigners(samples []Sample) *foreigners {
	f := &foreigners{}
	seen := map[string]bool{}
	for i, s := range samples {
		for k := range s.Tools {
			for _, p := range s.Tools[k].Params {
				// A single word may be close to anything: an amount has a
				// limit.
				if w := words.Spoken(p.Name); !seen[w] && strings.Contains(w, " ") {
					seen[w] = true
					f.names, f.owners = append(f.names, w), append(f.owners, i)
				}
			}
		}
	}
	return f
}

// maxForeign is the number of parameters that are tried for one sample.
const maxForeign = 256

func (f *foreigners) of(s Sample, at int, seed uint64) string {
	own := map[string]bool{}
	add := func(text string) {
		for w := range strings.FieldsSeq(words.Spoken(text)) {
			own[w] = true
		}
	}
	for i := range s.Tools {
		add(s.Tools[i].Name)
		add(s.Tools[i].Description)
		for _, p := range s.Tools[i].Params {
			add(p.Name)
			add(p.Description)
		}
	}
	for _, msg := range s.Messages {
		add(msg.Content)
	}
	n := len(f.names)
	if n == 0 {
		return ""
	}
	from := int(hashOf(seed, s.ID, "foreign") % uint64(n))
	for i := range min(n, maxForeign) {
		k := (from + i) % n
		if f.owners[k] != at && !slices.ContainsFunc(strings.Fields(f.names[k]), func(w string) bool { return own[w] }) {
			return f.names[k]
		}
	}
	return ""
}
