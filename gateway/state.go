package gateway

import (
	"crypto/sha256"
	"slices"
	"sync"

	"github.com/voi-rl/voi/certainty/asking"
	"github.com/voi-rl/voi/certainty/grounding"
	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/lru"
	"github.com/voi-rl/voi/trajectory"
)

// memo caches results for texts that many requests share: each turn of a conversation repeats
// its tools and earlier messages, and the samples of a group share a prompt. A cached result
// equals a new one.
type memo struct {
	asking *lru.Cache[[32]byte, bool]   // which texts ask
	offers *lru.Cache[[32]byte, *offer] // tools
	states *lru.Cache[[32]byte, *state] // conversations before a reply
}

// The limits of a memo, in bytes, and the approximate cost of a read text.
const (
	mostAsking = 8 << 20 // some 30,000 texts
	mostOffers = 16 << 20
	mostStates = 16 << 20
	readBytes  = 16 // for each byte of text
)

func newMemo() *memo {
	return &memo{lru.New[[32]byte, bool](mostAsking), lru.New[[32]byte, *offer](mostOffers), lru.New[[32]byte, *state](mostStates)}
}

// offer holds the parsed tools of a request.
type offer struct {
	run trajectory.Trajectory // holds only the tools
	key [32]byte
	err error
}

// offered parses the tools of a request. It parses a copy of their text, because a cached
// value would keep the whole request in memory.
func (m *memo) offered(tools domains.Value) *offer {
	if tools.IsNull() {
		return &offer{}
	}
	text := tools.JSON()
	key := sha256.Sum256([]byte(text))
	read := func() (*offer, int64, bool) {
		f := &offer{key: key}
		if tools, f.err = jsonvalue.Parse(text, requestOptions); f.err == nil {
			f.err = f.run.ParseTools(functions(tools))
		}
		f.run.Toolbox = trajectory.NewToolbox(f.run.Tools, nil)
		return f, readBytes * int64(len(text)), f.err == nil
	}
	if m == nil {
		f, _, _ := read()
		return f
	}
	return m.offers.Get(key, read)
}

// functions leaves out the tools of a request that are no functions, such as a search by the
// model's server or a tool that takes any text. No schema says what a call of one needs, and
// the functions beside it are decided on all the same.
func functions(tools domains.Value) domains.Value {
	if tools.Kind() != jsonvalue.Array {
		return tools
	}
	return jsonvalue.NewArray(slices.DeleteFunc(slices.Clone(tools.Items()), func(tool domains.Value) bool {
		kind := tool.Field("type")
		return kind.Kind() == jsonvalue.String && kind.Str() != "function"
	})...)
}

// state holds results about a conversation before any reply; they depend only on its messages
// and tools. Each part is computed at its first use. It is safe for concurrent use.
type state struct {
	past func() *past
	text func() *grounding.Reading // the reading, without slots
}

// past describes the questions so far, and the user's answers.
type past struct {
	asks  int             // questions so far
	asked map[string]int  // how often each tool.parameter was asked about
	told  map[string]bool // for each: the user said something afterwards
	since map[string]int  // the message that asked about it first
	asker *asking.Asker
	last  *trajectory.Act // nil before the first act
}

// texts are buffers, of at most mostKept bytes, for the text of a conversation that is being
// hashed.
var texts = sync.Pool{New: func() any { return new([]byte) }}

const mostKept = 256 << 10

// state returns the state of a turn's conversation.
func (t *Turn) state() *state {
	t.once.Do(func() {
		if t.states == nil {
			t.said = t.newState()
			return
		}
		b := texts.Get().(*[]byte)
		text := t.Body.Field("messages").AppendJSON(append((*b)[:0], t.offer.key[:]...))
		key, size := sha256.Sum256(text), len(text)
		if *b = text; size <= mostKept {
			texts.Put(b)
		}
		t.said = t.states.Get(key, func() (*state, int64, bool) { return t.newState(), readBytes * int64(size), true })
	})
	return t.said
}

func (t *Turn) newState() *state {
	run, counter, memo := t.Run, t.counter, t.memo
	in := sync.OnceValue(func() grounding.Input {
		return grounding.Input{Turns: counter.Turns(run), Tools: counter.Offered(run), Sets: counter.Sets(run)}
	})
	return &state{
		past: sync.OnceValue(func() *past {
			in := in()
			p := &past{asked: map[string]int{}, told: map[string]bool{}, since: map[string]int{}, asker: counter.Asker(run)}
			p.remember(run, in.Turns, func(m *trajectory.Message) bool { return memo.isQuestion(counter, m) })
			if acts := counter.Acts(run); len(acts) > 0 {
				p.last = &acts[len(acts)-1]
			}
			return p
		}),
		text: sync.OnceValue(func() *grounding.Reading { return grounding.ReadText(in()) }),
	}
}

// remember collects the questions of a conversation.
func (p *past) remember(run *trajectory.Trajectory, turns []grounding.Turn, isQuestion func(*trajectory.Message) bool) {
	for i := range turns {
		if turns[i].Role != dataset.Assistant || turns[i].Text == "" || !isQuestion(&run.Messages[i]) {
			continue
		}
		p.asks++
		question := p.asker.Read(turns[i].Text, nil)
		answered := slices.ContainsFunc(turns[i+1:], func(u grounding.Turn) bool { return u.Role == dataset.User })
		for _, q := range question.Asked() {
			name := q.Tool + "." + q.Aspect
			if p.asked[name]++; p.asked[name] == 1 {
				p.since[name] = i
			}
			p.told[name] = p.told[name] || answered
		}
	}
}

// isQuestion reports whether a message asks the user. The result is cached for a while,
// because each request repeats earlier messages.
func (m *memo) isQuestion(c *trajectory.Counter, of *trajectory.Message) bool {
	if m == nil || len(of.Calls) > 0 {
		return c.Asks(of)
	}
	return m.asking.Get(sha256.Sum256([]byte(of.Content)), func() (bool, int64, bool) { return c.Asks(of), 0, true })
}
