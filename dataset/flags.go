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
	for _, call := range s.Reference.ToolCalls {
		tool := s.Tool(call.Name)
		if tool == nil {
			flags = append(flags, FlagUnknownTool)
			continue
		}
		for i := range tool.Params {
			if _, ok := call.Arguments.Get(tool.Params[i].Name); tool.Params[i].Required && !ok {
				flags = append(flags, FlagMissingArgument)
			}
		}
		for _, arg := range call.Arguments.Members() {
			if tool.Param(arg.Key) == nil {
				flags = append(flags, FlagUnknownArgument)
			}
		}
	}
	if s.HeldOut != "" && !s.heldOutKnown() {
		flags = append(flags, FlagHeldOutUnknown)
	}
	slices.Sort(flags)
	return slices.Compact(flags)
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
	for _, call := range s.Reference.ToolCalls {
		if tool := s.Tool(call.Name); tool != nil && outOfDomain(tool, sets[call.Name], call) {
			flags = append(flags, FlagOutOfDomain)
		}
	}
	slices.Sort(flags)
	return slices.Compact(flags)
}

func outOfDomain(tool *domains.Tool, set domains.Set, call domains.Call) bool {
	for _, arg := range call.Arguments.Members() {
		p := tool.Param(arg.Key)
		d, ok := set.Get(arg.Key)
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
