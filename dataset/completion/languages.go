package completion

import (
	"strings"
	"unicode"
)

// The best effort for languages other than English: phrases of inability and
// of request in some widely spoken ones, and the question marks of all scripts.
// They are looked for as they stand, without grammar, so that a refusal in
// words that are not listed counts as an answer.

// inability lists how an assistant says that it can not.
var inability = []string{
	"无法", "不能够", "不能为", "不能帮", "没有权限", "没有能力", "不支持", "無法", "沒有權限", // Chinese
	"できません", "できかねます", "対応しておりません", // Japanese
	"할 수 없", "불가능합니다", "드릴 수 없", "지원하지 않", // Korean
	"لا أستطيع", "لا يمكنني", "لست قادر", "غير قادر", // Arabic
	"नहीं कर सकत", "असमर्थ", // Hindi
	"no puedo", "no tengo acceso", "no soy capaz", "no me es posible", // Spanish
	"je ne peux pas", "je ne suis pas en mesure", "je n'ai pas accès", // French
	"ich kann nicht", "kann ich nicht", "ich kann ihnen nicht", "nicht in der lage", "ich habe keinen zugriff", // German
	"não posso", "não consigo", "não tenho acesso", // Portuguese
	"non posso", "non sono in grado", "non ho accesso", // Italian
	"я не могу", "не имею доступа", "не в состоянии", "не способен", // Russian
	"saya tidak dapat", "saya tidak bisa", "tidak memiliki akses", "tidak memiliki kemampuan", // Indonesian
	"tôi không thể", "không có quyền", "không có khả năng", // Vietnamese
	"yapamıyorum", "erişimim yok", "yardımcı olamam", // Turkish
	"nie mogę", "nie jestem w stanie", // Polish
	"ik kan niet", "ik kan geen", "niet in staat", // Dutch
}

// apology lists how a refusal begins, where it says nothing else.
var apology = []string{
	"抱歉", "对不起", "對不起", "申し訳", "すみません", "죄송", "عذرا", "عذرًا", "آسف", "क्षमा", "माफ़",
	"lo siento", "désolé", "es tut mir leid", "desculpe", "sinto muito", "mi dispiace", "извините", "к сожалению",
	"maaf", "xin lỗi", "üzgünüm", "przykro mi", "het spijt me",
}

// request lists how an assistant asks the user for something without a
// question mark.
var request = []string{
	"请提供", "请告诉", "请问", "请说明", "请确认", "请指定", "請提供", "請問", "請告訴",
	"でしょうか", "ますか", "教えてください", "お知らせください", "ご指定ください",
	"까요", "나요", "알려주세요", "알려 주세요", "알려주시", "말씀해 주", "제공해 주", "입력해 주",
	"يرجى تقديم", "يرجى تحديد", "من فضلك", "يرجى تزويد",
	"कृपया बता", "कृपया प्रदान",
	"por favor, indi", "por favor, propor", "por favor propor", "por favor indi", "podrías", "podría decirme",
	"veuillez préciser", "veuillez fournir", "veuillez indiquer", "pourriez-vous", "pouvez-vous",
	"bitte geben sie", "bitte nennen", "bitte teilen", "könnten sie", "können sie mir",
	"por favor, forneça", "por favor, informe", "você poderia", "poderia me",
	"per favore, forni", "potresti", "può fornir",
	"пожалуйста, укажите", "пожалуйста, сообщите", "уточните", "не могли бы вы",
	"mohon berikan", "silakan berikan", "bisakah anda", "tolong berikan", "dapatkah anda",
	"vui lòng cung cấp", "vui lòng cho", "bạn có thể cho",
	"lütfen belirt", "belirtir misiniz", "proszę podać", "kunt u",
}

var (
	foreignInability = &rule{name: "refuse.foreign", force: strong, why: "a phrase of inability in another language"}
	foreignApology   = &rule{name: "refuse.foreign_sorry", force: weak, why: "an apology in another language"}
	foreignRequest   = &rule{name: "ask.foreign", force: strong, why: "a request, or a question mark of another script"}
)

// otherRefusal recognises a refusal in another language.
func otherRefusal(s *sentence) *rule {
	raw := strings.ToLower(s.raw)
	switch {
	case containsAny(raw, inability):
		return foreignInability
	case containsAny(raw, apology):
		return foreignApology
	}
	return nil
}

// otherQuestion recognises a question or a request in another language.
func otherQuestion(s *sentence) *rule {
	foreign := func(r rune) bool {
		return r == '？' || r == '؟' || unicode.IsLetter(r) && !unicode.Is(unicode.Latin, r)
	}
	if s.question && strings.ContainsFunc(s.raw, foreign) || containsAny(strings.ToLower(s.raw), request) {
		return foreignRequest
	}
	return nil
}
