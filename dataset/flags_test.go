package dataset

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"github.com/voi-rl/voi/internal/sharedtest"
)

// A flag that the list lacks is one that no build can leave out.
func TestFlagsListsEveryFlag(t *testing.T) {
	var declared []Flag
	for _, path := range sharedtest.Need(filepath.Glob("*.go"))(t) {
		file := sharedtest.Need(parser.ParseFile(token.NewFileSet(), path, nil, 0))(t)
		ast.Inspect(file, func(n ast.Node) bool {
			spec, _ := n.(*ast.ValueSpec)
			if spec == nil {
				return true
			}
			if kind, _ := spec.Type.(*ast.Ident); kind != nil && kind.Name == "Flag" {
				for _, v := range spec.Values {
					declared = append(declared, Flag(sharedtest.Need(strconv.Unquote(v.(*ast.BasicLit).Value))(t)))
				}
			}
			return true
		})
	}
	listed := Flags()
	slices.Sort(listed)
	slices.Sort(declared)
	if len(declared) == 0 || !slices.Equal(listed, declared) {
		t.Errorf("Flags lists\n%v\ndeclared are\n%v", listed, declared)
	}
}
