package synthetic

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// kind defines how values of a parameter are drawn, written in a call, and said.
type kind struct {
	// draw returns a value in the form for a call.
	draw func(m *maker, p parameter) domains.Value
	// say returns the words for a value: bare, and with the preposition for the placeholder
	// {on} or {at} of a phrase ("on 3 May", "tomorrow").
	say func(m *maker, p parameter, v domains.Value) (bare, placed string)
	// schema returns the parts of its JSON Schema beside the description.
	schema func(p parameter) []any // alternating keys and values
}

// kinds are all kinds except the pools.
var kinds = map[string]kind{
	"count":    {drawNumber, sayCount, numberSchema},
	"money":    {drawMoney, sayMoney, amountSchema},
	"duration": {drawNumber, sayDuration, numberSchema},
	"date":     {drawDate, sayDate, textSchema("format", "date")},
	"time":     {drawTime, sayTime, textSchema("", "")},
	"choice":   {drawChoice, sayChoice, choiceSchema},
	"flag":     {drawFlag, sayFlag, flagSchema},
}

func kindOf(p parameter) kind {
	if k, ok := kinds[p.Kind]; ok {
		return k
	}
	return kind{drawWord, sayWord, textSchema("", "")}
}

func textSchema(key, value string) func(parameter) []any {
	return func(parameter) []any { return []any{"type", "string", key + "?", value} }
}

// A word of a pool.

func drawWord(m *maker, p parameter) domains.Value {
	return jsonvalue.NewString(pick(m.rng, m.pool(p.Kind)))
}

// pool returns the words of a pool that the set may use.
func (m *maker) pool(name string) []string {
	words := m.grammar.pools[name]
	held := len(words) * 3 / 4
	if m.set == Words {
		return words[held:]
	}
	return words[:held]
}

func sayWord(_ *maker, _ parameter, v domains.Value) (bare, placed string) { return v.Str(), v.Str() }

// Numbers.

func drawNumber(m *maker, p parameter) domains.Value {
	step := max(p.Step, 1)
	return jsonvalue.NewInt(int64(p.From + step*m.rng.IntN((p.To-p.From)/step+1)))
}

func numberSchema(p parameter) []any {
	schema := []any{"type", "integer", "minimum", p.From, "maximum", p.To}
	if p.Step > 1 {
		schema = append(schema, "multipleOf", p.Step)
	}
	return schema
}

var words = [...]string{"zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"}

func sayCount(m *maker, _ parameter, v domains.Value) (bare, placed string) {
	n, _ := v.Int()
	if n < int64(len(words)) && m.rng.IntN(2) == 0 {
		return words[n], words[n]
	}
	return v.JSON(), v.JSON()
}

func drawMoney(m *maker, p parameter) domains.Value {
	step := 10
	if p.To-p.From > 1000 && m.rng.IntN(2) == 0 {
		step = 50
	}
	n := p.From + m.rng.IntN(p.To-p.From+1)
	return jsonvalue.NewInt(int64(max(n/step*step, p.From)))
}

func amountSchema(parameter) []any { return []any{"type", "number", "minimum", 0} }

func sayMoney(m *maker, _ parameter, v domains.Value) (bare, placed string) {
	n, _ := v.Int()
	forms := []string{fmt.Sprintf("%d euros", n), fmt.Sprintf("€%d", n), fmt.Sprintf("%d EUR", n), fmt.Sprintf("%d euro", n)}
	if n >= 1000 {
		forms = append(forms, fmt.Sprintf("€%d,%03d", n/1000, n%1000), fmt.Sprintf("%d,%03d euros", n/1000, n%1000))
	}
	bare = pick(m.rng, forms)
	return bare, bare
}

func sayDuration(m *maker, _ parameter, v domains.Value) (bare, placed string) {
	n, _ := v.Int()
	forms := []string{fmt.Sprintf("%d minutes", n)}
	spoken := map[int64][]string{
		15: {"a quarter of an hour"}, 30: {"half an hour"}, 45: {"three quarters of an hour"},
		60: {"an hour", "one hour"}, 75: {"an hour and a quarter"}, 90: {"an hour and a half", "1.5 hours"}, 120: {"two hours", "2 hours"},
	}
	bare = pick(m.rng, append(forms, spoken[n]...))
	return bare, bare
}

// Days, within some weeks after the day of the conversation.

func drawDate(m *maker, _ parameter) domains.Value {
	return jsonvalue.NewString(m.today.AddDate(0, 0, 1+m.rng.IntN(60)).Format(time.DateOnly))
}

func sayDate(m *maker, _ parameter, v domains.Value) (bare, placed string) {
	day, _ := time.Parse(time.DateOnly, v.Str()) // drawDate wrote it
	ahead := int(day.Sub(m.today).Hours() / 24)
	if m.dated && ahead <= 6 {
		switch {
		case ahead == 1:
			return "tomorrow", "tomorrow"
		case ahead == 2 && m.rng.IntN(2) == 0:
			return "the day after tomorrow", "the day after tomorrow"
		}
		name := day.Weekday().String()
		return pick(m.rng, []string{name, "this " + name}), "on " + name
	}
	form := pick(m.rng, []string{"2 January 2006", "January 2, 2006", "2006-01-02", "Jan 2, 2006", "2 Jan 2006", "Monday, 2 January 2006"})
	bare = day.Format(form)
	return bare, "on " + bare
}

// Times of the day, in quarters of an hour.

func drawTime(m *maker, _ parameter) domains.Value {
	return jsonvalue.NewString(fmt.Sprintf("%02d:%02d", 8+m.rng.IntN(13), 15*m.rng.IntN(4)))
}

func sayTime(m *maker, _ parameter, v domains.Value) (bare, placed string) {
	t, _ := time.Parse("15:04", v.Str()) // drawTime wrote it
	part := "in the morning"
	switch {
	case t.Hour() >= 18:
		part = "in the evening"
	case t.Hour() >= 12:
		part = "in the afternoon"
	}
	forms := []string{v.Str(), t.Format("3:04 pm"), t.Format("3:04pm")}
	hour, next := words[(t.Hour()+11)%12+1], words[t.Hour()%12+1]
	switch t.Minute() {
	case 0:
		forms = append(forms, t.Format("3 pm"), t.Format("3pm"), hour+" "+part)
	case 15:
		forms = append(forms, "quarter past "+hour+" "+part)
	case 30:
		forms = append(forms, "half past "+hour+" "+part)
	case 45:
		if t.Hour() != 11 && t.Hour() != 17 { // "quarter to twelve" belongs to another part of the day
			forms = append(forms, "quarter to "+next+" "+part)
		}
	}
	if v.Str() == "12:00" {
		forms = append(forms, "noon")
	}
	bare = pick(m.rng, forms)
	return bare, "at " + bare
}

// Choices and flags: their phrases are in the grammar.

func drawChoice(m *maker, p parameter) domains.Value {
	return jsonvalue.NewString(p.Values[m.rng.IntN(len(p.Values))].key)
}

func sayChoice(m *maker, p parameter, v domains.Value) (bare, placed string) {
	bare = pick(m.rng, p.Values.get(v.Str()))
	return bare, bare
}

func choiceSchema(p parameter) []any {
	values := make([]string, len(p.Values))
	for i, e := range p.Values {
		values[i] = e.key
	}
	return []any{"type", "string", "enum", values}
}

func drawFlag(m *maker, _ parameter) domains.Value { return jsonvalue.NewBool(m.rng.IntN(2) == 0) }

func sayFlag(m *maker, p parameter, v domains.Value) (bare, placed string) {
	bare = pick(m.rng, p.False)
	if v.Bool() {
		bare = pick(m.rng, p.True)
	}
	return bare, bare
}

func flagSchema(parameter) []any { return []any{"type", "boolean"} }

// pick returns a random element of a non-empty list.
func pick[T any](rng *rand.Rand, list []T) T { return list[rng.IntN(len(list))] }

// fill puts words into the placeholders of a phrase: {} and {on}, {at}.
func fill(phrase, bare, placed string) string {
	return strings.NewReplacer("{}", bare, "{on}", placed, "{at}", placed).Replace(phrase)
}
