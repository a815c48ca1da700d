package domains

import (
	"context"
	"strings"
)

// SchemaAnnotator finds the domains of a tool's parameters in its schema and
// its descriptions alone (F1). The zero value is ready; it holds no state, is
// safe for concurrent use, opens nothing and never fails, except with the
// error of a context that is done.
//
// DataDependent is set for a parameter that names an identifier (order_id,
// userId) or a file (file_name) and is not enumerated: such values come from
// data.
type SchemaAnnotator struct{}

var _ Annotator = SchemaAnnotator{}

// Annotate returns the domain of each parameter of tool, in their order.
func (SchemaAnnotator) Annotate(ctx context.Context, tool *Tool) (Set, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	set := make(Set, len(tool.Params))
	// One budget for the whole tool, so that no tool costs more than another
	// by repeating an expensive schema; each parameter has a share of its own.
	e := evaluator{root: tool.Schema, left: maxEvalSchemas}
	for i := range tool.Params {
		p := &tool.Params[i]
		d := e.param(p)
		d.DataDependent = d.Size == Infinite && (namesID(p.Name) || namesFile(p.Name))
		set[i] = ParamDomain{Name: p.Name, Domain: d}
	}
	return set, nil
}

// shareOfParam is the number of schemas that may be read for a parameter after
// its tool's budget is spent.
const shareOfParam = 64

func (e *evaluator) param(p *Param) Domain {
	e.left = max(e.left, shareOfParam)
	return e.whole(p.Schema)
}

// namesID reports whether a name ends in the word id, ids, uuid or guid.
func namesID(name string) bool {
	switch lower := strings.ToLower(name); lower {
	case "id", "ids", "uuid", "uuids", "guid":
		return true
	default:
		for _, suffix := range [...]string{"_id", "_ids", "_uuid", "_guid", "-id", "-ids"} {
			if strings.HasSuffix(lower, suffix) {
				return true
			}
		}
	}
	for _, suffix := range [...]string{"Id", "Ids", "ID", "IDs", "Uuid", "UUID"} {
		if head, ok := strings.CutSuffix(name, suffix); ok && head != "" && head[len(head)-1] >= 'a' && head[len(head)-1] <= 'z' {
			return true
		}
	}
	return false
}

// namesFile reports whether a parameter's name stands for a file (file,
// filename, filePath).
func namesFile(name string) bool {
	switch plainName(name) {
	case "file", "files", "filename", "filenames", "filepath", "filepaths":
		return true
	}
	return false
}

// plainName is a name without case and separators: orderId and order_id are one.
func plainName(s string) string { return unseparated.Replace(strings.ToLower(s)) }

var unseparated = strings.NewReplacer("_", "", "-", "", " ", "")
