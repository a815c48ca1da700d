package completion

import (
	"fmt"
	"strings"
	"testing"
)

// BenchmarkParse reads a completion of 2 KB.
func BenchmarkParse(b *testing.B) {
	for name, answer := range map[string]string{
		"call":   "<TOOLCALL>\n[{\"name\": \"get_weather\", \"arguments\": {\"city\": \"Berlin\", \"days\": 3, \"unit\": \"celsius\"}}]\n</TOOLCALL>",
		"refuse": "<REFUSE>\nI'm sorry, but I can't help with that.\n</REFUSE>",
	} {
		reasoning := strings.Repeat("The user asks for the weather in a city. ", 48)
		text := "<reasoning>\n" + reasoning + "\n</reasoning>\n<answer>\n" + answer + "\n</answer>\n"
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				Parse(text)
			}
		})
	}
}

// BenchmarkParseHostile reads texts that are made to be slow, at three sizes: the time per
// byte must not grow.
func BenchmarkParseHostile(b *testing.B) {
	for _, name := range []string{"angles", "answers", "arrays", "calls closed"} {
		for _, size := range []int{16 << 10, 128 << 10, 1 << 20} {
			text := hostile(size)[name]
			b.Run(fmt.Sprintf("%s/%dKiB", strings.ReplaceAll(name, " ", "_"), size>>10), func(b *testing.B) {
				b.SetBytes(int64(len(text)))
				for b.Loop() {
					Parse(text)
				}
			})
		}
	}
}

// BenchmarkClassify classifies answers of usual length.
func BenchmarkClassify(b *testing.B) {
	for name, text := range map[string]string{
		"ask":    "To assist you better, could you please specify the city in which you are looking for a hotel?",
		"refuse": "I'm sorry, I'm unable to provide that as I don't have access to real-time data. Please check a website.",
		"call":   `{"name": "get_weather", "arguments": {"city": "Berlin"}}`,
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				Classify(text)
			}
		})
	}
}
