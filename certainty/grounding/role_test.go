package grounding

import "testing"

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
