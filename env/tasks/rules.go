package tasks

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/env"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/words"
	"github.com/voi-rl/voi/trajectory"
)

// Rule is a corruption of SAGE-Agent B.3: the values that it fits, and the corrupted value.
type Rule struct {
	Name, API string
	Params    []string // words, one of which the parameter's name must have; nil: any name
	Tools     []string // the same for the tool's name
	fits      func(c *corrupting) bool
	make      func(c *corrupting) domains.Value
	Error     string // the world's answer
}

// corrupting is a value to corrupt.
type corrupting struct {
	param  string
	value  domains.Value
	domain domains.Domain
	others []domains.Value    // values of other offered enumerations, which belong elsewhere
	args   []jsonvalue.Member // the call's arguments
	config domains.Value      // the world's state, null if unknown
	draw   func(n int, of string) int
}

func text(s string) domains.Value { return jsonvalue.NewString(s) }

func isText(c *corrupting) bool {
	return c.value.Kind() == jsonvalue.String && c.domain.Type != domains.Finite && strings.TrimSpace(c.value.Str()) != ""
}

func isNumber(c *corrupting) bool { _, ok := c.value.Float(); return ok }

// bounded reports whether the value is a number whose domain has a bound.
func bounded(c *corrupting) bool {
	return isNumber(c) && (c.domain.Min != nil || c.domain.Max != nil)
}

func unbounded(c *corrupting) bool { return isNumber(c) && !bounded(c) }

func negative(c *corrupting) domains.Value {
	f, _ := c.value.Float()
	if f == 0 {
		f = 1
	}
	if n, ok := c.value.Int(); ok && n != 0 {
		return jsonvalue.NewInt(-max(n, -n))
	}
	return jsonvalue.NewFloat(-max(f, -f))
}

// beyond is a number just above the domain's maximum, or just below its minimum. The number
// itself does not look impossible.
func beyond(c *corrupting) domains.Value {
	bound, up := c.domain.Max, 1.0
	if bound == nil {
		bound, up = c.domain.Min, -1
	}
	f, _ := bound.Float()
	return whole(f + up*max(1, math.Abs(f)/20*float64(c.draw(3, "beyond"))))
}

func whole(f float64) domains.Value {
	if math.Abs(f) >= 10 {
		f = math.Round(f)
	}
	if n := int64(f); float64(n) == f {
		return jsonvalue.NewInt(n)
	}
	return jsonvalue.NewFloat(f)
}

// excess is more than the balance if the world's state has one, else a multiple of the value.
func excess(c *corrupting) domains.Value {
	f, _ := c.value.Float()
	most := 0.0
	eachMember(c.config, func(m jsonvalue.Member) {
		if b, ok := m.Value.Float(); ok && like(m.Key, moneyWords) {
			most = max(most, b)
		}
	})
	return whole(max(most, max(f, 1)*float64(1+c.draw(8, "excess"))) + max(f, 1))
}

func random(c *corrupting, letters string, n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteByte(letters[c.draw(len(letters), "random"+strconv.Itoa(i))])
	}
	return b.String()
}

const lowercase, uppercase, digits = "bcdfghjklmnpqrstvwxz", "BCDFGHJKLMNPQRSTVWXZ", "0123456789"

// other is another argument of the call whose name has one of the words in names.
func other(c *corrupting, names ...string) (v domains.Value, ok bool) {
	for _, a := range c.args {
		if !jsonvalue.Equal(a.Value, c.value) && a.Value.Kind() == jsonvalue.String && like(a.Key, names) && !like(a.Key, timeWords) {
			return a.Value, true
		}
	}
	return v, false
}

// existing lists names of files and directories in the world's state, except the value.
func existing(c *corrupting) (names []string) {
	eachMember(c.config, func(m jsonvalue.Member) {
		if kind := m.Value.Field("type").Str(); len(names) < 64 && (kind == "file" || kind == "directory") && m.Key != c.value.Str() {
			names = append(names, m.Key)
		}
	})
	return names
}

// eachMember visits all members of a state, nested ones too, to a depth of 16.
func eachMember(v domains.Value, visit func(m jsonvalue.Member)) {
	var walk func(v domains.Value, depth int)
	walk = func(v domains.Value, depth int) {
		if depth > 16 {
			return
		}
		for _, m := range v.Members() {
			visit(m)
			walk(m.Value, depth+1)
		}
	}
	walk(v, 0)
}

var (
	fileWords    = []string{"file", "filename", "dir", "directory", "folder", "path", "source", "destination"}
	makingWords  = []string{"mkdir", "touch", "create", "make", "new", "add", "write"}
	readingWords = []string{"cat", "open", "read", "cd", "mv", "move", "cp", "copy", "find", "rm", "rmdir", "delete", "remove", "sort", "diff", "grep", "tail", "wc", "echo", "get", "load", "upload"}
	moneyWords   = []string{"cost", "price", "budget", "amount", "fee", "payment", "total", "balance"}
	routeWords   = []string{"from", "to", "origin", "destination", "departure", "arrival", "source"}
	timeWords    = []string{"date", "time", "day", "month", "year", "hour"}
	bookWords    = []string{"booking", "reservation", "ticket", "invoice"}
	stockWords   = []string{"symbol", "ticker", "stock"}
)

// Rules are the fifteen corruptions (SAGE-Agent B.3). They choose values by the words in names,
// not by the paper's plugins.
var Rules = []Rule{
	{"invalid_file_name", "GorillaFileSystem", fileWords, append(makingWords, "cat"), isText,
		func(c *corrupting) domains.Value { return text(c.value.Str() + "|?" + random(c, lowercase, 2)) }, "the name holds characters that are not allowed"},
	{"path_traversal", "GorillaFileSystem", fileWords, []string{"cd", "mv", "cp", "find", "move", "copy", "open"}, isText,
		func(c *corrupting) domains.Value {
			return text([]string{"../../", "/root/"}[c.draw(2, "path")] + c.value.Str())
		}, "paths are not allowed; give a name in the current directory"},
	{"nonexistent_file", "GorillaFileSystem", fileWords, readingWords, isText,
		func(c *corrupting) domains.Value { return text(renamed(c)) }, "no such file or directory"},
	{"duplicate_creation", "GorillaFileSystem", fileWords, makingWords,
		func(c *corrupting) bool { return isText(c) && len(existing(c)) > 0 },
		func(c *corrupting) domains.Value {
			names := existing(c)
			return text(names[c.draw(len(names), "existing")])
		}, "it exists already"},
	{"invalid_page_range", "DocumentPlugin", []string{"page", "pages"}, nil, isNumber,
		func(c *corrupting) domains.Value {
			if c.domain.Max != nil {
				return beyond(c)
			}
			return jsonvalue.NewInt(-int64(c.draw(9, "page")))
		}, "there is no such page"},
	{"invalid_format", "DocumentPlugin", []string{"format", "extension"}, nil, func(c *corrupting) bool { return c.value.Kind() == jsonvalue.String },
		func(c *corrupting) domains.Value { return text(otherFormat(c)) }, "the format is not supported"},
	{"out_of_range", "DocumentPlugin", nil, nil, bounded, beyond, "the value is out of range"},
	{"invalid_range", "VehicleControlAPI", []string{"fuel", "temperature", "speed", "distance", "level", "position", "gallon", "gallons", "liter", "liters", "quantity", "number", "count"}, nil, unbounded, negative, "the value is not possible"},
	{"invalid_enum", "VehicleControlAPI", nil, nil,
		func(c *corrupting) bool {
			return c.value.Kind() == jsonvalue.String && c.domain.Type == domains.Finite && c.domain.Stated()
		},
		func(c *corrupting) domains.Value { return text(elsewhere(c)) }, "the value is none of those that are possible"},
	{"financial_constraints", "TravelAPI", moneyWords, nil, isNumber, excess, "the balance does not cover it"},
	{"invalid_route", "TravelAPI", routeWords, nil,
		func(c *corrupting) bool {
			_, ok := other(c, routeWords...)
			return isText(c) && ok && !like(c.param, timeWords)
		},
		func(c *corrupting) domains.Value { v, _ := other(c, routeWords...); return v }, "there is no such route"},
	{"nonexistent_booking", "TravelAPI", bookWords, nil, isIdentifier,
		reshaped, "there is no such booking"},
	{"invalid_symbol", "TradingBot", stockWords, nil, isText,
		reshaped, "there is no such symbol"},
	{"financial_validation", "TradingBot", append(slices.Clone(moneyWords), "shares", "quantity"), []string{"order", "buy", "sell", "trade", "withdraw", "transfer", "fund", "invest", "pay", "send", "donate"}, isNumber, negative, "the amount is not valid"},
	{"order_state", "TradingBot", []string{"order"}, nil, isIdentifier,
		reshaped, "the order is completed or does not exist"},
}

func isIdentifier(c *corrupting) bool { return isText(c) || isNumber(c) }

// like reports whether a name has one of the words.
func like(name string, any []string) bool {
	for _, w := range strings.FieldsFunc(strings.ToLower(words.Spell(name)), func(r rune) bool { return r == ' ' || r == '_' || r == '-' || r == '.' }) {
		if slices.Contains(any, w) {
			return true
		}
	}
	return false
}

// Corrupt corrupts the value of a parameter. args are the arguments of the call, config is the
// world's state, and others are values of other offered enumerations. ok is false if the rule
// does not fit.
func (r *Rule) Corrupt(tool, param string, v domains.Value, d domains.Domain, others []domains.Value, args []jsonvalue.Member, config domains.Value, seed uint64) (out domains.Value, ok bool) {
	c := &corrupting{param: param, value: v, domain: d, others: others, args: args, config: config, draw: func(n int, of string) int {
		return env.Draw(n, seed, "/", tool, "/", param, "/", r.Name, "/", of)
	}}
	if r.Params != nil && !like(param, r.Params) || r.Tools != nil && !like(tool, r.Tools) || !r.fits(c) {
		return v, false
	}
	out = r.make(c)
	return out, !jsonvalue.Equal(out, v)
}

// infeasible makes the task in which one value from the user is impossible. config is the world's
// state, null if unknown.
func (m *Maker) infeasible(d *decision, config domains.Value) *env.Task {
	type choice struct {
		argument
		rule  *Rule
		value domains.Value
	}
	var all []choice
	others := d.enumerated()
	for _, a := range d.given(d.read) {
		span := a.from.Span
		if span.Turn != d.last || span.Start >= span.End || a.value.Kind() == jsonvalue.Array || a.value.Kind() == jsonvalue.Object || !env.Stands(d.text()[span.Start:span.End], a.value) {
			continue
		}
		call := d.gold[a.call]
		set, _ := d.sets[call.Name].Get(a.name)
		for i := range Rules {
			seed := uint64(env.Draw(1<<62, m.Seed, "/", d.ID, "/", a.call))
			if v, ok := Rules[i].Corrupt(call.Name, a.name, a.value, set, others, call.Arguments.Members(), config, seed); ok {
				all = append(all, choice{a, &Rules[i], v})
			}
		}
	}
	var at choice
	text := ""
	for n := len(all); n > 0 && text == ""; n-- {
		k := env.Draw(n, m.Seed, "/", d.ID, "/rule/", n)
		at, all[k] = all[k], all[n-1]
		span, said := at.from.Span, d.text()
		text = said[:span.Start] + replaced(said[span.Start:span.End], at.argument.value, at.value) + said[span.End:]
		if d.allows(text, at.argument) {
			text = ""
		}
	}
	if text == "" {
		return nil
	}
	t := m.task(d.Sample, trajectory.Infeasible)
	turn := &t.Turns[0]
	turn.User, turn.Gold, turn.Accepted, turn.Reply = text, nil, nil, ""
	meant := d.gold[at.call]
	turn.Intended = []domains.Call{{Name: meant.Name, Arguments: meant.Arguments.With(at.name, at.value)}}
	t.World.Refused = []env.Refusal{{Tool: d.gold[at.call].Name, Aspect: at.name, Value: at.value, Rule: at.rule.Name,
		Error: fmt.Sprintf("%s: %s", at.name, at.rule.Error)}}
	return t
}

// replaced replaces a value in the words that give it.
func replaced(said string, old, v domains.Value) string {
	was, is := old.Str(), v.Str()
	if old.Kind() != jsonvalue.String {
		was = old.JSON()
	}
	if v.Kind() != jsonvalue.String {
		is = v.JSON()
	}
	if strings.Contains(said, was) {
		return strings.Replace(said, was, is, 1)
	}
	return is
}
