"""Forks, process ends and leftovers."""

from __future__ import annotations

import gc
import multiprocessing
import os
import pathlib
import signal
import subprocess
import sys
from typing import Any

import pytest
from conftest import KNOWN, RIGHT, SAMPLE, UNSURE
from procs import alive, children, descriptors, pid_of, python, wait_for

import voi
from voi._default import scorer as default_scorer

if sys.platform == "win32":
    pytest.skip("forks and signals", allow_module_level=True)


def scored(scorer: voi.Scorer) -> Any:
    return os.getpid(), pid_of(scorer), scorer.score([text for text, _ in KNOWN], [SAMPLE] * len(KNOWN)).rewards


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_forked_child_starts_its_own(scorer: voi.Scorer) -> None:
    _, _, want = scored(scorer)
    ours = pid_of(scorer)
    assert ours is not None
    for _ in range(5):
        child = os.fork()
        if child == 0:
            try:
                before = pid_of(scorer)
                _, _, got = scored(scorer)
                fine = before is None and got == want and pid_of(scorer) != ours
                scorer.close()
                os._exit(0 if fine else 1)
            finally:
                os._exit(2)
        assert scorer.score([UNSURE], [SAMPLE]).rewards == [1.0]
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert pid_of(scorer) == ours
    assert alive(ours)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_forks_under_load() -> None:
    """A forked child starts clean, whatever other threads were doing at the fork."""
    done = python("""
        import warnings
        warnings.simplefilter("ignore")  # of forking with threads
        scorer, over = voi.Scorer(), threading.Event()
        def load():
            while not over.is_set():
                assert scorer.score([RIGHT] * 100, [json.dumps(SAMPLE)] * 100).rewards == [3.5] * 100
                with voi.Scorer() as other:
                    assert other.score([UNSURE], [SAMPLE]).rewards == [1.0]
        threads = [threading.Thread(target=load) for _ in range(6)]
        for thread in threads:
            thread.start()
        statuses = []
        for _ in range(25):
            child = os.fork()
            if child == 0:
                signal.alarm(60)
                os._exit(0 if scorer.score([UNSURE] * 40, [SAMPLE] * 40).rewards == [1.0] * 40 else 1)
            statuses.append(os.waitpid(child, 0)[1])
        over.set()
        for thread in threads:
            thread.join()
        scorer.close()
        print(statuses)
    """)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.strip() == str([0] * 25)


@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_pools(scorer: voi.Scorer, method: str) -> None:
    scored(scorer)
    with multiprocessing.get_context(method).Pool(2) as pool:
        for _, _, rewards in pool.map(scored, [scorer] * 4):
            assert rewards == [reward for _, reward in KNOWN]
        pool.close()
        pool.join()


def test_a_closed_scorer_leaves_nothing() -> None:
    with voi.Scorer() as scorer:
        scorer.hello()
        pid = pid_of(scorer)
        assert pid is not None
        assert alive(pid)
    assert pid not in children()
    with pytest.raises(voi.ServerError, match="closed"):
        scorer.score([RIGHT], [SAMPLE])
    scorer.close()


def test_a_forgotten_scorer_leaves_nothing() -> None:
    scorer = voi.Scorer()
    scorer.hello()
    pid = pid_of(scorer)
    assert pid is not None
    del scorer
    gc.collect()
    wait_for(lambda: pid not in children())


def open_and_close(times: int) -> None:
    for _ in range(2):  # resources that only the first ones keep, such as an import, are no leak
        with voi.Scorer() as scorer:
            scorer.hello()
    before, processes = descriptors(), children()
    for _ in range(times):
        with voi.Scorer() as scorer:
            assert scorer.score([UNSURE], [SAMPLE]).rewards == [1.0]
    assert descriptors() == before
    assert children() == processes


def test_scorers_opened_and_closed() -> None:
    open_and_close(20)


@pytest.mark.slow
def test_a_thousand_scorers_opened_and_closed() -> None:
    open_and_close(1000)


def test_the_end_of_the_interpreter_with_calls_in_flight() -> None:
    done = python("""
        scorer = voi.Scorer()
        scorer.hello()
        print(pid_of(scorer), flush=True)
        def run():
            try:
                while True:
                    scorer.score([RIGHT] * 500, [SAMPLE] * 500)
            except voi.ServerError:
                pass
        for _ in range(8):
            threading.Thread(target=run, daemon=True).start()
        time.sleep(0.3)
    """)
    assert (done.returncode, done.stderr) == (0, "")
    assert not alive(int(done.stdout))


def test_the_end_of_the_interpreter_with_a_hung_server() -> None:
    done = python("""
        scorer = voi.Scorer()
        scorer.hello()
        freeze(pid_of(scorer))
        print(pid_of(scorer), flush=True)
    """)
    assert (done.returncode, done.stderr) == (0, "")
    assert not alive(int(done.stdout))


def test_a_killed_parent_leaves_no_server() -> None:
    done = python("""
        scorer = voi.Scorer()
        scorer.hello()
        import warnings
        warnings.simplefilter("ignore")  # of forking with threads
        if os.fork():  # a child that goes on, and holds what it inherited
            print(pid_of(scorer), flush=True)
            os.kill(os.getpid(), signal.SIGKILL)
        sys.stdout = sys.stderr = None
        os.close(1), os.close(2)
        time.sleep(20)
    """)
    assert done.returncode == -signal.SIGKILL
    server = int(done.stdout)
    wait_for(lambda: not alive(server))


def test_the_server_has_a_session_of_its_own(scorer: voi.Scorer) -> None:
    """Ctrl-C in a terminal or a notebook must reach only the program."""
    scorer.hello()
    pid = pid_of(scorer)
    assert pid is not None
    assert os.getsid(pid) == pid


def test_the_default_scorer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("VOI_PROFILE", raising=False)
    assert default_scorer() is default_scorer()
    assert default_scorer().score([UNSURE], [SAMPLE]).rewards == [1.0]
    first = default_scorer()
    monkeypatch.setenv("VOI_PROFILE", "baseline")
    assert default_scorer() is not first
    assert default_scorer().score([UNSURE], [SAMPLE]).rewards == [4.25]


def test_the_command_becomes_the_binary() -> None:
    for args, status in ((["version"], 0), (["build", "--nonsense"], 2)):
        done = subprocess.run([sys.executable, "-m", "voi", *args], capture_output=True, text=True, check=False)
        assert done.returncode == status
        assert (done.stdout or done.stderr).startswith("voi")
    served = subprocess.run([sys.executable, "-m", "voi", "serve"], input='{"op":"ping","id":7}\n', capture_output=True, text=True, check=True)
    assert served.stdout.splitlines()[-1] == '{"op":"pong","id":7}'
    waiting = subprocess.Popen([sys.executable, "-m", "voi", "serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert waiting.stdout is not None
    waiting.stdout.readline()
    waiting.send_signal(signal.SIGTERM)
    waiting.communicate(timeout=30)
    assert waiting.returncode is not None


def test_the_command_needs_no_file_of_its_name(tmp_path: pathlib.Path) -> None:
    """On Windows ``voi.exe`` gives its name without ``.exe``."""
    for name in (tmp_path / "Scripts" / "voi", "-c"):
        done = python(f"sys.argv = [{str(name)!r}, 'version']; from voi._cli import main; sys.exit(main())")
        assert (done.returncode, done.stderr) == (0, "") and done.stdout
    script = tmp_path / "voi.exe"
    script.write_text("")
    done = python(f"sys.argv = [{str(script)[:-4]!r}]; from voi._cli import main; sys.exit(main())", VOI_BIN=str(script))
    assert done.returncode == 2 and "would run itself" in done.stderr
