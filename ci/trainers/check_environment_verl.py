"""verl's AgentLoopWorker plays episodes of tasks, with the rewards of voi rollout; the words of user and tools are masked.

A client with a script replaces the engines; the configuration of the example, the data set, the
worker with its tokens, masks, padding and scores, its parsers of calls and the advantages are
verl's own code.

usage: check_environment_verl.py VOI
"""

import asyncio
import collections
import json
import os
import shlex
import sys
import tempfile

import known

known.use(sys.argv[1])
sys.path.insert(0, str(known.ROOT / "examples" / "trl_grpo"))


def tool(name, **properties):
    return {"name": name, "parameters": {"type": "object", "properties": properties, "required": list(properties)}}


def turn(user, name, **arguments):
    return {"user": user, "gold": [{"name": name, "arguments": arguments}]}


# Two turns of the user; the second has one more tool.
TASK = {
    "id": "house",
    "class": "explicit",
    "tools": [tool("switch", room={"enum": ["hall", "den"]}, level={"type": "integer"})],
    "turns": [turn("Switch the den to 3.", "switch", room="den", level=3), {**turn("And lock the door.", "lock", door="front"), "tools": [tool("lock", door={})]}],
}
SWITCH = '{"name":"switch","arguments":{"room":"den","level":3}}'
SCRIPT = [f"<tool_call>\n{SWITCH}\n</tool_call>", "Done.", '<tool_call>\n{"name":"lock","arguments":{"door":"front"}}\n</tool_call>', "It is locked."]
# The same in the format of Qwen3-Coder, which voi does not read.
CODER = [
    "<tool_call>\n<function=switch>\n<parameter=room>\nden\n</parameter>\n<parameter=level>\n3\n</parameter>\n</function>\n</tool_call>",
    "Done.",
    "<tool_call>\n<function=lock>\n<parameter=door>\nfront\n</parameter>\n</function>\n</tool_call>",
    "It is locked.",
]


class Engines:
    """Write the scripts: each request gets the next completion of the run whose prompt it begins with."""

    def __init__(self, words, scripts):
        self.words, self.scripts, self.of = words, scripts, {}

    async def generate(self, request_id, prompt_ids, sampling_params, **kwargs):
        from verl.workers.rollout.replica import TokenOutput

        if request_id not in self.of:
            self.of[request_id] = list(self.scripts[tuple(prompt_ids)].pop(0))
        ids = [*self.words(self.of[request_id].pop(0), add_special_tokens=False)["input_ids"], self.words.eos_token_id]
        return TokenOutput(token_ids=ids, log_probs=[-0.5] * len(ids), extra_fields={"min_global_steps": 3, "max_global_steps": 3})


def configuration(folder, *overrides):
    """The configuration of the example's file and command line, with the model and the folder of the check."""
    import hydra

    script = (known.ROOT / "examples" / "verl" / "episodes.sh").read_text()
    words = shlex.split(script.replace("\\\n", " "), comments=True)
    words = [word.replace("=examples/", f"={known.ROOT}/examples/").replace("=data/", f"={folder}/") for word in words[words.index("voi") + 1 : -1]]
    with hydra.initialize_config_dir(str(known.ROOT / "examples" / "verl"), version_base=None):
        return hydra.compose("voi", overrides=[*words, f"actor_rollout_ref.model.path={folder}/model", *overrides])


def play(config, words, scripts):
    """A batch of verl's worker, with as many episodes for each row as its task has scripts. Returns the rows too."""
    from verl import DataProto
    from verl.experimental.agent_loop.agent_loop import AgentLoopWorker
    from verl.utils.dataset.rl_dataset import RLHFDataset, collate_fn

    read = RLHFDataset([config.data.train_files], words, config.data)
    rows, prompts = [], {}
    for row in (read[i] for i in range(len(read))):
        tools, of = scripts[row["task"]]
        ids = words.apply_chat_template(row["raw_prompt"], tools=tools, add_generation_prompt=True, return_dict=False)
        known.same(tuple(ids) in prompts, False, "two tasks have one prompt")
        prompts[tuple(ids)], rows = list(of), rows + [row] * len(of)

    async def batch():
        worker = AgentLoopWorker(config, Engines(words, prompts))
        return await worker.generate_sequences(DataProto.from_single_dict(collate_fn(rows)))

    return rows, asyncio.run(asyncio.wait_for(batch(), 300))


def parts(out, at, words):
    """The parts of a row after the prompt, by the mask: the policy's words, and the text between them."""
    seen = out.batch["attention_mask"][at, out.batch["prompts"].shape[1] :].bool()
    mask = out.batch["response_mask"][at]
    known.same(bool((mask * ~seen).any()), False, "padding that is trained on")
    runs = []
    for one, trained in zip(out.batch["responses"][at][seen].tolist(), mask[seen].tolist()):
        if not runs or runs[-1][0] != trained:
            runs.append((trained, []))
        runs[-1][1].append(one)
    return [words.decode(ids) for trained, ids in runs if trained], [words.decode(ids) for trained, ids in runs if not trained]


def episodes(folder, words, runs):
    """Every task of the examples, each with the completions of every agent."""
    from verl.trainer.ppo.core_algos import compute_grpo_outcome_advantage

    config = configuration(folder, "actor_rollout_ref.rollout.response_length=8192")
    rows, out = play(config, words, {task: (of[0]["tools"], [run["environment"]["completions"] for run in of]) for task, of in runs.items()})
    told = 0
    for at, row in enumerate(rows):
        wrote, heard = parts(out, at, words)
        wrote = [text.removesuffix(words.eos_token) for text in wrote]
        run = next((run for run in runs[row["task"]] if run["environment"]["completions"] == wrote), None)
        known.same(run is not None, True, f"{row['task']}: {wrote} is what is trained on")
        rewards = run["environment"]["rewards"]
        known.same(out.non_tensor_batch["turn_scores"][at], rewards, f"{row['task']}: the rewards of the steps")
        known.same(abs(float(out.batch["rm_scores"][at].sum()) - sum(rewards)) < 1e-5, True, f"{row['task']}: the score")
        known.same((out.non_tensor_batch["success"][at], out.non_tensor_batch["steps"][at]), (float(run["outcome"] == 1), len(rewards)), "success and steps")
        trained = out.batch["response_mask"][at].bool()
        known.same(out.batch["rollout_log_probs"][at][trained].unique().tolist(), [-0.5], "log-probabilities of what is trained on")
        known.same(bool(out.batch["rollout_log_probs"][at][~trained].any()), False, "and of the rest")
        said = [m for m in known.behind(run) if m["role"] in ("user", "tool")]
        known.same(len(heard), len(wrote) - 1, f"{row['task']}: what is said between the turns")
        for message in said[: len(heard)]:
            told += 1
            known.same(any(message["content"] in text for text in heard), True, f"{message['content']!r} is told")
    advantages, _ = compute_grpo_outcome_advantage(out.batch["rm_scores"], out.batch["response_mask"], index=[row["task"] for row in rows])
    known.same(bool(advantages[~out.batch["response_mask"].bool()].any()), False, "advantages of what is not trained on")
    known.same(bool(advantages.any()), True, "advantages")
    return len(rows), told


def inline(folder, words, tools, name, script, *overrides):
    """One episode of a task given in its row. Returns the text trained on, the text of the environment, and the rewards."""
    path = f"{folder}/{name}.jsonl"
    task = json.dumps(TASK)
    row = {"data_source": "x", "agent_name": "voi", "prompt": [{"role": "user", "content": TASK["turns"][0]["user"]}], "task": task, "seed": 0}
    with open(path, "w", encoding="utf-8") as file:
        file.write(json.dumps(row) + "\n")
    config = configuration(folder, f"data.train_files={path}", *overrides)
    _, out = play(config, words, {task: (tools, [script])})
    wrote, heard = parts(out, 0, words)
    return [text.removesuffix(words.eos_token) for text in wrote], heard, out.non_tensor_batch["turn_scores"][0], out


def main(folder):
    import datasets
    import tiny
    import verl
    import voi
    from transformers import Qwen3Config
    from trl.chat_template_utils import qwen3_chat_template

    datasets.disable_progress_bars()
    runs = collections.defaultdict(list)
    for run in known.runs(folder, layout="verl"):
        runs[run["task_id"]].append(run)
    words = tiny.tokenizer(text for of in runs.values() for run in of for text in run["environment"]["completions"])
    words.chat_template = qwen3_chat_template
    words.save_pretrained(f"{folder}/model")
    Qwen3Config(vocab_size=len(words), architectures=["Qwen3ForCausalLM"], eos_token_id=words.eos_token_id).save_pretrained(f"{folder}/model")
    count, told = episodes(folder, words, runs)

    # A task given in its row, native calls, tools that change; and calls that verl's parser
    # reads.
    with voi.Scorer() as scorer:
        episode = voi.Episode(scorer, TASK)
        tools = episode.reset()["tools"]
        want = [episode.step(text)["reward"] for text in SCRIPT]
    for script, form in ((SCRIPT, "hermes"), (CODER, "qwen3_coder")):
        wrote, heard, rewards, out = inline(folder, words, tools, form, script, f"actor_rollout_ref.rollout.multi_turn.format={form}")
        known.same((wrote, rewards, out.non_tensor_batch["success"][0]), (script, want, 1.0), f"an episode of {form}")
        known.same(["lock" in text and "tools are now" in text for text in heard], [False, True, False], "the tools of the second turn")
    # If there is no room for more, or verl wants no more turns, the episode has the rewards of
    # its steps.
    wrote, heard, rewards, out = inline(folder, words, tools, "short", SCRIPT, "actor_rollout_ref.rollout.multi_turn.max_assistant_turns=2")
    known.same((wrote, rewards, out.non_tensor_batch["success"][0]), (SCRIPT[:2], want[:2], 0.0), "an episode of two turns")
    wrote, heard, rewards, out = inline(folder, words, tools, "small", SCRIPT, "actor_rollout_ref.rollout.response_length=64")
    known.same((rewards, out.batch["response_mask"].shape[1], heard), (want[:1], 64, []), "an episode without room")
    try:
        bad = configuration(folder, "data.train_files=" + os.path.join(folder, "bad.jsonl"))
        with open(bad.data.train_files, "w", encoding="utf-8") as file:
            file.write(json.dumps({"data_source": "x", "agent_name": "voi", "prompt": [{"role": "user", "content": "Hi"}], "task": ""}) + "\n")
        play(bad, words, {"": ([], [SCRIPT])})
    except voi.ConfigError as error:
        known.same("no task" in str(error), True, "what a row without a task raises")
    else:
        raise SystemExit("a row without a task was played")
    print(f"verl {verl.__version__}: {count} episodes, {told} replies, native calls and those of its parser, the rewards of voi rollout")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as scratch:
        main(scratch)
