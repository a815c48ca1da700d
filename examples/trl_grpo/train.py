"""GRPO with TRL on shards of voi build, with the reward of voi.

    python train.py --data data                         # a tiny model made here, on a CPU
    accelerate launch train.py --data data --model ...  # yours

Every other argument is one of TRL's GRPOConfig, as in --learning_rate 1e-6.
"""

from __future__ import annotations

import argparse
import os
import sys
from typing import Any, Callable

import tiny
from check import check
from datasets import load_dataset
from transformers import HfArgumentParser
from trl import GRPOConfig, GRPOTrainer

import voi
import voi.trl

# Any run should log every step, and the completions themselves.
ALWAYS = "--logging_steps 1 --log_completions true --num_completions_to_print 1 --report_to none"

# A short run on a CPU that exercises every part of a step.
TINY = (
    "--use_cpu true --bf16 false --gradient_checkpointing false --save_strategy no --max_steps 4 --learning_rate 1e-4 "
    "--per_device_train_batch_size 16 --num_generations 8 --max_completion_length 160 --seed 7"
)


def arguments(argv: list[str]) -> tuple[argparse.Namespace, GRPOConfig]:
    """Read the arguments of this script and those of the trainer."""
    own = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    own.add_argument("--data", required=True, help="the folder that voi build wrote, with the layout trl")
    own.add_argument("--split", default="train", help="the split to train on")
    own.add_argument("--model", help="name or path of a model; without one, a tiny model is made, and the run is checked")
    own.add_argument("--cold-start", type=int, default=0, metavar="STEPS", help="supervised steps of the tiny model on the layout sft")
    own.add_argument("--gdpo", action="store_true", help="normalise each component by itself (GDPO)")
    own.add_argument("--no-lookup", action="store_true", help="send each sample along, in place of its id")
    given, rest = own.parse_known_args(argv)
    defaults = ALWAYS if given.model else f"{ALWAYS} {TINY}"
    if given.gdpo:
        defaults += " --multi_objective_aggregation normalize_then_sum"
    (config,) = HfArgumentParser(GRPOConfig).parse_args_into_dataclasses([*defaults.split(), *rest])
    return given, config


def rewards(gdpo: bool) -> list[Callable[..., Any]]:
    """The reward of voi, or each of its components.

    The component certainty is left out, because it is only a factor of another
    component. In contrast, slot of the profile guarded is an aim of its own: questions
    that ask for what is missing.
    """
    if not gdpo:
        return [voi.trl.reward]
    with voi.Scorer() as scorer:
        names = scorer.score([], sample_ids=[]).components
    return [voi.trl.component(name) for name in names if name != "certainty"]


def main(argv: list[str]) -> None:
    given, config = arguments(argv)
    if not given.no_lookup:
        os.environ["VOI_DATA"] = os.path.abspath(given.data)
    model, words = given.model, None
    if model is None:
        # A model of two layers hardly ever closes its tags. guarded then pays nothing,
        # so all rewards would be equal; fmt of certainty pays for each tag.
        os.environ.setdefault("VOI_PROFILE", "certainty")
        taught = load_dataset(given.data, "sft", split=given.split).select_columns(["messages"])
        model, words = tiny.make(taught, config.seed, given.cold_start, config.output_dir)
    trainer = GRPOTrainer(
        model,
        reward_funcs=rewards(given.gdpo),
        args=config,
        train_dataset=load_dataset(given.data, "trl", split=given.split),
        processing_class=words,
    )
    trainer.train()
    if config.save_strategy != "no":
        trainer.save_model()
    if given.model is None and trainer.accelerator.is_main_process:
        check(trainer, given.data)


if __name__ == "__main__":
    main(sys.argv[1:])
