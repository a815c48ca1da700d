package export

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/reader"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/term"
	runreader "github.com/voi-rl/voi/trajectory/reader"
)

// Contamination is the overlap of two sets of samples.
type Contamination struct {
	Path      string `json:"path"`
	Other     string `json:"other"`
	Rows      int64  `json:"rows"`
	OtherRows int64  `json:"other_rows"`

	Unread      int64 `json:"unread"` // further rows of Path, whose questions could not be read
	OtherUnread int64 `json:"other_unread"`

	SharedQuestions int64    `json:"shared_questions"` // rows of Path with a normalised user text that a row of Other also has
	SharedIDs       int64    `json:"shared_ids"`       // rows of Path with an id that a row of Other also has
	Questions       []string `json:"questions"`        // some of them, normalised, in the order of Path's rows
	IDs             []string `json:"ids"`              // some of them
}

// maxShown bounds the examples of a Contamination.
const maxShown = 10

// Against compares the questions and ids of two folders, shards, or files of samples. It
// takes 16 bytes of memory for each row of other.
func Against(ctx context.Context, path, other string) (*Contamination, error) {
	c := &Contamination{Path: path, Other: other, Questions: []string{}, IDs: []string{}}
	var questions, ids []uint64
	var err error
	c.OtherUnread, err = eachQuestion(ctx, other, func(id, question string) {
		c.OtherRows++
		questions = append(questions, digest(question))
		if id != "" {
			ids = append(ids, digest(id))
		}
	})
	if err != nil {
		return nil, err
	}
	slices.Sort(questions)
	slices.Sort(ids)
	c.Unread, err = eachQuestion(ctx, path, func(id, question string) {
		c.Rows++
		if _, shared := slices.BinarySearch(questions, digest(question)); shared {
			c.SharedQuestions++
			c.Questions = keep(c.Questions, question)
		}
		if _, shared := slices.BinarySearch(ids, digest(id)); shared {
			c.SharedIDs++
			c.IDs = keep(c.IDs, id)
		}
	})
	if err != nil {
		return nil, err
	}
	return c, nil
}

// digest is a hash that stands for a text. Among a million texts, two have the same digest
// with probability 1 in 10^7.
func digest(text string) uint64 {
	sum := sha256.Sum256([]byte(text))
	return binary.BigEndian.Uint64(sum[:])
}

func keep(shown []string, text string) []string {
	text = jsonvalue.Cut(text, 200)
	if len(shown) < maxShown && !slices.Contains(shown, text) {
		shown = append(shown, text)
	}
	return shown
}

// eachQuestion calls fn with the id and the normalised user text of every row; a row that
// is no sample may have no id (""). It returns the number of rows that could not be read.
func eachQuestion(ctx context.Context, path string, fn func(id, question string)) (unread int64, err error) {
	info, err := os.Stat(path)
	if err != nil {
		return 0, fmt.Errorf("comparing: %w", err)
	}
	if info.IsDir() {
		return 0, folderQuestions(ctx, path, fn)
	}
	if s, err := openShard(path); err == nil {
		defer s.close()
		if _, err := s.layout(); err == nil {
			return 0, shardQuestions(ctx, s, fn)
		}
	}
	return inputQuestions(ctx, path, fn)
}

func folderQuestions(ctx context.Context, dir string, fn func(id, question string)) error {
	m, root, _, err := FolderOf(dir)
	if err != nil {
		return err
	}
	layouts, _ := m.layoutSplits()
	if len(layouts) == 0 {
		return nil
	}
	files, err := m.files(root, layouts[0])
	if err != nil {
		return err
	}
	for _, path := range files {
		if err := withShard(path, func(s *shardReader) error { return shardQuestions(ctx, s, fn) }); err != nil {
			return err
		}
	}
	return nil
}

func shardQuestions(ctx context.Context, s *shardReader, fn func(id, question string)) error {
	return s.eachEntry(ctx, func(e *Entry) error {
		if e.Run == nil {
			fn(e.SampleID, rowQuestion(e.Prompt))
			return nil
		}
		if e.Run.Steps != nil {
			return fmt.Errorf("%s holds steps, which have no questions; compare the runs (trajectories)", s.path)
		}
		question, err := e.Run.question()
		fn(e.SampleID, question)
		return err
	})
}

// inputQuestions reads a file that a build could read, as it would. Rows that are no samples
// take part as far as they have a question; a file where none has is an error.
func inputQuestions(ctx context.Context, path string, fn func(id, question string)) (unread int64, err error) {
	_, recorded := runreader.First(ctx, path)
	r, err := reader.Open(ctx, path, reader.Options{Sessions: true, Runs: recorded, MaxRecordBytes: inputBytes(recorded)})
	if err != nil {
		return 0, err
	}
	defer r.Close()
	runs := &runreader.Reader{Reader: r}
	rows := int64(0)
	var first *reader.Rejection
	for raw, err := range r.All() {
		if err != nil {
			return unread, err
		}
		var rejection *reader.Rejection
		if recorded {
			rejection = runQuestions(runs.Decode(raw), fn)
		} else {
			rejection = rowQuestions(r.Decode(raw), fn)
		}
		if rows++; rejection != nil {
			if unread++; first == nil {
				first = rejection
			}
		}
	}
	if unread == rows && first != nil {
		return unread, fmt.Errorf("no question could be read in %s of %s; the first, line %d: %s: %s", term.Count(rows, "row"), path, first.Line, first.Code, term.Quote(first.Message))
	}
	return unread, nil
}

func runQuestions(rec runreader.Record, fn func(id, question string)) *reader.Rejection {
	for _, t := range rec.Runs {
		fn(t.ID, dataset.Question(t.Conversation(len(t.Messages), nil)))
	}
	return rec.Rejection
}

func rowQuestions(rec reader.Record, fn func(id, question string)) *reader.Rejection {
	switch {
	case rec.Sample != nil:
		fn(rec.Sample.ID, dataset.Question(rec.Sample.Messages))
	case rec.Asked != nil:
		fn(rec.Asked.ID, dataset.Question(rec.Asked.Messages))
	default:
		return rec.Rejection
	}
	return nil
}

// Text is the comparison for a person. Texts from data are quoted.
func (c *Contamination) Text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s (%s) against %s (%s)\n", c.Path, compared(c.Rows, c.Unread), c.Other, compared(c.OtherRows, c.OtherUnread))
	for _, part := range []struct {
		n     int64
		what  string
		shown []string
	}{{c.SharedQuestions, "a question", c.Questions}, {c.SharedIDs, "an id", c.IDs}} {
		fmt.Fprintf(&b, "%s of the first (%s) share %s with a row of the second\n", term.Count(part.n, "row"), percent(part.n, c.Rows), part.what)
		for _, text := range part.shown {
			fmt.Fprintf(&b, "  %q\n", text)
		}
	}
	return b.String()
}

// compared counts the rows of one side.
func compared(rows, unread int64) string {
	text := term.Count(rows, "row")
	if unread > 0 {
		text += fmt.Sprintf(", %d not read", unread)
	}
	return text
}

func percent(n, of int64) string {
	if of == 0 {
		return "of none"
	}
	return fmt.Sprintf("%.1f%%", 100*float64(n)/float64(of))
}
