"""OpenRLHF's own executor loads examples/openrlhf/reward.py and calls it; its own parser reads the flags.

usage: check_reward_openrlhf.py VOI
"""

import ast
import asyncio
import importlib.metadata
import importlib.util
import pathlib
import shlex
import sys
import tempfile
import types

import known
import torch

known.use(sys.argv[1])

from openrlhf.utils.agent import SingleTurnAgentExecutor  # noqa: E402

EXAMPLE = known.ROOT / "examples" / "openrlhf"
PROMPT = "<|im_start|>user\nA train to Porto, please.<|im_end|>\n<|im_start|>assistant\n"


class Tokenizer:
    """Characters are tokens."""

    def __call__(self, text, add_special_tokens, return_tensors):
        return {"input_ids": torch.tensor([[ord(char) for char in text]])}

    def decode(self, ids, skip_special_tokens):
        assert not skip_special_tokens
        return "".join(map(chr, ids))


class Engine:
    """An engine with a known completion."""

    def __init__(self, text):
        self.text = text + "<|im_end|>"

    async def generate(self, prompt_ids, params, multi_modal_data=None):
        ids = [ord(char) for char in self.text]
        output = types.SimpleNamespace(token_ids=ids, text=self.text, finish_reason="stop", logprobs=None)
        return types.SimpleNamespace(outputs=[output])


async def rollouts(pairs, file=EXAMPLE / "reward.py"):
    executor = SingleTurnAgentExecutor(str(file))
    params = types.SimpleNamespace(max_tokens=4096, logprobs=None)
    return await asyncio.gather(
        *(executor.execute(PROMPT, label, params, 8192, Tokenizer(), Engine(text)) for text, label in pairs)
    )


def tensors(output):
    """OpenRLHF's conversion of the numbers of one rollout: tensors of one."""
    numbers = {"reward": output["reward"], "score": output["scores"], **output["extra_logs"]}
    made = {key: torch.tensor([value]) for key, value in numbers.items()}
    known.same({tuple(tensor.shape) for tensor in made.values()}, {(1,)}, "the shapes of a rollout's numbers")
    return made


def parsed(script):
    """The arguments of a script, as OpenRLHF's own parser reads and checks them."""
    words = shlex.split(script.read_text().replace("\\\n", " "), comments=True)
    words = words[words.index("openrlhf.cli.train_ppo_ray") + 1 :]
    found = importlib.util.find_spec("openrlhf").submodule_search_locations[0]
    source = (pathlib.Path(found) / "cli" / "train_ppo_ray.py").read_text()
    # Only the code under __main__, since the imports above it need a GPU.
    tree = ast.parse(source)
    main = next(node for node in tree.body if isinstance(node, ast.If))
    seen = []
    scope = {"train": seen.append, "__name__": "__main__"}
    exec("import argparse, os\nfrom datetime import datetime", scope)
    sys.argv = ["train_ppo_ray", *words]
    exec(compile(ast.Module(main.body, []), "train_ppo_ray", "exec"), scope)
    return seen[0]


def main():
    pairs = [(text, known.LABEL) for text, _, _ in known.KNOWN]
    outputs = asyncio.run(rollouts([*pairs, (known.KNOWN[0][0], known.BROKEN)]))
    wanted = [reward for _, reward, _ in known.KNOWN] + [0.0]
    known.same([output["reward"] for output in outputs], wanted, "rewards")
    known.same([output["scores"] for output in outputs], [reward / known.HIGH for reward in wanted], "scores")
    known.same([output["extra_logs"]["unscored"] for output in outputs], [0.0] * len(pairs) + [1.0], "unscored")
    made = [tensors(output) for output in outputs]
    known.same({tuple(one) for one in made}, {tuple(made[0])}, "the keys of all rollouts")
    known.same(torch.cat([one["reward"] for one in made]).tolist(), wanted, "rewards of a batch")

    # OpenRLHF logs an exception of the reward. The rollout then has no reward, so that training
    # stops.
    known.same(asyncio.run(rollouts([("text", "")]))[0]["reward"], None, "the reward without a label")

    # Data that mixes tasks: rows of others get their own reward, under the same keys.
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "reward.py"
        file.write_text("from voi.openrlhf import mixed\n"
                        "reward_func = mixed(lambda queries, prompts, labels: {'rewards': [float(labels[0] == '42')]})\n")  # fmt: skip
        both = asyncio.run(rollouts([pairs[0], ("42", "42")], file))
    known.same([one["reward"] for one in both], [wanted[0], 1.0], "the rewards of a mix")
    known.same(len({tuple(tensors(one)) for one in both}), 1, "the keys of a mix")

    args = parsed(EXAMPLE / "train.sh")
    known.same(args.reward.remote_url, ["examples/openrlhf/reward.py"], "--reward.remote_url")
    known.same((args.data.input_key, args.data.label_key), ("input", "label"), "the keys of the data")
    known.same(args.data.apply_chat_template, True, "--data.apply_chat_template")
    print(f"openrlhf {importlib.metadata.version('openrlhf')}: reward.py in its executor, its tensors, a mix of tasks; train.sh in its parser")


if __name__ == "__main__":
    main()
