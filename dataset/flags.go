package dataset

import (
	"slices"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// Flags lists all flags of samples.
func Flags() []Flag {
	return []Flag{FlagUnknownTool, FlagMissingArgument, FlagUnknownArgument, FlagOutOfDomain, FlagNoTools, FlagDuplicateTool, FlagEmptyDomain,
		FlagEscaped, FlagActionConflict, FlagHeldOutUnknown, FlagReadByRules, FlagBadValue, FlagModelQuestion, FlagUngrounded, FlagAsksKnown}
}

// AddFlags adds flags; Flags stays sorted and without repeats.
func (s *Sample) AddFlags(flags ...Flag) {
	if len(flags) == 0 {
		return
	}
	s.Flags = append(slices.Clip(s.Flags), flags...)
	slices.Sort(s.Flags)
	s.Flags = slices.Compact(s.Flags)
}

// Tool returns the offered tool with that name, nil if there is none.
func (s *Sample) Tool(name string) *domains.Tool { return domains.ToolNamed(s.Tools, name) }

// ShapeFlags returns the flags that follow from tools and calls alone: no_tools,
// reference_unknown_tool, reference_missing_argument, reference_unknown_argument,
// held_out_unknown.
func (s *Sample) ShapeFlags() []Flag {
	var flags []Flag
	if len(s.Tools) == 0 {
		flags = append(flags, FlagNoTools)
	}
	tools := s.called(nil)
	for _, call := range s.Reference.ToolCalls {
		tool := tools[call.Name]
		if tool == nil {
			flags = append(flags, FlagUnknownTool)
			continue
		}
		required := tool.required
		for _, arg := range call.Arguments.Members() {
			if p := tool.params[arg.Key]; p == nil {
				flags = append(flags, FlagUnknownArgument)
			} else if p.Required {
				required--
			}
		}
		if required > 0 {
			flags = append(flags, FlagMissingArgument)
		}
	}
	if s.HeldOut != "" && !s.heldOutKnown() {
		flags = append(flags, FlagHeldOutUnknown)
	}
	slices.Sort(flags)
	return slices.Compact(flags)
}

// calledTool is a tool that the reference calls, by the names of its parameters.
type calledTool struct {
	params   map[string]*domains.Param
	required int // number of required ones
	domains  map[string]domains.Domain
}

// called returns the tools that the reference calls; where a name repeats, the first.
func (s *Sample) called(sets map[string]domains.Set) map[string]*calledTool {
	tools := make(map[string]*calledTool)
	for _, call := range s.Reference.ToolCalls {
		tools[call.Name] = nil
	}
	for i := range s.Tools {
		t := &s.Tools[i]
		if known, called := tools[t.Name]; !called || known != nil {
			continue
		}
		c := &calledTool{params: make(map[string]*domains.Param, len(t.Params)), domains: make(map[string]domains.Domain, len(t.Params))}
		for k := range t.Params {
			p := &t.Params[k]
			if c.params[p.Name] = p; p.Required {
				c.required++
			}
		}
		for _, p := range sets[t.Name] {
			c.domains[p.Name] = p.Domain
		}
		tools[t.Name] = c
	}
	return tools
}

// heldOutKnown reports whether the held-out parameter belongs to an offered tool that the
// held-out call names.
func (s *Sample) heldOutKnown() bool {
	return slices.ContainsFunc(s.HeldOutCall, func(c domains.Call) bool {
		tool := s.Tool(c.Name)
		return tool != nil && tool.Param(s.HeldOut) != nil
	})
}

// DomainFlags returns the flags that follow from the domains of the tools (sets: tool name
// to Set): reference_out_of_domain if a specified argument of the reference, coerced as in
// F3, is outside of its domain; empty_domain if a parameter admits no value (F1).
func (s *Sample) DomainFlags(sets map[string]domains.Set) []Flag {
	var flags []Flag
	for i := range s.Tools {
		for _, p := range sets[s.Tools[i].Name] {
			if p.Domain.Size == 0 {
				flags = append(flags, FlagEmptyDomain)
			}
		}
	}
	tools := s.called(sets)
	for _, call := range s.Reference.ToolCalls {
		if tool := tools[call.Name]; tool != nil && outOfDomain(tool, call) {
			flags = append(flags, FlagOutOfDomain)
		}
	}
	slices.Sort(flags)
	return slices.Compact(flags)
}

func outOfDomain(tool *calledTool, call domains.Call) bool {
	for _, arg := range call.Arguments.Members() {
		p := tool.params[arg.Key]
		d, ok := tool.domains[arg.Key]
		if p == nil || !ok || arg.Value.IsNull() || p.HasDefault && jsonvalue.Equal(arg.Value, p.Default) {
			continue
		}
		if text := arg.Value.Str(); arg.Value.Kind() == jsonvalue.String && (text == "" || text == "<UNK>") {
			continue
		}
		if !d.Contains(domains.Coerce(p, arg.Value)) {
			return true
		}
	}
	return false
}
