package server

import (
	"fmt"
	"strings"
	"testing"
)

// benchRequest is a request of 64 items with completions of about 2 KB. The items bring ten
// different samples.
func benchRequest(b *testing.B) string {
	var items []string
	samples := exampleSamples(b)
	for i := range 64 {
		c := completions(samples[i%10], pad)
		items = append(items, inlineItem(samples[i%10], c[i%3*3%len(c)]))
	}
	return scoreRequest("1", items, "")
}

// BenchmarkAnswer times a request of 64 items whose samples are in the cache.
func BenchmarkAnswer(b *testing.B) {
	for _, workers := range []int{1, 2} {
		b.Run(fmt.Sprintf("workers=%d", workers), func(b *testing.B) {
			core := testCore(b, func(c *Config) { c.Workers = workers })
			text := benchRequest(b)
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			var reply []byte
			for b.Loop() {
				reply, _ = core.answer(reply[:0], text, "")
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/64, "ns/item")
		})
	}
}

// BenchmarkContracts times one completion of about 2 KB on a cached sample, sent by each
// contract through the HTTP handler but without a network. In "rollout" the response
// carries the token ids and log probabilities of 8192 tokens.
func BenchmarkContracts(b *testing.B) {
	h := testHTTP(b, testCore(b), loopback, HTTPOptions{})
	s := exampleSamples(b)[0]
	label, text := labelText(s), completions(s, pad)[0]
	tokens := `"generation_token_ids":[` + strings.Repeat("151643,", 8191) + `0],"generation_log_probs":[` + strings.Repeat("-0.0123456789,", 8191) + `0],`
	gym := gymBody(label, text)
	for _, bc := range []struct{ name, target, body string }{
		{"v1", "/v1/score", `{"items":[` + inlineItem(s, text) + `]}`},
		{"slime", "/slime", slimeBody(label, text)},
		{"openrlhf", "/openrlhf", openRLHFBody(label, strings.Repeat("prompt ", 400), text)},
		{"verify", "/verify", gym},
		{"rollout", "/verify", strings.Replace(gym, `"role"`, tokens+`"role"`, 1)},
	} {
		b.Run(bc.name, func(b *testing.B) {
			b.SetBytes(int64(len(bc.body)))
			b.ReportAllocs()
			for b.Loop() {
				if w := ask(h, "POST", bc.target, bc.body); w.Code != 200 {
					b.Fatal(w.Body)
				}
			}
		})
	}
}

// BenchmarkFirstLook times a request of one item whose sample was never seen before.
func BenchmarkFirstLook(b *testing.B) {
	core := testCore(b)
	s := exampleSamples(b)[0]
	text := completions(s, pad)[0]
	n := 0
	b.ReportAllocs()
	for b.Loop() {
		n++
		m, tools, r := fields(s)
		it := fmt.Sprintf(`{"completion":%s,"messages":%s,"tools":%s,"reference":%s,"sample_id":"%d"}`, quote(text), m, tools, r, n)
		core.answer(nil, scoreRequest("1", []string{it}, ""), "")
	}
}

// BenchmarkPathological times completions that are made to be slow. The cost per byte must
// not grow with their length, and must stay near the cost of an ordinary text.
func BenchmarkPathological(b *testing.B) {
	s := exampleSamples(b)[0]
	for _, tc := range []struct{ name, unit string }{
		{"ordinary", pad}, {"angle", "<"}, {"answers", "<answer>"}, {"pairs", "<answer></answer>"}, {"brackets", "["}, {"string", "x"},
		{"calls", "<answer><TOOLCALL>"}, {"backslashes", `\`}, {"invalid", "\xff"},
	} {
		for _, size := range []int{1 << 18, 1 << 19, 1 << 20} {
			text := "<answer><TOOLCALL>" + strings.Repeat(tc.unit, size/len(tc.unit))
			request := scoreRequest("1", []string{inlineItem(s, text), inlineItem(s, text+"</TOOLCALL></answer>")}, "")
			b.Run(fmt.Sprintf("%s/%dKiB", tc.name, size>>10), func(b *testing.B) {
				core := testCore(b)
				for b.Loop() {
					if _, failed := core.answer(nil, request, ""); failed != nil {
						b.Fatal(failed)
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(request)), "ns/byte")
			})
		}
	}
}
