package configs

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io/fs"
	"path"
	"slices"
	"strings"
)

//go:embed prompts/*.md prompts/*.json profiles/*.yaml critical/*.yaml observations/*.yaml steps/*.yaml runs/*.jsonl examples/*.jsonl examples/possible_answer/*.jsonl
var files embed.FS

// SystemPromptVersion names the system prompt that SystemPrompt returns. Changing one
// character of the text makes a new version.
const SystemPromptVersion = "system.v1"

// SystemPrompt returns the default system prompt, without the tools of a
// sample, which export appends. It ends in a newline.
func SystemPrompt() string {
	return string(read("prompts/" + SystemPromptVersion + ".md"))
}

// ModelPrompt is a prompt for the model that voi itself asks (package internal/llm).
type ModelPrompt struct {
	Name   string // with its version: annotate.v1
	Text   string // the system message
	Repair string // the message that asks again after an invalid answer
	SHA256 string // of Text and Repair
	Schema string // JSON Schema of the answer
}

// AnnotatePrompt asks for the domains of parameters that a schema leaves open.
func AnnotatePrompt() ModelPrompt { return modelPrompt("annotate.v1") }

// CandidatesPrompt asks for the calls that a conversation may mean.
func CandidatesPrompt() ModelPrompt { return modelPrompt("candidates.v1") }

// QuestionPrompt asks for the text of a question.
func QuestionPrompt() ModelPrompt { return modelPrompt("question.v1") }

// JudgePrompt asks for the judgements that no rule can make (F11).
func JudgePrompt() ModelPrompt { return modelPrompt("judge.v1") }

// ReadingPrompt asks what a conversation says (F4).
func ReadingPrompt() ModelPrompt { return modelPrompt("reading.v1") }

// PredicatePrompt asks whether a statement holds, given the observations (T4).
func PredicatePrompt() ModelPrompt { return modelPrompt("predicate.v1") }

// BeliefPrompt asks what an observation adds to the notes of a search (T3).
func BeliefPrompt() ModelPrompt { return modelPrompt("belief.v1") }

// DirectorPrompt asks whether a critical call may be made (NOD's Director).
func DirectorPrompt() ModelPrompt { return modelPrompt("director.v1") }

// The prompts of the gateway's policies that ask a model (G2): QuestionsPrompt asks for
// five questions (SAGE-Agent), NavigatorPrompt for the global state (NOD), PlanPrompt for
// predicates (SDP), ReviewPrompt whether a reply may be given, VotePrompt which of several
// replies is best.
func QuestionsPrompt() ModelPrompt { return modelPrompt("questions.v1") }
func NavigatorPrompt() ModelPrompt { return modelPrompt("state.v1") }
func PlanPrompt() ModelPrompt      { return modelPrompt("plan.v1") }
func ReviewPrompt() ModelPrompt    { return modelPrompt("review.v1") }
func VotePrompt() ModelPrompt      { return modelPrompt("vote.v1") }

// UserPrompt asks a model for a user's answer to a question (E2).
func UserPrompt() ModelPrompt { return modelPrompt("user.v1") }

// PolicyPrompt returns the prompt of a policy that only prompts the model.
func PolicyPrompt(policy string) string { return string(read("prompts/" + policy + ".v1.md")) }

// repairPrompt is part of every ModelPrompt.
const repairPrompt = "repair.v1"

func modelPrompt(name string) ModelPrompt {
	text, repair := read("prompts/"+name+".md"), read("prompts/"+repairPrompt+".md")
	sum := sha256.Sum256(slices.Concat(text, []byte{0}, repair))
	return ModelPrompt{Name: name, Text: string(text), Repair: string(repair), SHA256: hex.EncodeToString(sum[:]), Schema: string(read("prompts/" + name + ".schema.json"))}
}

// Example is one file of the embedded example set.
type Example struct {
	Name    string // path below the package folder, slash separated: examples/bfcl.jsonl
	Data    []byte // JSON lines, one sample a line
	Answers []byte // JSON lines of its possible answers; nil if the format has none
}

// Examples returns the embedded example files, sorted by name. The bytes are
// copies: a caller may change them.
func Examples() []Example {
	const dir = "examples"
	entries, err := fs.ReadDir(files, dir)
	if err != nil {
		panic(err) // the folder is part of the binary
	}
	var out []Example
	for _, e := range entries {
		if e.IsDir() {
			continue
		}
		name := path.Join(dir, e.Name())
		ex := Example{Name: name, Data: read(name)}
		if answers := path.Join(dir, "possible_answer", e.Name()); exists(answers) {
			ex.Answers = read(answers)
		}
		out = append(out, ex)
	}
	return out
}

// Profiles returns the names of the built-in reward profiles, sorted.
func Profiles() []string {
	entries, err := fs.ReadDir(files, "profiles")
	if err != nil {
		panic(err) // the folder is part of the binary
	}
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = strings.TrimSuffix(e.Name(), ".yaml")
	}
	slices.Sort(names) // the folder is sorted by names with their suffix
	return names
}

// Profile returns the text of a built-in reward profile, nil if the name is unknown. The
// bytes are a copy.
func Profile(name string) []byte { return named("profiles", name) }

// named returns a YAML file of a folder, nil if it does not exist.
func named(dir, name string) []byte {
	file := dir + "/" + name + ".yaml"
	if !fs.ValidPath(file) || !exists(file) {
		return nil
	}
	return read(file)
}

// Critical returns the built-in lists of critical tools (tools that change the world) as
// YAML, sorted by name.
func Critical() [][]byte { return folder("critical") }

// Observations returns the built-in rules as YAML, sorted by name. A rule says what a
// tool's results reveal about the domains of parameters.
func Observations() [][]byte { return folder("observations") }

func folder(name string) (texts [][]byte) {
	entries, err := fs.ReadDir(files, name)
	if err != nil {
		panic(err) // the folder is part of the binary
	}
	for _, e := range entries {
		texts = append(texts, read(name+"/"+e.Name()))
	}
	return texts
}

// StepProfile returns the text of a built-in profile of step rewards, nil if the name is
// unknown.
func StepProfile(name string) []byte { return named("steps", name) }

// GoldRuns returns the embedded multi-turn gold runs, JSON lines in voi's own form. The
// bytes are a copy.
func GoldRuns() []byte { return read("runs/gold.jsonl") }

func exists(name string) bool {
	_, err := fs.Stat(files, name)
	return err == nil
}

// read returns an embedded file. A missing file is a fault of the build, found by this
// package's tests, so it panics.
func read(name string) []byte {
	data, err := files.ReadFile(name)
	if err != nil {
		panic(err)
	}
	return data
}
