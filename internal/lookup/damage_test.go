package lookup

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/voi-rl/voi/export"
	"github.com/voi-rl/voi/internal/sharedtest"
)

// shardOf returns a shard of a folder, and the ids of its rows.
func shardOf(t testing.TB, dir string) (path string, held map[string]bool) {
	t.Helper()
	path = filepath.Join(dir, "train", "part-00000-00001.parquet")
	held = make(map[string]bool)
	for _, r := range readAll(t, path) {
		held[r.SampleID] = true
	}
	return path, held
}

// TestDamageAfterOpen: damage to a shard after Open makes its samples errors, and does not
// affect other samples.
func TestDamageAfterOpen(t *testing.T) {
	sharedtest.Unraced(t)
	for _, c := range []struct {
		name   string
		kept   bool // whether files are kept open
		damage func(t *testing.T, path string)
		fails  bool
	}{
		{"removed, kept open", true, func(t *testing.T, path string) { sharedtest.OK(t, os.Remove(path)) }, false},
		{"removed", false, func(t *testing.T, path string) { sharedtest.OK(t, os.Remove(path)) }, true},
		{"cut off, kept open", true, func(t *testing.T, path string) { sharedtest.OK(t, os.Truncate(path, 4)) }, true},
		{"cut off", false, func(t *testing.T, path string) { sharedtest.OK(t, os.Truncate(path, 4)) }, true},
		{"overwritten, kept open", true, overwrite, true},
		{"overwritten", false, overwrite, true},
		{"replaced by another shard", false, func(t *testing.T, path string) {
			other, err := os.ReadFile(filepath.Join(filepath.Dir(path), "part-00000-00000.parquet"))
			sharedtest.OK(t, err)
			sharedtest.OK(t, os.WriteFile(path, other, 0o666))
		}, true},
		{"replaced by a folder", false, func(t *testing.T, path string) {
			sharedtest.OK(t, os.Remove(path))
			sharedtest.OK(t, os.Mkdir(path, 0o777))
		}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			if runtime.GOOS == "windows" && c.kept {
				t.Skip("open files cannot be removed there")
			}
			dir := build(t, nil, fixture(100))
			rows := rowsOf(t, dir, "generic")
			path, held := shardOf(t, dir)
			opt := Options{PageBytes: -1, OpenFiles: -1}
			if c.kept {
				opt.OpenFiles = 0
			}
			st := open(t, dir, opt)
			c.damage(t, path)
			for i := range rows {
				_, _, _, err := st.Get(rows[i].SampleID)
				if fails := c.fails && held[rows[i].SampleID]; !fails && err != nil {
					t.Errorf("%s: %v", rows[i].SampleID, err)
				} else if fails {
					wantCode(t, err, CodeInternal, "part-00000-00001.parquet")
				}
			}
			if _, err := st.Find(context.Background(), "x"); c.fails {
				wantCode(t, err, CodeInternal, "part-00000-00001.parquet")
			}
		})
	}
}

// overwrite changes every byte, and keeps the length and the time.
func overwrite(t *testing.T, path string) {
	t.Helper()
	info := sharedtest.Need(os.Stat(path))(t)
	data := sharedtest.Need(os.ReadFile(path))(t)
	for i := range data {
		data[i] ^= 0x55
	}
	sharedtest.OK(t, os.WriteFile(path, data, 0o666))
	sharedtest.OK(t, os.Chtimes(path, info.ModTime(), info.ModTime()))
}

// A temporary fault is not cached.
func TestShardThatComesBack(t *testing.T) {
	dir := build(t, nil, fixture(60))
	path, held := shardOf(t, dir)
	st := open(t, dir, Options{OpenFiles: -1})
	sharedtest.OK(t, os.Rename(path, path+".away"))
	for id := range held {
		_, _, _, err := st.Get(id)
		wantCode(t, err, CodeInternal, "")
	}
	if _, ok := st.ByPrompt("x"); ok {
		t.Error("a prompt was found")
	}
	sharedtest.OK(t, os.Rename(path+".away", path))
	for id := range held {
		if _, _, _, err := st.Get(id); err != nil {
			t.Error(err)
		} else if got, ok := st.ByPrompt(promptOf(t, st, id)); !ok || got != id {
			t.Errorf("the prompt of %s is that of %q", id, got)
		}
	}
}

// FuzzDamagedShard changes a shard before it is opened. Then Open or Get fails, or the rows
// are the written ones. Memory stays bounded.
func FuzzDamagedShard(f *testing.F) {
	dir := build(f, nil, fixture(20))
	sharedtest.OK(f, os.RemoveAll(filepath.Join(dir, "validation")))
	sharedtest.OK(f, os.Remove(filepath.Join(dir, "manifest.json")))
	path := filepath.Join(dir, "train", "part-00000-00000.parquet")
	whole := sharedtest.Need(os.ReadFile(path))(f)
	rows := readAll(f, path)
	size := uint32(len(whole))
	for _, at := range []uint32{4, size / 2, size - 8, size - 40, size - 2000, size - 5000} {
		f.Add(at, uint64(0xff), uint32(0))
		f.Add(at, uint64(0x7fffffffffffffff), uint32(0))
		f.Add(at, uint64(0), at)
	}
	f.Fuzz(func(t *testing.T, at uint32, flip uint64, cut uint32) {
		data := append([]byte(nil), whole[:size-cut%size]...)
		for i := uint32(0); i < 8 && len(data) > 0; i++ {
			data[(at+i)%uint32(len(data))] ^= byte(flip >> (8 * i))
		}
		sharedtest.OK(t, os.WriteFile(path, data, 0o666))
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		getAll(t, dir, rows)
		runtime.ReadMemStats(&after)
		if took := after.TotalAlloc - before.TotalAlloc; took > 256<<20 {
			t.Errorf("%d bytes were allocated for a shard of %d", took, len(data))
		}
	})
}

func getAll(t *testing.T, dir string, rows []export.Row) {
	st, err := Open(context.Background(), dir, Options{})
	if err != nil {
		return
	}
	defer st.Close()
	for i := range rows {
		s, _, _, err := st.Get(rows[i].SampleID)
		var e *Error
		if err != nil && !errors.As(err, &e) {
			t.Errorf("%v is no *Error", err)
		}
		if err != nil {
			continue
		}
		want := sharedtest.Need(rows[i].Sample())(t)
		if diff := cmp.Diff(want, s, sharedtest.Deep()); diff != "" {
			t.Errorf("%s came back differently (-want +got):\n%s", rows[i].SampleID, diff)
		}
	}
}
