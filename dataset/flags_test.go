package dataset

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
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

// A call of many arguments, and a reference of many calls, take time in proportion to them.
func TestFlagsOfManyArguments(t *testing.T) {
	const n = 40_000
	s := Sample{Tools: make([]domains.Tool, n)}
	sets := map[string]domains.Set{}
	for i := range s.Tools {
		name := fmt.Sprintf("f%06d", i)
		s.Tools[i].Name, sets[name] = name, nil
		s.Reference.ToolCalls = append(s.Reference.ToolCalls, domains.Call{Name: name, Arguments: jsonvalue.NewObject()})
	}
	first := &s.Tools[0]
	var args jsonvalue.Members
	for i := range n {
		name := fmt.Sprintf("p%06d", i)
		first.Params = append(first.Params, domains.Param{Name: name, Required: true})
		sets[first.Name] = append(sets[first.Name], domains.ParamDomain{Name: name, Domain: domains.Domain{Size: 1}})
		args.Add(name, jsonvalue.Value{})
	}
	s.Reference.ToolCalls[0].Arguments = args.Value()
	began := sharedtest.CPU()
	flags := append(s.ShapeFlags(), s.DomainFlags(sets)...)
	if took := sharedtest.CPU() - began; took > time.Second || len(flags) > 0 {
		t.Errorf("%v, the flags %v", took, flags)
	}
}
