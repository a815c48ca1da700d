package export

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/sharedtest"
)

// silent is an annotator that has no answer.
type silent struct{}

func (silent) Annotate(context.Context, *domains.Tool) (domains.Set, error) {
	return nil, errors.New("no answer")
}

// A reason that quotes a long name rejects its row, and the folder is still merged.
func TestLongReason(t *testing.T) {
	row := strings.ReplaceAll(fixtureRows[0], `"book"`, `"`+strings.Repeat("book", 20_000)+`"`)
	opt := BuildOptions{Inputs: []Input{{Data: []byte(row + "\n")}}, Out: filepath.Join(t.TempDir(), "out"), Annotator: silent{}, AnnotatorName: "silent"}
	if s := build(t, opt); s.Counts.Rejections[CodeAnnotate] != 1 {
		t.Errorf("rejected for %v", s.Counts.Rejections)
	}
	if text := sharedtest.Tree(t, opt.Out)[rejectedFile]; len(text) > 1000 {
		t.Errorf("a reason of %d bytes", len(text))
	}
}
