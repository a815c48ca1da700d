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

// This file makes impossible values that do not look impossible. A policy must compare them with
// the schema, or with the world's answer; their letters alone do not tell.

//go:embed options.txt
var optionText string

// options are words of many kinds that parameters are set to, one a line.
var options = strings.Fields(optionText)

// Similarities of words (package words): from ofAKind on two values are of one kind; from theSame
// on one could be meant by the other.
const (
	ofAKind = 0.25
	theSame = 0.6
	nearest = 4 // one of so many nearest words is drawn
)

// elsewhere is a value outside an enumeration: a word of the same kind, from another offered
// enumeration or from options, or else a misspelling.
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

// likeIn writes a word in the case of another.
func likeIn(s, other string) string {
	switch first := []rune(other); {
	case strings.ToUpper(other) == other && strings.ToLower(other) != other:
		return strings.ToUpper(s)
	case len(first) > 0 && unicode.IsUpper(first[0]):
		return strings.ToUpper(s[:1]) + s[1:]
	}
	return s
}

// enumerated lists the texts in the enumerations of all offered tools.
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

// mostAllowed is the number of values of an enumeration that are searched for in a text.
const mostAllowed = 64

// allows reports whether a text with a corrupted argument still gives a possible value for it:
// the original one, or another value of the enumeration that the original text did not give.
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

// reshape returns a text of the same form, with letters replaced by letters of the same case and
// digits by digits. About half of them stay, and at least one changes.
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

// reshaped is a value of the same form that does not exist; the value itself if its form is no longer
// that of a number, as when the letter of 1e5 changes.
func reshaped(c *corrupting) domains.Value {
	if isNumber(c) {
		if v, err := domains.ParseValue(reshape(c, c.value.JSON())); err == nil {
			return v
		}
		return c.value
	}
	return text(reshape(c, c.value.Str()))
}

// renamed is a similar file name that does not exist in the world's state.
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

// formats are formats of documents, pictures and sounds. A tool says which of them it supports.
var formats = []string{"bmp", "svg", "odt", "rtf", "tiff", "epub", "wav", "xls", "gif", "psd", "webp", "tex", "flac", "yaml", "parquet"}

// otherFormat is a format outside the domain.
func otherFormat(c *corrupting) string {
	for i := range formats {
		f := formats[(i+c.draw(len(formats), "format"))%len(formats)]
		if !slices.ContainsFunc(c.domain.Values, func(v domains.Value) bool { return strings.EqualFold(v.Str(), f) }) && !strings.EqualFold(f, c.value.Str()) {
			return likeIn(f, c.value.Str())
		}
	}
	return reshape(c, c.value.Str())
}
