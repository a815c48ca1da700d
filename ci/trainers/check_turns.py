"""The trainers' own code on the turns of voi.turns and voi.slime.

verifiers, SkyRL and AReaL are installed. slime and RAGEN are on no package index: SLIME and RAGEN
name checkouts of them; without these the check reports that they were not checked. Of all but
verifiers only the needed functions are taken from the source, since importing a whole trainer
needs a GPU.

usage: check_turns.py VOI
"""

import ast
import importlib.util
import json
import os
import pathlib
import sys
import threading
import types
import typing
from collections import OrderedDict

import known

known.use(sys.argv[1])

import voi  # noqa: E402
import voi.slime  # noqa: E402
from voi import turns  # noqa: E402

RUNS = [json.loads(line) for line in (known.ROOT / "examples" / "trajectories" / "clarify.jsonl").read_text().splitlines()]
WIDTH = 5  # tokens of a turn, and of the text between two turns


def spans(row):
    """The turns of a run, and its length in tokens: a prompt, then turns with observations between them."""
    made = [(WIDTH * (2 * at + 1), WIDTH * (2 * at + 2)) for at in range(len(row["steps"]))]
    return made, made[-1][1] + WIDTH


def mask_of(made, length):
    return [int(any(start <= at < stop for start, stop in made)) for at in range(length)]


def taken(path, *names, **known_names):
    """Functions and classes of a source file by name, at any depth."""
    tree = ast.parse(pathlib.Path(path).read_text())
    found = [node for node in ast.walk(tree) if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and node.name in names]
    scope = {**vars(typing), **known_names}
    exec(compile(ast.Module(found, []), str(path), "exec", dont_inherit=True), scope)
    return [scope[name] for name in names]


def checkout(variable, *parts):
    """A file of a checkout, None without a checkout."""
    root = os.environ.get(variable)
    if not root:
        print(f"{variable.lower()}'s turns: NOT checked; give {variable}=CHECKOUT")
        return None
    return pathlib.Path(root, *parts)


def installed(package, *parts):
    """A file of a package that is not imported."""
    return pathlib.Path(importlib.util.find_spec(package).submodule_search_locations[0], *parts)


def verifiers(rows):
    from verifiers.v1.graph import MessageNode
    from verifiers.v1.trace import Branch

    for row in rows:
        made, length = spans(row)
        want = turns.token_advantages(row, made, length)
        nodes, at = [], 0
        for start, stop in made:
            sampled = [False] * (start - at) + [True] * (stop - start)
            message = {"role": "assistant", "content": "x"}
            nodes.append(MessageNode(message=message, sampled=True, token_ids=range(at, stop), mask=sampled, advantages=want[start:stop]))
            at = stop
        known.same(Branch(index=0, nodes=nodes).advantages, want[:at], "the credit of each token")
        known.same(len(turns.turn_rewards(row)), len(nodes), "rewards of sampled turns")
    print(f"verifiers: the advantages of {sum(len(row['steps']) for row in rows)} turns on the tokens of its nodes")


def skyrl(rows):
    [build] = taken(installed("skyrl", "train", "generators", "skyrl_gym_generator.py"), "_build_per_token_rewards")
    for row in rows:
        made, length = spans(row)
        given = [(reward or turns.LEAST, stop - 1) for reward, (_, stop) in zip(turns.step_rewards(row), made)]
        got = build(types.SimpleNamespace(custom_chat_template=None), given, list(range(length)), False)
        known.same(got, turns.token_rewards(row, made, length), "rewards of tokens")
    print(f"SkyRL: the rewards of {len(rows)} runs on the last tokens of their turns")


def ragen(rows):
    import torch

    path = checkout("RAGEN", "ragen", "trainer", "core_algos.py")
    if path is None:
        return
    verl_f = types.SimpleNamespace(masked_whiten=lambda values, mask: values)
    [estimate] = taken(path, "compute_bi_level_gae_advantage_return", torch=torch, verl_F=verl_f)
    zeros = 0
    for row in rows:
        made, length = spans(row)
        rewards = torch.tensor([turns.token_rewards(row, made, length)])
        known.same(int(rewards.bool().sum()), len(made), "ends of turns that RAGEN finds")
        _, returns = estimate(rewards, torch.zeros_like(rewards), torch.tensor([mask_of(made, length)]), 1, 1, 1)
        for step, (_, stop) in zip(row["steps"], made):
            known.same(abs(returns[0, stop - 1].item() - step["return_to_go"]) < 1e-5, True, "what is still to come")
            zeros += step["reward"] == 0
    known.same(zeros > 0, True, "turns that earn 0")
    print(f"RAGEN: the ends of all turns found, {zeros} of them of a reward of 0")


def slime(rows):
    if checkout("SLIME") is None:
        return
    sys.path.insert(0, os.environ["SLIME"])
    import torch
    from slime.observability.rollout_data_utils import validate_rollout_id_annotated
    from slime.utils.data import get_source
    from slime.utils.types import Sample

    source = pathlib.Path(os.environ["SLIME"], "slime", "ray", "rollout.py")
    post, convert = taken(source, "_post_process_rewards", "_convert_samples_to_train_data", torch=torch, Sample=Sample, get_source=get_source)
    fan_out = []
    for at, (run, row) in enumerate(zip(RUNS, rows)):
        made, length = spans(row)
        whole = Sample(index=at, group_index=0, tokens=list(range(length)), response_length=length - WIDTH, status=Sample.Status.COMPLETED)
        fan_out.append(voi.slime.turn_samples(whole, run, made))
    validate_rollout_id_annotated([fan_out])
    flat = [one for samples in fan_out for one in samples]
    args = types.SimpleNamespace(rollout_top_p=1.0, reward_key=None)
    manager = types.SimpleNamespace(args=args, custom_convert_samples_to_train_data_func=None, custom_reward_post_process_func=voi.slime.turn_advantages)
    manager._post_process_rewards = lambda samples: post(manager, samples)
    data = convert(manager, flat)
    steps = [step for row in rows for step in row["steps"]]
    known.same(data["rewards"], [step["advantage"] for step in steps], "the advantages of turns")
    known.same(data["raw_reward"], [step["reward"] for step in steps], "the rewards of turns")
    sums = [WIDTH * len(row["steps"]) for row in rows for _ in row["steps"]]
    known.same(data["rollout_mask_sums"], sums, "the tokens of a rollout, which the loss divides by")
    print(f"slime: {len(flat)} turns of {len(rows)} rollouts, their advantages as its training data has them")


def areal(rows):
    from pydantic import BaseModel

    path = installed("areal", "experimental", "openai", "cache.py")
    [request] = taken(path.parent / "proxy" / "server.py", "SetRewardRequest", BaseModel=BaseModel)
    [cache] = taken(path, "InteractionCache", OrderedDict=OrderedDict, threading=threading, logger=None, InteractionWithTokenLogpReward=object)
    for row in rows:
        session, ids = cache(), [f"chatcmpl-{at}" for at in range(len(row["steps"]))]
        for at, one in enumerate(ids):
            session[one] = types.SimpleNamespace(messages=[{}] * at, output_message_list=None, reward=None)
        for body in turns.set_rewards(row, ids):
            asked = request(**body)
            session.set_reward(asked.interaction_id, asked.reward)
        known.same([one.reward for one in session.values()], row["step_rewards"], "the reward of each interaction")
        session.apply_reward_discount(1.0)
        known.same([round(one.reward, 9) for one in session.values()], [round(step["return_to_go"], 9) for step in row["steps"]], "what is still to come")
    print(f"AReaL: the rewards of {len(rows)} sessions, interaction by interaction")


def main():
    with voi.Scorer() as scorer:
        rows = scorer.score_trajectories(RUNS)
    for check in (verifiers, skyrl, ragen, slime, areal):
        check(rows)


if __name__ == "__main__":
    main()
