package report

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/lookup"
	"github.com/voi-rl/voi/internal/rollout"
)

// identity identifies a row.
type identity struct {
	sample string  // its id, or a substitute; for a run that of its task
	run    string  // the id of a run
	digest uint64  // of the sample
	group  uint64  // of the row's group
	text   uint64  // of the completion
	class  int8    // the reference action, noAction where it is not known
	evpi   float64 // of the sample's best question, NaN where it is not known
}

// identityKeys are the columns that identify the sample of a row, and its completion.
var identityKeys = slices.Concat([]string{"sample_id", "reference", "evpi_max", rollout.ParamsKey}, rollout.LabelKeys, rollout.PromptKeys, rollout.CompletionKeys)

// identifier reads the identities of the rows of a file.
type identifier struct {
	group   []string // the columns that group rows, if the user named them
	groupID bool     // rows have the column group_id
	step    bool     // rows have the column step
	samples *lookup.Store

	last struct { // the label of the previous row, which is often the same
		raw       string
		is        bool // it is a label in voi's format
		sample    string
		reference int8
	}
	prompted struct { // the prompt of the previous row, and its sample
		digest uint64
		sample string
	}
}

var errNoSample = errors.New("the row names no sample: it has neither sample_id nor label nor prompt")

// of reads the identity of the current row of s.
func (n *identifier) of(s *source) (id identity, err error) {
	id.class, id.evpi = noAction, math.NaN()
	if v, err := s.value("sample_id"); err != nil {
		return id, err
	} else if !v.IsNull() {
		id.sample = plain(v)
	}
	if v, err := s.value("reference"); err != nil {
		return id, err
	} else if a := actionPlace(opened(v).Field("action")); a >= 0 {
		id.class = a
	}
	if id.sample == "" || id.class == noAction {
		if err := n.label(s, &id); err != nil {
			return id, err
		}
	}
	named := id.sample != ""
	if !named {
		if named, err = n.prompt(s, &id); err != nil {
			return id, err
		}
	}
	if named {
		id.digest = digest(id.sample)
	}
	if v, err := s.value("evpi_max"); err != nil {
		return id, err
	} else if f, ok := v.Float(); ok && f >= 0 && f <= 1 {
		id.evpi = f
	}
	if named && n.samples != nil && (id.class == noAction || math.IsNaN(id.evpi)) {
		n.lookUp(&id)
	}
	return id, n.rest(s, &id)
}

// prompt finds the sample of a row by its prompt, as scoring does. If there is none, the
// prompt itself identifies the sample.
func (n *identifier) prompt(s *source, id *identity) (found bool, err error) {
	prompt := rollout.Prompt(func(column string) jsonvalue.Value {
		v, bad := s.value(column)
		err = errors.Join(err, bad)
		return v
	})
	if err != nil {
		return false, err
	}
	if prompt.IsNull() {
		return false, errNoSample
	}
	key := prompt.Key()
	if id.digest = digest(key); id.digest != n.prompted.digest {
		n.prompted.digest, n.prompted.sample = id.digest, ""
		if n.samples != nil {
			for _, text := range rollout.PromptTexts(prompt) {
				if found, ok := n.samples.ByPrompt(text); ok {
					n.prompted.sample = found
					break
				}
			}
		}
	}
	if id.sample = n.prompted.sample; id.sample != "" {
		return true, nil
	}
	id.sample = strings.Clone(short(prompt))
	return false, nil
}

// rest reads the group and the completion.
func (n *identifier) rest(s *source, id *identity) error {
	key, err := n.groupKey(s, id)
	if err != nil {
		return err
	}
	id.group = digest(key)
	for _, column := range rollout.CompletionKeys {
		v, err := s.value(column)
		if err != nil {
			return err
		}
		if !v.IsNull() {
			id.text = digest(v.Key())
			break
		}
	}
	return nil
}

// groupKey returns the same text for all rows of a group, as in scoring: the values of the
// named columns if the row has all of them; else its group_id; else its sample with its
// step.
func (n *identifier) groupKey(s *source, id *identity) (string, error) {
	named, key := len(n.group) > 0, ""
	for _, column := range n.group {
		v, err := s.value(column)
		if err != nil {
			return "", err
		}
		named = named && !v.IsNull()
		text := v.Key()
		key += strconv.Itoa(len(text)) + ":" + text
	}
	if named {
		return key, nil
	}
	if n.groupID {
		if v, err := s.value(rollout.GroupKey); err != nil || !v.IsNull() {
			return "g" + v.Key(), err
		}
	}
	step := ""
	if n.step {
		v, err := s.value(rollout.StepKey)
		if err != nil {
			return "", err
		}
		step = v.Key()
	}
	return "s" + step + " " + strconv.FormatUint(id.digest, 16), nil
}

// label reads the sample and the reference in the label of a row.
func (n *identifier) label(s *source, id *identity) error {
	for _, column := range rollout.LabelKeys {
		v, err := s.value(column)
		if err != nil {
			return err
		}
		if raw := v.Key(); raw != n.last.raw {
			n.last.raw, n.last.sample, n.last.reference = raw, "", noAction
			var fields []jsonvalue.Member
			fields, n.last.is = rollout.Label(v)
			for _, m := range fields {
				switch m.Key {
				case "sample_id":
					n.last.sample = plain(m.Value)
				case "reference":
					if a := actionPlace(opened(m.Value).Field("action")); a >= 0 {
						n.last.reference = a
					}
				}
			}
		}
		if !n.last.is {
			continue
		}
		if id.sample == "" {
			id.sample = n.last.sample
		}
		if id.class == noAction {
			id.class = n.last.reference
		}
		return nil
	}
	return nil
}

// lookUp adds what only the shards know of the sample.
func (n *identifier) lookUp(id *identity) {
	action, evpi, err := n.samples.Outline(id.sample)
	if err != nil {
		return // the class and the EVPI stay unknown
	}
	if i := slices.Index(completion.Actions[:], action); i >= 0 && id.class == noAction {
		id.class = int8(i)
	}
	if evpi != nil && math.IsNaN(id.evpi) {
		id.evpi = *evpi
	}
}

// plain returns the content of a string, and the JSON of any other value.
func plain(v jsonvalue.Value) string {
	switch v.Kind() {
	case jsonvalue.Null:
		return ""
	case jsonvalue.String:
		return strings.Clone(v.Str())
	}
	return v.JSON()
}

func digest(text string) uint64 {
	sum := sha256.Sum256([]byte(text))
	return binary.LittleEndian.Uint64(sum[:])
}
