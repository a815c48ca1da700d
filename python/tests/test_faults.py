"""Servers that die, hang or do not exist: each call has one reply, the right one, or an error with the reason."""

from __future__ import annotations

import asyncio
import json
import os
import pathlib
import random
import signal
import sys
import threading
import time

import pytest
from conftest import KNOWN, RIGHT, SAMPLE
from procs import alive, freeze, pid_of, program, wait_for

import voi


def load(scorer: voi.Scorer, threads: int, until: threading.Event, batch: int) -> tuple[list[threading.Thread], list[int], list[object]]:
    """Threads that score endlessly and compare the results."""
    calls, wrong = [0] * threads, list[object]()

    def run(number: int) -> None:
        rng = random.Random(number)
        while not until.is_set():
            want = rng.choices(KNOWN, k=rng.choice([1, 1, 3, batch]))
            try:
                result = scorer.score([text for text, _ in want], [SAMPLE] * len(want))
            except Exception as error:
                wrong.append(error)
                return
            if result.rewards != [reward for _, reward in want]:
                wrong.append((want, result))
            calls[number] += 1

    made = [threading.Thread(target=run, args=(i,)) for i in range(threads)]
    for thread in made:
        thread.start()
    return made, calls, wrong


def kill_again_and_again(times: int) -> None:
    rng = random.Random(1)
    with voi.Scorer() as scorer:
        scorer.hello()
        stop = threading.Event()
        threads, calls, wrong = load(scorer, 8, stop, 300)
        for n in range(times):
            if n % 4 == 0:  # on a busy machine a request would else outlive six servers, and be given up
                before = list(calls)
                wait_for(lambda before=before: wrong or all(now > then for now, then in zip(calls, before, strict=True)))  # type: ignore[misc]
            wait_for(lambda: (server := scorer._client._server) is not None and server.hello is not None)
            time.sleep(rng.random() * 0.05)
            pid = pid_of(scorer)
            if pid is not None:
                os.kill(pid, signal.SIGKILL)
                wait_for(lambda pid=pid: pid_of(scorer) != pid)  # type: ignore[misc]
        stop.set()
        for thread in threads:
            thread.join(60)
            assert not thread.is_alive()
        assert wrong == []
        assert all(calls)


def test_a_server_killed_under_load() -> None:
    kill_again_and_again(10)


@pytest.mark.slow
def test_a_server_killed_a_hundred_times_under_load() -> None:
    kill_again_and_again(100)


def test_64_threads(scorer: voi.Scorer) -> None:
    stop = threading.Event()
    threads, calls, wrong = load(scorer, 64, stop, 40)
    wait_for(lambda: min(calls) > 5)
    stop.set()
    for thread in threads:
        thread.join(60)
    assert wrong == []


def test_a_hung_server_is_replaced() -> None:
    with voi.Scorer(timeout=4) as scorer:
        assert scorer.score([RIGHT], [SAMPLE]).rewards == [3.5]
        pid = pid_of(scorer)
        assert pid is not None
        freeze(pid)
        result = scorer.score([RIGHT] * 3, [SAMPLE] * 3)
        assert result.rewards == [None] * 3
        assert [error and error["code"] for error in result.errors] == ["timeout"] * 3
        assert result.components == {name: [None] * 3 for name in ("form", "tool", "cls", "certainty", "slot")}
        wait_for(lambda: not alive(pid))
        assert scorer.score([RIGHT], [SAMPLE]).rewards == [3.5]


def test_a_hung_server_with_a_full_pipe() -> None:
    """With more data than the pipe holds, the blocked write does not delay the caller beyond its timeout."""
    with voi.Scorer(timeout=4) as scorer:
        scorer.hello()
        pid = pid_of(scorer)
        assert pid is not None
        freeze(pid)
        begun = time.monotonic()
        result = scorer.score([RIGHT + "x" * 20_000] * 500, [SAMPLE] * 500)
        assert time.monotonic() - begun < 20
        assert result.rewards == [None] * 500
        assert {error and error["code"] for error in result.errors} == {"timeout"}
        assert scorer.score([RIGHT], [SAMPLE]).rewards == [3.5]


def test_a_hung_server_with_a_full_pipe_that_a_thread_writes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(voi._server, "DIRECT", False)
    test_a_hung_server_with_a_full_pipe()


def test_others_do_not_lose_what_a_hung_server_held(monkeypatch: pytest.MonkeyPatch) -> None:
    """A call without a timeout waits through a hang that ends another scorer's call."""
    monkeypatch.setattr(voi._client, "TICK", 0.1)
    with voi.Scorer() as scorer:
        scorer.hello()
        scorer._client.stall = 0.3
        pid = pid_of(scorer)
        assert pid is not None
        freeze(pid)
        assert scorer.score([RIGHT] * 100, [SAMPLE] * 100).rewards == [3.5] * 100
        assert not alive(pid)


def test_no_binary(monkeypatch: pytest.MonkeyPatch, scorer: voi.Scorer, tmp_path: pathlib.Path) -> None:
    monkeypatch.setenv("VOI_BIN", str(tmp_path / "voi"))
    with pytest.raises(voi.ConfigError, match="VOI_BIN"):
        scorer.score([RIGHT], [SAMPLE])
    (tmp_path / "voi").write_text("no program")
    with pytest.raises(voi.ConfigError, match="cannot be run"):
        scorer.score([RIGHT], [SAMPLE])
    (tmp_path / "voi").chmod(0o755)
    with pytest.raises(voi.ConfigError, match="cannot be run"):
        scorer.score([RIGHT], [SAMPLE])
    monkeypatch.delenv("VOI_BIN")
    if (pathlib.Path(voi.__file__).parent / "bin").exists():
        assert scorer.score([RIGHT], [SAMPLE]).rewards == [3.5]


@pytest.mark.parametrize("path", ["~nobody-of-this-name/voi", "/" + "x" * 300], ids=["home", "long"])
def test_a_binary_that_cannot_be_looked_up(monkeypatch: pytest.MonkeyPatch, scorer: voi.Scorer, path: str) -> None:
    own = os.environ.get("VOI_BIN", "")
    monkeypatch.setenv("VOI_BIN", path)
    for _ in range(2):
        with pytest.raises(voi.ConfigError, match="VOI_BIN is"):
            scorer.score([RIGHT], [SAMPLE])
    monkeypatch.setenv("VOI_BIN", own)
    assert scorer.score([RIGHT], [SAMPLE]).rewards == [3.5]


def test_an_unknown_profile() -> None:
    with voi.Scorer(profile="certainly") as scorer:
        for _ in range(2):
            with pytest.raises(voi.ConfigError, match='did you mean "certainty"'):
                scorer.score([RIGHT], [SAMPLE])


def test_data_that_is_not_there(tmp_path: pathlib.Path) -> None:
    with voi.Scorer(data=tmp_path / "nowhere") as scorer, pytest.raises(voi.ConfigError, match="nowhere"):
        scorer.score([RIGHT], sample_ids=["a"])


@pytest.mark.parametrize("path", ["a\0b", "\ud800"], ids=ascii)
def test_a_path_that_no_system_takes(path: str) -> None:
    with voi.Scorer(data=path) as scorer:
        for _ in range(2):
            with pytest.raises(voi.ConfigError, match="check the paths"):
                scorer.score([RIGHT], sample_ids=["a"])


def test_the_environment_configures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VOI_PROFILE", "baseline")
    with voi.Scorer() as scorer, voi.Scorer(profile="paper") as other:
        assert scorer.hello()["profile"] == "baseline"
        assert other.hello()["profile"] == "paper"


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("import sys; sys.exit('no memory for this')", "no memory for this"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGKILL)", "signal 9"),
        ("print('Hello!', flush=True); input()", "protocol 1"),
        ('print(\'{"op":"hello","protocol":9}\', flush=True); input()', "protocol 1"),
        ("pass", "status 0"),
    ],
)
def test_a_server_that_dies_at_once(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch, body: str, message: str) -> None:
    starts = tmp_path / "starts"
    monkeypatch.setenv("VOI_BIN", program(tmp_path / "voi", f"open({str(starts)!r}, 'a').write('x')\n{body}"))
    with voi.Scorer() as scorer, pytest.raises(voi.VoiError, match=message):
        scorer.score([RIGHT], [SAMPLE])
    assert len(starts.read_text()) <= 3


GREETING = {
    "op": "hello",
    "protocol": 1,
    "server": "voi",
    "version": "0",
    "profile": "p",
    "profile_sha256": "",
    "reward_range": [0, 1],
    "max_line_bytes": 1000000,
}
PROBED = {"op": "result", "id": 0, "rewards": [], "components": {"tool": []}, "actions": [], "errors": [], "notes": []}


def fake(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch, body: str) -> None:
    """A fake server that greets correctly and then runs body for each request."""
    text = f"""
import json, os, signal, sys, time
print({json.dumps(GREETING)!r}, flush=True)
print({json.dumps(PROBED)!r}, flush=True)
sys.stdin.buffer.readline()
def requests():
    for line in sys.stdin.buffer:
        yield json.loads(line)
def reply(request, rewards):
    n = len(rewards)
    print(json.dumps({{"op": "result", "id": request["id"], "rewards": rewards, "components": {{"tool": rewards}}, "actions": [None] * n,
                      "errors": [None] * n, "notes": [None] * n}}), flush=True)
for request in requests():
{body}
"""
    monkeypatch.setenv("VOI_BIN", program(tmp_path / "voi", text))


POISON = """
    if any(item["completion"] == "poison" for item in request["items"]):
        os.kill(os.getpid(), signal.SIGKILL)
    reply(request, [len(item["completion"]) for item in request["items"]])
"""


def test_an_item_that_kills_every_server(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The items beside it are answered, in the same call and in others."""
    fake(tmp_path, monkeypatch, POISON)
    with voi.Scorer() as scorer:
        outcomes: dict[int, voi.Result] = {}
        calls = [["poison"], ["ok", "poison", "x"], *(["t" * i] * i for i in range(1, 20))]

        def score(number: int) -> None:
            outcomes[number] = scorer.score(calls[number], [SAMPLE] * len(calls[number]))

        threads = [threading.Thread(target=score, args=(number,)) for number in range(len(calls))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
        for number, texts in enumerate(calls):
            assert outcomes[number].rewards == [None if text == "poison" else float(len(text)) for text in texts]
        assert outcomes[0].errors[0] is not None
        assert outcomes[0].errors[0]["code"] == "internal"


def test_runs_over_which_servers_died_keep_what_was_asked(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    count = tmp_path / "count"
    fake(tmp_path, monkeypatch, f"""
    with open({str(count)!r}, "a+") as count:
        if count.write("x") and count.tell() <= 4:
            os.kill(os.getpid(), signal.SIGKILL)
    print(json.dumps({{"op": "trajectory_result", "id": request["id"], "items": [{{key: request.get(key) for key in ("verdicts", "beliefs")}}]}}), flush=True)
""")  # fmt: skip
    with voi.Scorer() as scorer:
        assert scorer.score_trajectories([{"messages": []}], verdicts=True, beliefs=True) == [{"verdicts": True, "beliefs": True}]


def test_a_group_that_kills_every_server(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake(tmp_path, monkeypatch, POISON)
    with voi.Scorer() as scorer:
        result = scorer.score(["poison", "b"], [SAMPLE] * 2, group_ids=[1, 1])
    assert result.rewards == [None, 1.0]
    assert result.advantages == [None, 0.0]


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ('    reply(request, [1.0])', "answered 1 items of 2"),
        ('    print(json.dumps({"op": "error", "id": request["id"], "code": "bad_request", "message": "not so"}), flush=True)', "not so"),
        ('    print(json.dumps({"op": "error", "id": None, "code": "bad_json", "message": "what?"}), flush=True)', "what\\?"),
        ('    print("no json", flush=True)', "no json"),
    ],
    ids=["count", "refused", "unread", "garbage"],
)  # fmt: skip
def test_a_server_that_answers_oddly(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch, body: str, message: str) -> None:
    fake(tmp_path, monkeypatch, body)
    with voi.Scorer() as scorer, pytest.raises(voi.ServerError, match=message):
        scorer.score([RIGHT, RIGHT], [SAMPLE] * 2)


def test_stderr_is_logged(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    fake(tmp_path, monkeypatch, '    print("x" * 200_000 + "\\nodd", file=sys.stderr, flush=True); reply(request, [1.0])')
    with voi.Scorer() as scorer:
        assert scorer.score([RIGHT], [SAMPLE]).rewards == [1.0]
        wait_for(lambda: "odd" in caplog.text)


def test_a_timeout_leaves_what_was_answered(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake(tmp_path, monkeypatch, """
    reply(request, [1.0] * len(request["items"])) if request["id"] == 1 else time.sleep(60)
""")  # fmt: skip
    with voi.Scorer(timeout=4) as scorer:
        result = scorer.score([RIGHT] * 100, [SAMPLE] * 100)
    scored = [reward for reward in result.rewards if reward is not None]
    assert 0 < len(scored) < 100
    assert [error is None for error in result.errors] == [reward is not None for reward in result.rewards]
    assert [value is not None for value in result.components["tool"]] == [reward is not None for reward in result.rewards]


def test_a_timeout_marks_what_was_not_sent_any_more(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only a part of a large call is on its way at a time, and a coroutine may be over while it is still encoded."""
    fake(tmp_path, monkeypatch, "    time.sleep(60)")
    texts = ["x" * 1000] * 40_000
    with voi.Scorer(timeout=0.3) as scorer:
        scorer.hello()
        for result in (scorer.score(texts, [SAMPLE] * len(texts)), asyncio.run(scorer.ascore(texts, [SAMPLE] * len(texts)))):
            assert result.rewards == [None] * len(texts)
            assert {error and error["code"] for error in result.errors} == {"timeout"}
        assert [reply["error"]["code"] for reply in scorer.decide([{}] * 12_000)] == ["timeout"] * 12_000


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_an_interrupt_while_scoring_leaves_the_scorer_sound(scorer: voi.Scorer) -> None:
    scorer.hello()
    texts = [text for text, _ in KNOWN] * 1000
    for delay in (0.001, 0.003, 0.01, 0.03):
        previous = signal.signal(signal.SIGALRM, signal.default_int_handler)
        try:
            signal.setitimer(signal.ITIMER_REAL, delay)  # once
            while True:
                scorer.score(texts, [SAMPLE] * len(texts))
        except KeyboardInterrupt:
            pass
        finally:
            signal.signal(signal.SIGALRM, previous)
        assert scorer.score(texts, [SAMPLE] * len(texts)).rewards == [reward for _, reward in KNOWN] * 1000
