package main

import (
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/voi-rl/voi/export"
	"github.com/voi-rl/voi/internal/shard"
	"github.com/voi-rl/voi/reward/audit"
)

// object is a JSON object of a SARIF 2.1.0 log. Only the parts that an audit can fill are
// written.
type object = map[string]any

// writeSARIF writes the findings for code review, as one run for all rewards.
func (a *audited) writeSARIF(stdout io.Writer, path string) error {
	rules, results := []object{}, []object{}
	seen := map[string]bool{}
	steps := false // the reward is a profile of step rewards
	add := func(reward, id, level, about, message string, tags []string) {
		if !seen[id] {
			seen[id] = true
			rules = append(rules, object{"id": id, "shortDescription": object{"text": about}, "properties": object{"tags": append([]string{}, tags...)}})
		}
		results = append(results, object{
			"ruleId": id, "level": level, "message": object{"text": reward + ": " + message},
			"locations": []object{{"physicalLocation": object{
				"artifactLocation": object{"uri": artifact(reward, steps)}, "region": object{"startLine": 1},
			}}},
			"partialFingerprints": object{"voi/v1": reward + "/" + id},
		})
	}
	for _, r := range a.Rewards {
		steps = r.Steps
		for _, v := range r.Probes {
			if !v.Finding || slices.Contains(r.Reviewed, v.Probe) {
				continue
			}
			level, message := "error", "a policy that "+v.About
			switch {
			case v.Judge:
				level, message = "note", message+" is paid as honest work is; no rule can judge it"
			case v.Kind == audit.Same:
				level, message = "warning", fmt.Sprintf("%s loses more than 5%% on %s of samples", message, v.Found.Percent())
			case v.Kind == audit.Blind:
				message = fmt.Sprintf("%s earns %.2f of what honest work does", message, *v.Ratio)
			default:
				message = fmt.Sprintf("%s is paid for it on %s of samples", message, v.Found.Percent())
			}
			add(r.Reward, v.Probe, level, v.About, message, v.Anchors)
		}
		for _, c := range r.Conduct {
			add(r.Reward, c.Code, "error", "the reward "+c.About, strings.TrimSuffix("the reward "+c.About+": "+c.Detail, ": "), nil)
		}
	}
	driver := object{"name": "voi audit", "version": export.Version, "informationUri": "https://github.com/voi-rl/voi", "rules": rules}
	text, err := json.MarshalIndent(object{
		"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0",
		"runs": []object{{"tool": object{"driver": driver}, "results": results}},
	}, "", " ")
	if err != nil {
		return err
	}
	return writeWhole(stdout, path, append(text, '\n'))
}

// artifact is the file of a reward, as far as its name tells.
func artifact(reward string, steps bool) string {
	name, _, isFunction := strings.Cut(reward, ":")
	switch {
	case pythonFunction(reward) && isFunction && !strings.HasSuffix(name, ".py"):
		return strings.ReplaceAll(name, ".", "/") + ".py"
	case pythonFunction(reward):
		return filepath.ToSlash(name)
	}
	for word := range strings.FieldsSeq(reward) {
		if strings.ContainsAny(word, `./\`) {
			return filepath.ToSlash(word)
		}
	}
	if steps {
		return "configs/steps/" + reward + ".yaml"
	}
	return "configs/profiles/" + strings.ReplaceAll(reward, " ", "-") + ".yaml"
}

// writeWhole writes a file atomically, replacing an old one; "-" is stdout.
func writeWhole(stdout io.Writer, path string, text []byte) error {
	if path == "-" {
		_, err := stdout.Write(text)
		return err
	}
	_, err := folderOf(path).WriteFile(filepath.Base(path), text)
	return err
}

func folderOf(path string) *shard.Folder {
	return &shard.Folder{Dir: filepath.Dir(path), Owner: "audit"}
}

// writable is an error where no file can be written to a path, said before the work.
func writable(path string) error {
	if path == "" || path == "-" {
		return nil
	}
	f, err := folderOf(path).Create(filepath.Base(path))
	if err != nil {
		return usageError{err}
	}
	f.Abort()
	return nil
}
