package domains

import (
	"bufio"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/sharedtest"
)

// realFiles names the shared files with tools, and the key of the tools in each
// record ("" if the record is the tools).
var realFiles = []struct{ path, key string }{
	{"when2call/dev.jsonl", "tools"},
	{"when2call/rebuilt_dev.jsonl.gz", "tools"},
	{"bfcl/BFCL_v4_live_simple.json.gz", "function"},
	{"bfcl/BFCL_v4_live_multiple.json.gz", "function"},
	{"tools/mcp_github.json.gz", ""},
	{"tools/mcp_livemcpbench.json.gz", ""},
	{"tools/seal_tools.jsonl.gz", ""},
	{"tools/nestful_executable.json.gz", ""},
	{"tools/xlam_apibank_l1.json.gz", "tools"},
	{"tools/retail_assistant_tools.json", ""},
	{"tools/airline_assistant_tools.json", ""},
	{"tools/telecom_assistant_tools.json", ""},
	{"tools/openapi/BalanceControlService-v2.json", ""},
	{"tools/openapi/ForeignExchangeService-v1.json", ""},
	{"tools/openapi/twilio_flex_v2.json", ""},
	{"tools/openapi/twilio_lookups_v1.json", ""},
}

// realTools are the tools of the shared files, read once for all tests.
var realTools struct {
	sync.Once
	files []string
	tools []Tool
}

// eachTool calls visit for every tool of every shared file.
func eachTool(t testing.TB, visit func(file string, tool *Tool)) {
	t.Helper()
	root := sharedtest.Shared(t, "data")
	realTools.Do(func() {
		for _, f := range realFiles {
			for i, record := range records(t, readShared(t, filepath.Join(root, filepath.FromSlash(f.path)))) {
				v := record
				if f.key != "" {
					v = record.Field(f.key)
				}
				tools, _, err := ParseToolList(v)
				if err != nil {
					t.Errorf("%s record %d: %v", f.path, i, err)
				}
				for range tools {
					realTools.files = append(realTools.files, f.path)
				}
				realTools.tools = append(realTools.tools, tools...)
			}
		}
	})
	for i := range realTools.tools {
		visit(realTools.files[i], &realTools.tools[i])
	}
}

func readShared(t testing.TB, path string) string {
	t.Helper()
	file := sharedtest.Need(os.Open(path))(t)
	defer file.Close()
	var r io.Reader = file
	if strings.HasSuffix(path, ".gz") {
		r = sharedtest.Need(gzip.NewReader(file))(t)
	}
	text := sharedtest.Need(io.ReadAll(r))(t)
	return string(text)
}

// records splits a file into its JSON lines. A file of one JSON text gives one
// record, or one for each element if it is a list.
func records(t testing.TB, text string) []Value {
	t.Helper()
	if v, err := jsonvalue.Parse(text, jsonvalue.Options{MaxNodes: 1 << 22}); err == nil {
		if v.Kind() == jsonvalue.Array {
			return v.Items()
		}
		return []Value{v}
	}
	var out []Value
	lines := bufio.NewScanner(strings.NewReader(text))
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		out = append(out, mustParse(t, lines.Text()))
	}
	return out
}

// TestRealTools annotates every tool of the shared data. No tool may fail,
// every domain must keep the rules of F1, and a tool that is written and read
// again must have the same parameters and domains.
func TestRealTools(t *testing.T) {
	seen := map[string]bool{}
	tools, params := 0, 0
	types, sources := map[Type]int{}, map[string]int{}
	eachTool(t, func(file string, tool *Tool) {
		key := file + tool.OpenAI().JSON()
		if seen[key] {
			return
		}
		seen[key] = true
		tools++
		set, err := SchemaAnnotator{}.Annotate(context.Background(), tool)
		if err != nil {
			t.Errorf("%s %s: %v", file, tool.Name, err)
		}
		for i, pd := range set {
			params++
			types[pd.Domain.Type]++
			sources[pd.Domain.Source]++
			if err := checkDomain(pd.Domain); err != nil {
				t.Errorf("%s %s.%s: %v\n%s", file, tool.Name, pd.Name, err, tool.Params[i].Schema.JSON())
			}
			if os.Getenv("VOI_DUMP") != "" && strings.HasPrefix(pd.Domain.Source, "description") {
				t.Logf("%s %s %s | %.200q", pd.Domain.Source, pd.Name, pd.Domain.Value().JSON(), tool.Params[i].Description)
			}
		}
		checkRewritten(t, file, tool, set)
	})
	t.Logf("%d distinct tools, %d parameters, by type %v, by source %v", tools, params, types, sources)
	if tools < 1000 {
		t.Errorf("only %d tools were read", tools)
	}
}

func checkRewritten(t *testing.T, file string, tool *Tool, set Set) {
	t.Helper()
	again, err := ParseTool(tool.OpenAI())
	if err != nil {
		t.Errorf("%s %s written back: %v", file, tool.Name, err)
		return
	}
	got, _ := SchemaAnnotator{}.Annotate(context.Background(), &again)
	if a, b := set.Value().JSON(), got.Value().JSON(); a != b {
		t.Errorf("%s %s: the domains change when it is written back\n  read    %s\n  again   %s", file, tool.Name, a, b)
	}
	for i := range tool.Params {
		a, b := &tool.Params[i], &again.Params[i]
		if a.Required != b.Required || a.HasDefault != b.HasDefault || a.Nullable != b.Nullable || !jsonvalue.Equal(a.Default, b.Default) {
			t.Errorf("%s %s.%s: required, default or nullable change when it is written back", file, tool.Name, a.Name)
		}
	}
}

// checkDomain compares a domain with the table of F1.
func checkDomain(d Domain) error {
	n := int64(len(d.Values))
	switch d.Type {
	case Boolean:
		if d.Size != 2 && d.Size != 3 {
			return fmt.Errorf("boolean of size %d", d.Size)
		}
	case Finite:
		if d.Size != n || n > maxFinite {
			return fmt.Errorf("finite of size %d with %d values", d.Size, n)
		}
	case EstimatedFinite:
		if d.Size <= maxFinite || n < 5 || n > maxExamples {
			return fmt.Errorf("estimated_finite of size %d with %d values", d.Size, n)
		}
	case String:
		if d.Size > 0 {
			return fmt.Errorf("string of size %d", d.Size)
		}
	case NumericRange, List, Custom:
	default:
		return fmt.Errorf("type %q", d.Type)
	}
	if d.Size < Infinite || d.Size > MaxSize {
		return fmt.Errorf("size %d", d.Size)
	}
	if d.Source == "" {
		return fmt.Errorf("no source")
	}
	if d.Size == 0 {
		return nil
	}
	for _, v := range d.Values {
		if d.Type != String && !d.Contains(v) {
			return fmt.Errorf("does not contain its own value %s", v.JSON())
		}
	}
	again, err := ParseDomain(d.Value())
	if err != nil {
		return fmt.Errorf("its JSON is refused: %v", err)
	}
	if a, b := d.Value().JSON(), again.Value().JSON(); a != b {
		return fmt.Errorf("its JSON changes: %s, then %s", a, b)
	}
	return nil
}
