package export

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/dataset/label"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/shard"
)

// shardCheck verifies one shard.
type shardCheck struct {
	path string // its name in reports
	full string
	want *Shard // nil: a single file

	manifest *Manifest // nil: a single file
	sources  []label.Source

	layout *Layout
	split  string // from its path; "" for a single file
	found  Verification
	rows   int64
	counts Counts
	runs   *runCheck // for a shard of recorded runs
}

func (c *shardCheck) run(ctx context.Context) error {
	c.found.Shards = 1
	if c.want != nil {
		sum, err := shard.HashFile(ctx, c.full)
		if err != nil {
			return err
		}
		if sum != c.want.Sum {
			c.found.add(c.path, "it has %s; the manifest says %s", sum, c.want.Sum)
		}
	}
	s, err := openShard(c.full)
	if err != nil {
		c.found.add(c.path, "%v", err)
		return ctx.Err()
	}
	defer s.close()
	if err := c.file(s); err != nil {
		c.found.add(c.path, "%v", err)
		return nil
	}
	if err := c.eachRow(ctx, s); err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		c.found.add(c.path, "%v", err)
	}
	c.found.Rows = c.rows
	if c.want != nil && c.rows != c.want.Rows {
		c.found.add(c.path, "%d rows; the manifest says %d", c.rows, c.want.Rows)
	}
	return nil
}

// file verifies the metadata of a shard.
func (c *shardCheck) file(s *shardReader) (err error) {
	defer damaged(c.path, &err)
	if c.layout, err = s.layout(); err != nil {
		return err
	}
	if c.want != nil {
		parts := strings.Split(c.path, "/")
		c.split = parts[max(len(parts)-2, 0)]
		if by := layoutOf(c.path); by != c.layout.Name {
			return fmt.Errorf("the columns are those of the layout %s, the path is one of %s", c.layout.Name, by)
		}
	}
	if s.file == nil { // each line is compared with the line it should be
		if c.sources == nil {
			c.sources = label.Sources()
		}
		return nil
	}
	if got := columnsOf(s.file.Schema()); !slices.Equal(got, c.layout.Columns) {
		return fmt.Errorf("the columns are %v, not %v", got, c.layout.Columns)
	}
	for _, key := range []string{"huggingface", metaKey} {
		if _, ok := s.file.Lookup(key); !ok {
			c.found.add(c.path, "the metadata entry %q is missing", key)
		}
	}
	if c.sources == nil {
		return c.ownSources(s)
	}
	return nil
}

// ownSources reads the sources of beliefs behind the labels of a file.
func (c *shardCheck) ownSources(s *shardReader) error {
	text, _ := s.file.Lookup(metaKey)
	v, err := jsonvalue.Parse(text, jsonvalue.Options{})
	if err != nil {
		return fmt.Errorf("the metadata entry %q: %w", metaKey, err)
	}
	var names []string
	for _, item := range v.Field("beliefs").Items() {
		names = append(names, item.Str())
	}
	c.sources, err = parseBeliefs(names)
	return err
}

func (c *shardCheck) eachRow(ctx context.Context, s *shardReader) error {
	switch c.layout.Name {
	case trajectoriesLayout.Name:
		return c.eachRun(ctx, s)
	case stepsLayout.Name:
		return c.eachStep(ctx, s)
	case sftLayout.Name:
		return readRows(ctx, s, func(r *sftRow) error {
			c.rows++
			n := len(r.Messages) - 1
			c.conversation(r.SampleID, r.Messages[:max(n, 0)])
			c.answer(r.SampleID, "messages", r.Messages[max(n, 0):], r.Action)
			return nil
		})
	case prefLayout.Name:
		return readRows(ctx, s, func(r *prefRow) error {
			c.rows++
			c.conversation(r.SampleID, r.Prompt)
			c.answer(r.SampleID, "chosen", r.Chosen, r.Action)
			c.answer(r.SampleID, "rejected", r.Rejected, r.RejectedAction)
			return nil
		})
	}
	labeler := label.Labeler{Sources: c.sources}
	return c.layout.entries(ctx, s, func(e *Entry, fault error) error {
		c.rows++
		if c.layout.Carries {
			c.carried(ctx, &labeler, e, fault)
		} else {
			c.counts.addRow(e.Row)
			c.row(ctx, &labeler, e.Row)
		}
		return nil
	})
}

// carried verifies a row that carries a label: the label and the other columns follow from
// the sample, and the columns of the sample are valid.
func (c *shardCheck) carried(ctx context.Context, labeler *label.Labeler, e *Entry, fault error) {
	if e == nil {
		c.fault("", "%v", fault)
		return
	}
	c.counts.addRow(e.Row)
	if fault != nil {
		c.fault(e.SampleID, "%v", fault)
	}
	if again, err := e.Row.Label(); err != nil || again != e.Label {
		c.fault(e.SampleID, "the label is not what its sample gives (%v)", err)
	}
	if c.manifest != nil && e.Tools != c.manifest.Config.Tools[c.layout.Name] {
		c.fault(e.SampleID, "the tools are in the %s, the configuration wants them in the %s", e.Tools, c.manifest.Config.Tools[c.layout.Name])
	}
	c.row(ctx, labeler, e.Row)
}

func (c *shardCheck) fault(id, format string, args ...any) {
	c.found.take(Violation{Path: c.path, Row: c.rows, SampleID: id, What: fmt.Sprintf(format, args...)})
}

// conversation verifies a prompt.
func (c *shardCheck) conversation(id string, messages []Message) {
	if len(messages) == 0 || messages[0].Role != "system" {
		c.fault(id, "the prompt does not begin with a system message")
	}
	for i, m := range messages {
		if i > 0 && m.Role == "system" {
			c.fault(id, "message %d is a system message, which stands first only", i)
		}
		if !slices.Contains([]string{"system", "user", "assistant", "tool"}, m.Role) {
			c.fault(id, "message %d has the role %q", i, m.Role)
		}
		if clean(m.Content) != m.Content {
			c.fault(id, "message %d is not UTF-8", i)
		}
	}
}

// answer verifies one assistant message in the grammar of F8.
func (c *shardCheck) answer(id, column string, messages []Message, action string) {
	if len(messages) != 1 || messages[0].Role != "assistant" {
		c.fault(id, "%s does not end in one assistant message", column)
		return
	}
	got := completion.Parse(messages[0].Content)
	if string(got.Action) != action || got.CallErr != nil {
		c.fault(id, "%s is an answer of action %q, not of %q", column, got.Action, action)
	}
}
