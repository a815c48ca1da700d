package reward

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/domains"
)

// This file implements F8 to F10 a second time, from the words of the formulas,
// with regular expressions and the standard decoder: slow and plain on purpose.
// It shares only the types of tools with the code that it checks.

// plainResult is the result of the formulas for one completion.
type plainResult struct {
	action     string
	components map[string]float64 // with Cert by the default rules
	paperCert  float64            // Cert by the paper's letter
}

func (p *plainResult) reward(profile string) float64 {
	c := p.components
	fmtPoints := c["fmt_xml"] + c["fmt_soft"] + c["fmt_strict"]
	switch profile {
	case "baseline":
		return fmtPoints + c["tool"] + c["cls"]
	case "certainty":
		return fmtPoints + c["tool"] + c["certainty"]*c["cls"]
	case "certainty-total":
		return c["certainty"] * (fmtPoints + c["tool"] + c["cls"])
	default:
		return p.paperCert * (fmtPoints + c["tool"] + c["cls"])
	}
}

// plainCall is one call: its name and decoded arguments.
type plainCall struct {
	name string
	args map[string]any
}

// plain scores a text. sets holds the domains by tool.
func plain(text string, s *dataset.Sample, sets map[string]domains.Set) plainResult {
	text = string([]rune(text)) // U+FFFD for bytes that are not UTF-8
	block, found := plainBlock(text)
	action := ""
	if m := plainAction.FindStringSubmatch(block); found && m != nil {
		action = m[1]
	}
	var calls []plainCall
	if action == "TOOLCALL" || action == "ASK" {
		if m := plainCallText.FindStringSubmatch(block); m != nil {
			calls = plainCalls(m[1])
		}
	}
	return plainScore(text, action, calls, utf8.RuneCountInString(block), s, sets)
}

// plainMessage scores an assistant message with tool_calls, given as JSON.
func plainMessage(content, toolCalls string, s *dataset.Sample, sets map[string]domains.Set) plainResult {
	var raw []struct {
		Function json.RawMessage `json:"function"`
	}
	if err := json.Unmarshal([]byte(toolCalls), &raw); err != nil {
		panic(err)
	}
	parts := make([]string, len(raw))
	for i := range raw {
		parts[i] = string(raw[i].Function)
	}
	list := "[" + strings.Join(parts, ",") + "]"
	calls := plainCalls(list)
	compact := "["
	for _, c := range calls {
		args, err := json.Marshal(c.args)
		if err != nil {
			panic(err)
		}
		compact += fmt.Sprintf(`{"name":%q,"arguments":%s}`, c.name, args)
	}
	return plainScore(content, "TOOLCALL", calls, utf8.RuneCountInString(compact+"]"), s, sets)
}

func plainScore(text, action string, calls []plainCall, length int, s *dataset.Sample, sets map[string]domains.Set) plainResult {
	r := plainResult{action: action, components: map[string]float64{
		"fmt_xml": plainXML(text), "fmt_soft": 0, "fmt_strict": 0, "cls": 0,
	}}
	if plainSoft.MatchString(text) {
		r.components["fmt_soft"] = 0.5
	}
	if plainStrict.MatchString(text) {
		r.components["fmt_strict"] = 0.5
	}
	reference := string(s.Reference.Action)
	if action == reference && length >= 30 {
		r.components["cls"] = 2
	} else if action == reference {
		r.components["cls"] = 1.5
	}
	var made, wanted []plainCall
	if action == "TOOLCALL" {
		made = calls
	}
	if reference == "TOOLCALL" {
		for _, c := range s.Reference.ToolCalls {
			wanted = append(wanted, plainCalls(domains.CallsValue([]domains.Call{c}).JSON())...)
		}
	}
	r.components["tool"] = plainTool(made, wanted)
	r.components["certainty"], r.paperCert = plainCert(action, calls, s, sets)
	return r
}

const whiteSpace = `[\t-\r \x{85}\x{A0}\x{1680}\x{2000}-\x{200A}\x{2028}\x{2029}\x{202F}\x{205F}\x{3000}]*`

var (
	plainAnswer   = regexp.MustCompile(`(?s)^.*<answer>(.*?)</answer>`)
	plainOpen     = regexp.MustCompile(`(?s)^.*<answer>(.*)$`)
	plainAction   = regexp.MustCompile(`^<(TOOLCALL|ASK|REFUSE|DIRECTLY)>`)
	plainCallText = regexp.MustCompile(`(?s)<TOOLCALL>(.*?)</TOOLCALL>`)
	plainSoft     = regexp.MustCompile(`(?s)<reasoning>.*?</reasoning>` + whiteSpace + `<answer>.*?</answer>`)
	plainStrict   = regexp.MustCompile(`(?s)\A<reasoning>\n.*\n</reasoning>\n<answer>\n.*\n</answer>\n\z`)
	plainAfter    = regexp.MustCompile(`(?s)^.*</answer>\n?(.*)$`)
	plainXMLTags  = []*regexp.Regexp{
		regexp.MustCompile(`<reasoning>\n`), regexp.MustCompile(`\n</reasoning>\n`),
		regexp.MustCompile(`\n<answer>\n`), regexp.MustCompile(`\n</answer>`),
	}
)

// plainBlock is the answer block: after the last <answer>, before the first
// </answer> that follows it.
func plainBlock(text string) (string, bool) {
	m := plainOpen.FindStringSubmatch(text)
	if m == nil {
		return "", false
	}
	m = plainAnswer.FindStringSubmatch("<answer>" + m[1])
	if m == nil {
		return "", false
	}
	return strings.TrimFunc(m[1], func(r rune) bool { return unicode.Is(unicode.White_Space, r) }), true
}

func plainXML(text string) float64 {
	score := 0.0
	for _, tag := range plainXMLTags {
		if len(tag.FindAllString(text, -1)) == 1 {
			score += 0.125
		}
	}
	if m := plainAfter.FindStringSubmatch(text); m != nil {
		score -= 0.001 * float64(utf8.RuneCountInString(m[1]))
	}
	return max(0, min(0.5, score))
}

func plainTool(made, wanted []plainCall) float64 {
	if len(made) == 0 && len(wanted) == 0 {
		return 0.5
	}
	if len(made) == 0 || len(wanted) == 0 {
		return 0
	}
	names := func(calls []plainCall, whole bool) string {
		var out []string
		for _, c := range calls {
			if whole {
				out = append(out, fmt.Sprintf("%q%s", c.name, canonical(map[string]any(c.args))))
			} else {
				out = append(out, fmt.Sprintf("%q", c.name))
			}
		}
		slices.Sort(out)
		return strings.Join(out, "\n")
	}
	switch {
	case names(made, true) == names(wanted, true):
		return 1
	case names(made, false) == names(wanted, false):
		return 0.75
	}
	return 0.5
}

// plainCert returns Cert by the default rules, and by the paper's letter.
func plainCert(action string, calls []plainCall, s *dataset.Sample, sets map[string]domains.Set) (decided, paper float64) {
	product, mostDecided, mostPaper, offered := 1.0, 0.0, 0.0, false
	for _, c := range calls {
		tool := s.Tool(c.name)
		offered = offered || tool != nil
		w := plainWeight(c, tool, sets[c.name], true)
		product *= w
		mostDecided = max(mostDecided, w)
		mostPaper = max(mostPaper, plainWeight(c, tool, sets[c.name], false))
	}
	switch action {
	case "TOOLCALL":
		if len(calls) == 0 {
			return 0, 0
		}
		return product, mostPaper
	case "ASK":
		if !offered {
			return 0, 1
		}
		return 1 - mostDecided, 1 - mostPaper
	case "":
		return 0, 1
	}
	return 1, 1
}

// plainWeight is w of F3 with epsilon 1e-4.
func plainWeight(c plainCall, tool *domains.Tool, set domains.Set, countAbsent bool) float64 {
	if tool == nil {
		return 0
	}
	w := 1.0
	for name, v := range c.args {
		if p := tool.Param(name); !plainSpecified(v, p, set) {
			w *= plainGuess(name, p, set)
		}
	}
	for i := range tool.Params {
		p := &tool.Params[i]
		if _, there := c.args[p.Name]; countAbsent && p.Required && !there {
			w *= plainGuess(p.Name, p, set)
		}
	}
	return w
}

// plainGuess is 1/n(D), 0 if the domain is empty.
func plainGuess(name string, p *domains.Param, set domains.Set) float64 {
	d, ok := set.Get(name)
	switch {
	case p == nil || !ok || d.Size < 0 || d.Size > 10000:
		return 1e-4
	case d.Size == 0:
		return 0
	}
	return 1 / float64(d.Size)
}

func plainSpecified(v any, p *domains.Param, set domains.Set) bool {
	if !plainUnknown(v) {
		return true
	}
	if p == nil {
		return false
	}
	if p.HasDefault && canonical(v) == canonical(plainDecode(p.Default.JSON())) {
		return true
	}
	if v == nil && p.Nullable {
		return true
	}
	if v == nil || v == "" {
		var listed []any
		if enum, ok := p.Schema.Get("enum"); ok {
			for _, item := range enum.Items() {
				listed = append(listed, plainDecode(item.JSON()))
			}
		}
		if d, ok := set.Get(p.Name); ok && d.Type == domains.Finite {
			for _, item := range d.Values {
				listed = append(listed, plainDecode(item.JSON()))
			}
		}
		return slices.ContainsFunc(listed, func(x any) bool { return canonical(x) == canonical(v) })
	}
	return false
}

func plainUnknown(v any) bool {
	switch v := v.(type) {
	case nil:
		return true
	case string:
		t := strings.TrimFunc(v, func(r rune) bool { return unicode.Is(unicode.White_Space, r) })
		return t == "" || t == "<UNK>"
	case []any:
		return slices.ContainsFunc(v, plainUnknown)
	case map[string]any:
		for _, x := range v {
			if plainUnknown(x) {
				return true
			}
		}
	}
	return false
}

// plainCalls reads a call text strictly; nil if it is malformed.
func plainCalls(text string) []plainCall {
	v, err := plainParse(text)
	if err != nil {
		return nil
	}
	items, ok := v.([]any)
	if !ok {
		items = []any{v}
	}
	var calls []plainCall
	for _, item := range items {
		o, ok := item.(map[string]any)
		if !ok {
			return nil
		}
		name, ok := o["name"].(string)
		if !ok {
			return nil
		}
		if held, ok := o["arguments"].(string); ok {
			if o["arguments"], err = plainParse(held); err != nil {
				return nil
			}
		}
		args, ok := o["arguments"].(map[string]any)
		if !ok {
			return nil
		}
		calls = append(calls, plainCall{name, args})
	}
	return calls
}
