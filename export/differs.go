package export

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/voi-rl/voi/internal/jsonvalue"
)

// maxDiffers bounds the differences of two runs that are named.
const maxDiffers = 5

// whatDiffers says in which keys two identities differ. It goes down to the values that do,
// because their beginnings are alike.
func whatDiffers(path string, have, want []byte) error {
	a, errA := jsonvalue.Parse(string(have), jsonvalue.Options{})
	b, errB := jsonvalue.Parse(string(want), jsonvalue.Options{})
	if errA != nil || errB != nil {
		return fmt.Errorf("%s belongs to another run; name another folder", path)
	}
	found := differences(nil, "", a.Without("config"), b.Without("config"))
	found = differences(found, "", a.Field("config"), b.Field("config"))
	if more := len(found) - maxDiffers; more > 0 {
		found = append(found[:maxDiffers], fmt.Sprintf("%d more", more))
	}
	return fmt.Errorf("%s belongs to a run that differs in %s; give the same options and inputs, or name another folder", path, strings.Join(found, ", "))
}

// differences appends where two values at a path differ, and what they are there.
func differences(found []string, path string, a, b jsonvalue.Value) []string {
	switch kind := b.Kind(); {
	case jsonvalue.Equal(a, b):
		return found
	case a.Kind() != kind, kind != jsonvalue.Object && !(kind == jsonvalue.Array && ofObjects(a) && ofObjects(b)):
		there, here := unlike(a.JSON(), b.JSON())
		return append(found, fmt.Sprintf("%s (there %s, here %s)", path, there, here))
	case kind == jsonvalue.Array:
		for i := range max(a.Len(), b.Len()) {
			found = differences(found, fmt.Sprintf("%s[%d]", path, i), at(a, i), at(b, i))
		}
		return found
	}
	if there, here := a.Field("path"), b.Field("path"); !jsonvalue.Equal(there, here) {
		return differences(found, path+".path", there, here) // two files; the rest follows from that
	} else if !here.IsNull() {
		path += " " + here.JSON()
	}
	for _, key := range keysOf(a, b) {
		found = differences(found, strings.TrimPrefix(path+"."+key, "."), a.Field(key), b.Field(key))
	}
	return found
}

func ofObjects(list jsonvalue.Value) bool {
	return !slices.ContainsFunc(list.Items(), func(v jsonvalue.Value) bool { return v.Kind() != jsonvalue.Object })
}

// at returns element i of a list, null behind its end.
func at(list jsonvalue.Value, i int) (v jsonvalue.Value) {
	if items := list.Items(); i < len(items) {
		v = items[i]
	}
	return v
}

// keysOf returns the keys of both objects: an option that is not given may have none.
func keysOf(a, b jsonvalue.Value) (keys []string) {
	for _, m := range slices.Concat(a.Members(), b.Members()) {
		if !slices.Contains(keys, m.Key) {
			keys = append(keys, m.Key)
		}
	}
	return keys
}

// unlike cuts two texts to the part where they differ.
func unlike(a, b string) (string, string) {
	const most, before = 80, 20
	from := 0
	for from < min(len(a), len(b)) && a[from] == b[from] {
		from++
	}
	if from += before - most; from <= 0 {
		return jsonvalue.Cut(a, most), jsonvalue.Cut(b, most)
	}
	cut := func(text string) string {
		at := min(from, len(text))
		for at < len(text) && !utf8.RuneStart(text[at]) {
			at++
		}
		return "..." + jsonvalue.Cut(text[at:], most)
	}
	return cut(a), cut(b)
}
