package report

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"math"
	"slices"
	"strings"

	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/lookup"
)

// identity says which row a row is.
type identity struct {
	sample string  // its id, or what stands for it
	digest uint64  // of the sample
	key    uint64  // of the sample and the group
	text   uint64  // of the completion
	class  int8    // the reference action, noAction where it is not known
	evpi   float64 // of the sample's best question, NaN where it is not known
}

// The columns that say which sample a row is of, the best first. Rows of
// trainers carry the sample in a label, or only its prompt.
var (
	labelKeys    = []string{"label", "ground_truth", "gts", "labels"}
	promptKeys   = []string{"prompt", "prompts", "input", "messages", "query", "responses_create_params"}
	textKeys     = []string{"completion", "output", "response"}
	identityKeys = append(append(append([]string{"sample_id", "reference", "evpi_max"}, labelKeys...), promptKeys...), textKeys...)
)

// identifier tells the identities of the rows of a file.
type identifier struct {
	group   string // the column that groups, "" for none
	samples *lookup.Store

	last struct { // the label of the row before, which groups repeat
		raw       string
		sample    string
		reference int8
	}
}

var errNoSample = errors.New("the row names no sample: it has neither sample_id nor label nor prompt")

// of reads the identity of the row that s is at.
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
	for _, key := range promptKeys {
		if id.sample != "" {
			break
		}
		v, err := s.value(key)
		if err != nil {
			return id, err
		}
		if !v.IsNull() {
			id.sample = key + " " + strings.Clone(short(v))
			id.digest = digest(v.Key())
		}
	}
	if id.sample == "" {
		return id, errNoSample
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

// rest reads the group and the completion.
func (n *identifier) rest(s *source, id *identity) error {
	id.key = id.digest
	if n.group != "" {
		v, err := s.value(n.group)
		if err != nil {
			return err
		}
		var pair [8]byte
		binary.LittleEndian.PutUint64(pair[:], id.digest)
		id.key = digest(string(pair[:]) + v.Key())
	}
	for _, key := range textKeys {
		v, err := s.value(key)
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

// label reads the sample and the reference that the label of a row names.
func (n *identifier) label(s *source, id *identity) error {
	for _, key := range labelKeys {
		v, err := s.value(key)
		if err != nil {
			return err
		}
		if items := v.Items(); len(items) == 1 {
			v = items[0] // batches of one
		}
		if v.Kind() != jsonvalue.Object && (v.Kind() != jsonvalue.String || !strings.HasPrefix(strings.TrimSpace(v.Str()), "{")) {
			continue
		}
		raw := v.Key()
		if raw != n.last.raw {
			label := opened(v)
			n.last.raw, n.last.sample = raw, plain(label.Field("sample_id"))
			reference := opened(label.Field("reference"))
			if action := label.Field("action"); action.Kind() == jsonvalue.String {
				reference = label
			}
			if n.last.reference = actionPlace(reference.Field("action")); n.last.reference < 0 {
				n.last.reference = noAction
			}
		}
		if id.sample == "" {
			id.sample = n.last.sample
		}
		if id.class == noAction {
			id.class = n.last.reference
		}
	}
	return nil
}

// lookUp finds in the shards what the row does not say of its sample.
func (n *identifier) lookUp(id *identity) {
	action, evpi, err := n.samples.Outline(id.sample)
	if err != nil {
		return // the class, and the EVPI, are not known
	}
	if i := slices.Index(completion.Actions[:], action); i >= 0 && id.class == noAction {
		id.class = int8(i)
	}
	if evpi != nil && math.IsNaN(id.evpi) {
		id.evpi = *evpi
	}
}

// plain is a text as it is, and what is none as JSON.
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
