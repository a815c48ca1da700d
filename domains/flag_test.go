package domains

import "testing"

func TestFlag(t *testing.T) {
	for _, c := range []struct{ values, no, yes string }{
		{`["Y","N"]`, `"N"`, `"Y"`},
		{`["false","true"]`, `"false"`, `"true"`},
		{`[0,1]`, `0`, `1`},
		{`["Sí","No"]`, `"No"`, `"Sí"`},
		{`["on","off"]`, "", ""},
		{`["yes","no","maybe"]`, "", ""},
		{`["yes","false"]`, "", ""},
		{`[1,2]`, "", ""},
	} {
		v, err := ParseValue(c.values)
		if err != nil {
			t.Fatal(err)
		}
		no, yes, ok := Domain{Type: Finite, Size: int64(len(v.Items())), Values: v.Items()}.Flag()
		if ok != (c.no != "") || ok && (no.JSON() != c.no || yes.JSON() != c.yes) {
			t.Errorf("%s: no %s, yes %s, %t", c.values, no.JSON(), yes.JSON(), ok)
		}
	}
}
