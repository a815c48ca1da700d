package domains
import ("testing";"fmt";"os";"bufio";"context")
func TestZZDump(t *testing.T) {
	out := os.Getenv("ZZ"); if out == "" { t.Skip() }
	f, _ := os.Create(out); w := bufio.NewWriter(f); defer f.Close(); defer w.Flush()
	seen := map[string]bool{}
	eachTool(t, func(file string, tool *Tool) {
		set, _ := SchemaAnnotator{}.Annotate(context.Background(), tool)
		for i, pd := range set {
			k := fmt.Sprintf("%s\t%s\t%.600q", pd.Name, show(pd.Domain), tool.Params[i].Description)
			if !seen[k] { seen[k]=true; fmt.Fprintln(w, k) }
		}
	})
}
