"""``voi.audit`` and ``voi audit --reward module:function`` on functions of every signature."""

from __future__ import annotations

import asyncio
import json
import pathlib
import subprocess
import sys
import threading
from typing import Any

import pytest

import voi
from voi._reward import Reward, load
from voi.testing import assert_sound


def trl_chat(prompts: Any, completions: Any, answer: Any, **kwargs: Any) -> list[float]:
    assert len(prompts) == len(completions) == len(answer) == len(kwargs["sample_id"])
    return [float("<TOOLCALL>" in c[0]["content"]) for c in completions]


def trl_text(completions: list[str], **kwargs: Any) -> list[float]:
    return [float(c.count("<TOOLCALL>")) for c in completions]


async def trl_async(completions: Any, log_metric: Any = None, **kwargs: Any) -> list[Any]:
    if log_metric:
        log_metric("n", len(completions))
    return [None if "sorry" in c[0]["content"] else 1.0 for c in completions]


def verl(data_source: str, solution_str: str, ground_truth: Any, extra_info: Any = None) -> dict[str, float]:
    assert extra_info["reference"]["action"] in ("TOOLCALL", "ASK", "REFUSE", "DIRECTLY")
    return {"score": float("<TOOLCALL>" in solution_str)}


async def verifiers(prompt: Any, completion: Any, answer: str, state: Any) -> float:
    assert state["completion"] == completion
    return float("<TOOLCALL>" in completion[-1]["content"])


def pair(completion: str, sample: dict[str, Any]) -> float:
    print("scoring", sample["sample_id"])
    return float("<TOOLCALL>" in completion)


def broken(completion: str, sample: dict[str, Any]) -> float:
    if "sorry" in completion:
        raise ZeroDivisionError("no words")
    return float("nan") if "general picture" in completion else 1.0


ITEM: dict[str, Any] = {
    "id": "1",
    "prompt": [{"role": "user", "content": "A train to Porto"}],
    "tools": [],
    "completion": "<answer>\n<TOOLCALL>[]</TOOLCALL>",
    "reference": {"action": "TOOLCALL", "tool_calls": [], "question": ""},
    "columns": {"sample_id": "a", "data_source": "", "answer": "x", "solution": "x", "ground_truth": "x"},
}


@pytest.mark.parametrize("fn", [trl_chat, trl_text, trl_async, verl, verifiers, pair])
def test_signatures(fn: Any) -> None:
    other = {**ITEM, "id": "2", "completion": "I'm sorry"}
    answers = Reward(fn)([ITEM, other])
    assert [a["id"] for a in answers] == ["1", "2"]
    assert answers[0]["reward"] == 1.0
    assert answers[1]["reward"] == (None if fn is trl_async else 0.0)
    assert ("stdout" in answers[0]) == (fn is pair)


def test_what_cannot_be_called() -> None:
    with pytest.raises(voi.ConfigError, match="takes \\(a\\)"):
        Reward(lambda a: 1.0)
    for spec in ("no_such_module:f", "no_such_file.py:f", "json:no_such_function"):
        with pytest.raises(voi.ConfigError):
            load(spec)


def test_one_bad_completion_costs_no_other() -> None:
    answers = Reward(broken)([{**ITEM, "completion": "I'm sorry"}, {**ITEM, "id": "2"}])
    assert answers[0]["error"] == "ZeroDivisionError: no words"
    assert answers[1] == {"id": "2", "reward": 1.0}
    assert "error" in Reward(lambda completions, **_: [1.0])([ITEM, {**ITEM, "id": "2"}])[0]
    assert Reward(lambda completion, sample: sys.exit(3))([ITEM])[0]["error"] == "SystemExit: 3"


def test_audit() -> None:
    found = voi.audit(pair, train=True)
    assert "invented" in found.exploits and "changed" in found.exploits
    assert set(found.conduct) == {"writes_stdout", "honest_earns_least"}
    assert found.report["samples"] == 50 and found.report["training"]["optimum"]["honest"] is False
    assert "EXPLOIT" in found.text and set(found.findings) >= set(found.exploits)


def test_audit_of_a_broken_function(tmp_path: pathlib.Path) -> None:
    found = voi.audit(broken, out=tmp_path / "report.json", range=(0, 1))
    assert {"crash", "not_finite"} <= set(found.conduct)
    assert json.loads((tmp_path / "report.json").read_text())["rewards"][0]["reward_range"] == [0, 1]


def test_audit_of_a_profile_and_of_nonsense() -> None:
    assert "invented" in voi.audit("certainty").exploits
    with pytest.raises(voi.ConfigError, match="certainty"):
        voi.audit("certaint")
    with pytest.raises(voi.ConfigError, match="no finding"):
        voi.audit(pair, reviewed=["nonsense"])
    with pytest.raises(voi.VoiError):
        voi.audit(pair, "no/such/folder")


def test_assert_sound() -> None:
    with pytest.raises(AssertionError, match="invented"):
        assert_sound(pair)
    found = voi.audit(pair)
    assert assert_sound(pair, allow=found.findings).findings == []


def test_command_line(tmp_path: pathlib.Path) -> None:
    (tmp_path / "my_reward.py").write_text("def reward(completion, sample):\n    print('x')\n    return float('<TOOLCALL>' in completion)\n")
    for spec in ("my_reward:reward", "my_reward.py:reward"):
        done = subprocess.run(
            [sys.executable, "-m", "voi", "audit", "--reward", spec, "--fail-on", "any"], cwd=tmp_path, capture_output=True, text=True, check=False
        )
        assert done.returncode == 4, done.stderr
        assert "writes_stdout: the reward writes to standard output" in done.stdout
        assert f"reward {spec}, rewards in [0, 1]" in done.stdout
    done = subprocess.run([sys.executable, "-m", "voi", "audit", "--reward", "my_reward:nothing"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 1 and "my_reward:nothing cannot be loaded" in done.stderr


def test_a_coroutine_is_audited_inside_a_running_loop() -> None:
    """A notebook has one, and so has an async test."""

    async def notebook() -> list[dict[str, Any]]:
        return Reward(trl_async)([ITEM, {**ITEM, "id": "2"}])

    assert asyncio.run(notebook()) == [{"id": "1", "reward": 1.0}, {"id": "2", "reward": 1.0}]


def test_a_reward_beyond_a_float_and_a_reward_without_a_signature_are_told() -> None:
    assert Reward(lambda completion, sample: 10**400)([ITEM])[0]["fault"] == "bad_answer"
    for no_function in (max, 5):
        with pytest.raises(voi.ConfigError, match="parameters of the reward cannot be read"):
            voi.audit(no_function)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "fn",
    [
        lambda completions, answer, **_: [float(a in c) for c, a in zip(completions, answer)],
        lambda completions, **_: [float("<tool_call>" in c) for c in completions],
        lambda completion, answer: float(len(completion) > 10),
    ],
)
def test_a_reward_of_texts_that_takes_messages_without_an_error(fn: Any) -> None:
    """It was given messages, and looked constant: the first completion comes alone, and one tells nothing."""
    reward = Reward(fn)
    texts = ["<answer>\n<TOOLCALL>[]</TOOLCALL>", '<tool_call>{"name": "x"}</tool_call>', "Fine."]
    got = [reward([{**ITEM, "completion": text}])[0]["reward"] for text in texts]
    assert got == [fn(completions=[t], answer=["x"])[0] if fn.__code__.co_varnames[0] == "completions" else fn(t, "x") for t in texts]
    assert len(set(got)) == 2


def writes(completion: str, sample: dict[str, Any]) -> float:
    sys.stdout.buffer.write(b"\xffraw")
    print("and text")
    return float("<TOOLCALL>" in completion)


def test_a_reward_may_write_bytes_to_stdout() -> None:
    """They are counted as text is; a reward that is sound otherwise was one that crashes."""
    assert Reward(writes)([ITEM]) == [{"id": "1", "reward": 1.0, "stdout": 13}]


def test_a_dict_without_a_score_is_told_by_its_keys() -> None:
    assert Reward(lambda completion, sample: {"score": None})([ITEM]) == [{"id": "1", "reward": None}]
    told = Reward(lambda completion, sample: {"acc": 1.0, "format": 0.0})([ITEM])[0]
    assert told["fault"] == "bad_answer" and "it has acc, format" in told["error"]


def test_what_a_reward_starts_does_not_read_the_requests(tmp_path: pathlib.Path) -> None:
    """The requests come on stdin, which a program has from its parent, and input() reads."""
    (tmp_path / "rewards.py").write_text(
        "import subprocess, sys\n"
        "def child(completion, sample):\n"
        "    read = subprocess.run([sys.executable, '-c', 'import sys; print(len(sys.stdin.read()))'], capture_output=True).stdout\n"
        "    return float(read)\n"
        "def asks(completion, sample):\n"
        "    return float(input())\n"
    )
    for function, want in (("child", {"id": "1", "reward": 0.0}), ("asks", {"id": "1", "error": "EOFError: EOF when reading a line"})):
        with subprocess.Popen([sys.executable, "-m", "voi._reward", f"rewards:{function}"], cwd=tmp_path, stdin=-1, stdout=-1, text=True) as program:
            assert program.stdin and program.stdout
            late = threading.Timer(20, program.kill)
            late.start()
            program.stdin.write(json.dumps(ITEM) + "\n")
            program.stdin.flush()
            answer = program.stdout.readline()
            late.cancel()
            program.stdin.close()
            assert answer and json.loads(answer) == want
