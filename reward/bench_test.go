package reward

import (
	"fmt"
	"strings"
	"testing"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/domains"
)

// padded is a completion of about n bytes whose reasoning is filled with prose.
func padded(answer string, n int) string {
	prose := "The user wants to travel, and has said where to but not when; the class is open too. "
	short := len(framed(answer))
	return strings.Replace(framed(answer), "r\n", strings.Repeat(prose, max(1, (n-short)/len(prose)))+"\n", 1)
}

const benchCall = `<TOOLCALL>
[{"name": "book", "arguments": {"to": "Porto, Campanha", "return": true, "class": "second"}}]
</TOOLCALL>`

// A completion of 2 KB on a prepared sample, with and without a call, as a
// server scores it.
func BenchmarkScore(b *testing.B) {
	for _, tc := range []struct{ name, answer string }{
		{"refuse", "<REFUSE>\nBooking ferries is beyond the tools that I have.\n</REFUSE>"},
		{"call", benchCall},
		{"ask", "<ASK>\n" + strings.Replace(benchCall, "true", `"<UNK>"`, 1) + "\n<question>And back?</question>\n</ASK>"},
		{"malformed", strings.Replace(benchCall, "}]", "]", 1)},
	} {
		b.Run(tc.name, func(b *testing.B) {
			x := prepare(b, builtin(b, "certainty"), train(b, refCall), nil)
			in := Input{Completion: padded(tc.answer, 2048)}
			dst := make([]float64, 0, numComponents)
			b.SetBytes(int64(len(in.Completion)))
			b.ReportAllocs()
			for b.Loop() {
				if got := x.AppendScore(dst, in); got.Err != nil {
					b.Fatal(got.Err)
				}
			}
		})
	}
}

// The components one by one.
func BenchmarkComponents(b *testing.B) {
	text := padded(benchCall, 2048)
	x := prepare(b, builtin(b, "certainty"), train(b, refCall), nil)
	c, err := x.read(Input{Completion: text})
	if err != nil {
		b.Fatal(err)
	}
	sink := 0.0
	for _, tc := range []struct {
		name string
		f    func()
	}{
		{"read", func() { c, _ = x.read(Input{Completion: text}) }},
		{"fmt_xml", func() { sink += formatXML(&c) }},
		{"fmt_soft", func() { sink += formatSoft(&c) }},
		{"fmt_strict", func() { sink += formatStrict(&c) }},
		{"tool", func() { sink += tool(x.calls, c.Calls) }},
		{"certainty", func() { sink += cert(&c, x.weigher, &x.profile.rules) }},
		{"notes", func() { x.notes(Input{}, &c, nil) }},
	} {
		b.Run(tc.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				tc.f()
			}
		})
	}
}

// Hostile completions at three sizes: the cost must be linear in their length.
func BenchmarkHostile(b *testing.B) {
	x := prepare(b, builtin(b, "certainty"), train(b, refCall), nil)
	for _, unit := range []struct{ name, text, before, after string }{
		{"lt", "<", "", ""},
		{"answer", "<answer>", "", ""},
		{"closed", "</answer>", "", ""},
		{"reasoning", "</reasoning> ", "<reasoning>", ""},
		{"brackets", "[", "<answer><TOOLCALL>", "</TOOLCALL></answer>"},
		{"string", "x", `<answer><TOOLCALL>[{"name":"`, `","arguments":{}}]</TOOLCALL></answer>`},
		{"calls", `{"name":"book","arguments":{}},`, "<answer><TOOLCALL>[", `{"name":"book","arguments":{}}]</TOOLCALL></answer>`},
	} {
		for _, size := range []int{1 << 16, 1 << 18, 1 << 20} {
			b.Run(fmt.Sprintf("%s/%dKiB", unit.name, size>>10), func(b *testing.B) {
				in := Input{Completion: unit.before + strings.Repeat(unit.text, size/len(unit.text)) + unit.after}
				b.SetBytes(int64(len(in.Completion)))
				for b.Loop() {
					x.Score(in)
				}
			})
		}
	}
}

// The first preparation of a sample with ten tools.
func BenchmarkPrepare(b *testing.B) {
	s := train(b, refCall)
	one := s.Tools[0]
	for i := range 9 {
		one.Name = fmt.Sprint("book", i)
		s.Tools = append(s.Tools, one)
	}
	p := builtin(b, "certainty")
	sets := map[string]domains.Set{}
	for i := range s.Tools {
		sets[s.Tools[i].Name] = nil
	}
	for _, tc := range []struct {
		name string
		sets map[string]domains.Set
	}{{"domains given", sets}, {"annotating", nil}} {
		b.Run(tc.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				prepareOnce(b, p, s, tc.sets)
			}
		})
	}
}

func prepareOnce(b *testing.B, p *Profile, s *dataset.Sample, sets map[string]domains.Set) {
	if _, err := p.Prepare(s, sets, nil); err != nil {
		b.Fatal(err)
	}
}
