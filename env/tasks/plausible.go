package tasks

import (
	"cmp"
	_ "embed"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/voi-rl/voi/certainty/grounding"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/words"
)

// This file makes values that cannot be and do not look it: a policy has to hold them against
// the schema, or against what the world says, and cannot tell them by their letters.

//go:embed options.txt
var optionText string

// options are words that parameters are set to, of many kinds, one a line.
var options = strings.Fields(optionText)

// The nearness of words (package words) within which a value passes for one of its kind, and from
// which it could be meant as one that is possible.
const (
	ofAKind = 0.25
	theSame = 0.6
	nearest = 4 // of the words of a kind one is drawn
)

// elsewhere is a value that an enumeration lacks: one of its kind from another enumeration that
// is offered, or from the words that parameters are set to; where there is none a
// misspelling.
func elsewhere(c *corrupting) string {
	own := words.Find(words.Fold(c.value.Str()))
	var at []string
	near := map[string]float64{}
	try := func(s string) {
		id := words.Find(words.Fold(s))
		n := words.Near(own, id)
		if n < ofAKind || slices.ContainsFunc(c.domain.Values, func(v domains.Value) bool {
			return strings.EqualFold(v.Str(), s) || words.Near(words.Find(words.Fold(v.Str())), id) >= theSame
		}) {
			return
		}
		if _, ok := near[s]; !ok {
			at = append(at, s)
		}
		near[s] = n
	}
	for _, v := range c.others {
		try(v.Str())
	}
	for _, s := range options {
		try(s)
	}
	if len(at) == 0 {
		return reshape(c, c.value.Str())
	}
	slices.SortStableFunc(at, func(a, b string) int { return cmp.Compare(near[b], near[a]) })
	return likeIn(at[c.draw(min(nearest, len(at)), "elsewhere")], c.value.Str())
}

// likeIn is a word in the case of another.
func likeIn(s, other string) string {
	switch first := []rune(other); {
	case strings.ToUpper(other) == other && strings.ToLower(other) != other:
		return strings.ToUpper(s)
	case len(first) > 0 && unicode.IsUpper(first[0]):
		return strings.ToUpper(s[:1]) + s[1:]
	}
	return s
}

// enumerated lists the texts of the enumerations of all tools that are offered.
func (d *decision) enumerated() (out []domains.Value) {
	for i := range d.Tools {
		for k := range d.Tools[i].Params {
			set, ok := d.sets[d.Tools[i].Name].Get(d.Tools[i].Params[k].Name)
			if !ok || set.Type != domains.Finite {
				continue
			}
			for _, v := range set.Values {
				if v.Kind() == jsonvalue.String && len(out) < 1<<10 {
					out = append(out, v)
				}
			}
		}
	}
	return out
}

// mostAllowed bounds the values of an enumeration that are looked for in a text.
const mostAllowed = 64

// allows reports whether a text with a corrupted argument still gives it a value that can be:
// the one that stood there, or another of its enumeration that the text did not give before.
func (d *decision) allows(text string, a argument) bool {
	r := d.reading(text)
	c := d.gold[a.call]
	set, _ := d.sets[c.Name].Get(a.name)
	t := domains.ToolNamed(d.Tools, c.Name)
	given := func(r *grounding.Reading, v domains.Value) bool { return r.Support(t, a.param, set, v).Grounded() }
	return given(r, a.value) || slices.ContainsFunc(set.Values[:min(len(set.Values), mostAllowed)], func(v domains.Value) bool {
		return given(r, v) && !given(d.read, v)
	})
}

// reshape is a text of the same form: at least one letter is another of its case, a digit another
// digit, half of them as they were.
func reshape(c *corrupting, s string) string {
	out := []rune(s)
	changed := false
	for pass := 0; pass < 2 && !changed; pass++ {
		for i, r := range out {
			from := ""
			switch {
			case unicode.IsDigit(r):
				from = digits
			case unicode.IsUpper(r):
				from = uppercase
			case unicode.IsLower(r):
				from = lowercase
			}
			if from == "" || pass == 0 && (i == 0 || c.draw(2, "keep"+strconv.Itoa(i)) == 0) {
				continue
			}
			if x := rune(from[c.draw(len(from), "shape"+strconv.Itoa(i))]); x != r && !(i == 0 && x == '0') {
				out[i], changed = x, true
			}
		}
	}
	return string(out)
}

// reshaped is a value of the same form, of which nothing is.
func reshaped(c *corrupting) domains.Value {
	if isNumber(c) {
		if v, err := domains.ParseValue(reshape(c, c.value.JSON())); err == nil {
			return v
		}
	}
	return text(reshape(c, c.value.Str()))
}

// renamed is a name like that of a file, which the state of the world does not hold.
func renamed(c *corrupting) string {
	ext := path.Ext(c.value.Str())
	stem := strings.TrimSuffix(c.value.Str(), ext)
	held := existing(c)
	endings := []string{"_old", "_v2", "2", "_copy", "-final", "_draft"}
	for i := range endings {
		s := stem + endings[(i+c.draw(len(endings), "renamed"))%len(endings)] + ext
		if !slices.Contains(held, s) {
			return s
		}
	}
	return stem + random(c, lowercase, 3) + ext
}

// formats are those of documents, pictures and sounds; which of them a tool supports it says.
var formats = []string{"bmp", "svg", "odt", "rtf", "tiff", "epub", "wav", "xls", "gif", "psd", "webp", "tex", "flac", "yaml", "parquet"}

// otherFormat is a format that the domain lacks.
func otherFormat(c *corrupting) string {
	for i := range formats {
		f := formats[(i+c.draw(len(formats), "format"))%len(formats)]
		if !slices.ContainsFunc(c.domain.Values, func(v domains.Value) bool { return strings.EqualFold(v.Str(), f) }) && !strings.EqualFold(f, c.value.Str()) {
			return likeIn(f, c.value.Str())
		}
	}
	return c.value.Str()[:1]
}
