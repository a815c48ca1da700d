"""SkyRL's generator plays episodes of tasks, with the rewards of voi rollout step by step; the words of user and tools are masked.

Engines with a script replace vLLM. The data set, the loop of turns, its tokens, loss masks and
token rewards are SkyRL's own code. It requires Python 3.12: its typed dictionaries are made for
3.11 here.

usage: check_environment_skyrl.py VOI
"""

import asyncio
import collections
import importlib.metadata
import sys
import tempfile
import typing

import known
import typing_extensions

known.use(sys.argv[1])
sys.path.insert(0, str(known.ROOT / "examples" / "trl_grpo"))
typing.TypedDict = typing_extensions.TypedDict


class Engines:
    """Write the scripts, each to the session with its number."""

    def __init__(self, words, scripts):
        self.words, self.scripts, self.finished = words, [list(script) for script in scripts], 0

    async def generate(self, request, model=None):
        [session] = request["session_ids"]
        text = self.scripts[int(session.split("_")[0])].pop(0) + self.words.eos_token
        ids = self.words(text, add_special_tokens=False)["input_ids"]
        return {"responses": [text], "response_ids": [ids], "stop_reasons": ["stop"], "response_logprobs": None}

    async def finish_session(self, session):
        self.finished += 1


def main(folder):
    import tiny
    import voi.skyrl
    from skyrl.train.config.config import GeneratorConfig, SkyRLGymConfig
    from skyrl.train.dataset import PromptDataset
    from skyrl.train.generators.base import TrajectoryID
    from skyrl.train.generators.skyrl_gym_generator import SkyRLGymGenerator

    voi.skyrl.register()
    runs = collections.defaultdict(list)
    for run in known.runs(folder, layout="skyrl"):
        runs[run["task_id"]].append(run)
    words = tiny.tokenizer(text for of in runs.values() for run in of for text in run["environment"]["completions"])
    data = PromptDataset([f"{folder}/skyrl/train/00000.jsonl"], words, max_prompt_length=1 << 14, num_workers=1)
    known.same(len(data), len(runs), "rows of the data set")
    rows = [(*data[at][:3], run) for at in range(len(data)) for run in runs[data[at][2]["task"]]]
    for prompt, _, _, run in rows:
        known.same(all(f'"name":"{tool["function"]["name"]}"' in prompt[0]["content"] for tool in run["tools"]), True, "tools in the system message")
    engines = Engines(words, [run["environment"]["completions"] for *_, run in rows])
    config = GeneratorConfig(max_turns=64, max_input_length=1 << 15, use_cache_salt=False)
    generator = SkyRLGymGenerator(config, SkyRLGymConfig(max_env_workers=4), engines, words)
    batch = {
        "prompts": [prompt for prompt, *_ in rows],
        "env_classes": [kind for _, kind, *_ in rows],
        "env_extras": [dict(extras) for _, _, extras, _ in rows],
        "sampling_params": None,
        "trajectory_ids": [TrajectoryID(str(at), 0) for at in range(len(rows))],
        "batch_metadata": None,
    }
    out = asyncio.run(asyncio.wait_for(generator.generate(batch, disable_tqdm=True), 300))
    known.same(engines.finished, len(rows), "sessions that were finished")
    told = 0
    for at, (*_, run) in enumerate(rows):
        ids, mask, paid = out["response_ids"][at], out["loss_masks"][at], out["rewards"][at]
        ends = [i for i, trained in enumerate(mask) if trained and (i + 1 == len(mask) or not mask[i + 1])]
        known.same([paid[i] for i in ends], [float(reward) for reward in run["environment"]["rewards"]], f"{run['task_id']}: the rewards of the steps")
        known.same(abs(sum(paid) - sum(run["environment"]["rewards"])) < 1e-9, True, f"{run['task_id']}: no other rewards")
        wrote = words.decode([one for one, trained in zip(ids, mask) if trained])
        known.same(wrote, "".join(text + words.eos_token for text in run["environment"]["completions"]), f"{run['task_id']}: what is trained on")
        rest = words.decode([one for one, trained in zip(ids, mask) if not trained])
        for message in [m for m in known.behind(run) if m["role"] in ("user", "tool")][: len(ends) - 1]:
            known.same(message["content"] in rest, True, f"{message['content']!r} is told, and not trained on")
            told += 1
    metrics = out["rollout_metrics"]
    success = sum(run["outcome"] == 1 for *_, run in rows) / len(rows)
    known.same(abs(metrics["environment/success"] - success) < 1e-9, True, f"{metrics['environment/success']} succeeded, {success}")
    if told < 50:
        sys.exit(f"only {told} of what the environment says was told")
    print(f"skyrl {importlib.metadata.version('skyrl')}: {len(rows)} episodes, {told} replies, the rewards of voi rollout")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as scratch:
        main(scratch)
