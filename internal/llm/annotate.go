package llm

import (
	"context"
	"fmt"

	"github.com/voi-rl/voi/configs"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// Annotator implements domains.Annotator. It asks a model for the domains that the schema
// leaves open.
type Annotator struct{ asker }

var _ domains.Annotator = (*Annotator)(nil)

// Annotator returns an annotator that asks this model.
func (m *Model) Annotator() *Annotator {
	return &Annotator{m.asker(configs.AnnotatePrompt())}
}

// Annotate returns the schema's domains (F1), with the model's domains for parameters that
// the schema leaves open. The error is the context's, or says why the run has to stop.
func (a *Annotator) Annotate(ctx context.Context, tool *domains.Tool) (domains.Set, error) {
	set, err := domains.SchemaAnnotator{}.Annotate(ctx, tool)
	if err != nil {
		return nil, err
	}
	var batch []int
	for i := range set {
		switch {
		case !open(set[i].Domain):
		case len(tool.Params[i].Schema.JSON()) > maxParam:
			set[i].Domain.Source = fallback(set[i].Domain, tooLong)
		default:
			batch = append(batch, i)
		}
	}
	for len(batch) > 0 {
		n := min(len(batch), maxBatch)
		if err := a.fill(ctx, tool, set, batch[:n]); err != nil {
			return nil, err
		}
		batch = batch[n:]
	}
	return set, nil
}

// open reports whether a schema leaves a domain open: text without a format, numbers
// without bounds, no type at all. A domain of values that come from data is not open,
// because no model knows those values.
func open(d domains.Domain) bool {
	if d.Size != domains.Infinite || d.DataDependent {
		return false
	}
	switch d.Type {
	case domains.String:
		return true
	case domains.NumericRange:
		return d.Min == nil || d.Max == nil
	case domains.Custom:
		return d.Source == "schema.untyped"
	}
	return false
}

const kindAnnotate = "annotate"

// The limits of a request.
const (
	maxBatch       = 16      // parameters
	maxParam       = 4 << 10 // of a parameter's schema, in bytes; a longer one is not sent
	maxDescription = 4 << 10 // of a tool's description, in bytes; a longer one is cut
	tokensPerParam = 200
	tokensPerTool  = 100
)

// fill asks for the parameters with the indexes in batch.
func (a *Annotator) fill(ctx context.Context, tool *domains.Tool, set domains.Set, batch []int) error {
	r := a.request(tool, set, batch)
	got, err := a.ask(ctx, r)
	if err != nil {
		return fmt.Errorf("tool %.60q: %w", tool.Name, err)
	}
	for _, i := range batch {
		d := &set[i].Domain
		v, ok := got.items[set[i].Name]
		if !ok {
			d.Source = fallback(*d, got.dropped[set[i].Name])
			continue
		}
		if *d, _, err = readDomain(tool, &tool.Params[i], *d, v); err != nil {
			return fmt.Errorf("llm: tool %.60q: what was kept does not hold: %w", tool.Name, err)
		}
	}
	return nil
}

func fallback(d domains.Domain, why reason) string {
	return fmt.Sprintf("%s (llm: %s)", d.Source, why)
}

func (a *Annotator) request(tool *domains.Tool, set domains.Set, batch []int) *request {
	names := make([]domains.Value, len(batch))
	params := make([]domains.Value, len(batch))
	at := make(map[string]int, len(batch))
	r := &request{
		kind: kindAnnotate, subject: clip(tool.Name, 200),
		tokens: tokensPerTool + tokensPerParam*len(batch),
	}
	for k, i := range batch {
		p := &tool.Params[i]
		at[p.Name] = i
		names[k] = jsonvalue.NewString(p.Name)
		params[k] = jsonvalue.ObjectOf(
			"name", names[k],
			"required", p.Required,
			"schema", p.Schema)
		r.parts = append(r.parts, p.Name)
	}
	r.input = jsonvalue.ObjectOf(
		"tool", tool.Name,
		"description", clip(tool.Description, maxDescription),
		"parameters", params)
	r.schema = withNames(a.schema, "parameters", names)
	r.split = func(v domains.Value) map[string]domains.Value { return byName(v.Field("parameters")) }
	r.item = func(part string, v domains.Value) (domains.Value, error) {
		i := at[part]
		_, kept, err := readDomain(tool, &tool.Params[i], set[i].Domain, v)
		return kept, err
	}
	return a.seal(r)
}

// byName returns the elements of a list by name. Of several with one name, the first
// counts.
func byName(list domains.Value) map[string]domains.Value {
	out := make(map[string]domains.Value, list.Len())
	for _, v := range list.Items() {
		name := v.Field("name")
		if _, known := out[name.Str()]; !known && name.Kind() == jsonvalue.String {
			out[name.Str()] = v
		}
	}
	return out
}

// withNames completes the schema of an answer that is a list: each element must have one of
// the names.
func withNames(v domains.Value, key string, names []domains.Value) domains.Value {
	list := v.Field("properties").Field(key)
	item := list.Field("items")
	name := jsonvalue.ObjectOf(
		"type", "string",
		"enum", names)
	item = item.With("properties", item.Field("properties").With("name", name))
	return v.With("properties", jsonvalue.ObjectOf(key, list.With("items", item)))
}

// clip cuts a text after at most n bytes, between characters.
func clip(text string, n int) string {
	for n < len(text) && n > 0 && text[n]&0xC0 == 0x80 {
		n--
	}
	return text[:min(n, len(text))]
}
