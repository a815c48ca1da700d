package report

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/voi-rl/voi/export"
	"github.com/voi-rl/voi/internal/infile"
	"github.com/voi-rl/voi/internal/nearest"
	"github.com/voi-rl/voi/internal/parquetfile"
)

func usagef(format string, args ...any) error {
	return &export.UsageError{Err: fmt.Errorf(format, args...)}
}

// inputPrefix is the prefix that voi score gives to colliding columns of its input.
const inputPrefix = "input."

// columns are the columns of one profile in a scored file.
type columns struct {
	prefix     string // "PROFILE.", "" if the file has one profile
	components []string
}

// findColumns returns the columns of each profile in a file, in order. They run from reward
// to action, with the components between.
func findColumns(names []string) (all []columns) {
	seen := map[string]bool{}
	for i, name := range names {
		prefix, ok := strings.CutSuffix(name, "reward")
		if !ok || seen[name] || prefix != "" && !strings.HasSuffix(prefix, ".") || strings.HasPrefix(prefix, inputPrefix) {
			continue
		}
		seen[name] = true // a row may have it twice
		end := slices.Index(names, prefix+"action")
		if end < 0 {
			continue
		}
		c := columns{prefix: prefix}
		for _, name := range names[min(i+1, end):end] {
			if component, ok := strings.CutPrefix(name, prefix); ok {
				c.components = append(c.components, component)
			}
		}
		all = append(all, c)
	}
	return all
}

// Profile is a profile that a file was scored with, as far as the file says.
type Profile struct {
	Name   string      `json:"name"`
	SHA256 string      `json:"sha256"` // "" if the file does not say
	limits *[2]float64 // of its rewards; nil if the file does not say
}

func (p Profile) String() string {
	switch {
	case p.SHA256 == "" && p.Name == "":
		return "an unknown profile"
	case p.SHA256 == "":
		return "profile " + p.Name
	}
	return fmt.Sprintf("profile %s (%.12s)", p.Name, p.SHA256)
}

// readProfiles reads a file's metadata about its profiles, from the footer of Parquet or
// from FILE.meta.json. Metadata of another program is ignored, and the hash is then
// unknown.
func readProfiles(path string, footer *parquetfile.File) (func(prefix string) Profile, error) {
	text := func(key string) string {
		value, _ := footer.Lookup(key)
		return value
	}
	if footer == nil {
		keys, err := readMetaFile(path + ".meta.json")
		if err != nil {
			return nil, err
		}
		text = func(key string) string {
			var s string
			if json.Unmarshal(keys[key], &s) == nil {
				return s
			}
			return string(keys[key])
		}
	}
	var own struct {
		Profiles []struct {
			Profile
			Range *[2]float64 `json:"reward_range"`
		} `json:"profiles"`
	}
	_ = json.Unmarshal([]byte(text("voi")), &own) // without it the name is unknown
	return func(prefix string) Profile {
		p := Profile{Name: strings.TrimSuffix(prefix, "."), SHA256: text(prefix + "profile_sha256")}
		for _, known := range own.Profiles {
			if known.Name == p.Name || p.Name == "" && known.SHA256 == p.SHA256 {
				known.limits = known.Range
				return known.Profile
			}
		}
		return p
	}, nil
}

// maxMetaBytes bounds a metadata file, which is about a page.
const maxMetaBytes = 1 << 20

func readMetaFile(path string) (keys map[string]json.RawMessage, err error) {
	text, err := infile.Read(path, maxMetaBytes)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	_ = json.Unmarshal(text, &keys) // invalid JSON counts as no metadata
	return keys, err
}

// openFooter opens a Parquet file, for its columns and metadata. It returns nil for any
// other file; reading that one as text gives the errors.
func openFooter(path string) (*parquetfile.File, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil || info.IsDir():
		return nil, nil
	case !info.Mode().IsRegular():
		return nil, usagef("%s is no regular file, and is read twice; give the name of one, or JSON lines as standard input (-)", path)
	}
	return parquetfile.OpenPath(path)
}

// choose finds the columns of the named profile; "" names the only profile.
func choose(all []columns, profileOf func(prefix string) Profile, file, name, flag string) (columns, Profile, error) {
	var names []string
	for _, c := range all {
		p := profileOf(c.prefix)
		if p.Name == name || name == "" && len(all) == 1 {
			return c, p, nil
		}
		names = append(names, cmp.Or(p.Name, p.String())) // "an unknown profile" where nothing beside the rows names it
	}
	if name == "" {
		return columns{}, Profile{}, usagef("%s was scored by several profiles: %s; choose with %s", file, strings.Join(names, ", "), flag)
	}
	return columns{}, Profile{}, usagef("%s was scored by %s, and not by %q%s", file, strings.Join(names, ", "), name, nearest.DidYouMean(name, names))
}
