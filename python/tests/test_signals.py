"""A signal handler may score and close, whatever the main thread is doing."""

from __future__ import annotations

import sys

import pytest
from procs import python

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals")


def test_a_scorer_closed_in_a_handler() -> None:
    """The handler interrupts a call that is being sent, at another point each time."""
    done = python("""
        import random, faulthandler
        faulthandler.dump_traceback_later(60, exit=True)
        def end(*args):
            scorer.close()
            raise SystemExit
        for attempt in range(12):
            scorer = voi.Scorer()
            scorer.hello()
            signal.signal(signal.SIGALRM, end)
            signal.setitimer(signal.ITIMER_REAL, 0.002 + attempt * 0.0007)
            try:
                while True:
                    scorer.score([RIGHT] * 3, [SAMPLE] * 3)
            except SystemExit:
                pass
            assert pid_of(scorer) is None, attempt
        print("all closed")
    """)
    assert "all closed" in done.stdout, done.stderr


def test_a_scorer_used_in_a_handler() -> None:
    done = python("""
        import faulthandler
        faulthandler.dump_traceback_later(60, exit=True)
        scorer, inside = voi.Scorer(), []
        scorer.hello()
        def score(*args):
            inside.extend(scorer.score([RIGHT], [SAMPLE]).rewards)
        signal.signal(signal.SIGALRM, score)
        signal.setitimer(signal.ITIMER_REAL, 0.002, 0.0113)
        while len(inside) < 30:
            assert scorer.score([RIGHT] * 40, [SAMPLE] * 40).rewards == [3.5] * 40
        signal.setitimer(signal.ITIMER_REAL, 0)
        assert set(inside) == {3.5}
        scorer.close()
        print("all scored")
    """)
    assert "all scored" in done.stdout, done.stderr
