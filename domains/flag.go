package domains

import "strings"

// flags are pairs of values that say no and yes.
var flags = [...][2]string{
	{"no", "yes"}, {"n", "y"}, {"false", "true"}, {"f", "t"}, {"0", "1"},
	{"nein", "ja"}, {"n", "j"}, {"nee", "ja"}, {"nej", "ja"}, {"nei", "ja"}, {"non", "oui"}, {"n", "o"}, {"no", "sí"}, {"no", "si"}, {"no", "sì"}, {"n", "s"},
	{"não", "sim"}, {"nie", "tak"}, {"ne", "ano"}, {"nu", "da"}, {"нет", "да"}, {"ні", "так"}, {"hayır", "evet"}, {"όχι", "ναι"}, {"nem", "igen"}, {"ei", "kyllä"},
	{"tidak", "ya"}, {"không", "có"}, {"لا", "نعم"}, {"नहीं", "हाँ"}, {"否", "是"}, {"いいえ", "はい"}, {"아니요", "예"}, {"아니오", "예"},
}

// Flag returns the values for no and yes of a domain that has only these two: N and Y, "false" and
// "true", 0 and 1. The values on and off are states, which people name by their words.
func (d Domain) Flag() (no, yes Value, ok bool) {
	if d.Type != Finite || len(d.Values) != 2 {
		return no, yes, false
	}
	one, two := flagText(d.Values[0]), flagText(d.Values[1])
	for _, f := range flags {
		switch {
		case one == f[0] && two == f[1]:
			return d.Values[0], d.Values[1], true
		case two == f[0] && one == f[1]:
			return d.Values[1], d.Values[0], true
		}
	}
	return no, yes, false
}

// flagText returns a value as it would stand in flags.
func flagText(v Value) string {
	if text := v.Str(); text != "" {
		return strings.ToLower(text)
	}
	return v.JSON()
}
