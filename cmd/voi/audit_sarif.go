package main

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/voi-rl/voi/export"
	"github.com/voi-rl/voi/internal/shard"
	"github.com/voi-rl/voi/reward/audit"
)

// sarif is a log of the static analysis results interchange format, version 2.1.0,
// as far as an audit has something to say.
type sarif struct {
	Schema  string     `json:"$schema"`
	Version string     `json:"version"`
	Runs    []sarifRun `json:"runs"`
}

type sarifRun struct {
	Tool struct {
		Driver sarifDriver `json:"driver"`
	} `json:"tool"`
	Results []sarifResult `json:"results"`
}

type sarifDriver struct {
	Name    string      `json:"name"`
	Version string      `json:"version"`
	URI     string      `json:"informationUri"`
	Rules   []sarifRule `json:"rules"`
}

type sarifRule struct {
	ID    string    `json:"id"`
	Short sarifText `json:"shortDescription"`
	Tags  struct {
		Tags []string `json:"tags"`
	} `json:"properties"`
}

type sarifText struct {
	Text string `json:"text"`
}

type sarifResult struct {
	RuleID      string            `json:"ruleId"`
	Level       string            `json:"level"`
	Message     sarifText         `json:"message"`
	Locations   []sarifLocation   `json:"locations"`
	Fingerprint map[string]string `json:"partialFingerprints"`
}

type sarifLocation struct {
	Physical struct {
		Artifact struct {
			URI string `json:"uri"`
		} `json:"artifactLocation"`
		Region struct {
			Line int `json:"startLine"`
		} `json:"region"`
	} `json:"physicalLocation"`
}

// writeSARIF writes the findings for code review, one run for all rewards.
func (a *audited) writeSARIF(path string) error {
	log := sarif{Schema: "https://json.schemastore.org/sarif-2.1.0.json", Version: "2.1.0", Runs: make([]sarifRun, 1)}
	run := &log.Runs[0]
	run.Tool.Driver = sarifDriver{Name: "voi audit", Version: export.Version, URI: "https://github.com/voi-rl/voi", Rules: []sarifRule{}}
	run.Results = []sarifResult{}
	seen := map[string]bool{}
	add := func(reward, id, level, about, message string, tags []string) {
		if !seen[id] {
			seen[id] = true
			rule := sarifRule{ID: id, Short: sarifText{about}}
			rule.Tags.Tags = append([]string{}, tags...)
			run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, rule)
		}
		r := sarifResult{RuleID: id, Level: level, Message: sarifText{reward + ": " + message}, Locations: make([]sarifLocation, 1), Fingerprint: map[string]string{"voi/v1": reward + "/" + id}}
		r.Locations[0].Physical.Artifact.URI = artifact(reward)
		r.Locations[0].Physical.Region.Line = 1
		run.Results = append(run.Results, r)
	}
	for _, r := range a.Rewards {
		reviewed := map[string]bool{}
		for _, name := range r.Reviewed {
			reviewed[name] = true
		}
		for _, v := range r.Probes {
			if !v.Finding || reviewed[v.Probe] {
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
	text, err := json.MarshalIndent(&log, "", " ")
	if err != nil {
		return err
	}
	return writeWhole(path, append(text, '\n'))
}

// artifact is the file that a reward stands in, as far as its name says.
func artifact(reward string) string {
	name, _, isFunction := strings.Cut(reward, ":")
	switch {
	case pythonFunction.MatchString(reward) && isFunction && !strings.HasSuffix(name, ".py"):
		return strings.ReplaceAll(name, ".", "/") + ".py"
	case pythonFunction.MatchString(reward):
		return filepath.ToSlash(name)
	}
	for word := range strings.FieldsSeq(reward) {
		if strings.ContainsAny(word, `./\`) {
			return filepath.ToSlash(word)
		}
	}
	return "configs/profiles/" + strings.ReplaceAll(reward, " ", "-") + ".yaml"
}

// writeWhole writes a file in place of an old one, or none of it.
func writeWhole(path string, text []byte) error {
	folder := &shard.Folder{Dir: filepath.Dir(path), Owner: "audit"}
	if err := folder.Check(filepath.Base(path)); err != nil {
		return usageError{err}
	}
	_, err := folder.WriteFile(filepath.Base(path), text)
	return err
}
