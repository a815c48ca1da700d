"""SkyRL makes and steps voi's environment, averages its metrics, and reads the flags of the example.

usage: check_reward_skyrl.py VOI
"""

import importlib.metadata
import shlex
import sys
from unittest import mock

import known

known.use(sys.argv[1])

import skyrl_gym  # noqa: E402
import voi.skyrl  # noqa: E402
from skyrl.train.config.config import SkyRLTrainConfig  # noqa: E402
from skyrl_gym.envs.base_text_env import BaseTextEnv  # noqa: E402
from skyrl_gym.metrics import aggregate_for_environment  # noqa: E402


def episode(text, label, spec):
    """One episode as SkyRL's generator plays it."""
    extras = {"data_source": "chat", spec: {"style": "rule", "ground_truth": label}, "max_turns": 1}
    env = skyrl_gym.make("voi", env_config={}, extras=extras)
    known.same(isinstance(env, BaseTextEnv), True, "the environment's base class")
    prompt, _ = env.init(known.SAMPLE["messages"])
    known.same(prompt, known.SAMPLE["messages"], "the prompt")
    step = env.step(text + "<|im_end|>")
    known.same((step["done"], step["observations"], step.get("postprocessed_action")), (True, [], None), "a step")
    env.close()
    return step["reward"], env.get_metrics()


TASK = {
    "id": "lights",
    "class": "ambiguous",
    "tools": [{"name": "switch", "parameters": {"type": "object", "properties": {"room": {"enum": ["hall", "den"]}}, "required": ["room"]}}],
    "turns": [
        {
            "user": "Switch on the light.",
            "gold": [{"name": "switch", "arguments": {"room": "den"}}],
            "hidden": [{"tool": "switch", "aspect": "room", "value": "den"}],
            "reply": "The den.",
        }
    ],
}
ACTIONS = ("<ASK><question>Which room?</question></ASK>", '<TOOLCALL>[{"name":"switch","arguments":{"room":"den"}}]</TOOLCALL>', "<DIRECTLY>Done.</DIRECTLY>")


def episodes():
    """Whole episodes as SkyRL's generator plays them: from init until done."""
    env = skyrl_gym.make("voi-episodes", env_config={}, extras={"task": TASK, "seed": 3})
    known.same(isinstance(env, BaseTextEnv), True, "the base class of episodes")
    prompt, _ = env.init([])
    known.same([m["role"] for m in prompt], ["user"], "what an episode begins with")
    steps = []
    for action in ACTIONS:
        steps.append(env.step(f"<answer>\n{action}\n</answer><|im_end|>"))
    env.close()
    known.same([step["done"] for step in steps], [False, False, True], "the end of an episode")
    known.same([[m["role"] for m in step["observations"]] for step in steps], [["user"], ["tool"], []], "what an episode answers")
    known.same("den" in steps[0]["observations"][0]["content"], True, "what the user says")
    numbers = env.get_metrics()
    known.same((numbers["success"], numbers["steps"], numbers["return"]), (1.0, 3, sum(step["reward"] for step in steps)), "the metrics of an episode")
    known.same(aggregate_for_environment("voi-episodes", [numbers, numbers])["success"], 1.0, "the averages of episodes")


def parsed(script):
    """The arguments of a script, as SkyRL's own parser reads them."""
    words = shlex.split(script.read_text().replace("\\\n", " "), comments=True)
    with mock.patch.object(SkyRLTrainConfig, "__post_init__"):  # the derived values need vLLM
        return SkyRLTrainConfig.from_cli_overrides(words[words.index("examples/skyrl/main.py") + 1 :])


def main():
    voi.skyrl.register()
    voi.skyrl.register()
    wanted = [reward for _, reward, _ in known.KNOWN]
    for spec in ("reward_spec", "reward_model"):
        known.same([episode(text, known.LABEL, spec)[0] for text, _, _ in known.KNOWN], wanted, f"rewards by {spec}")
    played = [episode(text, known.LABEL, "reward_spec") for text, _, _ in known.KNOWN]
    played.append(episode("text", known.BROKEN, "reward_spec"))
    metrics = aggregate_for_environment("voi", [numbers for _, numbers in played])
    known.same((metrics["unscored"], metrics["action_toolcall"]), (1 / 5, 2 / 5), "the averages of an environment")
    try:
        skyrl_gym.make("voi", env_config={}, extras={"data_source": "chat"})
    except Exception as error:
        known.same(type(error).__name__, "ConfigError", "what a row without a label raises")
    else:
        raise SystemExit("a row without a label made an environment")

    episodes()
    config = parsed(known.ROOT / "examples" / "skyrl" / "train.sh")
    known.same(config.environment.env_class, "voi", "environment.env_class")
    known.same(config.data.train_data, ["data/verl/train/part-00000-00000.parquet"], "data.train_data")
    known.same(config.generator.n_samples_per_prompt, 8, "generator.n_samples_per_prompt")
    versions = " ".join(f"{name} {importlib.metadata.version(name)}" for name in ("skyrl-gym", "skyrl"))
    print(f"{versions}: environment made, stepped and averaged; train.sh in its parser")


if __name__ == "__main__":
    main()
