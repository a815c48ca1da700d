package sharedtest

import "testing"

// OK ends a test at an error in its setup.
func OK(t testing.TB, err error) {
	if err != nil {
		t.Helper() // only here, since its microsecond would slow loops and benchmarks
		t.Fatal(err)
	}
}

// Need is OK for a call that also returns a value: Need(os.ReadFile(path))(t).
func Need[T any](v T, err error) func(testing.TB) T {
	return func(t testing.TB) T {
		if err != nil {
			t.Helper()
			t.Fatal(err)
		}
		return v
	}
}
