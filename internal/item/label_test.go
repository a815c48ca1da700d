package item

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"github.com/voi-rl/voi/configs"
	"github.com/voi-rl/voi/export"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/lookup"
	"github.com/voi-rl/voi/internal/sharedtest"
	"github.com/voi-rl/voi/reward"
)

// labelColumns are the columns in which a layout may have its label.
type labelColumns struct {
	SampleID    string `parquet:"sample_id" json:"sample_id"`
	Label       string `parquet:"label,optional" json:"label"`
	RewardModel struct {
		GroundTruth string `parquet:"ground_truth"`
	} `parquet:"reward_model,optional" json:"-"`
}

// labelsIn reads the labels of a layout, by sample id.
func labelsIn(t *testing.T, dir, layout string) map[string]string {
	t.Helper()
	found := map[string]string{}
	files, err := filepath.Glob(filepath.Join(dir, layout, "train", "part-*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range files {
		var rows []labelColumns
		if filepath.Ext(path) == ".parquet" {
			rows, err = parquet.ReadFile[labelColumns](path)
		} else {
			rows, err = readLines(path)
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range rows {
			found[r.SampleID] = r.Label + r.RewardModel.GroundTruth
		}
	}
	return found
}

func readLines(path string) (rows []labelColumns, err error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	for line := range strings.Lines(string(text)) {
		var r labelColumns
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			return nil, err
		}
		rows = append(rows, r)
	}
	return rows, nil
}

// completionsIn reads the right and wrong answers of the layouts sft and pref, by sample
// id.
func completionsIn(t *testing.T, dir string) map[string][]string {
	t.Helper()
	type row struct {
		SampleID string           `parquet:"sample_id"`
		Messages []export.Message `parquet:"messages,optional,list"`
		Rejected []export.Message `parquet:"rejected,optional,list"`
	}
	found := map[string][]string{}
	for _, layout := range []string{"sft", "pref"} {
		files, _ := filepath.Glob(filepath.Join(dir, layout, "train", "*.parquet"))
		for _, path := range files {
			rows := sharedtest.Need(parquet.ReadFile[row](path))(t)
			for _, r := range rows {
				for _, m := range [...][]export.Message{r.Messages, r.Rejected} {
					if len(m) > 0 {
						found[r.SampleID] = append(found[r.SampleID], m[len(m)-1].Content)
					}
				}
			}
		}
	}
	return found
}

// always are completions for any sample; TOOL stands for the first tool of the sample.
var always = []string{
	"I would rather not say.",
	"<reasoning>\nr\n</reasoning>\n<answer>\n<REFUSE>No tool does this.</REFUSE>\n</answer>",
	"<reasoning>\nr\n</reasoning>\n<answer>\n<DIRECTLY>Yes.</DIRECTLY>\n</answer>",
	"<reasoning>\nr\n</reasoning>\n<answer>\n<TOOLCALL>[{\"name\": \"TOOL\", \"arguments\": {}}]</TOOLCALL>\n</answer>",
	"<reasoning>\nr\n</reasoning>\n<answer>\n<TOOLCALL>[{\"name\": \"nobody\", \"arguments\": {\"x\": 1}}]</TOOLCALL>\n</answer>",
	"<reasoning>\nr\n</reasoning>\n<answer>\n<ASK>\n<TOOLCALL>[{\"name\": \"TOOL\", \"arguments\": {\"date\": \"<UNK>\", \"city\": \"<UNK>\", \"amount\": \"<UNK>\"}}]</TOOLCALL>\n<question>Which date, which city, and what amount?</question>\n</ASK>\n</answer>",
}

// TestLabelEarnsWhatItsSampleEarns scores completions with the id of their sample, with the
// label of each layout, and with both, under every profile. Reward, components, notes and
// explanation are the same.
func TestLabelEarnsWhatItsSampleEarns(t *testing.T) {
	t.Run("examples", func(t *testing.T) { labelsEarn(t, exampleInputs()) })
	t.Run("when2call dev", func(t *testing.T) {
		sharedtest.Unraced(t)
		labelsEarn(t, []export.Input{{Path: sharedtest.Shared(t, "data", "when2call", "dev.jsonl")}})
	})
}

// exampleInputs are the embedded examples, as a build reads them.
func exampleInputs() (inputs []export.Input) {
	for _, e := range configs.Examples() {
		inputs = append(inputs, export.Input{Name: e.Name, Data: e.Data, Answers: e.Answers})
	}
	return inputs
}

func labelsEarn(t *testing.T, inputs []export.Input) {
	dir := filepath.Join(t.TempDir(), "out")
	sharedtest.Need(export.Build(context.Background(), export.BuildOptions{Inputs: inputs, Out: dir, Layouts: export.LayoutNames()}))(t)
	store := sharedtest.Need(lookup.Open(context.Background(), dir, lookup.Options{}))(t)
	defer store.Close()
	labels := labelsIn(t, dir, "verl")
	if len(labels) != store.Len() {
		t.Fatalf("%d labels of %d samples", len(labels), store.Len())
	}
	for _, layout := range []string{"openrlhf", "nemo-gym", "slime"} {
		if !reflect.DeepEqual(labelsIn(t, dir, layout), labels) {
			t.Errorf("%s has other labels than verl", layout)
		}
	}
	byID, alone := NewScorer(Options{Samples: store}), NewScorer(Options{})
	texts := completionsIn(t, dir)
	scored := 0
	for _, name := range reward.Names() {
		p := sharedtest.Need(reward.Load(name))(t)
		for i, id := range slices.Sorted(maps.Keys(labels)) {
			if i%sharedtest.Long(1, 3) > 0 {
				continue
			}
			label := labels[id]
			sample, _, _, err := store.Get(id)
			if err != nil {
				t.Fatal(err)
			}
			tool := "nothing"
			if len(sample.Tools) > 0 {
				tool = sample.Tools[0].Name
			}
			for _, text := range append(texts[id], always...) {
				text = strings.ReplaceAll(text, "TOOL\"", tool+"\"")
				want := byID.Score(p, &Item{SampleID: id, Completion: text}, true, nil)
				for _, by := range []*Scorer{alone, byID} {
					got := by.Score(p, itemOf(t, label, text), true, nil)
					if !reflect.DeepEqual(got.Result, want.Result) || why(got) != why(want) {
						t.Fatalf("%s, sample %s:\n%s\nby its label\n%s\nby its id\n%s", name, id, text, why(got), why(want))
					}
				}
				if want.Err != nil {
					t.Fatalf("%s, sample %s: %v", name, id, want.Err)
				}
				scored++
			}
		}
	}
	t.Logf("%d completions of %d samples under %d profiles", scored, len(labels), len(reward.Names()))
}

// messageNumber matches the number of the message in which an explanation found a value. A
// label has no system message, so that its numbers are lower by one.
var messageNumber = regexp.MustCompile(`message \d+`)

func why(o Outcome) string {
	if o.Explanation == nil {
		return fmt.Sprint(o.Err)
	}
	return messageNumber.ReplaceAllString(o.Explanation.Text(), "message")
}

// itemOf makes an item of a label, as an adapter does.
func itemOf(t *testing.T, label, completion string) *Item {
	t.Helper()
	quoted := jsonvalue.NewString(completion).JSON()
	it, err := Read(`{"completion":` + quoted + `,` + label[1:])
	if err != nil {
		t.Fatal(err)
	}
	return &it
}

// TestLabelBounds checks that the limits of a label are within those of an item, so that
// every label that is written can be scored.
func TestLabelBounds(t *testing.T) {
	if export.MaxLabelBytes > MaxBytes-4<<20 || export.MaxLabelDepth > MaxDepth || export.MaxLabelValues > maxNodes {
		t.Error("a label may be larger than what is scored")
	}
}
