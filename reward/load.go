package reward

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/voi-rl/voi/configs"
	"github.com/voi-rl/voi/internal/infile"
	"github.com/voi-rl/voi/internal/nearest"
)

// MaxProfileBytes is the largest size of a profile's text.
const MaxProfileBytes = 1 << 16

// DefaultProfile is the profile used if none is named.
const DefaultProfile = "guarded"

// Names returns the names of the built-in profiles, sorted.
func Names() []string { return configs.Profiles() }

// Load returns the built-in profile with that name, or reads a profile from a
// file. A built-in name wins over a file with the same name; "./name" is always
// a file. The error gives the problem, the line, and the nearest known name or
// key.
func Load(nameOrPath string) (*Profile, error) {
	if text := configs.Profile(nameOrPath); text != nil {
		return Parse(nameOrPath, text)
	}
	text, err := infile.Read(nameOrPath, MaxProfileBytes)
	switch {
	case errors.Is(err, fs.ErrNotExist) && !strings.ContainsAny(nameOrPath, `/\.`):
		return nil, fmt.Errorf("there is no profile %q, nor a file of that name%s; the built-in ones are %s",
			nameOrPath, nearest.DidYouMean(nameOrPath, Names()), strings.Join(Names(), ", "))
	case err != nil:
		return nil, fmt.Errorf("reading the profile: %w; give the path of a YAML file or one of %s", err, strings.Join(Names(), ", "))
	}
	p, err := Parse(nameOrPath, text)
	if err != nil {
		return nil, err
	}
	if p.name == nameOrPath { // the text gives no name
		base := filepath.Base(nameOrPath)
		p.name = strings.TrimSuffix(base, filepath.Ext(base))
	}
	return p, nil
}
