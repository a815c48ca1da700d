package export

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/voi-rl/voi/internal/infile"
	"github.com/voi-rl/voi/internal/shard"
)

// Manifest describes a folder and its inputs. It is written last: a folder without a
// manifest is not finished. It contains no time and no path of the machine.
type Manifest struct {
	Voi           string     `json:"voi"`            // Version
	SchemaVersion int        `json:"schema_version"` // of the columns
	Config        Config     `json:"config"`
	ConfigSHA256  string     `json:"config_sha256"` // of Config as compact JSON
	Inputs        []InputSum `json:"inputs"`
	WorldSize     int        `json:"world_size"`
	Rank          *int       `json:"rank,omitempty"` // only in the manifest of one rank

	Records  int64   `json:"records"` // rows read: Rows + Rejected, unless a record gives several
	Rows     int64   `json:"rows"`    // samples written
	Rejected int64   `json:"rejected"`
	Counts   Counts  `json:"counts"`
	Shards   []Shard `json:"shards"`
	Left     Shard   `json:"rejected_file"` // the rejected rows

	DuplicateIDs      []string `json:"duplicate_ids"`       // ids with different rows, sorted, at most MaxDuplicateIDs
	DuplicateIDsTotal int64    `json:"duplicate_ids_total"` // their total number
}

func (b *builder) newManifest() *Manifest {
	m := &Manifest{
		Voi: Version, SchemaVersion: SchemaVersion,
		Config: b.plan.config, ConfigSHA256: b.plan.config.hash(),
		WorldSize: b.plan.rank.Count,
	}
	for _, s := range b.sources.list {
		m.Inputs = append(m.Inputs, s.sum)
	}
	return m
}

// finish fills in the results.
func (m *Manifest) finish(s *step, left shard.Sum, name string) {
	m.Counts = s.Counts.filled()
	m.Rows, m.Rejected = s.Counts.Rows, s.Counts.Rejected
	m.Records = m.Counts.records()
	m.Shards = slices.Clone(s.Shards)
	m.sortShards()
	m.Left = Shard{Path: name, Rows: m.Rejected, Sum: left}
	m.DuplicateIDs = []string{}
}

func (m *Manifest) sortShards() {
	slices.SortFunc(m.Shards, func(a, b Shard) int { return strings.Compare(a.Path, b.Path) })
	if m.Shards == nil {
		m.Shards = []Shard{}
	}
}

// identity is the part of a manifest that all ranks of a run share, known before anything
// is written.
func (m *Manifest) identity() []byte {
	inputs := slices.Clone(m.Inputs)
	for i := range inputs {
		inputs[i].Records = 0
	}
	text, err := json.Marshal(struct {
		Voi           string     `json:"voi"`
		SchemaVersion int        `json:"schema_version"`
		Config        Config     `json:"config"`
		Inputs        []InputSum `json:"inputs"`
		WorldSize     int        `json:"world_size"`
	}{m.Voi, m.SchemaVersion, m.Config, inputs, m.WorldSize})
	if err != nil {
		panic(err) // strings and numbers always encode
	}
	return text
}

func (m *Manifest) encode() []byte {
	text, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		panic(err) // strings and numbers always encode
	}
	return append(text, '\n')
}

// maxManifest bounds a manifest that is read, in bytes.
const maxManifest = 64 << 20

// ReadManifest reads the manifest of a folder.
func ReadManifest(dir string) (*Manifest, error) {
	m, err := readManifest(filepath.Join(dir, manifestFile))
	if errors.Is(err, fs.ErrNotExist) {
		if _, statErr := os.Stat(dir); statErr != nil {
			return nil, fmt.Errorf("there is no folder %s; check the path", dir)
		}
		return nil, fmt.Errorf("%s has no manifest: its build is not finished (go on with --resume), or it is no folder of voi", dir)
	}
	return m, err
}

func readManifest(path string) (*Manifest, error) {
	text, err := infile.Read(path, maxManifest)
	if err != nil {
		return nil, fmt.Errorf("reading the manifest: %w", err)
	}
	var m Manifest
	if err := json.Unmarshal(text, &m); err != nil {
		return nil, fmt.Errorf("the manifest %s cannot be read: %w; if another version of voi wrote it, build the folder again", path, err)
	}
	return &m, nil
}
