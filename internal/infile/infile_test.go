package infile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/voi-rl/voi/internal/sharedtest"
)

func TestRead(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "text")
	sharedtest.OK(t, os.WriteFile(path, []byte("12345"), 0o666))
	sparse := filepath.Join(dir, "sparse")
	sharedtest.OK(t, errors.Join(os.WriteFile(sparse, nil, 0o666), os.Truncate(sparse, 1<<40)))
	for _, c := range []struct {
		path string
		max  int64
		want string
		says string // of the error; "" for none
	}{
		{path, 5, "12345", ""},
		{path, 4, "", "at most 4"},
		{sparse, 1 << 20, "", "1099511627776 bytes"},
		{dir, 5, "", "a folder"},
		{os.DevNull, 5, "", "a device"},
		{filepath.Join(dir, "absent"), 5, "", "absent"},
	} {
		text, err := Read(c.path, c.max)
		if c.says == "" && (err != nil || string(text) != c.want) {
			t.Errorf("%s: %q, %v", c.path, text, err)
		}
		if c.says != "" && (err == nil || !strings.Contains(err.Error(), c.says) || !strings.Contains(err.Error(), c.path)) {
			t.Errorf("%s: the error is %v, which does not speak of it and %q", c.path, err, c.says)
		}
	}
	if _, err := Read(filepath.Join(dir, "absent"), 5); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%v is no fs.ErrNotExist", err)
	}
}
