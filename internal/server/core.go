package server

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync/atomic"

	"github.com/prometheus/client_golang/prometheus"
	"golang.org/x/sync/semaphore"

	"github.com/voi-rl/voi/internal/decide"
	"github.com/voi-rl/voi/internal/episodes"
	"github.com/voi-rl/voi/internal/item"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/reward"
)

// Protocol is the version of the protocol.
const Protocol = 1

// DefaultMaxLineBytes is the length of the longest request where Config.MaxLineBytes is 0.
const DefaultMaxLineBytes = 64 << 20

// maxWorkers is more than any machine can use.
const maxWorkers = 1024

// Config configures a Core, for all carriers alike.
type Config struct {
	Version  string            // of voi, for the greeting
	Profiles []*reward.Profile // the profiles that requests may name; the first is the default
	Scorer   *item.Scorer

	Runs     *Runs           // how recorded runs are scored; nil: runs are refused
	Episodes *episodes.Table // the episodes that are played; nil: episodes are refused

	Advantage    reward.AdvantageMode   // "" means std
	Collectors   []prometheus.Collector // of metrics beside voi's own
	Workers      int                    // items scored at once; 0 means as many as there are cores
	Asking       int                    // items at once that ask a model, to judge or to read, if more than Workers
	Reader       func() jsonvalue.Value // what stats says of the model that reads; nil: there is none
	MaxLineBytes int                    // of a request; 0 means DefaultMaxLineBytes

	// Fault is called with each panic of ours and its stack; may be nil.
	Fault func(message string, stack []byte)
}

// Core answers requests. All carriers are thin layers over one Core, so that the same
// request gets the same reply on each. It is safe for concurrent use.
type Core struct {
	Config
	meter *meter

	small, large *semaphore.Weighted // where requests are worked on, by their size (turns.go)
	asked        *semaphore.Weighted // ... that wait for a model
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
	cfg.Asking = min(max(cfg.Asking, cfg.Workers), maxWorkers)
	if cfg.MaxLineBytes <= 0 {
		cfg.MaxLineBytes = DefaultMaxLineBytes
	}
	return &Core{Config: cfg, meter: newMeter(), small: places(cfg.Workers), large: places(cfg.Workers), asked: places(cfg.Asking)}, nil
}

// Hello returns the first line that the server writes, without a newline.
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

// profile returns the profile of a name; "" names the default.
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

// answerAt appends the reply to the text of a request, without a newline. op is the
// operation of the carrier's address, "" where the request has to name it. profile is the
// profile in that address. room, if not nil, is asked for the largest size of the reply in
// bytes before the reply is made. failed is the error in the reply of a request that failed
// as a whole.
func (c *Core) answerAt(k *task, dst []byte, text, op, profile string, room func(int64) *item.Error) (reply []byte, failed *item.Error) {
	r, err := c.parse(text, k.pause)
	if err == nil {
		err = r.settle(op, profile)
	}
	if err == nil && room != nil {
		err = room(r.cost())
	}
	return c.reply(k, dst, &r, err)
}

// parse is parseRequest. A panic of ours becomes the error of the request.
func (c *Core) parse(text string, pause func()) (r request, err *item.Error) {
	defer func() {
		if fault := recover(); fault != nil {
			r, err = request{id: "null"}, c.fault(fault)
		}
	}()
	return parseRequest(text, pause)
}

// reply appends the reply to a parsed request, or to err where parsing failed.
func (c *Core) reply(k *task, dst []byte, r *request, err *item.Error) (reply []byte, failed *item.Error) {
	start := len(dst)
	defer func() {
		if fault := recover(); fault != nil {
			failed = c.fault(fault)
			reply = appendError(dst[:start], r.id, failed)
			c.meter.failed(failed)
		}
	}()
	if err == nil {
		dst, err = c.do(k, dst, r)
	} else {
		err = cmp.Or(r.checkItems(), err)
	}
	if err != nil {
		id := r.id
		if err.Broken() {
			id = "null" // a text that is no JSON has no fields
		}
		c.meter.failed(err)
		return appendError(dst[:start], id, err), err
	}
	c.meter.requests.Add(1)
	return dst, nil
}

// settle compares the operation and the profile in the request with those in its address.
// It fills in what only the address has, and refuses a contradiction.
func (r *request) settle(op, profile string) *item.Error {
	switch {
	case r.op == "" && op == "":
		return badRequest("the request has no op; give " + ops)
	case r.op == "":
		r.op = op
	case op != "" && r.op != op:
		return badRequest("the op is %.64q, but this address takes %q", r.op, op)
	}
	if profile != "" && r.profile != "" && r.profile != profile {
		return badRequest("the request names the profile %.64q, and its address %.64q; name one", r.profile, profile)
	}
	r.profile = cmp.Or(r.profile, profile)
	return nil
}

func (c *Core) do(k *task, dst []byte, r *request) ([]byte, *item.Error) {
	switch r.op {
	case opScore:
		return c.score(k, dst, r)
	case opDecide:
		return c.decide(k, dst, r)
	case opRead:
		return c.read(k, dst, r)
	case opRuns:
		return c.scoreRuns(k, dst, r)
	case opReset, opStep, opClose:
		return c.play(dst, r)
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
	return dst, &item.Error{Code: item.CodeUnknownOp, Message: fmt.Sprintf("there is no op %.64q; use %s", r.op, ops)}
}

// score answers a request to score.
func (c *Core) score(k *task, dst []byte, r *request) ([]byte, *item.Error) {
	p := c.profile(r.profile)
	if err := r.needs(itemsList); p == nil || err != nil {
		return dst, cmp.Or(r.checkItems(), err, c.noProfile(r.profile))
	}
	batch := item.NewBatch(p, len(r.items), r.details)
	if gone := c.scoring(k, batch, func(s *item.Scorer, i int) { batch.Score(s, i, r.items[i]) }); gone != nil {
		return dst, gone
	}
	if broken := batch.Broken(); broken != nil {
		return dst, broken
	}
	c.meter.scored(batch)
	c.report(batch)
	dst = append(append(append(dst, `{"op":"result","id":`...), r.id...), ',')
	dst = batch.AppendResult(dst)
	if r.group {
		dst = batch.AppendAdvantages(append(dst, ','), c.Advantage)
	}
	if r.details {
		dst = batch.AppendDetails(append(dst, ','), r.reading)
	}
	if p != c.Profiles[0] {
		dst = jsonvalue.AppendString(append(dst, `,"profile":`...), p.Name())
		dst = appendRange(append(dst, ','), p)
	}
	return append(dst, '}'), nil
}

// noProfile is the error for a profile that was not loaded.
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
func (c *Core) decide(k *task, dst []byte, r *request) ([]byte, *item.Error) {
	return c.answerItems(k, dst, r, "decided", &c.meter.decided, func(raw string) []byte { return c.decideOne(nil, raw) })
}

// answerItems answers a request item by item; one makes the reply of one item.
func (c *Core) answerItems(k *task, dst []byte, r *request, op string, count *atomic.Int64, one func(raw string) []byte) ([]byte, *item.Error) {
	if err := r.needs(itemsList); err != nil {
		return dst, err
	}
	if broken := r.checkItems(); broken != nil {
		return dst, broken
	}
	replies := make([][]byte, len(r.items))
	c.each(k, len(r.items), func(i int) { replies[i] = one(r.items[i]) })
	count.Add(int64(len(r.items)))
	return appendItems(dst, r, op, replies), nil
}

// appendItems appends a reply, given the replies of its items.
func appendItems(dst []byte, r *request, op string, replies [][]byte) []byte {
	dst = fmt.Appendf(dst, `{"op":%q,"id":%s,"items":[`, op, r.id)
	return append(append(dst, bytes.Join(replies, []byte{','})...), "]}"...)
}

// decideOne decides one item. A panic becomes the error of this item alone.
func (c *Core) decideOne(dst []byte, raw string) (reply []byte) {
	start := len(dst)
	defer func() {
		if fault := recover(); fault != nil {
			reply = append(c.fault(fault).AppendJSON(append(dst[:start], `{"id":null,"error":`...)), '}')
		}
	}()
	reply, _ = decide.AppendText(dst, raw)
	return reply
}

// appendError appends the reply to a request that failed as a whole.
func appendError(dst []byte, id string, err *item.Error) []byte {
	dst = append(append(append(dst, `{"op":"error","id":`...), id...), ',')
	return append(dst, err.AppendJSON(nil)[1:]...)
}
