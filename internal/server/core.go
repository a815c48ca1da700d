package server

import (
	"errors"
	"fmt"
	"runtime"
	"strings"

	"github.com/voi-rl/voi/internal/decide"
	"github.com/voi-rl/voi/internal/item"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/reward"
)

// Protocol is the version of the wire.
const Protocol = 1

// DefaultMaxLineBytes is the longest request read where Config leaves it open.
const DefaultMaxLineBytes = 64 << 20

// maxWorkers is more than any machine has use for.
const maxWorkers = 1024

// Config is what all carriers share.
type Config struct {
	Version  string            // of voi, for the greeting
	Profiles []*reward.Profile // that requests may name; the first is the default
	Scorer   *item.Scorer      // the first one; Reload brings others
	Release  func()            // lets go of the first one's samples; nil: nothing to do

	Advantage    reward.AdvantageMode // "" means std
	Workers      int                  // items scored at once; 0 means as many as there are cores
	MaxLineBytes int                  // of a request; 0 means DefaultMaxLineBytes

	// Fault is told of faults of ours, with the place; nil: nobody is.
	Fault func(message string, stack []byte)
}

// Core answers requests. All carriers are thin over one Core, so that the same
// request gets the same reply on each. It is safe for concurrent use.
type Core struct {
	Config
	meter   *meter
	scorers tenures
	helpers chan *share // to workers that are idle
}

// NewCore checks the configuration.
func NewCore(cfg Config) (*Core, error) {
	if len(cfg.Profiles) == 0 || cfg.Scorer == nil {
		return nil, errors.New("a server needs a profile and a scorer")
	}
	seen := map[string]*reward.Profile{}
	for _, p := range cfg.Profiles {
		if other, ok := seen[p.Name()]; ok && other.SHA256() != p.SHA256() {
			return nil, fmt.Errorf("two profiles that differ are both named %q; give one of them another name", p.Name())
		}
		seen[p.Name()] = p
	}
	if cfg.Workers <= 0 {
		cfg.Workers = runtime.GOMAXPROCS(0)
	}
	cfg.Workers = min(cfg.Workers, maxWorkers)
	if cfg.MaxLineBytes <= 0 {
		cfg.MaxLineBytes = DefaultMaxLineBytes
	}
	if cfg.Release == nil {
		cfg.Release = func() {}
	}
	c := &Core{Config: cfg, meter: newMeter(), helpers: make(chan *share)}
	c.scorers.now = &tenure{scorer: cfg.Scorer, release: cfg.Release}
	return c, nil
}

// Hello returns the first line of the server, without a newline.
func (c *Core) Hello() []byte {
	p := c.Profiles[0]
	dst := append([]byte(nil), `{"op":"hello","protocol":`...)
	dst = fmt.Appendf(dst, `%d,"server":"voi","version":`, Protocol)
	dst = jsonvalue.AppendString(dst, c.Version)
	dst = jsonvalue.AppendString(append(dst, `,"profile":`...), p.Name())
	dst = jsonvalue.AppendString(append(dst, `,"profile_sha256":`...), p.SHA256())
	dst = appendRange(append(dst, ','), p)
	return fmt.Appendf(dst, `,"max_line_bytes":%d}`, c.MaxLineBytes)
}

func appendRange(dst []byte, p *reward.Profile) []byte {
	lo, hi := p.Range()
	dst = jsonvalue.AppendFloat(append(dst, `"reward_range":[`...), lo)
	return append(jsonvalue.AppendFloat(append(dst, ','), hi), ']')
}

// profile returns the profile of a name, "" being the default.
func (c *Core) profile(name string) *reward.Profile {
	if name == "" {
		return c.Profiles[0]
	}
	for _, p := range c.Profiles {
		if p.Name() == name {
			return p
		}
	}
	return nil
}

// answer appends the reply to the text of a request, without a newline. op is
// what the carrier takes the request for, "" where the request says it. failed
// is the error that the reply carries, where the request failed as a whole.
func (c *Core) answer(dst []byte, text, op string) (reply []byte, failed *item.Error) {
	return c.answerTo(dst, text, op, nil)
}

// answerTo is answer for a request that may be packed, where p is not nil.
func (c *Core) answerTo(dst []byte, text, op string, p *packing) (reply []byte, failed *item.Error) {
	start := len(dst)
	id := "null"
	defer func() {
		if fault := recover(); fault != nil {
			failed = c.fault(fault)
			reply = appendError(dst[:start], id, failed)
			c.meter.failed(failed)
		}
	}()
	r, err := parseRequest(text, p)
	id = r.id
	if err == nil {
		err = r.settle(op)
	}
	if err == nil {
		dst, err = c.do(dst, &r)
	} else if broken := r.checkItems(); broken != nil {
		err = broken
	}
	if err != nil {
		if err.Broken() {
			id = "null" // what is no JSON has no fields
		}
		c.meter.failed(err)
		return appendError(dst[:start], id, err), err
	}
	c.meter.requests.Add(1)
	return dst, nil
}

// settle makes sure that the request says one thing about its operation.
func (r *request) settle(op string) *item.Error {
	switch {
	case r.op == "" && op == "":
		return badRequest("the request has no op; give score, decide, ping, stats or shutdown")
	case r.op == "":
		r.op = op
	case op != "" && r.op != op:
		return badRequest("the op is %.64q, but this address takes %q", r.op, op)
	}
	return nil
}

func (c *Core) do(dst []byte, r *request) ([]byte, *item.Error) {
	switch {
	case r.op == opScore:
		return c.score(dst, r)
	case r.packed():
		if broken := r.checkItems(); broken != nil {
			return dst, broken
		}
		return dst, badRequest("%s and %s are for score, and the op is %.64q", keyOf, keySizes, r.op)
	case r.op == opDecide:
		return c.decide(dst, r)
	}
	if broken := r.checkItems(); broken != nil {
		return dst, broken
	}
	switch r.op {
	case opPing:
		return append(append(append(dst, `{"op":"pong","id":`...), r.id...), '}'), nil
	case opStats:
		return c.appendStats(dst, r.id), nil
	}
	return dst, &item.Error{Code: item.CodeUnknownOp, Message: fmt.Sprintf("there is no op %.64q; use score, decide, ping, stats or shutdown", r.op)}
}

// score answers a request to score.
func (c *Core) score(dst []byte, r *request) ([]byte, *item.Error) {
	p := c.profile(r.profile)
	if p == nil || !r.listed {
		if broken := r.checkItems(); broken != nil {
			return dst, broken
		}
		if !r.listed {
			return dst, badRequest("the request has no items; give a list, which may be empty")
		}
		return dst, c.noProfile(r.profile)
	}
	scorer, done := c.scorers.hold()
	defer done()
	batch, broken := c.scoreItems(scorer, p, r)
	if broken != nil {
		return dst, broken
	}
	c.meter.scored(batch)
	c.report(batch)
	dst = c.appendResult(dst, batch, r)
	if r.details {
		dst = batch.AppendDetails(append(dst, ','))
	}
	if p != c.Profiles[0] {
		dst = jsonvalue.AppendString(append(dst, `,"profile":`...), p.Name())
		dst = appendRange(append(dst, ','), p)
	}
	return append(dst, '}'), nil
}

// appendResult appends the reply to a request, without what only some have.
func (c *Core) appendResult(dst []byte, batch *item.Batch, r *request) []byte {
	if r.packing != nil && r.asked {
		return c.appendPackedResult(dst, batch, r)
	}
	dst = append(append(append(dst, `{"op":"result","id":`...), r.id...), ',')
	dst = batch.AppendResult(dst)
	if r.group {
		dst = batch.AppendAdvantages(append(dst, ','), c.Advantage)
	}
	return dst
}

// scoreItems scores what a request holds. The error is that of an item which is
// no JSON.
func (c *Core) scoreItems(scorer *item.Scorer, p *reward.Profile, r *request) (*item.Batch, *item.Error) {
	if r.packed() {
		batch := item.NewBatch(p, len(r.of), r.details)
		return batch, c.scorePacked(scorer, batch, r)
	}
	batch := item.NewBatch(p, len(r.items), r.details)
	c.each(len(r.items), func(i int) { batch.Score(scorer, i, r.items[i]) })
	return batch, batch.Broken()
}

// noProfile is the error of a profile that was not loaded.
func (c *Core) noProfile(name string) *item.Error {
	return &item.Error{Code: item.CodeUnknownProfile, Message: fmt.Sprintf("there is no profile %.64q here; there are %s", name, c.profileNames())}
}

func (c *Core) profileNames() string {
	names := make([]string, len(c.Profiles))
	for i, p := range c.Profiles {
		names[i] = p.Name()
	}
	return strings.Join(names, ", ")
}

// decide answers a request to decide, item by item as `voi decide` does.
func (c *Core) decide(dst []byte, r *request) ([]byte, *item.Error) {
	if !r.listed {
		return dst, badRequest("the request has no items; give a list, which may be empty")
	}
	if broken := r.checkItems(); broken != nil {
		return dst, broken
	}
	dst = append(append(append(dst, `{"op":"decided","id":`...), r.id...), `,"items":[`...)
	for i, raw := range r.items {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = c.decideOne(dst, raw)
	}
	c.meter.decided.Add(int64(len(r.items)))
	return append(dst, "]}"...), nil
}

// decideOne keeps a fault of one item from its neighbours.
func (c *Core) decideOne(dst []byte, raw string) (reply []byte) {
	start := len(dst)
	defer func() {
		if fault := recover(); fault != nil {
			err := c.fault(fault)
			reply = jsonvalue.AppendString(append(dst[:start], `{"id":null,"error":{"code":`...), err.Code)
			reply = append(jsonvalue.AppendString(append(reply, `,"message":`...), err.Message), "}}"...)
		}
	}()
	reply, _ = decide.AppendText(dst, raw)
	return reply
}

// appendError appends the reply of a request that failed as a whole.
func appendError(dst []byte, id string, err *item.Error) []byte {
	dst = append(append(dst, `{"op":"error","id":`...), id...)
	dst = jsonvalue.AppendString(append(dst, `,"code":`...), err.Code)
	return append(jsonvalue.AppendString(append(dst, `,"message":`...), err.Message), '}')
}
