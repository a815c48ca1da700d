package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"

	"github.com/spf13/pflag"

	"github.com/voi-rl/voi/configs"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/export"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/yamlvalue"
	"github.com/voi-rl/voi/trajectory"
	"github.com/voi-rl/voi/trajectory/reader"
)

// runInputs are the flags of every command that reads recorded runs.
type runInputs struct {
	as          string
	tools       string
	toolsFlag   string
	critical    []string
	stepProfile string
}

// register adds the flags. toolsFlag is the name of the flag for a file of tools.
func (f *runInputs) register(flags *pflag.FlagSet, toolsFlag, profile string) {
	flags.StringVar(&f.as, "as", "", "read rows that could be both as `samples|trajectories` (default samples)")
	flags.StringVar(&f.stepProfile, "step-profile", profile, "of runs: what each step earns, by the profile `NAME` (default) or path, and its advantages among the runs of its task; reads the runs twice")
	f.registerWorld(flags, toolsFlag)
}

// registerWorld adds the flags for knowledge about tools beside the runs.
func (f *runInputs) registerWorld(flags *pflag.FlagSet, toolsFlag string) {
	f.toolsFlag = toolsFlag
	flags.StringVar(&f.tools, toolsFlag, "", "of runs: `FILE` of the tools that were offered where a source does not say")
	flags.StringArrayVar(&f.critical, "critical", nil, "of runs: YAML `FILE` of the tools that change the world (critical, read_only, ask, preconditions), repeatable; it wins over the built-in lists")
}

// readOnce reports whether an input can be read only once, like standard input or a pipe. A
// missing file counts as readable again; opening it reports the error.
func readOnce(path string) bool {
	info, err := os.Stat(path)
	return path == "-" || err == nil && !info.Mode().IsRegular() && !info.IsDir()
}

// detect reports whether the first input with rows holds recorded runs. A pipe can be read
// only once, so it is not inspected: there --as decides.
func (f *runInputs) detect(ctx context.Context, args []string) (bool, error) {
	switch {
	case f.as == "trajectories":
		return true, nil
	case f.as != "" && f.as != "samples":
		return false, usagef("--as %q is neither samples nor trajectories", f.as)
	case f.as == "samples":
		return false, nil
	}
	for _, path := range args {
		if readOnce(path) {
			return false, nil
		}
		if row, run := reader.First(ctx, path); !row.IsNull() {
			return run, nil
		} // an error of the file is reported when it is scored
	}
	return false, nil
}

// maxConfig bounds the files of tools and of critical tools, in bytes.
const maxConfig = 8 << 20

// load reads the configurations of the flags.
func (f *runInputs) load() (*export.Runs, error) {
	r, err := f.loadWorld()
	if err == nil && f.stepProfile != "" {
		r.Profile, r.RunConfig.Profile, err = loadStepProfile(f.stepProfile)
	}
	return r, err
}

// loadWorld reads the knowledge about tools beside the runs.
func (f *runInputs) loadWorld() (*export.Runs, error) {
	r := &export.Runs{}
	critical, err := f.loadCritical(r)
	if err != nil {
		return nil, err
	}
	var tools domains.Value
	if f.tools != "" {
		text, err := readText(f.tools, maxConfig)
		if err != nil {
			return nil, err
		}
		if tools, err = domains.ParseValue(text); err != nil {
			return nil, fmt.Errorf("--%s %s: %w", f.toolsFlag, f.tools, err)
		}
		if list := tools.Field("tools"); !list.IsNull() {
			tools = list
		}
		r.Tools = hashOf(tools)
	}
	r.Counter, err = trajectory.NewCounter(critical, tools)
	return r, err
}

// loadCritical reads the lists of critical tools: the built-in ones, and those of
// --critical, which override them.
func (f *runInputs) loadCritical(r *export.Runs) (*trajectory.Critical, error) {
	texts := configs.Critical()
	built := len(texts)
	for _, path := range f.critical {
		text, err := readText(path, maxConfig)
		if err != nil {
			return nil, err
		}
		texts = append(texts, []byte(text))
	}
	var lists []domains.Value
	for i, text := range texts {
		v, err := yamlvalue.Parse(string(text), jsonvalue.Options{})
		if err == nil {
			_, err = trajectory.NewCritical(v)
		}
		if err != nil && i >= built {
			return nil, usageError{fmt.Errorf("--critical %s: %w", f.critical[i-built], err)}
		}
		lists = append(lists, v)
	}
	r.Critical = hashOf(lists...)
	return trajectory.NewCritical(lists...)
}

// defaultSteps is the built-in profile of step rewards.
const defaultSteps = "default"

// loadStepProfile loads a profile of step rewards by its name or path, with a hash that
// identifies it.
func loadStepProfile(name string) (p *trajectory.StepProfile, hash string, err error) {
	text := string(configs.StepProfile(name))
	if text == "" {
		if text, err = readText(name, maxConfig); err != nil {
			return nil, "", err
		}
	}
	v, err := yamlvalue.Parse(text, jsonvalue.Options{})
	if err == nil {
		p, err = trajectory.ParseStepProfile(v)
	}
	if err != nil {
		return nil, "", usageError{fmt.Errorf("--step-profile %s: %w", name, err)}
	}
	return p, hashOf(v), nil
}

// hashOf is a hash of the content of configurations.
func hashOf(values ...domains.Value) string {
	sum := sha256.Sum256(jsonvalue.NewArray(values...).AppendCanonical(nil))
	return hex.EncodeToString(sum[:])
}
