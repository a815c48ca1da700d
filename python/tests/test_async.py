"""asyncio: concurrent calls, several loops, cancellation, a loop that is not blocked."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
import time

import pytest
from conftest import KNOWN, RIGHT, SAMPLE, UNSURE
from procs import freeze, pid_of

import voi


async def one(scorer: voi.Scorer, number: int) -> None:
    text, reward = KNOWN[number % len(KNOWN)]
    result = await scorer.ascore([text], [SAMPLE])
    assert result.rewards == [reward]


def test_256_at_once(scorer: voi.Scorer) -> None:
    async def main() -> None:
        for _ in range(5):
            await asyncio.gather(*(one(scorer, i) for i in range(256)))

    asyncio.run(main())


def test_many_items(scorer: voi.Scorer) -> None:
    async def main() -> None:
        result = await scorer.ascore([text for text, _ in KNOWN] * 500, [SAMPLE] * 2000, group_ids=[i // 8 for i in range(2000)])
        assert result.rewards == [reward for _, reward in KNOWN] * 500
        assert result.advantages is not None
        assert len(result.advantages) == 2000
        assert (await scorer.ascore([], [])).rewards == []

    asyncio.run(main())


def test_loops_in_several_threads(scorer: voi.Scorer) -> None:
    failed: list[BaseException] = []

    def run() -> None:
        async def main() -> None:
            await asyncio.gather(*(one(scorer, i) for i in range(100)))

        try:
            asyncio.run(main())
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=run) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert failed == []


def test_a_blocking_call_inside_a_running_loop(scorer: voi.Scorer) -> None:
    """As in a notebook, which runs its cells inside a loop."""

    async def main() -> None:
        assert scorer.score([UNSURE], [SAMPLE]).rewards == [1.0]

    asyncio.run(main())


def test_the_loop_goes_on_while_a_server_starts_or_hangs() -> None:
    async def main() -> None:
        ticks = 0

        async def tick() -> None:
            nonlocal ticks
            while True:
                await asyncio.sleep(0.001)
                ticks += 1

        with voi.Scorer(timeout=4) as scorer:
            ticking = asyncio.ensure_future(tick())
            assert (await scorer.ascore([RIGHT], [SAMPLE])).rewards == [3.5]
            pid = pid_of(scorer)
            assert pid is not None
            freeze(pid)
            ticks = 0
            result = await scorer.ascore([RIGHT + "x" * 20_000] * 500, [SAMPLE] * 500)
            assert {error and error["code"] for error in result.errors} == {"timeout"}
            assert ticks > 50
            assert (await scorer.ascore([RIGHT], [SAMPLE])).rewards == [3.5]
            ticking.cancel()

    asyncio.run(main())


def test_cancelled_calls(scorer: voi.Scorer) -> None:
    async def main() -> None:
        tasks = [asyncio.ensure_future(one(scorer, i)) for i in range(100)]
        await asyncio.sleep(0)
        for task in tasks[::2]:
            task.cancel()
        outcomes = await asyncio.gather(*tasks, return_exceptions=True)
        assert all(outcome is None for outcome in outcomes[1::2])
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(scorer.ascore([RIGHT] * 5000, [SAMPLE] * 5000), 0.001)
        await one(scorer, 1)

    asyncio.run(main())


def test_a_loop_that_ends_before_the_reply(scorer: voi.Scorer) -> None:
    for _ in range(20):

        async def main() -> None:
            task = asyncio.ensure_future(scorer.ascore([RIGHT], [SAMPLE]))
            await asyncio.sleep(0)
            task.cancel()

        asyncio.run(main())
    assert scorer.score([UNSURE], [SAMPLE]).rewards == [1.0]


def test_a_configuration_fault_raises_in_the_coroutine() -> None:
    async def main() -> None:
        with voi.Scorer(profile="certainly") as scorer, pytest.raises(voi.ConfigError):
            await scorer.ascore([RIGHT], [SAMPLE])

    asyncio.run(main())


def test_adecide(scorer: voi.Scorer) -> None:
    async def main() -> None:
        decided = await scorer.adecide([{"id": i, "tools": [], "candidates": []} for i in range(40)])
        assert [d["id"] for d in decided] == list(range(40))

    asyncio.run(main())


def test_a_server_killed_under_concurrent_coroutines(scorer: voi.Scorer) -> None:
    async def main() -> None:
        end = time.monotonic() + 2
        while time.monotonic() < end:
            calls = asyncio.gather(*(one(scorer, i) for i in range(64)), scorer.ascore([RIGHT] * 300, [SAMPLE] * 300))
            await asyncio.sleep(0)
            pid = pid_of(scorer)
            if pid is not None:
                os.kill(pid, signal.SIGKILL)
            await calls

    asyncio.run(main())
