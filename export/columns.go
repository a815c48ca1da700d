package export

import (
	"fmt"
	"strings"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// This file makes the JSON text columns of a sample, and reads them back.

// clean makes a text valid for a STRING column. The writer would write bytes that are not
// UTF-8, and readers would fail on them.
func clean(s string) string { return strings.ToValidUTF8(s, "\uFFFD") }

// answersText is nil if the source gives no answer of any class and no further data.
func answersText(s *dataset.Sample) *string {
	v := s.AnswersValue()
	if v.IsNull() {
		return nil
	}
	text := v.JSON()
	return &text
}

func domainsValue(tools []domains.Tool, sets map[string]domains.Set) jsonvalue.Value {
	var of jsonvalue.Members
	for i := range tools {
		of.Add(tools[i].Name, sets[tools[i].Name].Value())
	}
	return of.Value()
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
		sets[strings.Clone(m.Key)] = set
	}
	return sets, nil
}
