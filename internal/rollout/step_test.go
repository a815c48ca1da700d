package rollout

import "testing"

func TestFileStep(t *testing.T) {
	for path, want := range map[string]int64{
		"rollouts/1.jsonl": 1, "rollouts/0120.jsonl.zst": 120, "completions_00010.parquet": 10, "out/step_7.jsonl": 7,
		"global_step_30.jsonl.gz": 30, "global_step_30/rank_0.jsonl": 30, "step-4/2.jsonl": 4, "rank_3_step_9.jsonl": 9, "Step5.parquet": 5,
		"completions.jsonl": -1, "part-00001.parquet": -1, "shard_3.jsonl": -1, "rank_0.jsonl": -1, "run1.jsonl": -1, "footstep_3.jsonl": -1,
		"steps.jsonl": -1, "2024-11-22.jsonl": -1, "1.5.jsonl": -1, "99999999999999999999.jsonl": -1, "-": -1, "": -1, "step_3b.jsonl": -1,
	} {
		step, ok := FileStep(path)
		if !ok {
			step = -1
		}
		if step != want {
			t.Errorf("the step of %s is %d, want %d", path, step, want)
		}
	}
}
