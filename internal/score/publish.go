package score

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/voi-rl/voi/internal/infile"
	"github.com/voi-rl/voi/internal/parquetfile"
	"github.com/voi-rl/voi/internal/shard"
)

// RejectedSuffix names the file beside FILE that lists the rejected rows, if there are any.
const RejectedSuffix = ".rejected.jsonl"

// metaSuffix names the metadata of JSON lines; Parquet has it in the footer.
const metaSuffix = ".meta.json"

// maxMeta bounds the metadata of JSON lines, which is about a page.
const maxMeta = 1 << 20

// Wrote reports whether a regular file is an output of voi score: Parquet says so in its
// footer, JSON lines beside them.
func Wrote(path string) bool {
	if file, err := parquetfile.OpenPath(path); err == nil && file != nil {
		defer file.Close() // it was only read
		by := file.Metadata().CreatedBy
		return strings.HasPrefix(by, "voi ") && strings.Contains(by, "score")
	}
	var meta struct {
		Voi struct{ Profiles []json.RawMessage } `json:"voi"`
	}
	text, err := infile.Read(path+metaSuffix, maxMeta)
	return err == nil && json.Unmarshal(text, &meta) == nil && len(meta.Voi.Profiles) > 0
}

// write writes the output and moves it to its final name.
func (m *merger) write(ctx context.Context, sum *Summary, all *groups) (err error) {
	if m.temp {
		out := bufio.NewWriterSize(m.plan.Stdout, 1<<18)
		rejects := m.plan.Rejects
		if rejects == nil {
			rejects = io.Discard
		}
		if err := m.writeTo(ctx, out, rejects, sum, all); err != nil {
			return err
		}
		return out.Flush()
	}
	files, err := m.writeFiles(ctx, sum, all)
	if err != nil {
		return err
	}
	// The output is moved last: once it is visible, the other files are, too.
	parent := &shard.Folder{Dir: filepath.Dir(m.plan.Out), Owner: "score"}
	base, work := filepath.Base(m.plan.Out), filepath.Base(m.folder.Dir)
	for _, f := range []struct{ name, suffix string }{{rejectedFile, RejectedSuffix}, {metaFile, metaSuffix}, {outputFile, ""}} {
		if files[f.name] {
			err = parent.Rename(work+"/"+f.name, base+f.suffix)
		} else {
			err = parent.Remove(base + f.suffix) // of an earlier run
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// writeFiles writes the output and its side files into the folder, and returns which of
// them exist.
func (m *merger) writeFiles(ctx context.Context, sum *Summary, all *groups) (files map[string]bool, err error) {
	rejects, err := m.folder.Create(rejectedFile)
	if err != nil {
		return nil, err
	}
	defer rejects.Abort()
	buffered := bufio.NewWriterSize(rejects, 1<<16)
	if err := m.writeOutput(ctx, buffered, sum, all); err != nil {
		return nil, err
	}
	if err := buffered.Flush(); err != nil {
		return nil, err
	}
	files = map[string]bool{outputFile: true, rejectedFile: sum.Rejected > 0, metaFile: !m.plan.format.parquet}
	if files[rejectedFile] {
		if _, err := rejects.Commit(); err != nil {
			return nil, err
		}
	}
	if files[metaFile] {
		values := map[string]json.RawMessage{}
		for key, text := range m.meta(sum) {
			if key != "voi" {
				text = fmt.Sprintf("%q", text)
			}
			values[key] = json.RawMessage(text)
		}
		text, err := json.Marshal(values)
		if err != nil {
			return nil, err
		}
		if _, err := m.folder.WriteFile(metaFile, append(text, '\n')); err != nil {
			return nil, err
		}
	}
	return files, nil
}

// writeOutput writes the output from the logs and the inputs.
func (m *merger) writeOutput(ctx context.Context, rejects io.Writer, sum *Summary, all *groups) error {
	out, err := shard.CreateNew(filepath.Join(m.folder.Dir, outputFile)) // the name in the folder is private, and no checksum is needed
	if err != nil {
		return err
	}
	defer out.Close()
	if err := m.writeTo(ctx, out, rejects, sum, all); err != nil {
		return err
	}
	if err := errors.Join(out.Sync(), out.Close()); err != nil {
		return fmt.Errorf("writing %s: %w", m.plan.Out, err)
	}
	return nil
}

// writeTo writes all rows.
func (m *merger) writeTo(ctx context.Context, out, rejects io.Writer, sum *Summary, all *groups) error {
	logs, err := openLogs(m.folder.Dir, m.plan.rank.Count)
	if err != nil {
		return err
	}
	defer logs.close()
	s, native, err := m.open(out, sum)
	if err != nil {
		return err
	}
	w := &writer{plan: m.plan, inputs: m.inputs, logs: logs, layout: &m.layout, groups: all, native: native, sink: s, rejects: rejects}
	err = w.run(ctx)
	if err == nil && w.rows != sum.Rows {
		err = fmt.Errorf("%d rows were written of %d that were scored: %w", w.rows, sum.Rows, errLog)
	}
	return err
}
