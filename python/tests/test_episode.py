"""Episodes of the environment, played from Python as in voi rollout."""

from __future__ import annotations

import os
import pathlib
import pickle
import signal
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from test_environments import BaseTextEnv, framework

import voi
import voi.skyrl

ASK = "<answer>\n<ASK><question>Which one?</question></ASK>\n</answer>"


def seed_of(run: dict[str, Any]) -> int:
    return int(run["environment"]["user"]["seed"])


@pytest.fixture
def played(tasks: pathlib.Path) -> Iterator[voi.Scorer]:
    with voi.Scorer(tasks=tasks) as made:
        yield made


def test_the_completions_of_a_rollout_earn_the_same(played: voi.Scorer, runs: list[dict[str, Any]]) -> None:
    assert len(runs) > 100
    for run in runs:
        episode = voi.Episode(played, run["task_id"], seed=seed_of(run))
        messages = episode.reset()["messages"]
        rewards = []
        for completion in run["environment"]["completions"]:
            state = episode.step(completion)
            rewards.append(state["reward"])
            messages += state["messages"]
        assert rewards == run["environment"]["rewards"], run["task_id"]
        assert state["done"] and state["info"]["success"] == (run["outcome"] == 1)
        assert [m for m in messages if m["role"] != "assistant"] == [m for m in run["messages"] if m["role"] != "assistant"]
        with pytest.raises(ValueError, match="episode_done"):
            episode.step(ASK)
        episode.close()


def test_a_number_that_is_no_json_is_a_malformed_call(played: voi.Scorer, runs: list[dict[str, Any]]) -> None:
    call = {"type": "function", "function": {"name": "any", "arguments": {"value": float("nan")}}}
    for completion in ({"role": "assistant", "content": "", "tool_calls": [call]}, [{"role": "assistant", "content": None, "tool_calls": [call]}]):
        episode = voi.Episode(played, runs[0]["task_id"])
        episode.reset()
        state = episode.step(completion)
        assert "the call cannot be read" in state["messages"][0]["content"] and not state["done"]


def test_a_server_that_dies_loses_no_episode(played: voi.Scorer, runs: list[dict[str, Any]]) -> None:
    run = max(runs, key=lambda run: len(run["environment"]["completions"]))
    episode = voi.Episode(played, run["task_id"], seed=seed_of(run))
    episode.reset()
    rewards = []
    for completion in run["environment"]["completions"]:
        server = played._client._server
        assert server is not None
        os.kill(server.process.pid, signal.SIGKILL)
        rewards.append(episode.step(completion)["reward"])
    assert rewards == run["environment"]["rewards"]


def test_a_step_whose_reply_came_too_late_counts_once(played: voi.Scorer, runs: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch) -> None:
    run = max(runs, key=lambda run: len(run["environment"]["completions"]))
    episode = voi.Episode(played, run["task_id"], seed=seed_of(run))
    in_time, late = played.play, set[Any]()

    def play(op: str, **fields: Any) -> dict[str, Any]:
        """The first reset and the first try of every step are answered too late, although the server has done what was asked."""
        reply = in_time(op, **fields)
        what = len(episode._completions) if op == "env_step" else op
        if op == "env_close" or what in late:
            return reply
        late.add(what)
        return {"op": "error", "code": "timeout", "message": "no reply within 1 s"}

    monkeypatch.setattr(played, "play", play)
    with pytest.raises(voi.ServerError, match="timeout"):
        episode.reset()
    episode.reset()
    rewards = []
    for completion in run["environment"]["completions"]:
        with pytest.raises(voi.ServerError, match="timeout"):
            episode.step(completion)
        rewards.append(episode.step(completion)["reward"])
    assert rewards == run["environment"]["rewards"]


def test_a_raw_request_disturbs_no_other_call(played: voi.Scorer) -> None:
    for op in ("env_reset", "env_step", "env_close"):
        assert played.play(op)["code"] == "bad_request"  # a request without fields is one
    with pytest.raises(ValueError, match="the client's own"):
        played.play("env_reset", id=1, task="none")  # its reply was another's, or never came
    for op in ("shutdown", "ping", 'x"'):
        with pytest.raises(ValueError, match="give env_reset"):
            played.play(op, episode="e")


def test_a_task_of_ones_own_and_what_is_wrong(played: voi.Scorer) -> None:
    task = {"id": "mine", "class": "infeasible", "turns": [{"user": "Switch on the lights."}]}
    episode = voi.Episode(played, task, ask_tool=True)
    with pytest.raises(ValueError, match="reset it"):
        episode.step(ASK)
    assert [tool["function"]["name"] for tool in episode.reset()["tools"]] == ["ask_user"]
    episode.step(ASK)
    assert episode.reset()["messages"][-1]["content"] == "Switch on the lights."
    episode.close()
    episode.close()
    with pytest.raises(ValueError, match="reset it"):
        episode.step(ASK)
    for wrong in ("nobody", {**task, "turns": []}):
        with pytest.raises(voi.ConfigError, match=r"unknown_task|bad_request"):
            voi.Episode(played, wrong).reset()
    assert pickle.loads(pickle.dumps(played)).tasks == played.tasks


def skyrl(run: dict[str, Any], tasks: pathlib.Path, prompt: Any) -> tuple[Any, list[dict[str, Any]], Any]:
    """Play a run as SkyRL's generator does."""
    env = voi.skyrl.MultiTurnEnv(env_config={"tasks": str(tasks)}, extras={"task": run["task_id"], "seed": seed_of(run)})
    begun, _ = env.init(prompt)
    steps = [env.step(completion) for completion in run["environment"]["completions"]]
    return begun, steps, env


def test_skyrl(runs: list[dict[str, Any]], tasks: pathlib.Path) -> None:
    with framework():
        voi.skyrl.__dict__.pop("MultiTurnEnv", None)
        assert issubclass(voi.skyrl.MultiTurnEnv, BaseTextEnv)
        for at, run in enumerate(runs):
            prompt = [{"role": "user", "content": "of the row"}] if at % 2 else []
            begun, steps, env = skyrl(run, tasks, prompt)
            assert begun == (prompt or [{"role": m["role"], "content": m["content"]} for m in run["messages"][: len(begun)]])
            assert [step["reward"] for step in steps] == run["environment"]["rewards"]
            assert [step["done"] for step in steps] == [False] * (len(steps) - 1) + [True]
            assert env.get_metrics() == {"return": sum(run["environment"]["rewards"]), "steps": len(steps), "success": run["outcome"]}
            env.close()
        with pytest.raises(voi.ConfigError, match="the row has no task"):
            voi.skyrl.MultiTurnEnv(extras={"data_source": "x"})
        voi.skyrl.register()
        assert sys.modules["skyrl_gym.envs.registration"].registry["voi-episodes"] == "voi.skyrl:MultiTurnEnv"
        voi.skyrl.__dict__.pop("MultiTurnEnv", None)
