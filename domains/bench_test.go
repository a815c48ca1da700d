package domains

import (
	"context"
	"testing"
)

// BenchmarkAnnotate annotates the distinct tools of the shared data.
func BenchmarkAnnotate(b *testing.B) {
	tools := benchTools(b)
	params := 0
	for i := range tools {
		params += len(tools[i].Params)
	}
	b.ReportAllocs()
	for b.Loop() {
		for i := range tools {
			if _, err := (SchemaAnnotator{}).Annotate(context.Background(), &tools[i]); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(float64(b.N)*float64(len(tools))/b.Elapsed().Seconds(), "tools/s")
	b.ReportMetric(b.Elapsed().Seconds()*1e9/float64(b.N)/float64(params), "ns/param")
}

// BenchmarkAnnotateParallel is BenchmarkAnnotate on as many processors as -cpu
// says.
func BenchmarkAnnotateParallel(b *testing.B) {
	tools := benchTools(b)
	b.ReportAllocs()
	b.ResetTimer()
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			for i := range tools {
				if _, err := (SchemaAnnotator{}).Annotate(context.Background(), &tools[i]); err != nil {
					b.Error(err)
				}
			}
		}
	})
	b.ReportMetric(float64(b.N)*float64(len(tools))/b.Elapsed().Seconds(), "tools/s")
}

func benchTools(b *testing.B) []Tool {
	seen := map[string]bool{}
	var tools []Tool
	eachTool(b, func(file string, t *Tool) {
		if key := file + t.Name; !seen[key] && (file == "when2call/dev.jsonl" || file == "tools/mcp_github.json.gz") {
			seen[key] = true
			tools = append(tools, *t)
		}
	})
	return tools
}
