package oldgrounding

import (
	"strings"
	"testing"
)

var benchTurns = []Turn{{"user", "My family of four is planning a trip from San Francisco to Los Angeles on April 7th, 2023. " +
	"We're looking to depart around 2 PM. Could we also add an extra luggage for each person, and no trip protection?"}}

// BenchmarkContext is the cost of a conversation, once.
func BenchmarkContext(b *testing.B) {
	b.SetBytes(int64(len(benchTurns[0].Text)))
	b.ReportAllocs()
	for b.Loop() {
		NewContext(benchTurns)
	}
}

func BenchmarkContextLong(b *testing.B) {
	turns := []Turn{{"user", strings.Repeat(benchTurns[0].Text, 50)}}
	b.SetBytes(int64(len(turns[0].Text)))
	b.ReportAllocs()
	for b.Loop() {
		NewContext(turns)
	}
}

// BenchmarkGround is the cost of one value, by what decides it.
func BenchmarkGround(b *testing.B) {
	tool, set := toolOf(b, `{"city":{"type":"string","description":"The city, such as 'Berkeley, CA'"},"date":{"type":"string"},"time":{"type":"string"},`+
		`"n":{"type":"integer"},"protection":{"type":"boolean"},"class":{"type":"string","enum":["Economy","Business","First"]}}`)
	ctx := NewContext(benchTurns)
	g := New(Options{})
	for _, c := range []struct{ name, param, value string }{
		{"exact", "city", `"San Francisco"`}, {"place", "city", `"Los Angeles, CA"`}, {"miss", "city", `"Vancouver, BC"`},
		{"date", "date", `"2023-04-07"`}, {"time", "time", `"14:00"`}, {"number", "n", `4`}, {"flag", "protection", `false`},
		{"enum", "class", `"Business"`},
	} {
		b.Run(c.name, func(b *testing.B) {
			p := tool.Param(c.param)
			d, _ := set.Get(c.param)
			v := parse(b, c.value)
			b.ReportAllocs()
			for b.Loop() {
				g.Ground(ctx, tool, p, d, v)
			}
		})
	}
}
