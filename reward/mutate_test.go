package reward

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// mutator makes hostile completions from real samples, by a seed.
type mutator struct{ *rand.Rand }

func newMutator(seed uint64) mutator { return mutator{rand.New(rand.NewPCG(seed, 8))} }

func pick[T any](m mutator, list []T) T { return list[m.IntN(len(list))] }

// completion returns a completion of a sample: a plausible one, with up to four
// mutations.
func (m mutator) completion(s *dataset.Sample) string {
	text := m.draft(s)
	for range m.IntN(5) {
		text = pick(m, mutations)(m, text)
	}
	return text
}

// draft is a well-formed completion of any action.
func (m mutator) draft(s *dataset.Sample) string {
	reasoning := pick(m, []string{"Checking what is known.", "", "Ünïcödé 考える 🤔", "a < b && c > d", "line\n\nline"})
	body := ""
	switch m.IntN(7) {
	case 0, 1, 2:
		body = "<TOOLCALL>\n" + m.calls(s) + "\n</TOOLCALL>"
	case 3, 4:
		body = "<ASK>\n<TOOLCALL>" + m.calls(s) + "</TOOLCALL>\n<question>What else?</question>\n</ASK>"
		if m.IntN(4) == 0 {
			body = "<ASK>" + pick(m, []string{"Which?", "", "Could you please tell me the city and the date?"}) + "</ASK>"
		}
	case 5:
		body = "<REFUSE>\n" + pick(m, []string{"No.", "I cannot do that with the tools at hand.", ""}) + "\n</REFUSE>"
	default:
		body = "<DIRECTLY>" + pick(m, []string{"42", "The capital of France is Paris, as everyone knows."}) + "</DIRECTLY>"
	}
	return "<reasoning>\n" + reasoning + "\n</reasoning>\n<answer>\n" + body + "\n</answer>\n"
}

// calls is a call text: calls of the sample, in one of the forms of F8.
func (m mutator) calls(s *dataset.Sample) string {
	calls := s.Reference.ToolCalls
	if len(calls) == 0 || m.IntN(4) == 0 {
		calls = append(append([]domains.Call(nil), s.HeldOutCall...), s.Contrast...)
	}
	if len(calls) == 0 || m.IntN(5) == 0 {
		calls = []domains.Call{m.invented(s)}
	}
	calls = append([]domains.Call(nil), calls...)
	if n := len(s.Following); n > 0 && m.IntN(3) == 0 {
		calls = append(calls, s.Following[:1+m.IntN(n)]...)
	}
	switch m.IntN(8) {
	case 0:
		calls = append(calls, m.invented(s))
	case 1:
		calls = append(calls, calls[0])
	case 2:
		m.Shuffle(len(calls), func(i, j int) { calls[i], calls[j] = calls[j], calls[i] })
	}
	parts := make([]string, len(calls))
	for i, c := range calls {
		args := m.arguments(c.Arguments).JSON()
		if m.IntN(5) == 0 {
			args = jsonvalue.NewString(args).JSON()
		}
		parts[i] = `{"name": ` + jsonvalue.NewString(c.Name).JSON() + `, "arguments": ` + args + `}`
	}
	if len(parts) == 1 && m.IntN(3) == 0 {
		return parts[0]
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

// invented calls any tool, offered or not, with some of its parameters.
func (m mutator) invented(s *dataset.Sample) domains.Call {
	args := jsonvalue.NewObject()
	if len(s.Tools) == 0 || m.IntN(4) == 0 {
		return domains.Call{Name: pick(m, []string{"no_such_tool", "", "nö"}), Arguments: args}
	}
	t := pick(m, s.Tools)
	for _, p := range t.Params {
		switch m.IntN(4) {
		case 0:
		case 1:
			args = args.With(p.Name, jsonvalue.NewString("<UNK>"))
		case 2:
			args = args.With(p.Name, p.Default)
		default:
			args = args.With(p.Name, jsonvalue.NewInt(m.Int64N(20)))
		}
	}
	return domains.Call{Name: t.Name, Arguments: args}
}

// arguments sometimes reorders, drops or adds arguments.
func (m mutator) arguments(args domains.Value) domains.Value {
	members := append([]jsonvalue.Member(nil), args.Members()...)
	switch m.IntN(6) {
	case 0:
		m.Shuffle(len(members), func(i, j int) { members[i], members[j] = members[j], members[i] })
	case 1:
		if len(members) > 0 {
			return args.Without(pick(m, members).Key)
		}
	case 2:
		return args.With("nobody_knows_this", jsonvalue.NewString(pick(m, []string{"x", "<UNK>", ""})))
	}
	return jsonvalue.NewObject(members...)
}

var (
	tagPattern   = regexp.MustCompile(`</?[a-zA-Z]+>`)
	valuePattern = regexp.MustCompile(`: ?("[^"\\]*"|-?[0-9.]+|true|false|null)`)
	lookAlikes   = []string{
		"<Answer>", "<ANSWER>", "< answer>", "<answer >", "＜answer＞", "<answer/>", "<аnswer>", "<answer", "answer>", "<<answer>>",
		"<toolcall>", "<ToolCall>", "<TOOLCALL >", "<tool_call>", "</ TOOLCALL>", "<ask>", "<refuse>", "<reasoning\n>", "&lt;answer&gt;", "<UNK>",
	}
	realTags = []string{
		"<answer>", "</answer>", "<reasoning>", "</reasoning>", "<TOOLCALL>", "</TOOLCALL>", "<ASK>", "</ASK>",
		"<REFUSE>", "</REFUSE>", "<DIRECTLY>", "</DIRECTLY>", "<question>", "</question>",
	}
	spaces = []string{"\n", "\r\n", " ", "\t", "\u00a0", "\u2003", "\u3000", "\u0085", "\u2028", "\v", "\u200b", "\ufeff", "\x1c", "\x00"}
	odd    = []string{
		"9007199254740993", "9007199254740992", "1e999", "-1e-999999999999999999999", "1.0", "1e0", "-0", "0.0", "100E-2", "01", "1.", "+1", ".5",
		"123456789012345678901234567890.000", "NaN", "Infinity", "-Infinity", "null", "true", `"true"`, `""`, `" "`, `"<UNK>"`, `" <UNK>\n"`, `"<unk>"`,
		`["<UNK>"]`, `[[["<UNK>"]]]`, `{"a":{"b":[1,"<UNK>"]}}`, `{"<UNK>":1}`, `[null]`, `[]`, `{}`, `[1,2]`, `[2,1]`, `"\u003cUNK\u003e"`, `"\ud83d\ude00"`,
		`"\ud83d"`, `"\ude00\ud83d"`, `"\ud83d\\ude00"`, `{"k":1,"k":1}`, `"</TOOLCALL>"`, `"<answer>"`, `"</answer>"`, "\"\ufffd\"", "\"\xff\"", "\"a\tb\"", `"` + "é\u0301" + `"`,
	}
)

// mutations change any text.
var mutations = []func(mutator, string) string{
	func(m mutator, s string) string { return s[:m.at(s)] },
	func(m mutator, s string) string { return s[m.at(s):] },
	func(m mutator, s string) string { return s + s },
	func(m mutator, s string) string { a, b := m.span(s); return s[:b] + s[a:] },
	func(m mutator, s string) string { a, b := m.span(s); i := m.at(s); return s[:i] + s[a:b] + s[i:] },
	func(m mutator, s string) string { i := m.at(s); return s[:i] + pick(m, realTags) + s[i:] },
	func(m mutator, s string) string { i := m.at(s); return s[:i] + pick(m, lookAlikes) + s[i:] },
	func(m mutator, s string) string { return m.replace(s, tagPattern, 0, pick(m, lookAlikes)) },
	func(m mutator, s string) string { return m.replace(s, tagPattern, 0, pick(m, realTags)) },
	func(m mutator, s string) string { return m.replace(s, tagPattern, 0, "") },
	func(m mutator, s string) string {
		tags := tagPattern.FindAllString(s, -1)
		if len(tags) < 2 {
			return s
		}
		a, b := pick(m, tags), pick(m, tags)
		return strings.NewReplacer(a, b, b, a).Replace(s)
	},
	func(m mutator, s string) string { return strings.ReplaceAll(s, "\n", pick(m, spaces)) },
	func(m mutator, s string) string { return strings.Replace(s, "\n", pick(m, spaces), 1+m.IntN(3)) },
	func(m mutator, s string) string {
		return strings.Replace(s, "</reasoning>\n<answer>", "</reasoning>"+pick(m, spaces)+pick(m, spaces)+"<answer>", 1)
	},
	func(m mutator, s string) string {
		return s + pick(m, []string{"x", "\n", "\n\n", "<|im_end|>", strings.Repeat("é", 60), "</answer>"})
	},
	func(m mutator, s string) string { return m.replace(s, valuePattern, 1, pick(m, odd)) },
	func(m mutator, s string) string { return m.replace(s, valuePattern, 1, pick(m, odd)) },
	func(m mutator, s string) string { return m.replace(s, valuePattern, 1, m.deep()) },
	func(m mutator, s string) string {
		return strings.Replace(s, "</TOOLCALL>", pick(m, []string{",", "]", "}", " ", "\u00a0", "// comment", "[]", "null"})+"</TOOLCALL>", 1)
	},
	func(m mutator, s string) string {
		return regexp.MustCompile(`(?s)<TOOLCALL>.*?</TOOLCALL>`).ReplaceAllLiteralString(s, "<TOOLCALL>"+pick(m, odd)+"</TOOLCALL>")
	},
	func(m mutator, s string) string {
		return strings.Replace(s, `"arguments"`, pick(m, []string{`"parameters"`, `"args"`, `"Arguments"`, `"name"`}), 1)
	},
	func(m mutator, s string) string {
		return strings.Replace(s, `"name"`, pick(m, []string{`"name": 1, "name"`, `"Name"`, `"x": null, "name"`}), 1)
	},
	func(m mutator, s string) string {
		i := m.at(s)
		return s[:i] + string(rune(m.IntN(0x2000))) + s[i:]
	},
	func(m mutator, s string) string { i := m.at(s); return s[:i] + "\xff\xfe" + s[i:] },
}

func (m mutator) at(s string) int { return m.IntN(len(s) + 1) }

func (m mutator) span(s string) (from, to int) {
	a, b := m.at(s), m.at(s)
	return min(a, b), max(a, b)
}

// replace replaces a group of one match.
func (m mutator) replace(s string, re *regexp.Regexp, group int, text string) string {
	matches := re.FindAllStringSubmatchIndex(s, -1)
	if len(matches) == 0 {
		return s
	}
	at := pick(m, matches)
	return s[:at[2*group]] + text + s[at[2*group+1]:]
}

// deep nests values about as deep as F8 allows.
func (m mutator) deep() string {
	n := 118 + m.IntN(14)
	return strings.Repeat("[", n) + `"<UNK>"` + strings.Repeat("]", n)
}

// toolCalls is the field tool_calls of a message.
func (m mutator) toolCalls(s *dataset.Sample) (field string, ok bool) {
	calls := m.calls(s)
	parsed, err := completion.ParseCallText(calls)
	if err != nil {
		return "", false
	}
	parts := make([]string, len(parsed))
	for i, c := range parsed {
		args := c.Arguments.JSON()
		if m.IntN(2) == 0 {
			args = jsonvalue.NewString(args).JSON()
		}
		parts[i] = fmt.Sprintf(`{"id":"c%d","type":"function","function":{"name":%s,"arguments":%s}}`, i, jsonvalue.NewString(c.Name).JSON(), args)
	}
	return "[" + strings.Join(parts, ",") + "]", true
}
