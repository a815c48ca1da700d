package grounding

import (
	"strings"
	"testing"

	"github.com/voi-rl/voi/domains"
)

// TestFollows checks that Follows accepts what a person would understand the
// words to mean and rejects what they contradict.
func TestFollows(t *testing.T) {
	const none, inferred, itself = NotAtAll, ByInference, ByItself
	for _, c := range []struct {
		quotes, schema, value string
		want                  Step
	}{
		{"Rome", `{"type":"string"}`, `"Rome"`, itself},
		{"in ROME", `{"type":"string"}`, `"rome"`, itself},
		{"Rome", `{"type":"string"}`, `"Paris"`, none},
		{"Rom", `{"type":"string"}`, `"Rome"`, inferred},
		{"the Pedigree dry food", `{"type":"string"}`, `"Pedigree dry food (12 kg)"`, inferred},
		{"the Pedigree dry food, 12kg", `{"type":"string"}`, `"Pedigree dry food (12 kg)"`, itself},
		{"New York City", `{"type":"string"}`, `"NYC"`, inferred},
		{"nyc", `{"type":"string"}`, `"New York City"`, inferred},
		{"Los Angeles", `{"type":"string"}`, `"LAX"`, inferred},
		{"auf Deutsch", `{"type":"string"}`, `"de"`, itself},
		{"Brazilian Portuguese", `{"type":"string"}`, `"pt-BR"`, inferred},
		{"Oslo", `{"type":"string"}`, `"Lima"`, none},
		{"東京", `{"type":"string"}`, `"Tokyo"`, inferred},
		{"北京", `{"type":"string"}`, `"上海"`, none},
		{"明日の午後3時", `{"type":"string"}`, `"15:00"`, itself},
		{"12 kg", `{"type":"number"}`, `12`, itself},
		{"12 kg", `{"type":"number"}`, `12000`, inferred},
		{"12 kg", `{"type":"number"}`, `13`, none},
		{"$200|plus a fifth", `{"type":"number"}`, `240`, inferred},
		{"$200 plus a fifth", `{"type":"number"}`, `317`, none},
		{"well done but not too much", `{"type":"string","enum":["RARE","MED_WELL","WELL"]}`, `"MED_WELL"`, inferred},
		{"example dot org slash news", `{"type":"string","format":"uri"}`, `"https://www.example.org/news"`, itself},
		{"twelve", `{"type":"number"}`, `12`, itself},
		{"1.250,50 €", `{"type":"number"}`, `1250.5`, itself},
		{"an hour and 20 minutes", `{"type":"integer"}`, `80`, inferred},
		{"1 h 20", `{"type":"integer"}`, `80`, inferred},
		{"70 F", `{"type":"number"}`, `21.1`, inferred},
		{"٣ أشخاص", `{"type":"integer"}`, `3`, itself},
		{"tomorrow", `{"type":"string","format":"date"}`, `"2026-05-03"`, inferred},
		{"3 May", `{"type":"string","format":"date"}`, `"2026-05-03"`, itself},
		{"14 May 2026", `{"type":"string","format":"date"}`, `"2026-05-14"`, itself},
		{"2026-05-02", `{"type":"string"}`, `"2027-11-19"`, none},
		{"Rome", `{"type":"string","format":"date"}`, `"Rome"`, none},
		{"half past two", `{"type":"string"}`, `"14:30"`, itself},
		{"2pm", `{"type":"string"}`, `"14:00"`, itself},
		{"2pm", `{"type":"string"}`, `"17:00"`, none},
		{"quarter to 5", `{"type":"string"}`, `"16:45"`, itself},
		{"AB-1234", `{"type":"string"}`, `"AB1234"`, itself},
		{"AB-1234", `{"type":"string"}`, `"AB1284"`, none},
		{"bob at mail dot com", `{"type":"string"}`, `"bob@mail.com"`, itself},
		{"bob at mail dot com", `{"type":"string"}`, `"eve@mail.com"`, none},
		{"the cheapest seats", `{"type":"string","enum":["economy","business"]}`, `"economy"`, inferred},
		{"business class", `{"type":"string","enum":["economy","business"]}`, `"economy"`, none},
		{"business class", `{"type":"string","enum":["economy","business"]}`, `"business"`, itself},
		{"don't wrap it", `{"type":"boolean"}`, `false`, inferred},
		{"eggs and milk", `{"type":"array","items":{"type":"string"}}`, `["milk","eggs"]`, itself},
		{"eggs and milk", `{"type":"array","items":{"type":"string"}}`, `["milk","bread"]`, none},
		{"5 Elm Street, Leeds", `{"type":"object"}`, `{"street":"5 Elm St","city":"Leeds"}`, itself},
		{"5 Elm Street, Leeds", `{"type":"object"}`, `{"street":"5 Elm Street","city":"York"}`, none},
	} {
		v, err := domains.ParseValue(`{"name":"t","parameters":{"type":"object","properties":{"x":` + c.schema + `}}}`)
		if err != nil {
			t.Fatal(err)
		}
		tools, err := domains.ParseTools(v)
		if err != nil {
			t.Fatal(err)
		}
		set, err := domains.SchemaAnnotator{}.Annotate(t.Context(), &tools[0])
		if err != nil {
			t.Fatal(err)
		}
		value, err := domains.ParseValue(c.value)
		if err != nil {
			t.Fatal(err)
		}
		if got := Follows(strings.Split(c.quotes, "|"), &tools[0].Params[0], set[0].Domain, value); got != c.want {
			t.Errorf("%s of %q: %d, want %d", c.value, c.quotes, got, c.want)
		}
	}
}
