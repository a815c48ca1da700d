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

// SystemPromptVersion names the system prompt that SystemPrompt returns. A
// text that differs by one character has another version.
const SystemPromptVersion = "system.v1"

// SystemPrompt returns the default system prompt, without the tools of a
// sample, which export appends. It ends in a newline.
func SystemPrompt() string {
	return string(read("prompts/" + SystemPromptVersion + ".md"))
}

// ModelPrompt is a prompt for the model that voi itself asks (package
// internal/llm).
type ModelPrompt struct {
	Name   string // with its version: annotate.v1
	Text   string // the system message
	Repair string // what an answer that does not hold is sent back with
	SHA256 string // of both
	Schema string // JSON Schema of the answer
}

// AnnotatePrompt asks for the domains of parameters that a schema leaves open.
func AnnotatePrompt() ModelPrompt { return modelPrompt("annotate.v1") }

// CandidatesPrompt asks for the calls that a conversation may mean.
func CandidatesPrompt() ModelPrompt { return modelPrompt("candidates.v1") }

// QuestionPrompt asks for the text of a question.
func QuestionPrompt() ModelPrompt { return modelPrompt("question.v1") }

// JudgePrompt asks what no rule can judge (F11).
func JudgePrompt() ModelPrompt { return modelPrompt("judge.v1") }

// ReadingPrompt asks what a conversation says (F4).
func ReadingPrompt() ModelPrompt { return modelPrompt("reading.v1") }

// PredicatePrompt asks whether a statement holds by what was observed (T4).
func PredicatePrompt() ModelPrompt { return modelPrompt("predicate.v1") }

// BeliefPrompt asks what an observation adds to the notes of a search (T3).
func BeliefPrompt() ModelPrompt { return modelPrompt("belief.v1") }

// DirectorPrompt asks whether a critical call may be made (NOD's Director).
func DirectorPrompt() ModelPrompt { return modelPrompt("director.v1") }

// The parts that a model plays for policies of the gateway (G2): QuestionsPrompt asks for
// five questions (SAGE-Agent), NavigatorPrompt for the global state (NOD), PlanPrompt for
// predicates (SDP), ReviewPrompt whether a reply may be given, VotePrompt which of several.
func QuestionsPrompt() ModelPrompt { return modelPrompt("questions.v1") }
func NavigatorPrompt() ModelPrompt { return modelPrompt("state.v1") }
func PlanPrompt() ModelPrompt      { return modelPrompt("plan.v1") }
func ReviewPrompt() ModelPrompt    { return modelPrompt("review.v1") }
func VotePrompt() ModelPrompt      { return modelPrompt("vote.v1") }

// UserPrompt asks a model for what a user answers to a question (E2).
func UserPrompt() ModelPrompt { return modelPrompt("user.v1") }

// PolicyPrompt is what a policy that is a prompt tells a model.
func PolicyPrompt(policy string) string { return string(read("prompts/" + policy + ".v1.md")) }

// repairPrompt is part of every model's prompt.
const repairPrompt = "repair.v1"

func modelPrompt(name string) ModelPrompt {
	text, repair := read("prompts/"+name+".md"), read("prompts/"+repairPrompt+".md")
	sum := sha256.Sum256(slices.Concat(text, []byte{0}, repair))
	return ModelPrompt{Name: name, Text: string(text), Repair: string(repair), SHA256: hex.EncodeToString(sum[:]), Schema: string(read("prompts/" + name + ".schema.json"))}
}

// Example is one file of the embedded example set.
type Example struct {
	Name    string // path below the package folder, slash separated: examples/bfcl.jsonl
	Data    []byte // JSON lines, every line a sample
	Answers []byte // JSON lines of its possible answers, nil where the format has none
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
	slices.Sort(names) // the folder sorts the suffix along
	return names
}

// Profile returns the text of a built-in reward profile, nil where there is
// none of that name. The bytes are a copy.
func Profile(name string) []byte { return named("profiles", name) }

// named returns a YAML file of a folder, nil where there is none of that name.
func named(dir, name string) []byte {
	file := dir + "/" + name + ".yaml"
	if !fs.ValidPath(file) || !exists(file) {
		return nil
	}
	return read(file)
}

// Critical returns the built-in lists of tools that change the world, YAML, in the
// order of their names.
func Critical() [][]byte { return folder("critical") }

// Observations returns the built-in rules of what tools' results say of the domains of
// parameters, YAML, in the order of their names.
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

// StepProfile returns the text of a built-in profile of step rewards, nil where there is
// none of that name.
func StepProfile(name string) []byte { return named("steps", name) }

// GoldRuns returns the embedded gold runs of many turns, JSON lines in voi's own form.
// The bytes are a copy.
func GoldRuns() []byte { return read("runs/gold.jsonl") }

func exists(name string) bool {
	_, err := fs.Stat(files, name)
	return err == nil
}

// read returns an embedded file. One that is absent is a fault of the build,
// which the tests of this package find, never of the input.
func read(name string) []byte {
	data, err := files.ReadFile(name)
	if err != nil {
		panic(err)
	}
	return data
}
