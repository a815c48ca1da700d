package grounding

import (
	"slices"
	"strings"
	"testing"
)

// TestComparisons checks that a number with a comparison is read as a bound, and with a negated
// comparison as the opposite bound.
func TestComparisons(t *testing.T) {
	for text, want := range map[string]string{
		"nothing over 30 euros please":                 roleMax,
		"we need no more than 30 of them":              roleMax,
		"I don't want to pay more than 30":             roleMax,
		"it can't be higher than 30":                   roleMax,
		"it must not exceed 30 kg":                     roleMax,
		"we take no fewer than 30":                     roleMin,
		"it should not be below 30 degrees":            roleMin,
		"30 dollars or less":                           roleMax,
		"que no pase de 30 euros al mes":               roleMax,
		"pas plus de 30 euros par mois":                roleMax,
		"nicht über 30 Euro, wenn das geht":            roleMax,
		"não mais de 30 reais por mês":                 roleMax,
		"non più di 30 euro al mese":                   roleMax,
		"мне нужно не дороже 30 рублей":                roleMax,
		"нам надо не меньше 30 стульев":                roleMin,
		"我想要不超过30元的":                                   roleMax,
		"entre 30 y 80 metros":                         roleFrom,
		"het mag niet boven 30 euro zijn":              roleMax,
		"nie więcej niż 30 zł za sztukę i do jutra":    roleMax,
		"لا يزيد عن 30 في الشهر":                       roleMax,
		"harganya tidak lebih dari 30 ribu untuk saya": roleMax,
		"30 रुपये से कम":                               roleMax, // से alone is from
		"bana 30'dan fazla sandalye lazım":             roleMin,
		"राम ने 30 टिकट खरीदे":                         "", // ने is folded as न, which denies
		"kurssille tulee 30 ihmistä":                   "",
	} {
		r := ReadText(Input{Turns: []Turn{{Role: "user", Text: text}}})
		found := false
		for _, m := range r.Mentions {
			if family(m.Kind) == Number && (m.Value == "30" || m.Value == "30000") {
				if found = true; m.Role != want || m.Status != Said {
					t.Errorf("%q: 30 is %q and %s, want %q and said", text, m.Role, m.Status, want)
				}
			}
		}
		if !found {
			t.Errorf("%q: no 30", text)
		}
	}
}

// TestNamesGiveRoles checks which end of a pair the name of a parameter is, in many languages, and that words
// that only begin like one of those give no role.
func TestNamesGiveRoles(t *testing.T) {
	for role, names := range map[string]string{
		roleFrom: "check_in abfahrtsort Startzeit vertrekplaats vanaf_datum miasto_wyjazdu město_odjezdu город_вылета gorod_otpravleniya ville_depart fecha_ida cidade_origem " +
			"stazione_partenza kalkış_yeri kota_asal điểm_đi प्रस्थान_शहर مدينة_المغادرة lähtöpaikka avgångsort 出发城市 出発地 출발지 chufa_chengshi 入住日期 チェックイン日",
		roleTo: "check_out ankunftsort Zielstadt aankomststation miasto_przyjazdu город_прилёта gorod_pribytiya data_volta fecha_vuelta varış_yeri kota_tujuan điểm_đến " +
			"गंतव्य_शहर مدينة_الوصول ankomstdag 到达城市 到着日 도착지 daodaChengshi 退房日期",
		roleMin: "mindestpreis preis_min najniższa_cena минимальная_цена en_düşük_fiyat giá_tối_thiểu न्यूनतम_मूल्य الحد_الأدنى 最低价格 最小人数 최소가격",
		roleMax: "hoechstpreis Höchstbetrag maximalalter najwyższa_cena максимальная_цена en_yüksek_fiyat 最高価格 최대인원 الحد_الأقصى",
		"":      "department beginner tomato starter startup fromage vanilla vantage kommentar danger towel limitation 名前 注文番号 数量 プラン name minute zielgruppe",
	} {
		for name := range strings.FieldsSeq(names) {
			if got, _ := endNamed(whole(spelledOut(name)), ""); got != role {
				t.Errorf("%s: role %q, want %q", name, got, role)
			}
		}
	}
}

// TestNamesMean checks what the words of names in other languages mean in English.
func TestNamesMean(t *testing.T) {
	for name, want := range map[string]string{"anzahl_kinder": "children", "niños": "child", "大人の人数": "adults", "어린이": "child", "petit_dejeuner": "breakfast", "adults": "", "bar": "", "gift": ""} {
		words := spelledOut(name)
		if got := lexicons().meant(words, lexicons().spokenIn(words)); want == "" && len(got) > 0 || want != "" && !slices.ContainsFunc(got, func(w string) bool { return kin(w, want) > 0.8 }) {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}
