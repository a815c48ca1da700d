package words

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestMeaning compares words of the same meaning, in several languages, with words of
// another meaning.
func TestMeaning(t *testing.T) {
	for _, x := range []struct{ word, near, far string }{
		{"city", "ciudad", "price"},
		{"address", "adresse", "quantity"},
		{"address", "адрес", "guests"},
		{"when", "quando", "address"},
		{"departure", "partenza", "guests"},
		{"birthday", "生日", "weight"},
		{"guests", "misafir", "colour"},
		{"price", "prix", "name"},
		{"reason", "razón", "date"},
	} {
		w, near, far := Find(Fold(x.word)), Find(Fold(x.near)), Find(Fold(x.far))
		if w == 0 || near == 0 || far == 0 {
			t.Errorf("%v: a word is not in the table", x)
			continue
		}
		if a, b := Near(w, near), Near(w, far); a < 0.6 || b > 0.4 {
			t.Errorf("%s is %.2f near %s and %.2f near %s", x.word, a, x.near, b, x.far)
		}
		u, v := w.Vector(), near.Vector()
		if d := Cosine(&u, &v) - Near(w, near); d > 1e-9 || d < -1e-9 {
			t.Errorf("Cosine and Near of %s and %s differ by %g", x.word, x.near, d)
		}
	}
}

func TestPhrase(t *testing.T) {
	phrase := func(text string) Vector {
		var s Sum
		Each(Tokens(nil, text, 100), func(id ID, _, _ int) {
			v := id.Vector()
			s.Add(&v, 1)
		})
		return s.Vector()
	}
	leaving, origin, price := phrase("the city of departure"), phrase("la ville de départ"), phrase("how much money")
	if a, b := Cosine(&leaving, &origin), Cosine(&leaving, &price); a < b+0.3 {
		t.Errorf("%.2f is not much more than %.2f", a, b)
	}
	if v := phrase("..."); v != (Vector{}) {
		t.Errorf("nothing means %v", v)
	}
}

func TestTokens(t *testing.T) {
	for _, x := range []struct {
		text string
		want []string
	}{
		{"Where's the Café, at 18:30?", []string{"where", "s", "the", "cafe", "at", "18:30"}},
		{"2,000 kg. 3.5", []string{"2,000", "kg", "3.5"}},
		{"何時ですか", []string{"何", "時", "で", "す", "か"}},
		{"Straße ÉCOLE İstanbul", []string{"strasse", "ecole", "istanbul"}},
		{"ＡＢＣ١٢", []string{"abc١٢"}},
		{"तारीख़ क्या है", []string{"तारीख़", "क्या", "है"}},
		{"", nil},
	} {
		var got []string
		for _, k := range Tokens(nil, x.text, 100) {
			got = append(got, k.Text)
		}
		if !slices.Equal(got, x.want) {
			t.Errorf("%q: %q, want %q", x.text, got, x.want)
		}
	}
	if got := Tokens(nil, "a b c", 2); len(got) != 2 {
		t.Errorf("%d tokens beyond the limit", len(got))
	}
}

func TestSize(t *testing.T) {
	if len(table) > 4<<20 || len(table) != 4+Size()*(4+Dim) {
		t.Errorf("the table has %d bytes for %d words; at most 4 MiB, in whole rows", len(table), Size())
	}
	for i := 1; i < Size(); i++ {
		before, h := number(4*i), number(4+4*i)
		if before >= h {
			t.Fatalf("row %d is out of order", i)
		}
		if find(h) != ID(i+1) || before < h-1 && find(h-1) != 0 {
			t.Fatalf("row %d is found at %d, and what is no word at %d", i+1, find(h), find(h-1))
		}
	}
	if find(0) != 0 || find(math.MaxUint32) != 0 {
		t.Error("the least and the greatest hash are no words")
	}
}

func FuzzTokens(f *testing.F) {
	f.Add("Where's the Café, at 18:30? 何時ですか")
	f.Add("\xff\u0301\u0e31")
	f.Fuzz(func(t *testing.T, text string) {
		at := 0
		tokens := Tokens(nil, text, 1<<20)
		for _, k := range tokens {
			if k.Start < at || k.End <= k.Start || k.End > len(text) || !utf8.ValidString(k.Text) {
				t.Fatalf("%+v behind %d in %q", k, at, text)
			}
			at = k.End
		}
		next := 0
		Each(tokens, func(id ID, from, to int) {
			if from != next || to <= from || id < 0 || int(id) > Size() {
				t.Fatalf("word %d of tokens %d to %d behind %d", id, from, to, next)
			}
			next = to
		})
		if next != len(tokens) {
			t.Fatalf("%d of %d tokens were seen", next, len(tokens))
		}
	})
}

// TestName distinguishes names of people, also unlisted ones, from other words at the
// beginning of a sentence.
func TestName(t *testing.T) {
	for _, word := range strings.Fields("stefan lucia ruth emily marcus yuki noor emeka thomas carlos") {
		if !Name(word) {
			t.Errorf("%s is no name", word)
		}
	}
	for _, word := range strings.Fields("book cancel send order tickets dinner rain tomorrow please invoice room the monday it") {
		if Name(word) {
			t.Errorf("%s is a name", word)
		}
	}
}

// The machine's product of vectors is the sum of the products of their bytes, at the extremes
// of a byte, too.
func TestDot(t *testing.T) { checkDot(t) }

func checkDot(t *testing.T) {
	draw := rand.New(rand.NewPCG(3, 3))
	for n := range 1000 {
		x, y := make([]Vector, n%7), make([]Vector, n%7+n%2)
		for k := range x {
			for i := range x[k] {
				x[k][i], y[k][i] = int8(draw.IntN(256)-128), int8([]int{draw.IntN(256) - 128, -128, 127}[draw.IntN(3)])
			}
		}
		if got, want := Dot(x, y), slowDot(x, y); got != want {
			t.Fatalf("%v by %v is %d, want %d", x, y, got, want)
		}
		runs, out := append(slices.Clone(y), x...), make([]int32, 1+n%3)
		for len(runs) < len(out)*len(x) {
			runs = append(runs, runs...)
		}
		Dots(out, runs, x)
		for k := range out {
			if want := slowDot(x, runs[k*len(x):]); out[k] != want {
				t.Fatalf("run %d of %v by %v is %d, want %d", k, runs, x, out[k], want)
			}
		}
	}
}

func TestUnabbreviated(t *testing.T) {
	for spelled, want := range map[string]string{
		"cust addr": "customer address", "order no": "order number", "no": "no", "No smoking": "No smoking", "temp": "temp", "max temp": "max temperature",
		"DOB": "date of birth", "city": "city", "phonenumber": "phone number", "jobtitle": "job title", "update": "update", "+": "+", "": "",
	} {
		if got := Unabbreviated(spelled); got != want {
			t.Errorf("%q: %q, want %q", spelled, got, want)
		}
	}
	for short, long := range abbreviations() {
		if short != strings.ToLower(short) || long == "" || strings.Contains(long, short+" ") {
			t.Errorf("%q stands for %q", short, long)
		}
	}
	if got := Unabbreviate("qty") + Unabbreviate("dob") + Unabbreviate("no"); got != "quantitybirthno" {
		t.Error(got)
	}
}

func TestSpoken(t *testing.T) {
	for name, want := range map[string]string{
		"check_in_date": "check in date", "departureDate": "departure date", "botID": "bot id", "HTTPServer": "http server",
		"place.id": "place id", "n": "n", "Grün_Wert": "grün wert", "": "",
		"दिल्ली_शहर": "दिल्ली शहर", "ชื่อ": "ชื่อ", "e\u0301tage": "e\u0301tage",
	} {
		if got := Spoken(name); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}

func TestLetters(t *testing.T) {
	for text, want := range map[string]string{
		"It's 18:30, Anna!": "it s 18 30 anna", "दिल्ली, भारत": "दिल्ली भारत", "ชื่อ?": "ชื่อ", "மதுரை": "மதுரை",
		"1\ufe0f\u20e3 ❤\ufe0f ok": "1 ok", "": "",
	} {
		if got := Letters(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
