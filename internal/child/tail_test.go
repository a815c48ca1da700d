package child

import "testing"

func TestTail(t *testing.T) {
	for _, c := range []struct {
		writes []string
		want   string
	}{
		{nil, ""},
		{[]string{"abc"}, "abc"},
		{[]string{"abc", "def"}, "cdef"},
		{[]string{"abcdefgh"}, "efgh"},
		{[]string{"abcdefgh", "i"}, "fghi"},
		{[]string{"ab", "\n\n"}, "ab"},
	} {
		tail := Tail{Most: 4}
		for _, w := range c.writes {
			if n, err := tail.Write([]byte(w)); n != len(w) || err != nil {
				t.Errorf("writing %q: %d, %v", w, n, err)
			}
		}
		if got := tail.String(); got != c.want {
			t.Errorf("%q: %q is kept, want %q", c.writes, got, c.want)
		}
	}
}
