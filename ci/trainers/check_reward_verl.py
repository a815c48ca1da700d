"""verl's own code calls voi's reward: the example configuration, its loader, its reward manager, its metrics.

usage: check_reward_verl.py VOI
"""

import asyncio
import sys

import known
import numpy as np
import torch

known.use(sys.argv[1])

import voi.verl  # noqa: E402

import hydra  # noqa: E402
import verl  # noqa: E402
from omegaconf import OmegaConf  # noqa: E402
from tensordict import TensorDict  # noqa: E402
from verl import DataProto  # noqa: E402
from verl.experimental.reward_loop.reward_manager import get_reward_manager_cls  # noqa: E402
from verl.trainer.ppo.metric_utils import process_validation_metrics  # noqa: E402
from verl.trainer.ppo.reward import get_custom_reward_fn  # noqa: E402

TEXTS = known.KNOWN


class Tokenizer:
    """Token i is text i."""

    def decode(self, ids, skip_special_tokens):
        assert skip_special_tokens
        return TEXTS[int(ids[0])][0]


def configuration(*overrides):
    with hydra.initialize_config_dir(str(known.ROOT / "examples" / "verl"), version_base=None):
        return hydra.compose("voi", overrides=list(overrides))


def rollout(index, label, **more):
    """One row of a batch from the agent loop: a response of one token."""
    return DataProto(
        batch=TensorDict({"responses": torch.tensor([[index, 0]]), "attention_mask": torch.tensor([[1, 1, 0]])}, 1),
        non_tensor_batch={
            "data_source": np.array(["chat"], dtype=object),
            "reward_model": np.array([{"style": "rule", "ground_truth": label}], dtype=object),
            "extra_info": np.array([{"index": index}], dtype=object),
            **{key: np.array([value], dtype=object) for key, value in more.items()},
        },
    )


async def gathered(config, reward, *rows):
    run = get_reward_manager_cls("naive")(config, Tokenizer(), reward)
    return await asyncio.gather(*(run.run_single(row) for row in rows))


async def scored(config, manager):
    run = get_reward_manager_cls(manager)(config, Tokenizer(), get_custom_reward_fn(config))
    rows = [rollout(index, known.LABEL) for index in range(len(TEXTS))] + [rollout(0, known.BROKEN)]
    return await asyncio.gather(*(run.run_single(row) for row in rows))


def main():
    config = configuration()
    known.same(config.reward.custom_reward_function.path, "pkg://voi.verl", "the path in the example")
    known.same(config.actor_rollout_ref.rollout.n, 8, "n in the example")
    for name in ("acompute_score", "compute_score"):
        OmegaConf.update(config, "reward.custom_reward_function.name", name)
        results = asyncio.run(scored(config, "naive"))
        wanted = [reward for _, reward, _ in TEXTS] + [0.0]
        known.same([result["reward_score"] for result in results], wanted, f"the rewards of {name}")

    # Stacked as by the reward loop: every key of the first sample, from every sample.
    extra = [result["reward_extra_info"] for result in results]
    stacked = {key: np.array([info[key] for info in extra]) for key in extra[0]}
    known.same({tuple(info) for info in extra}, {tuple(extra[0])}, "the keys of all samples")
    known.same([a for a in stacked.values() if a.dtype == object], [], "columns that are no numbers or texts")
    known.same(stacked["unscored"].tolist(), [0.0] * len(TEXTS) + [1.0], "unscored")
    known.same(stacked["action"].tolist(), [action or "" for _, _, action in TEXTS] + [""], "the actions")

    # Averaged as by its validation.
    count = len(extra)
    infos = {"reward": stacked["score"].tolist(), **{key: array.tolist() for key, array in stacked.items()}}
    metrics = process_validation_metrics(["chat"] * count, ["one prompt"] * count, infos)["chat"]
    known.same(metrics["score"][f"mean@{count}"], sum(wanted) / count, "the mean score")
    known.same(metrics["action_toolcall"][f"mean@{count}"], 2 / count, "the rate of calls")
    known.same("action" in metrics, False, "texts among the metrics")

    # verl.trainer.main_eval calls with three arguments and averages the results.
    OmegaConf.update(config, "reward.custom_reward_function.name", "score")
    alone = get_custom_reward_fn(config)
    known.same(np.mean([alone("chat", text, known.LABEL) for text, _, _ in TEXTS]), sum(wanted) / len(TEXTS), "main_eval")

    # An invalid configuration raises, and does not score 0.
    where = "reward.custom_reward_function.reward_kwargs"
    for override in (f"{where}.profile='no such profile'", f"+{where}.data=/nowhere"):
        try:
            asyncio.run(scored(configuration(override), "naive"))
        except Exception as error:
            known.same(type(error).__name__, "ConfigError", f"what {override} raises")
        else:
            raise SystemExit(f"{override} scored")
    # Data that mixes tasks: rows of others get verl's own reward, under the same keys.
    mixed = voi.verl.mixed(lambda data_source, solution_str, ground_truth, extra_info=None: float(ground_truth == "42"))
    both = asyncio.run(gathered(config, mixed, rollout(0, known.LABEL, __num_turns__=2), rollout(0, "42", __num_turns__=6)))
    known.same([one["reward_score"] for one in both], [TEXTS[0][1], 1.0], "the rewards of a mix")
    known.same(len({tuple(one["reward_extra_info"]) for one in both}), 1, "the keys of a mix")

    # A rollout of several turns is one text, in which the decision cannot be found: refused.
    try:
        asyncio.run(gathered(config, mixed, rollout(0, known.LABEL, __num_turns__=4)))
    except Exception as error:
        known.same("max_assistant_turns=1" in str(error), True, "what a rollout of several turns raises")
    else:
        raise SystemExit("a rollout of several turns scored")
    print(f"verl {verl.__version__}: example configuration, reward manager naive, validation metrics, main_eval, a mix of tasks, turns")


if __name__ == "__main__":
    main()
