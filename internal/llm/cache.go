package llm

import (
	"crypto/rand"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/infile"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/shard"
)

// cache is a folder of answers, KIND/ab/abcdef....json. An entry that cannot be read, or
// fails the checks, counts as absent.
type cache struct{ dir, model string }

// maxEntry bounds an entry that is read, in bytes.
const maxEntry = 2 << 20

// entry is the name of the file of a request.
func (r *request) entry() string { return r.kind + "/" + r.key[:2] + "/" + r.key + ".json" }

// load returns a stored answer, after the same checks as for a model's answer.
func (c *cache) load(r *request) (answer, bool) {
	if c.dir == "" {
		return answer{}, false
	}
	text, err := infile.Read(filepath.Join(c.dir, filepath.FromSlash(r.entry())), maxEntry)
	if err != nil {
		return answer{}, false
	}
	v, err := jsonvalue.Parse(string(text), jsonvalue.Options{})
	if err != nil || !c.about(r, v) {
		return answer{}, false
	}
	return r.restore(v)
}

// about reports whether an entry answers r. The file's name should guarantee that, but a
// file may be renamed or edited.
func (c *cache) about(r *request, v domains.Value) bool {
	for _, m := range c.header(r) {
		if !jsonvalue.Equal(v.Field(m.Key), m.Value) {
			return false
		}
	}
	return true
}

func (c *cache) header(r *request) []jsonvalue.Member {
	return jsonvalue.ObjectOf(
		"version", entryVersion,
		"kind", r.kind,
		"model", c.model,
		"prompt", r.prompt.Name,
		"prompt_sha256", r.prompt.SHA256,
		"subject", r.subject,
		"input", r.input,
	).Members()
}

// restore reads the parts of an entry: each is kept, or dropped for a reason.
func (r *request) restore(v domains.Value) (answer, bool) {
	a := answer{items: map[string]domains.Value{}, dropped: map[string]reason{}}
	items, dropped := v.Field("answer"), v.Field("dropped")
	for _, part := range r.parts {
		if item, ok := items.Get(part); ok {
			kept, err := r.item(part, item)
			if err != nil {
				return answer{}, false
			}
			a.items[part] = kept
			continue
		}
		why := reason(dropped.Field(part).Str())
		if !slices.Contains(cacheable, why) {
			return answer{}, false
		}
		a.dropped[part] = why
	}
	return a, true
}

// store writes an answer. The file appears whole or not at all, even while another process
// writes it.
func (c *cache) store(r *request, a answer, in, out int64) error {
	if c.dir == "" {
		return nil
	}
	var items, dropped []jsonvalue.Member
	for _, part := range r.parts {
		if v, ok := a.items[part]; ok {
			items = append(items, jsonvalue.Member{Key: part, Value: v})
		} else {
			dropped = append(dropped, jsonvalue.Member{Key: part, Value: jsonvalue.NewString(string(a.dropped[part]))})
		}
	}
	v := jsonvalue.NewObject(append(c.header(r),
		jsonvalue.Member{Key: "answer", Value: jsonvalue.NewObject(items...)},
		jsonvalue.Member{Key: "dropped", Value: jsonvalue.NewObject(dropped...)},
		jsonvalue.Member{Key: "tokens", Value: jsonvalue.ObjectOf(
			"in", in,
			"out", out,
		)},
	)...)
	folder := &shard.Folder{Dir: c.dir, Owner: rand.Text()} // no two writers share an unfinished file
	if _, err := folder.WriteFile(r.entry(), append(v.AppendJSON(nil), '\n')); err != nil {
		return fmt.Errorf("the model's answer cannot be cached: %w", err)
	}
	return nil
}
