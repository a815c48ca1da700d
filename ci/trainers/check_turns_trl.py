"""voi.trl.TurnTrainer trains every turn by the advantage of voi score, and nothing else.

A rollout_func gives TRL's trainer runs of several turns instead of played ones. The inputs of its
loss, and the loss itself, are compared with the rows of voi score.

usage: check_turns_trl.py VOI
"""

import json
import math
import os
import subprocess
import sys
import tempfile

import known

known.use(sys.argv[1])
os.environ["TRL_EXPERIMENTAL_SILENCE"] = "1"
sys.path.insert(0, str(known.ROOT / "examples" / "trl_grpo"))

RUNS = [json.loads(line) for line in (known.ROOT / "examples" / "trajectories" / "clarify.jsonl").read_text().splitlines()]
GROUPS = 2


def rows():
    """The step rows of voi score for each run of a group."""
    with tempfile.TemporaryDirectory() as folder:
        given = os.path.join(folder, "runs.jsonl")
        with open(given, "w") as file:
            file.writelines(json.dumps(run) + "\n" for run in RUNS)
        subprocess.run([sys.argv[1], "score", given, "--step-profile", "default", "--out", os.path.join(folder, "out.jsonl")], check=True, capture_output=True)
        with open(os.path.join(folder, "out.steps.jsonl")) as file:
            steps = [json.loads(line) for line in file]
    return [[step for step in steps if step["trajectory_id"] == run["trajectory_id"]] for run in RUNS]


def played(prompts, trainer):
    """A rollout_func that returns the runs, with the agent's messages as the policy's."""
    words = trainer.processing_class
    out = {name: [] for name in ("prompt_ids", "completion_ids", "logprobs", "env_mask", "trajectory", "judged")}
    for at, prompt in enumerate(prompts):
        run = RUNS[at % len(RUNS)]
        ids, mask = [], []
        for message in run["messages"][1:]:
            text = message.get("content") or json.dumps(message.get("tool_calls"))
            some = words(text, add_special_tokens=False)["input_ids"]
            ids += some
            mask += [int(message["role"] == "assistant")] * len(some)
        out["prompt_ids"].append(words.apply_chat_template(prompt, add_generation_prompt=True, return_dict=False))
        out["completion_ids"].append(ids)
        out["logprobs"].append([0.0] * len(ids))
        out["env_mask"].append(mask)
        out["trajectory"].append(run["messages"][1:])
        out["judged"].append(run["outcome"])
    return out


def judge(prompts, completions, judged, **kwargs):
    """The user's judgement of a run."""
    return judged


def main(folder):
    import tiny
    import voi.trl
    from datasets import Dataset
    from trl import GRPOConfig

    seen = []

    class Watched(voi.trl.TurnTrainer):
        def _compute_loss(self, model, inputs):
            seen.append({name: value.tolist() for name, value in inputs.items() if name in ("advantages", "completion_mask", "tool_mask")})
            loss = super()._compute_loss(model, inputs)
            seen[-1]["loss"] = loss.item()
            return loss

    words = tiny.tokenizer([json.dumps(RUNS)])
    first = RUNS[0]
    row = {"prompt": [{"role": "user", "content": first["messages"][0]["content"]}], "tools": json.dumps(first["tools"]), "reference": json.dumps(first["reference"])}
    config = GRPOConfig(
        folder, max_steps=1, per_device_train_batch_size=GROUPS * len(RUNS), num_generations=len(RUNS), use_cpu=True, bf16=False,
        gradient_checkpointing=False, save_strategy="no", report_to="none", logging_steps=1, disable_tqdm=True, loss_type="dr_grpo",
        max_completion_length=400, shuffle_dataset=False,
    )  # fmt: skip
    trainer = Watched(tiny.model(words, 1), judge, config, Dataset.from_list([row] * GROUPS), processing_class=words, rollout_func=played)
    trainer.train()

    want, steps = [], rows()
    for at in range(GROUPS * len(RUNS)):
        run, turns, line = RUNS[at % len(RUNS)], iter(steps[at % len(RUNS)]), []
        for message in run["messages"][1:]:
            count = len(words(message.get("content") or json.dumps(message.get("tool_calls")), add_special_tokens=False)["input_ids"])
            line += [next(turns)["advantage"] if message["role"] == "assistant" else 0.0] * count
        known.same(next(turns, None), None, "turns that are left")
        want.append(line)
    [batch] = seen
    order = sorted(map(rounded, want))
    got = sorted(rounded(line[: sum(mask)]) for line, mask in zip(batch["advantages"], batch["completion_mask"]))
    known.same(got, order, "the advantage of each token")
    known.same(len({value for line in got for value in line}) > 3, True, "turns that differ")
    loss = -math.fsum(map(math.fsum, want)) / (len(want) * 400)
    known.same(round(batch["loss"], 5), round(loss, 5), "the loss")
    metrics = trainer.state.log_history[0]
    known.same((metrics["voi/turns"], metrics["voi/turns_unscored"]), (sum(map(len, steps)) / len(steps), 0.0), "the metrics")
    print(f"TurnTrainer: the advantages of {sum(map(len, steps))} turns on their tokens, in the loss of TRL's GRPOTrainer")


def rounded(line):
    return [round(value, 5) for value in line]


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as scratch:
        main(scratch)
