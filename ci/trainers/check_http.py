"""The trainers' own clients ask `voi serve --http` for rewards: OpenRLHF's executor, verifiers'
NeMo Gym task, NeMo Gym's models of replies and its aggregation. Each reward must equal that of
/v1/score to the last digit. slime is on no registry; its client is one POST, which is made here.

    python check_http.py bin/voi
"""

import asyncio
import json
import math
import pathlib
import random
import subprocess
import sys
import tempfile
import types
import urllib.request
import warnings

import aiohttp
import torch
from nemo_gym.base_resources_server import BaseMultiRewardVerifyResponse, ReverifyMode
from nemo_gym.config_types import AggregateMetrics
from nemo_gym.reward_profile import compute_aggregate_metrics
from openrlhf.utils.agent import SingleTurnAgentExecutor
from verifiers.v1.tasksets.nemo_gym.taskset import NeMoGymConfig, NeMoGymTaskConfig, NeMoGymTaskset
from verifiers.v1.tasksets.nemo_gym.toolset import NeMoGymState
from verifiers.v1.types import AssistantMessage, ToolCall

import known

FULL = "<reasoning>\nx\n</reasoning>\n<answer>\n{}\n</answer>\n"
TEXTS = [
    FULL.format("<REFUSE>I am sorry, no tool of mine can do that.</REFUSE>"),
    FULL.format("<ASK>Which one do you mean?</ASK>"),
    FULL.format("<DIRECTLY>Yes, \u00e9.</DIRECTLY>"),
    "no form at all",
    "",
]


class Server(known.Server):
    """voi serve with shards, for rewards."""

    def __init__(self, voi, data):
        super().__init__(voi, "--data", data)

    def reward(self, sample_id, completion):
        reply = self.post("/v1/score", {"items": [{"sample_id": sample_id, "completion": completion}]})
        assert reply["errors"] == [None], reply
        return reply["rewards"][0]


def equal(got, want, what):
    assert type(got) is float and got == want, f"{what}: {got!r}, but /v1/score gives {want!r}"


class Characters:
    """A tokenizer of characters with the methods that OpenRLHF's executor uses."""

    def __call__(self, text, add_special_tokens=False, return_tensors="pt"):
        return {"input_ids": torch.tensor([[ord(c) for c in text]])}

    def decode(self, ids, skip_special_tokens=False):
        assert not skip_special_tokens
        return "".join(map(chr, ids))


class Engine:
    """An engine that writes a given text, and ends its turn."""

    def __init__(self, text):
        self.ids = [ord(c) for c in text + "<|im_end|>"]

    async def generate(self, prompt_ids, sampling_params, **_):
        output = types.SimpleNamespace(token_ids=self.ids, logprobs=None, finish_reason="stop", text="")
        return types.SimpleNamespace(outputs=[output])


async def openrlhf(server, row, text, want):
    prompt = "".join(f"<|im_start|>{m['role']}\n{m['content']}<|im_end|>\n" for m in row["prompt"]) + "<|im_start|>assistant\n"
    sampling = types.SimpleNamespace(max_tokens=4096, logprobs=None)
    executor = SingleTurnAgentExecutor(server.url + "/openrlhf")
    out = await executor.execute(prompt, row["label"], sampling, 10**6, Characters(), Engine(text))
    assert out["reward"] is not None, f"OpenRLHF got no reward: {out}"
    equal(out["reward"][0], want, "OpenRLHF")
    assert 0 <= out["scores"][0] <= 1 and out["extra_logs"]["unscored"] == [0.0], out
    for name in ("reward", "scores"):
        assert torch.tensor([out[name]]).is_floating_point()
    for values in out["extra_logs"].values():  # the trainer converts them like this
        assert torch.tensor([values]).is_floating_point()


async def slime(server, row, text, want):
    body = {"prompt": row["prompt"], "response": text, "label": row["label"]}
    async with aiohttp.ClientSession() as session, session.post(server.url + "/slime", json=body) as reply:
        reply.raise_for_status()
        equal(await reply.json(), want, "slime")


async def verifiers(task, row, message, want):
    """verifiers seeds a session, turns a trace into a response, and verifies it."""
    trace = types.SimpleNamespace(
        id="t", state=NeMoGymState(), info={}, metrics={}, branches=[types.SimpleNamespace(
            nodes=[types.SimpleNamespace(message=message, sampled=True, timestamp=1.0)])],
    )
    trace.record_metric = trace.metrics.__setitem__
    await task.setup(trace, None)
    assert trace.state.cookies, "no session"
    equal(await task.nemo_gym(trace), want, "verifiers")
    parts = trace.info["nemo_gym"]["reward_components"]
    assert math.isclose(sum(parts.values()), want, rel_tol=1e-12, abs_tol=1e-12), parts
    assert trace.metrics["unscored"] == 0 and set(parts) <= set(trace.metrics), trace.metrics


def gym_reply(server, row, text, want, index):
    """NeMo Gym's model of a reply reads it, and finds the sent fields in it."""
    sent = row | {
        "_ng_task_index": index // 3, "_ng_rollout_index": index % 3,
        "response": {
            "id": "r", "created_at": 0.0, "model": "m", "object": "response", "parallel_tool_calls": True,
            "tool_choice": "auto", "tools": [],
            "output": [{"id": "m", "type": "message", "role": "assistant", "status": "completed",
                        "content": [{"type": "output_text", "text": text, "annotations": []}]}],
            "usage": {"input_tokens": index, "output_tokens": 2, "total_tokens": index + 2,
                      "input_tokens_details": {"cached_tokens": 0, "cache_write_tokens": 0}, "output_tokens_details": {"reasoning_tokens": 0}},
        },
    }
    reply = server.post("/verify", sent)
    assert all(reply[key] == value for key, value in sent.items()), "a field was not echoed"
    read = BaseMultiRewardVerifyResponse.model_validate(reply)
    equal(read.reward, want, "NeMo Gym")
    assert math.isclose(sum(read.reward_components.values()), read.reward, rel_tol=1e-12, abs_tol=1e-12)
    return reply


def aggregation(server, replies):
    """/aggregate_metrics gives the figures of NeMo Gym's own aggregation."""
    sent = []
    for reply in replies:
        entry = {k: v for k, v in reply.items() if k not in ("response", "responses_create_params")}
        sent.append(entry | {"response": {"usage": reply["response"]["usage"]}})
    failed = server.post("/verify", {"responses_create_params": {"input": []}, "label": '{"reference": {}}', "response": {"output": []}})
    assert failed["mask_sample"] is True and failed["unscored"] == 1 and failed["reward"] == 0.0, failed
    assert failed["_ng_failure_class"] == "voi_bad_reference", failed
    sent.append({k: v for k, v in failed.items() if k != "response"} | {"_ng_task_index": 10**6})
    got = AggregateMetrics.model_validate(server.post("/aggregate_metrics", {"verify_responses": sent}))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the warning that equal values have no interval
        want = compute_aggregate_metrics(sent)
    compared = 0
    groups = {g["_ng_task_index"]: g for g in want.group_level_metrics}
    assert len(groups) == len(got.group_level_metrics)
    pairs = [(got.agent_metrics, want.agent_metrics), (got.key_metrics, want.key_metrics)]
    pairs += [(g, groups[g["_ng_task_index"]]) for g in got.group_level_metrics]
    for ours, theirs in pairs:
        figures = {k for k in theirs if k.split("/")[0] in ("mean", "max", "min", "median", "std", "coverage")}
        assert figures == {k for k in ours if "/" in k}, figures ^ set(ours)
        for key in figures:
            assert math.isclose(ours[key], theirs[key], rel_tol=1e-9, abs_tol=1e-9), (key, ours[key], theirs[key])
            compared += 1
    return compared


def rows(folder, pattern):
    for path in sorted(folder.glob(pattern)):
        with path.open(encoding="utf-8") as lines:
            yield from map(json.loads, lines)


async def main(voi):
    with tempfile.TemporaryDirectory() as tmp:
        data = pathlib.Path(tmp) / "data"
        subprocess.run([voi, "build", "--out", data, "--layout", "generic,nemo-gym"], check=True, capture_output=True)
        file = next((data / "nemo-gym").rglob("*.jsonl"))
        with Server(voi, data) as server:
            with urllib.request.urlopen(server.url + "/reverify_mode") as reply:
                assert ReverifyMode(json.load(reply)) is ReverifyMode.STATELESS
            with urllib.request.urlopen(server.url) as reply:
                assert reply.status == 200
            config = NeMoGymConfig(dataset=file, task=NeMoGymTaskConfig(resources_url=server.url))
            tasks = list(NeMoGymTaskset(config).load())
            rng, replies, calls = random.Random(0), [], 0
            for task in tasks:
                row = task.data.row
                prompt = [m for m in row["responses_create_params"]["input"] if m["type"] == "message"]
                flat = {"prompt": prompt, "label": row["label"]}
                for text in rng.sample(TEXTS, 3):
                    want = server.reward(row["sample_id"], text)
                    await asyncio.gather(
                        openrlhf(server, flat, text, want), slime(server, flat, text, want),
                        *([verifiers(task, row, AssistantMessage(content=text), want)] if text else []),
                    )
                    replies.append(gym_reply(server, row, text, want, len(replies)))
                for call in json.loads(row["label"])["reference"].get("tool_calls") or []:
                    message = {"role": "assistant", "content": "", "tool_calls": [
                        {"type": "function", "function": {"name": call["name"], "arguments": json.dumps(call["arguments"])}}]}
                    want = server.reward(row["sample_id"], [message])
                    answer = AssistantMessage(tool_calls=[ToolCall(id="c", name=call["name"], arguments=json.dumps(call["arguments"]))])
                    await verifiers(task, row, answer, want)
                    calls += 1
            compared = aggregation(server, replies)
    print(f"http: {len(replies)} answers and {calls} calls of {len(tasks)} tasks have one reward from OpenRLHF, slime, "
          f"NeMo Gym and verifiers; {compared} figures as NeMo Gym's")


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
