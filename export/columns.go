package export

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// This file holds the JSON text columns that are made of a sample, and what
// reads them back.

// clean makes a text fit for a STRING column. The writer would pass bytes that
// are not UTF-8 on, and readers fail on them.
func clean(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	return strings.ToValidUTF8(s, "\uFFFD")
}

func member(key string, v jsonvalue.Value) jsonvalue.Member {
	return jsonvalue.Member{Key: key, Value: v}
}

// answersText is nil where the source answers no class and says nothing beside.
func answersText(s *dataset.Sample) *string {
	var members []jsonvalue.Member
	for _, action := range completion.Actions {
		if text := s.Answers[action]; text != "" {
			members = append(members, member(string(action), jsonvalue.NewString(text)))
		}
	}
	if s.Reply != "" {
		members = append(members, member(dataset.KeyReply, jsonvalue.NewString(s.Reply)))
	}
	if len(s.GoldMissing) > 0 {
		names := make([]jsonvalue.Value, len(s.GoldMissing))
		for i, name := range s.GoldMissing {
			names[i] = jsonvalue.NewString(name)
		}
		members = append(members, member(dataset.KeyGoldMissing, jsonvalue.NewArray(names...)))
	}
	if members == nil {
		return nil
	}
	text := jsonvalue.NewObject(members...).JSON()
	return &text
}

// ParseAnswers reads the column answers into a sample: an object of actions with their
// texts, and what else the source says of its answer.
func ParseAnswers(v jsonvalue.Value, s *dataset.Sample) error {
	if v.Kind() != jsonvalue.Object {
		return fmt.Errorf("an object of texts is expected, not %s", v.Kind())
	}
	s.Answers, s.Reply, s.GoldMissing = make(dataset.Answers, v.Len()), v.Field(dataset.KeyReply).Str(), nil
	for _, name := range v.Field(dataset.KeyGoldMissing).Items() {
		s.GoldMissing = append(s.GoldMissing, name.Str())
	}
	for _, m := range v.Members() {
		if m.Key == dataset.KeyReply || m.Key == dataset.KeyGoldMissing {
			continue
		}
		action := completion.Action(m.Key)
		if !action.Valid() || m.Value.Kind() != jsonvalue.String {
			return fmt.Errorf("%q does not name an action with its text", m.Key)
		}
		s.Answers[action] = m.Value.Str()
	}
	return nil
}

func provenanceValue(s *dataset.Sample) jsonvalue.Value {
	var heldOut, rejected jsonvalue.Value
	if s.HeldOut != "" {
		heldOut = jsonvalue.NewString(s.HeldOut)
	}
	if s.Rejected != nil {
		rejected = s.Rejected.Value()
	}
	alternatives := make([]jsonvalue.Value, len(s.Alternatives))
	for i, a := range s.Alternatives {
		path := make([]jsonvalue.Value, len(a.Path))
		for j, key := range a.Path {
			path[j] = jsonvalue.NewString(key)
		}
		alternatives[i] = jsonvalue.NewObject(
			member("call", jsonvalue.NewInt(int64(a.Call))),
			member("parameter", jsonvalue.NewString(a.Parameter)),
			member("path", jsonvalue.NewArray(path...)),
			member("values", jsonvalue.NewArray(a.Values...)),
			member("optional", jsonvalue.NewBool(a.Optional)),
		)
	}
	out := jsonvalue.NewObject(member("held_out", heldOut), member("rejected", rejected),
		member("alternatives", jsonvalue.NewArray(alternatives...)))
	if len(s.Following) > 0 {
		out = out.With("following", domains.CallsValue(s.Following))
	}
	return out
}

func parseProvenance(v jsonvalue.Value, s *dataset.Sample) error {
	s.HeldOut = v.Field("held_out").Str()
	following, err := domains.ParseCalls(v.Field("following"))
	if err != nil {
		return fmt.Errorf("following: %w", err)
	}
	s.Following = following
	if r := v.Field("rejected"); !r.IsNull() {
		m, err := dataset.ParseMessage(r)
		if err != nil {
			return fmt.Errorf("rejected: %w", err)
		}
		s.Rejected = &m
	}
	for i, a := range v.Field("alternatives").Items() {
		call, ok := a.Field("call").Int()
		if !ok || call < 0 || call >= int64(len(s.Reference.ToolCalls)) {
			return fmt.Errorf("alternatives[%d] is of call %s, of %d", i, a.Field("call").JSON(), len(s.Reference.ToolCalls))
		}
		var path []string
		for _, key := range a.Field("path").Items() {
			path = append(path, key.Str())
		}
		s.Alternatives = append(s.Alternatives, dataset.Alternative{
			Call:      int(call),
			Parameter: a.Field("parameter").Str(),
			Path:      path,
			Values:    a.Field("values").Items(),
			Optional:  a.Field("optional").Bool(),
		})
	}
	return nil
}

func domainsValue(tools []domains.Tool, sets map[string]domains.Set) jsonvalue.Value {
	members := make([]jsonvalue.Member, len(tools))
	for i := range tools {
		members[i] = member(tools[i].Name, sets[tools[i].Name].Value())
	}
	return jsonvalue.NewObject(members...)
}

func parseDomains(v jsonvalue.Value) (map[string]domains.Set, error) {
	if v.Kind() != jsonvalue.Object {
		return nil, fmt.Errorf("an object of tools is expected, not %s", v.Kind())
	}
	sets := make(map[string]domains.Set, v.Len())
	for _, m := range v.Members() {
		set, err := domains.ParseSet(m.Value)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", m.Key, err)
		}
		sets[m.Key] = set
	}
	return sets, nil
}
