package episodes

import (
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/voi-rl/voi/env"
	"github.com/voi-rl/voi/internal/item"
)

// Catalog holds the tasks that requests can name by id. It keeps them as text, because few
// of many tasks are played at a time. It is immutable once read, and safe for concurrent
// use.
type Catalog struct {
	texts  map[string]string
	splits map[string][]string // ids, in the order of reading
}

// NewCatalog reads tasks. Two tasks with one id are an error.
func NewCatalog(tasks iter.Seq2[*env.Task, error]) (*Catalog, error) {
	c := &Catalog{texts: map[string]string{}, splits: map[string][]string{}}
	for t, err := range tasks {
		if err != nil {
			return nil, err
		}
		if _, twice := c.texts[t.ID]; twice {
			return nil, fmt.Errorf("two tasks are named %.200q; give each an id of its own", t.ID)
		}
		c.texts[t.ID] = t.Value().JSON()
		if len(t.Turns) == 1 {
			c.splits[t.Split] = append(c.splits[t.Split], t.ID)
		}
	}
	return c, nil
}

// Len is the number of tasks.
func (c *Catalog) Len() int {
	if c == nil {
		return 0
	}
	return len(c.texts)
}

// Splits returns the sorted names of the splits that have tasks with a single turn.
func (c *Catalog) Splits() []string {
	if c == nil {
		return nil
	}
	return slices.Sorted(maps.Keys(c.splits))
}

// Single returns the ids of a split's tasks with a single turn, in the order of reading. A
// carrier that ends an episode at plain text can play only these. The caller must not
// change the slice.
func (c *Catalog) Single(split string) []string {
	if c == nil {
		return nil
	}
	return c.splits[split]
}

// text returns the text of a task.
func (c *Catalog) text(id string) (string, *item.Error) {
	switch {
	case c.Len() == 0:
		return "", &item.Error{Code: item.CodeUnknownTask, Message: fmt.Sprintf("there is no task %.200q: this server has no tasks of its own; start it with --tasks, or send the task itself in tasks", id)}
	case c.texts[id] == "":
		return "", &item.Error{Code: item.CodeUnknownTask, Message: fmt.Sprintf("there is no task %.200q among the %d of --tasks", strings.ToValidUTF8(id, "\uFFFD"), c.Len())}
	}
	return c.texts[id], nil
}
