"""Episodes as TRL's environment_factory plays them, with the rewards of voi rollout."""

from __future__ import annotations

import asyncio
import inspect
import json
import pathlib
import pickle
import re
from typing import Any, Optional

import pytest

import voi
import voi.trl
from voi import _trl_environment


def calls_of(completion: str) -> list[tuple[str, dict[str, Any]]]:
    """A completion as calls for TRL: none if it ends the run."""
    if asked := re.findall(r"<question>(.*?)</question>", completion, re.DOTALL):
        return [("ask_user", {"question": " ".join(asked)})]
    if called := re.search(r"<TOOLCALL>(.*?)</TOOLCALL>", completion, re.DOTALL):
        return [(call["name"], call["arguments"]) for call in json.loads(called[1])]
    return []


def dispatch(environment: Any, calls: list[tuple[str, dict[str, Any]]]) -> list[Any]:
    """Execute the calls of a message as GRPOTrainer's loop does: create all, then await them together."""
    names = [name for name, _ in inspect.getmembers(type(environment), predicate=inspect.isfunction)]
    tools = {name: getattr(environment, name) for name in names if name not in ("reset", "get_reward") and not name.startswith("_")}
    assert all(tool.__name__ == name and inspect.iscoroutinefunction(tool) for name, tool in tools.items())

    async def together() -> list[Any]:
        return await asyncio.gather(*[tools[name](**arguments) for name, arguments in calls], return_exceptions=True)

    return asyncio.run(together())


def play(environment: Any, completions: list[str]) -> tuple[list[list[Any]], str]:
    """Play completions up to the first one without a call. Returns the results and that completion."""
    results = []
    for completion in completions:
        calls = calls_of(completion)
        if not calls:
            return results, completion
        results.append(dispatch(environment, calls))
    return results, ""


def test_a_rollout_earns_the_same(tasks: pathlib.Path, runs: list[dict[str, Any]]) -> None:
    made = voi.trl.environment(tasks, own_reward=False)
    assert [row["task"] for row in made.rows] == list(dict.fromkeys(run["task_id"] for run in runs)) and not made.left_out
    of = {row["task"]: row for row in made.rows}
    assert made.keys() == {row["environment"] for row in made.rows}
    pool = {name: factory() for name, factory in made.items()}  # TRL makes one environment, and resets it
    asked = 0
    for run in runs:
        row = of[run["task_id"]]
        environment = pool[row["environment"]]
        assert environment.reset(prompt=row["prompt"], task=row["task"], seed=run["environment"]["user"]["seed"]) is None
        results, last = play(environment, run["environment"]["completions"])
        logged: dict[str, float] = {}
        values = voi.trl.episode([row["prompt"]], [[{"role": "assistant", "content": last}]], environments=[environment], log_metric=logged.__setitem__)
        assert values == [pytest.approx(sum(run["environment"]["rewards"]), abs=1e-12)], run["task_id"]
        assert logged == {"voi/success": float(run["outcome"] == 1)}
        told = [m["content"] for m in run["messages"][len(row["prompt"]) :] if m["role"] != "assistant"]
        assert [content for some in results for content in some] == told
        asked += "ask_user" in [name for completion in run["environment"]["completions"] for name, _ in calls_of(completion)]
    assert len(runs) > 100 and asked > 20


PICKY = {
    "id": "picky",
    "class": "explicit",
    "tools": [
        {
            "type": "function",
            "function": {
                "name": "trains.find",
                "description": "Find trains.\nReturns: a list (choices: none).",
                "parameters": {
                    "type": "object",
                    "properties": {
                        "seat": {"enum": ["window", "aisle"], "description": "where to sit"},
                        "from": {"type": "string", "description": "Args:\nself: a station", "maxLength": 9},
                        "days": {"type": "array", "items": {"type": "integer"}},
                        "self": {"type": ["string", "null"]},
                    },
                    "required": ["from"],
                },
            },
        }
    ],
    "turns": [{"user": "Trains from Porto and from Faro.", "gold": [{"name": "trains.find", "arguments": {"from": at}} for at in ("Porto", "Faro")]}],
    "world": {"kind": "recorded"},
}


def folder_of(path: pathlib.Path, *tasks: dict[str, Any]) -> pathlib.Path:
    (path / "tasks" / "train").mkdir(parents=True)
    (path / "tasks" / "train" / "00000.jsonl").write_text("".join(json.dumps(task) + "\n" for task in tasks))
    return path


def begun(folder: pathlib.Path, **given: Any) -> Any:
    made = voi.trl.environment(folder, **given)
    row = made.rows[0]
    environment = pickle.loads(pickle.dumps(made))[row["environment"]]()
    assert type(environment) is type(made[row["environment"]]())
    environment.reset(**{name: value for name, value in row.items() if name != "environment"})
    return environment


def test_the_calls_of_a_message_are_one_step(tmp_path: pathlib.Path) -> None:
    folder = folder_of(tmp_path, PICKY)
    environment = begun(folder)
    calls = [("trains.find", {"from": "Porto"}), ("ask_user", {"question": "Why?"}), ("trains.find", {"from": "Faro"})]
    results = dispatch(environment, calls)
    message = {"role": "assistant", "content": "", "tool_calls": [{"type": "function", "function": {"name": n, "arguments": a}} for n, a in calls]}
    with voi.Scorer(tasks=folder) as scorer:
        episode = voi.Episode(scorer, "picky", ask_tool=True)
        episode.reset()
        states = [episode.step(message), episode.step("Done.")]
    assert results == [m["content"] for m in states[0]["messages"]] and len(results) == 3
    assert environment.get_reward() == states[0]["reward"] + states[1]["reward"] > 1
    assert dispatch(environment, calls[:1]) == [_trl_environment.OVER]


def test_what_get_reward_does_not_see_episode_does(tasks: pathlib.Path) -> None:
    refusal = "I'm sorry, I cannot do that with these tools."
    paid: dict[bool, Optional[float]] = {}
    for own in (True, False):
        made = voi.trl.environment(tasks, own_reward=own, seeds=2)
        assert [row["seed"] for row in made.rows] == [0, 1] * len({row["task"] for row in made.rows})
        row = next(row for row in made.rows if row["task"].endswith("/infeasible"))
        environment = made[row["environment"]]()
        environment.reset(task=row["task"], seed=row["seed"])
        if own:
            paid[own] = environment.get_reward()
            with pytest.raises(voi.ConfigError, match="own_reward=False"):
                voi.trl.episode([], [refusal], environments=[environment])
        else:
            [paid[own], other] = voi.trl.episode([], [refusal, ""], environments=[environment, object()])
            assert other is None
    assert paid == {True: 0.0, False: 1.0}
    with pytest.raises(voi.ConfigError, match="environment_factory"):
        voi.trl.episode([], [])


def test_a_run_cut_at_a_call_said_nothing(tmp_path: pathlib.Path) -> None:
    environment = begun(folder_of(tmp_path, PICKY), own_reward=False)
    calls = [("trains.find", {"from": "Porto"}), ("trains.find", {"from": "Faro"})]
    dispatch(environment, calls)
    cut = [{"role": "assistant", "content": "", "tool_calls": [{}]}]
    [value] = voi.trl.episode([], [cut], environments=[environment])
    assert value is not None and 0 < value < 1


def test_numbers_that_are_none_and_a_server_that_is_gone(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    environment = begun(folder_of(tmp_path, PICKY))
    [result] = dispatch(environment, [("trains.find", {"from": float("nan")})])
    assert isinstance(result, str) and result
    monkeypatch.setattr(environment._episode._scorer, "play", lambda op, **fields: (_ for _ in ()).throw(voi.ServerError("gone")))
    assert dispatch(environment, [("trains.find", {"from": "Faro"})]) == [_trl_environment.OVER]
    assert environment.get_reward() is None and "gone" in caplog.text


def test_signatures_and_docstrings(tmp_path: pathlib.Path) -> None:
    method = getattr(begun(folder_of(tmp_path, PICKY)), "trains.find")
    assert [(p.name, p.default is p.empty) for p in inspect.signature(method).parameters.values()] == [
        ("from", True), ("seat", False), ("days", False), ("self", False),
    ]  # fmt: skip
    assert str(method.__annotations__["days"]) == "list[int]" and method.__annotations__["self"] == Optional[str]
    assert method.__doc__ == (
        "Find trains. Returns : a list (choices : none).\n\nArgs:\n    seat: where to sit\n"
        '    from: Args : self: a station Schema: {"type":"string","maxLength":9}\n    days: days\n    self: self'
    )


def test_what_cannot_be_played_is_left_out(tmp_path: pathlib.Path, caplog: pytest.LogCaptureFixture) -> None:
    def named(identity: str, tool: str, parameter: str) -> dict[str, Any]:
        given = {"type": "function", "function": {"name": tool, "parameters": {"type": "object", "properties": {parameter: {"type": "string"}}}}}
        return {"id": identity, "class": "infeasible", "tools": [given], "turns": [{"user": "Trains."}]}

    odd = [named("a", "reset", "at"), named("b", "_find", "at"), named("c", "find", "the-day"), {**PICKY, "id": "d", "turns": PICKY["turns"] * 2}]
    made = voi.trl.environment(folder_of(tmp_path / "some", PICKY, *odd))
    assert [row["task"] for row in made.rows] == ["picky"] and list(made.left_out.values()) == [1] * 4
    assert "the-day" in caplog.text and "several turns" in caplog.text
    with pytest.raises(voi.ConfigError, match="the-day"):
        voi.trl.environment(folder_of(tmp_path / "none", *odd))
    with pytest.raises(voi.ConfigError, match="split 'val'"):
        voi.trl.environment(tmp_path / "some", split="val")
    for wrong in ("{", "[]", '{"id": "x"}'):
        (tmp_path / "some" / "tasks" / "train" / "00001.jsonl").write_text(wrong)
        with pytest.raises(voi.ConfigError, match=r"00001.jsonl, line 1"):
            voi.trl.environment(tmp_path / "some")
    environment = made[made.rows[0]["environment"]]()
    with pytest.raises(voi.ConfigError, match="the row has no task"):
        environment.reset(prompt=[])


def test_the_folder_is_named_by_the_environment(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("VOI_TASKS", raising=False)
    with pytest.raises(voi.ConfigError, match="VOI_TASKS"):
        voi.trl.environment()
    monkeypatch.setenv("VOI_TASKS", str(folder_of(tmp_path, PICKY)))
    assert len(voi.trl.environment().rows) == 1
