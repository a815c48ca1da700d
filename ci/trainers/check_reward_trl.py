"""TRL's trainers call voi.trl and get exactly the rewards worked out by hand.

GRPOTrainer trains a tiny model for a step on given completions instead of sampled ones
(rollout_func); the scorer of AsyncGRPOTrainer is called as its child process calls it.
"""

import asyncio
import glob
import json
import math
import multiprocessing
import os
import pickle
import socket
import sys
import tempfile
import types
import warnings
from concurrent.futures import ProcessPoolExecutor

import known

known.use(sys.argv[1])
os.environ["TRL_EXPERIMENTAL_SILENCE"] = "1"
sys.path.insert(0, str(known.ROOT / "examples" / "trl_grpo"))

FOREIGN = "A question of another task."
COMPONENTS = ["form", "tool", "cls", "certainty", "slot"]
GENERATIONS = len(known.KNOWN)
NATIVE = '<tool_call>\n{"name": "book_train", "arguments": {"to": "Porto", "seat": "window"}}\n</tool_call>'


def rows():
    """A sample of voi's and a row of another task, as in a dataset that mixes both."""
    ours = {"prompt": known.SAMPLE["messages"], "sample_id": "porto", "reference": json.dumps(known.SAMPLE["reference"])}
    ours["tool_schemas"] = json.dumps(known.SAMPLE["tools"])
    other = {"prompt": [{"role": "user", "content": FOREIGN}], "sample_id": None, "reference": None, "tool_schemas": None}
    return [ours, other]


def rollout(texts, cut):
    """A rollout_func that returns texts for voi's sample, in order; the text at index cut has no end token."""

    def generate(prompts, trainer):
        words, left = trainer.processing_class, iter(enumerate(texts * len(prompts)))
        out = {"prompt_ids": [], "completion_ids": [], "logprobs": []}
        for prompt in prompts:
            i, text = (None, "Whatever") if prompt[-1]["content"] == FOREIGN else next(left)
            ids = words(text, add_special_tokens=False)["input_ids"]
            if i == cut:
                trainer.max_completion_length = len(ids)
            else:
                ids = [*ids, words.eos_token_id]
            out["prompt_ids"].append(words.apply_chat_template(prompt, add_generation_prompt=True, return_dict=False))
            out["completion_ids"].append(ids)
            out["logprobs"].append([0.0] * len(ids))
        return out

    return generate


def train(folder, functions, texts, cut=None, response_template=None, **options):
    """One step. Returns the metrics of the step, and the rows of the completions file for voi's sample and for the rest."""
    import tiny
    from datasets import Dataset
    from trl import GRPOConfig, GRPOTrainer

    words = tiny.tokenizer([*known.KNOWN[0][0].splitlines(), NATIVE])
    if response_template:
        words.response_template = response_template
    config = GRPOConfig(
        folder, max_steps=1, per_device_train_batch_size=2 * GENERATIONS, num_generations=GENERATIONS, use_cpu=True,
        bf16=False, gradient_checkpointing=False, save_strategy="no", report_to="none", logging_steps=1,
        log_completions=True, num_completions_to_print=0, disable_tqdm=True, **options,
    )  # fmt: skip
    trainer = GRPOTrainer(tiny.model(words, 1), functions, config, Dataset.from_list(rows()), processing_class=words, rollout_func=rollout(texts, cut))
    trainer.train()
    import pyarrow.parquet as pq

    [file] = glob.glob(os.path.join(folder, "completions", "*.parquet"))
    table = pq.read_table(file).to_pylist()
    known.same(len(table), 2 * GENERATIONS, "completions that were logged")
    ours = [row for row in table if row["sample_id"] == "porto"]
    return trainer.state.log_history[0], ours, [row for row in table if row["sample_id"] is None]


def number(value):
    return None if value is None or math.isnan(value) else round(value, 6)


def grpo(folder):
    import voi.trl

    texts = [text for text, _, _ in known.KNOWN]
    want = [reward for _, reward, _ in known.KNOWN]
    metrics, ours, rest = train(folder, [voi.trl.reward], texts, cut=3)
    known.same([number(row["reward"]) for row in ours], want, "rewards in the table")
    known.same([number(row["reward"]) for row in rest], [None] * GENERATIONS, "rewards of another task")
    known.same([row["advantage"] for row in rest], [0.0] * GENERATIONS, "advantages of another task")
    mean = sum(want) / len(want)
    std = math.sqrt(sum((r - mean) ** 2 for r in want) / (len(want) - 1))
    known.same([round(row["advantage"], 4) for row in ours], [round((r - mean) / (std + 1e-4), 4) for r in want], "advantages")
    known.same([row["voi/action"] for row in ours], [action for _, _, action in known.KNOWN], "actions in the table")
    known.same([row["finish_reason"] for row in ours], ["stop"] * 3 + ["length"], "finish reasons")
    known.same(number(metrics["reward"]), number(mean), "mean reward")
    got = [number(metrics[f"voi/{name}"]) for name in COMPONENTS]
    known.same(got, [0.375, (1 + 0.25) / 4, (2 + 0.5) / 4, 0.625, 0.0], "components in the metrics")
    known.same(number(metrics["voi/unscored"]), 0.0, "share of unscored completions")
    print("GRPOTrainer: rewards, advantages, components and actions of 4 completions; 4 of another task stay None")


def one_of_two(rank, port, folder, into):
    """One rank of a run on two: one has a batch of voi's, the other of another task."""
    os.environ.update({"RANK": str(rank), "LOCAL_RANK": str(rank), "WORLD_SIZE": "2", "MASTER_ADDR": "127.0.0.1", "MASTER_PORT": str(port)})
    import tiny
    import voi.trl
    from datasets import Dataset
    from trl import GRPOConfig, GRPOTrainer

    texts = [text for text, _, _ in known.KNOWN]
    words = tiny.tokenizer(known.KNOWN[0][0].splitlines())
    config = GRPOConfig(
        folder, max_steps=1, per_device_train_batch_size=GENERATIONS, num_generations=GENERATIONS, use_cpu=True, bf16=False,
        gradient_checkpointing=False, save_strategy="no", report_to="none", logging_steps=1, disable_tqdm=True,
    )  # fmt: skip
    trainer = GRPOTrainer(tiny.model(words, 1), [voi.trl.reward], config, Dataset.from_list(rows()), processing_class=words, rollout_func=rollout(texts, None))
    trainer.train()
    into.put((rank, {name: value for name, value in trainer.state.log_history[0].items() if name.startswith("voi/")}))


def two_ranks(folder):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
    context = multiprocessing.get_context("spawn")
    into = context.Queue()
    processes = [context.Process(target=one_of_two, args=(rank, port, f"{folder}{rank}", into)) for rank in range(2)]
    for process in processes:
        process.start()
    metrics = dict(into.get(timeout=600) for _ in processes)[0]
    for process in processes:
        process.join(60)
    known.same(len(metrics), len(COMPONENTS) + 6, "metrics on two ranks")
    known.same([name for name, value in metrics.items() if math.isnan(value)], [], "metrics that are NaN on two ranks")
    known.same([number(metrics[f"voi/{name}"]) for name in COMPONENTS], [0.375, (1 + 0.25) / 4, (2 + 0.5) / 4, 0.625, 0.0], "components on two ranks")
    print("GRPOTrainer on two ranks, one with rows of another task only: every metric is that of the other")


def gdpo(folder):
    import voi.trl

    names = [name for name in COMPONENTS if name != "certainty"]
    functions = [voi.trl.component(name) for name in names]
    texts = [text for text, _, _ in known.KNOWN]
    metrics, ours, rest = train(folder, functions, texts, multi_objective_aggregation="normalize_then_sum")
    for name in names:
        mean = sum(row[f"voi_{name}"] for row in ours) / GENERATIONS
        known.same(number(metrics[f"rewards/voi_{name}/mean"]), number(mean), f"metric of {name}")
        known.same(number(metrics[f"voi/{name}"]), number(mean), f"logged mean of {name}")
        known.same([number(row[f"voi_{name}"]) for row in rest], [None] * GENERATIONS, f"{name} of another task")
    advantages = [row["advantage"] for row in ours]
    known.same(sorted(advantages, reverse=True), advantages, "order of advantages")
    print(f"GRPOTrainer with GDPO: {len(names)} component functions, each under its own name, logged once")


def tool_calls(folder):
    """A trainer that parses responses passes calls instead of text."""
    import voi
    import voi.trl
    from trl.chat_template_utils import qwen3_template

    message = {"role": "assistant", "content": "", "tool_calls": [{"type": "function", "function": known.SAMPLE["reference"]["tool_calls"][0]}]}
    with voi.Scorer() as scorer:
        want = scorer.score([[message]], [known.SAMPLE]).rewards
    _, ours, _ = train(folder, [voi.trl.reward], [NATIVE], response_template=qwen3_template)
    known.same([row["completion"][0].get("tool_calls") is not None for row in ours], [True] * GENERATIONS, "TRL parsed the calls")
    known.same([number(row["reward"]) for row in ours], [number(want[0])] * GENERATIONS, "rewards of tool_calls")
    known.same([row["voi/action"] for row in ours], ["TOOLCALL"] * GENERATIONS, "actions of tool_calls")
    print(f"GRPOTrainer with parsed responses: {GENERATIONS} tool_calls, reward {want[0]}")


def book_train(to: str, seat: str) -> str:
    """Book a train.

    Args:
        to: where to.
        seat: window or aisle.
    """
    return f"Booked: {to}, {seat}."


class Desk:
    """An environment with the sample's tool."""

    def reset(self, **row):
        return None

    def book_train(self, to: str, seat: str) -> str:
        """Book a train.

        Args:
            to: where to.
            seat: window or aisle.
        """
        return f"Booked: {to}, {seat}."


def executed(folder, **given):
    """A trainer that executes the call and generates again: the call has the same reward as alone."""
    import tiny
    import voi
    import voi.trl
    from datasets import Dataset
    from trl import GRPOConfig, GRPOTrainer
    from trl.chat_template_utils import qwen3_chat_template, qwen3_template

    words = tiny.tokenizer([*known.KNOWN[0][0].splitlines(), NATIVE, "Your train is booked."])
    words.response_template, words.chat_template = qwen3_template, qwen3_chat_template

    class Scripted(GRPOTrainer):
        """Its policy calls the tool, and writes a text after the result."""

        turns = 0

        def _generate_single_turn(self, prompt_ids, *args, **kwargs):
            self.turns += 1
            text = NATIVE if self.turns == 1 else "Your train is booked."
            ids = [*words(text, add_special_tokens=False)["input_ids"], words.eos_token_id]
            return [list(ids) for _ in prompt_ids], None

    config = GRPOConfig(
        folder, max_steps=1, per_device_train_batch_size=GENERATIONS, num_generations=GENERATIONS, use_cpu=True, bf16=False,
        gradient_checkpointing=False, save_strategy="no", report_to="none", logging_steps=1, log_completions=True,
        num_completions_to_print=0, disable_tqdm=True, max_completion_length=1024,
    )  # fmt: skip
    trainer = Scripted(tiny.model(words, 1), [voi.trl.reward], config, Dataset.from_list(rows()[:1]), processing_class=words, **given)
    trainer.train()
    import pyarrow.parquet as pq

    [file] = glob.glob(os.path.join(folder, "completions", "*.parquet"))
    table = pq.read_table(file).to_pylist()
    message = {"role": "assistant", "content": "", "tool_calls": [{"type": "function", "function": known.SAMPLE["reference"]["tool_calls"][0]}]}
    with voi.Scorer() as scorer:
        [want] = scorer.score([[message]], [known.SAMPLE]).rewards
    known.same([[one["role"] for one in row["completion"]] for row in table], [["assistant", "tool", "assistant"]] * GENERATIONS, "messages")
    known.same([number(row["reward"]) for row in table], [number(want)] * GENERATIONS, "rewards of calls that were executed")
    known.same([row["voi/action"] for row in table], ["TOOLCALL"] * GENERATIONS, "actions of calls that were executed")
    known.same([value for name, value in trainer.state.log_history[0].items() if name.startswith("voi/") and math.isnan(value)], [], "metrics that are NaN")
    print(f"GRPOTrainer with {', '.join(given)}: a call that was executed, and talked about afterwards, earns {want}")


def score_group(functions):
    """The work of AsyncGRPOTrainer's child process on a complete group."""
    import dataclasses

    from accelerate import PartialState
    from trl.experimental.async_grpo import async_rollout_worker as worker

    ours = rows()[0]
    texts = [text for text, _, _ in known.KNOWN]
    functions = pickle.loads(functions)
    PartialState(cpu=True)
    loop = types.SimpleNamespace(
        reward_funcs=functions, reward_func_names=[f.__name__ for f in functions], _env_reward_types=[], _provides_rollout_reward=False
    )
    given = {field.name: [] for field in dataclasses.fields(worker.RolloutGroup)}
    given.update(
        prompts=[ours["prompt"]] * GENERATIONS, reward_kwargs={k: [v] * GENERATIONS for k, v in ours.items() if k != "prompt"},
        completions=[[{"role": "assistant", "content": text}] for text in texts], completions_ids=[[1]] * GENERATIONS,
        completions_sequences=[[worker.TrainingSequence([1], [1], [0.0], "only")]] * GENERATIONS,
        tool_call_counts=[0] * GENERATIONS, tool_failure_counts=[0] * GENERATIONS, model_version=0, group_id=0, queued_at=0.0,
    )  # fmt: skip
    samples = asyncio.run(worker._AsyncRolloutLoop._score_group(loop, worker.RolloutGroup(**given)))
    return [sample.metrics for sample in samples]


def asynchronous():
    import voi.trl

    functions = pickle.dumps([voi.trl.reward, voi.trl.component("tool")])
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        got = pool.submit(score_group, functions).result(timeout=600)
    known.same([sample["rewards/reward"] for sample in got], [reward for _, reward, _ in known.KNOWN], "rewards in the child")
    known.same([sample["rewards/voi_tool"] for sample in got], [1.0, 0.25, 0.0, 0.0], "component in the child")
    print("AsyncGRPOTrainer: a spawned child scores a group with functions that were pickled")


if __name__ == "__main__":
    warnings.filterwarnings("ignore")
    with tempfile.TemporaryDirectory() as folder:
        grpo(os.path.join(folder, "grpo"))
        two_ranks(os.path.join(folder, "rank"))
        gdpo(os.path.join(folder, "gdpo"))
        tool_calls(os.path.join(folder, "calls"))
        executed(os.path.join(folder, "tools"), tools=[book_train])
        executed(os.path.join(folder, "environment"), environment_factory=Desk)
    asynchronous()
