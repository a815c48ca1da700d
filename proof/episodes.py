"""Train a small model with TRL on whole episodes, with a user who answers, and one on single decisions.

    python episodes.py --voi bin/voi --out OUT

Two arms start from the same cold start and train on the same tasks, tools and tokens, for the same
number of steps and completions. `multi` plays until the run ends, and voi.trl.episode rewards the
whole run. `single` sees each decision of a right episode, and the profile `guarded` rewards that
decision alone. Both are judged in episodes. A second run skips the parts with results.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import random
import re
import shutil
from dataclasses import asdict
from pathlib import Path
from typing import Any

os.environ["TRL_EXPERIMENTAL_SILENCE"] = "1"

import episodes_data as data
import small
import torch
from datasets import Dataset
from episodes_judge import judge
from run import RESULTS, pack
from transformers import AutoModelForCausalLM, AutoTokenizer
from trl import GRPOConfig, GRPOTrainer, SFTConfig, SFTTrainer

import voi
import voi.trl

# A line for each tool; a call is its name and a line for each argument. A value has a space before it, as in the
# user's text, so that both have the same tokens: a small model first learns to copy.
TEMPLATE = (
    "{% if tools %}<|system|>{% for t in tools if t.function.name != 'ask_user' %}{{ t.function.name }}"
    "{% for n, p in t.function.parameters.properties.items() %}{{ ' ' + n }}{% if p.enum %}:{{ p.enum | join('|') }}{% endif %}"
    "{% if n not in t.function.parameters.required %}?{% endif %}{% endfor %}{{ '\n' }}{% endfor %}{% endif %}"
    "{% for m in messages %}{{ '<|' + m.role + '|>' }}{% if m.role == 'assistant' %}{% generation %}"
    "{% for c in m.tool_calls or [] %}<call>{{ c.function.name }}"
    "{% for k, v in c.function.arguments.items() %}{{ '\n' + k }}: {{ v }}{% endfor %}</call>{% endfor %}{{ m.content or '' }}<|end|>{% endgeneration %}"
    "{% else %}{{ ' ' + m.content }}{% endif %}{% endfor %}"
    "{% if add_generation_prompt %}<|assistant|>{% endif %}"
)
CALLS = {
    "open_pattern": r"<call>(?P<name>\w+)",
    "close": "</call>",
    "repeats": True,
    "content": "kv-lines",
    "transform": {"type": "function", "function": {"name": "{name}", "arguments": "{content}"}},
}
RESPONSE = {
    "defaults": {"role": "assistant"},
    "start_anchor": "<|assistant|>",
    "fields": {"tool_calls": CALLS, "content": {"close": "<|end|>", "content": "text"}},
}


def arguments(argv: list[str] | None = None) -> argparse.Namespace:
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--voi", default="bin/voi")
    p.add_argument("--out", required=True, type=Path)
    p.add_argument("--rows", type=int, default=40000, help="synthetic rows that the tasks are made of")
    p.add_argument("--arms", default="multi,single")
    p.add_argument("--seeds", type=int, default=3)
    p.add_argument("--cold-steps", type=int, default=1000, help="steps of the cold start, of 16 runs each")
    p.add_argument("--copy-steps", type=int, default=800, help="further steps of the cold start, in which values are exchanged")
    p.add_argument("--steps", type=int, default=30, help="steps of GRPO, of 4 tasks with 8 completions each")
    p.add_argument("--rate", type=float, default=5e-4)
    p.add_argument("--tokens", type=int, default=128, help="the most tokens of a completion, with what the user and tools say in it")
    p.add_argument("--judge", type=int, default=60, help="tasks of each split that are judged")
    p.add_argument("--keep", action="store_true", help="pack the results into proof/results/episodes.jsonl.gz")
    p.add_argument("--longest", type=int, default=112, help="the most tokens of a run in the data of the cold start")
    return p.parse_args(argv)


def chat(run: dict[str, Any]) -> list[dict[str, Any]]:
    """A run of voi rollout as messages of TRL's loop, where a question is a call of ask_user."""
    out: list[dict[str, Any]] = []
    for m in run["messages"]:
        calls = m.get("tool_calls") or []
        asked = m["role"] == "assistant" and m["train"] and not calls and m is not run["messages"][-1]
        if asked:
            calls = [{"name": "ask_user", "arguments": {"question": m["content"]}}]
        answer = m["role"] == "user" and out and out[-1].get("tool_calls")
        out.append({"role": "tool" if answer else m["role"], "content": "" if asked else m["content"], "train": m["train"]})
        if calls:
            out[-1]["tool_calls"] = [{"type": "function", "function": {"name": c["name"], "arguments": c["arguments"]}} for c in calls]
    return out


def plain(message: dict[str, Any]) -> dict[str, str]:
    """A message for the column `prompt`, with its calls as the text that the template writes."""
    calls = [c["function"] for c in message.get("tool_calls", ())]
    text = "".join(f"<call>{c['name']}" + "".join(f"\n{k}: {v}" for k, v in c["arguments"].items()) + "</call>" for c in calls)
    return {"role": message["role"], "content": text + message["content"]}


def named(tool: dict[str, Any]) -> str:
    """The names of a tool that the template writes."""
    parameters = tool["function"]["parameters"]["properties"]
    return " ".join([tool["function"]["name"], *(" ".join([name, *map(str, p.get("enum", ()))]) for name, p in parameters.items())])


def spoken(run: dict[str, Any]) -> set[str]:
    """The values in the calls of a run that its user says, without enum values."""
    said = " ".join(m["content"] for m in run["messages"] if m["role"] == "user")
    closed = {str(v) for t in run["tools"] for p in t["function"]["parameters"]["properties"].values() for v in p.get("enum", ())}
    calls = [c for m in run["messages"] for c in m.get("tool_calls") or ()]
    return {str(v) for c in calls for v in c["arguments"].values() if re.search(rf"(?<!\w){re.escape(str(v))}(?!\w)", said)} - closed


def exchanged(run: dict[str, Any], values: list[str], rng: random.Random) -> dict[str, Any]:
    """A run with other values, replaced alike in the text and the calls, so that copying suffices to be right."""
    text = json.dumps(run["messages"])
    for value in sorted(spoken(run)):
        digits = re.search(r"\d", value)
        other = re.sub(r"\d", lambda d: rng.choice("123456789"), value) if digits else rng.choice(values)
        text = re.sub(rf"(?<![\w.]){re.escape(json.dumps(value)[1:-1])}(?![\w])", lambda _, o=other: json.dumps(o)[1:-1], text)
    return {**run, "messages": json.loads(text)}


class Example:
    def __init__(self, given: argparse.Namespace) -> None:
        self.given, self.data, self.results = given, given.out / "data", given.out / "results"
        self.tasks = {task["id"]: {**task, "split": split} for split in data.SPLITS for task in data.lines(self.data / "tasks" / split)}
        self.made = {split: voi.trl.environment(self.data, split=split, own_reward=False) for split in ("train", *data.JUDGES)}
        for split in data.JUDGES:  # a sample of the tasks, in an order independent of the class
            rows = self.made[split].rows
            rows.sort(key=lambda row: hashlib.sha256(row["task"].encode()).hexdigest())
            del rows[given.judge :]
        self.scorer = voi.Scorer(tasks=self.data)

    def common(self, **more: Any) -> dict[str, Any]:
        return {
            "output_dir": str(self.given.out / "runs"), "use_cpu": True, "bf16": False, "gradient_checkpointing": False, "report_to": "none",
            "disable_tqdm": True, "save_strategy": "no", "warmup_steps": 0.05, **more,
        }  # fmt: skip

    def cold(self) -> None:
        """SFT on whole episodes, each by an agent drawn for its task; then on the same with other values."""
        rng = random.Random(1)
        drawn: dict[str, list[dict[str, Any]]] = {}
        for run in data.lines(self.data / "runs" / "cold"):
            drawn.setdefault(run["task_id"], []).append(run)
        chosen = [rng.choices(of, weights=[*data.AGENTS.values()])[0] for of in drawn.values()]
        rng.shuffle(chosen)
        texts = (re.sub(r"</?call>", "\n", "\n ".join([*map(named, run["tools"]), *(plain(m)["content"] for m in chat(run))])) for run in chosen)
        words = small.tokenizer(texts, tags=("<call>", "</call>"), template=TEMPLATE)
        words.response_template = RESPONSE
        model = small.model(words, 1)
        self.teach(model, words, chosen, self.given.cold_steps, 3e-3)
        values = sorted({v for run in chosen for v in spoken(run) if not re.search(r"\d", v)})
        self.teach(model, words, [exchanged(run, values, rng) for run in chosen * 3], self.given.copy_steps, 2e-3)
        words.save_pretrained(str(self.given.out / "cold"))
        model.save_pretrained(str(self.given.out / "cold"))

    def teach(self, model: Any, words: Any, runs: list[dict[str, Any]], steps: int, rate: float) -> None:
        """SFT on the assistant's messages in runs."""
        shown = (words.apply_chat_template(chat(run), tools=run["tools"], return_dict=True, return_assistant_tokens_mask=True) for run in runs)
        rows = [{"input_ids": s["input_ids"], "assistant_masks": s["assistant_masks"]} for s in shown if len(s["input_ids"]) <= self.given.longest]
        print(f"SFT on {len(rows)} of {len(runs)} runs, {sum(len(r['input_ids']) for r in rows) // len(rows)} tokens each", flush=True)
        config = SFTConfig(
            **self.common(learning_rate=rate, lr_scheduler_type="cosine", max_steps=steps, logging_steps=50),
            per_device_train_batch_size=16,
            train_sampling_strategy="group_by_length",
            max_length=None,
        )
        SFTTrainer(model, args=config, train_dataset=Dataset.from_list(rows), processing_class=words).train()

    def trainer(self, arm: str, seed: int, model: Any, judging: list[Any]) -> GRPOTrainer:
        """The GRPO trainer of an arm. Every episode is judged, and its verdict appended to judging."""

        def watch(completions: Any, task: Any, log_metric: Any = None, **_: Any) -> list[float]:
            verdicts = [judge(self.tasks[name], list(completion)) for name, completion in zip(task, completions)]
            for label in ("success", "questions", "needless", "wrong"):
                log_metric(f"judge/{label}", sum(getattr(v, label) for v in verdicts) / len(verdicts))
            judging.extend({"task": name, "split": self.tasks[name]["split"], **asdict(v)} for name, v in zip(task, verdicts))
            return [float(v.success) for v in verdicts]

        single = arm == "single"
        config = GRPOConfig(
            **self.common(learning_rate=self.given.rate, lr_scheduler_type="linear", max_steps=self.given.steps, logging_steps=1, seed=seed),
            per_device_train_batch_size=32,
            per_device_eval_batch_size=96,
            num_generations=8,
            num_generations_eval=1,
            max_completion_length=self.given.tokens,
            max_tool_calling_iterations=0 if single else None,
            reward_weights=[1.0, 0.0],
        )
        return GRPOTrainer(
            model,
            reward_funcs=[self.decision if single else voi.trl.episode, watch],
            args=config,
            train_dataset=Dataset.from_list(self.decisions() if single else self.made["train"].rows),
            eval_dataset=Dataset.from_list([row for split in data.JUDGES for row in self.made[split].rows]),
            processing_class=AutoTokenizer.from_pretrained(self.given.out / "cold"),
            environment_factory={name: make for made in self.made.values() for name, make in made.items()},
        )

    def decision(self, completions: Any, task: Any, before: Any, **_: Any) -> list[float]:
        """What a decision is worth alone, after what a right episode did before it; for reward_funcs."""
        out = []
        for completion, name, done in zip(completions, task, before):
            episode = voi.Episode(self.scorer, name, ask_tool=True)
            episode.reset()
            for text in done:
                episode.step(text)
            out.append(episode.step([completion[0]])["components"]["decision"])
            episode.close()
        return out

    def decisions(self) -> list[dict[str, Any]]:
        """A row for each decision of the right episodes: what stands before it, and what was done before it."""
        rows = {row["task"]: row for row in self.made["train"].rows}
        return [
            {**rows[run["task_id"]], "prompt": [plain(m) for m in chat(run)[:at]], "before": run["environment"]["completions"][:i]}
            for run in data.lines(self.data / "runs" / "train", "oracle-*")
            if run["task_id"] in rows
            for i, at in enumerate(at for at, m in enumerate(run["messages"]) if m["train"])
        ]

    def model(self) -> Any:
        return AutoModelForCausalLM.from_pretrained(self.given.out / "cold", dtype=torch.float32)

    def judged(self, model: Any) -> list[dict[str, Any]]:
        """The verdicts on tasks unseen in training, with one episode each at temperature 1."""
        out: list[dict[str, Any]] = []
        torch.manual_seed(0)
        self.trainer("multi", 1, model, out).evaluate()
        return out

    def run(self, name: str, arm: str | None = None, seed: int = 0) -> None:
        """Train an arm and judge it, or judge the cold start if arm is None."""
        if (self.results / f"{name}.json").exists():
            return
        model, course = self.model(), []
        if arm:
            trainer = self.trainer(arm, seed, model, [])
            trainer.train()
            model, logged = trainer.model, ("step", "reward", "judge/", "tools/", "frac_", "completions/mean_length")
            course = [{k: v for k, v in h.items() if k.startswith(logged)} for h in trainer.state.log_history if "reward" in h]
        write(self.results / f"{name}.json", {"arm": arm or "cold", "seed": seed, "course": course, "judged": self.judged(model)})
        print(name, flush=True)


def write(path: Path, value: Any) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(".part")
    part.write_text(json.dumps(value))
    part.replace(path)


def main(argv: list[str] | None = None) -> None:
    given = arguments(argv)
    data.prepare(given.voi, given.out / "data", given.rows)
    example = Example(given)
    if not (given.out / "cold" / "model.safetensors").exists():
        example.cold()
    example.run("cold")
    for seed in range(1, given.seeds + 1):
        for arm in given.arms.split(","):
            example.run(f"{arm}-{seed}", arm, seed)
    if given.keep:
        shutil.copy(RESULTS / "episodes-prediction.json", example.results / "prediction.json")
        pack(example.results, RESULTS / "episodes.jsonl.gz")


if __name__ == "__main__":
    main()
