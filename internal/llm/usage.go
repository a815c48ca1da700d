package llm

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/voi-rl/voi/internal/term"
)

// Usage counts what a run asked of its model. A repeated request counts once, but under
// Options.Lasting.
type Usage struct {
	Model    string `json:"model"`
	Requests int64  `json:"requests"` // different requests
	Cached   int64  `json:"cached"`   // of these, answered from the cache
	Calls    int64  `json:"calls"`    // each counted once with its retries
	Repairs  int64  `json:"repairs"`  // second calls after an invalid answer
	Failed   int64  `json:"failed"`   // requests without an answer from the endpoint
	Absent   int64  `json:"absent"`   // requests that were not allowed and not in the cache

	TokensIn  int64   `json:"tokens_in"`
	TokensOut int64   `json:"tokens_out"`
	Cost      float64 `json:"cost"` // 0 without prices

	Read    int64 `json:"readings"`           // conversations that were read by a call, not from the cache
	ReadIn  int64 `json:"readings_tokens_in"` // tokens of their requests
	ReadOut int64 `json:"readings_tokens_out"`

	Dropped map[string]int64              `json:"dropped"` // parts of answers that were dropped, by reason
	inPlace [len(places)]map[string]int64 // the same for each of places
	Lost    map[string]int64              `json:"lost"` // mentions and values of readings that were dropped, by reason
	Dry     *Estimate                     `json:"dry_run,omitempty"`

	GivenUp   bool   `json:"given_up,omitempty"` // no more calls were made, because too many in a row failed
	LastError string `json:"last_error,omitempty"`
}

// Estimate is the cost of the calls that a dry run left out.
type Estimate struct {
	Calls     int64   `json:"calls"`      // without repairs, which at most double them
	TokensIn  int64   `json:"tokens_in"`  // estimated
	TokensOut int64   `json:"tokens_out"` // the upper bound
	Cost      float64 `json:"cost"`       // 0 without prices
}

// places are what took the place of dropped parts, as Usage.Text says it.
var places = [...]string{"left to the schema", "left to the rules", "without an answer"}

// The indexes of places.
const (
	toSchema = iota
	toRules
	toNobody
)

// place says what takes the place of a request's dropped parts.
func (r *request) place() int {
	switch r.kind {
	case kindAnnotate:
		return toSchema
	case kindReading:
		return toRules
	}
	return toNobody
}

// Usage returns the usage so far.
func (m *Model) Usage() Usage {
	in, out := m.budget.spent()
	m.mu.Lock()
	defer m.mu.Unlock()
	u := m.usage
	u.TokensIn, u.TokensOut, u.Cost = in, out, m.budget.cost(in, out)
	u.Dropped, u.Lost = maps.Clone(m.usage.Dropped), maps.Clone(m.usage.Lost)
	for i, by := range u.inPlace {
		u.inPlace[i] = maps.Clone(by)
	}
	if m.opt.DryRun {
		dry := m.dry
		dry.Cost = m.budget.cost(dry.TokensIn, dry.TokensOut)
		u.Dry = &dry
	}
	return u
}

// seenKey is half of a key, to save memory: a run may make a million requests.
type seenKey [32]byte

func (r *request) seenKey() (k seenKey) {
	copy(k[:], r.key)
	return k
}

// first reports whether a request has not been counted. A server remembers none, since it would
// remember more of them every day, and counts each again.
func (m *Model) first(r *request) bool {
	if m.opt.Lasting {
		return true
	}
	if _, known := m.seen[r.seenKey()]; known {
		return false
	}
	m.seen[r.seenKey()] = struct{}{}
	return true
}

// count adds an answer to the usage, for the first request with its key.
func (m *Model) count(r *request, a answer, cached bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !m.first(r) {
		return
	}
	m.usage.Requests++
	if cached {
		m.usage.Cached++
	}
	if m.usage.Dropped == nil {
		m.usage.Dropped, m.usage.Lost = map[string]int64{}, map[string]int64{}
	}
	if r.lost != nil {
		for _, kept := range a.items {
			for reason, n := range r.lost(kept) {
				m.usage.Lost[reason] += n
			}
		}
	}
	place := r.place()
	in := m.usage.inPlace[place]
	if in == nil {
		in = map[string]int64{}
		m.usage.inPlace[place] = in
	}
	for i, part := range slices.DeleteFunc(slices.Clone(r.parts), a.has) {
		reason := string(a.dropped[part])
		m.usage.Dropped[reason]++
		if i == 0 || place != toNobody { // an answer that lacks one part is none
			in[reason]++
		}
	}
}

func (m *Model) counted(r *request, a answer) answer {
	m.count(r, a, false)
	return a
}

// wouldAsk adds a request to the estimate.
func (m *Model) wouldAsk(r *request) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, known := m.seen[r.seenKey()]; known {
		return // the answer is counted after this, and with it the request
	}
	m.usage.Absent++
	m.dry.Calls++
	m.dry.TokensIn += estimate(r.messages(m.opt.Format))
	m.dry.TokensOut += int64(r.answerTokens(&m.opt))
}

// counts lists counts by reason, in the order of the reasons.
func counts(by map[string]int64) string {
	reasons := make([]string, 0, len(by))
	for reason, n := range by {
		reasons = append(reasons, fmt.Sprintf("%s %d", reason, n))
	}
	slices.Sort(reasons)
	return strings.Join(reasons, ", ")
}

// Text describes the usage for a person, in a line or two, each without its end.
func (u Usage) Text() []string {
	line := fmt.Sprintf("model %s: %s, %d from the cache, %s, %d tokens in, %d out",
		u.Model, term.Count(u.Requests, "request"), u.Cached, term.Count(u.Calls, "call"), u.TokensIn, u.TokensOut)
	if u.Cost > 0 {
		line += fmt.Sprintf(", cost %.4f", u.Cost)
	}
	lines := []string{line}
	if u.Read > 0 {
		lines = append(lines, fmt.Sprintf("readings: %s, %d tokens in and %d out each", term.Count(u.Read, "conversation"), u.ReadIn/u.Read, u.ReadOut/u.Read))
	}
	if u.Dry == nil && u.Absent > 0 {
		lines = append(lines, fmt.Sprintf("offline: %s not in the cache", term.Count(u.Absent, "request")))
	}
	if u.Dry != nil {
		line := fmt.Sprintf("dry run: it would take %s, about %d tokens in and at most %d out; asking again for what does not hold can double that",
			term.Count(u.Dry.Calls, "call"), u.Dry.TokensIn, u.Dry.TokensOut)
		if u.Dry.Cost > 0 {
			line += fmt.Sprintf("; cost %.4f", u.Dry.Cost)
		}
		return append(lines, line)
	}
	for i, by := range u.inPlace {
		if len(by) > 0 && u.Dropped != nil {
			lines = append(lines, places[i]+": "+counts(by))
		}
	}
	if len(u.Lost) > 0 {
		lines = append(lines, "dropped from readings: "+counts(u.Lost))
	}
	if u.GivenUp {
		lines = append(lines, fmt.Sprintf("warning: the model was given up after %d calls failed in a row; what is cached stays, and the same command with a new output asks for the rest", giveUpAfter))
	}
	if u.LastError != "" {
		lines = append(lines, "last error: "+u.LastError)
	}
	return lines
}
