package export

import (
	"fmt"
	"strings"

	"github.com/voi-rl/voi/certainty/grounding"
	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/label"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// Readings are corrected readings (F4) by sample id, from ParseReadings. They win over any
// reader. The zero Readings is empty.
type Readings struct {
	byID map[string]jsonvalue.Value
	sha  string
}

// ParseReadings reads JSON lines from voi read: {"sample_id", "mentions", "slots"}. An
// error names the line that is no reading, or that repeats an id.
func ParseReadings(text string) (Readings, error) {
	r := Readings{byID: map[string]jsonvalue.Value{}, sha: hashText(text)}
	for n, line := range strings.Split(text, "\n") {
		if strings.TrimSpace(line) == "" {
			continue
		}
		v, err := jsonvalue.Parse(line, columnOptions)
		if err != nil {
			return r, fmt.Errorf("line %d: %w", n+1, err)
		}
		id := v.Field("sample_id").Str()
		if id == "" {
			return r, fmt.Errorf("line %d names no sample; give sample_id, as voi read does", n+1)
		}
		if _, twice := r.byID[id]; twice {
			return r, fmt.Errorf("line %d: the sample %.60q has a reading in an earlier line", n+1, id)
		}
		r.byID[id] = v
	}
	return r, nil
}

func (r Readings) hash() string { return r.sha }

// of returns the corrected reading of a sample, nil if there is none.
func (r Readings) of(s *dataset.Sample) (*grounding.Reading, error) {
	v, ok := r.byID[s.ID]
	if !ok {
		return nil, nil
	}
	reading, err := grounding.ParseReading(v, label.Input(s, s.Domains))
	if err != nil {
		return nil, err
	}
	reading.Correct()
	return reading, nil
}
