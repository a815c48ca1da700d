package lru

import "testing"

// Values that are found stay; others are dropped after two generations; values that are too
// large are not kept.
func TestGenerations(t *testing.T) {
	g := Generations[string]{Most: 8, Size: func(v string) int { return len(v) }}
	g.Keep(1, "a")
	g.Keep(99, "large")
	if _, ok := g.Find(99); ok {
		t.Error("more than a quarter of a generation is kept")
	}
	g.Keep(2, "b")
	for k := range uint64(40) {
		if v, ok := g.Find(1); !ok || v != "a" {
			t.Fatalf("after %d others: %q, %v", k, v, ok)
		}
		g.Keep(100+k, "xy")
	}
	if _, ok := g.Find(2); ok {
		t.Error("what nobody asks for stays")
	}
	if n := len(g.young) + len(g.old); n > 16 {
		t.Errorf("%d are kept", n)
	}
}
