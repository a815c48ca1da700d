"""The Python client beside a bare pipe and beside a plain Python reward, in one run.

It answers three questions. How much time does the client add to a batch, compared with the same
requests piped from a file into `voi serve`, without parsing the replies? How much faster is it
than plain Python? How long do single completions take when an event loop submits all of them at
once, and how long is the loop blocked? All servers are warm, and hold the samples in memory;
rewards are compared with plain Python's. Every figure is a median over alternating runs; nothing
is asserted about time.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import json
import os
import pathlib
import random
import statistics
import subprocess
import tempfile
import threading
import time

import plain_reward
from bench import build, source_lines, write_rows
from score_bench import completion, samples_of

import voi


PROFILE = "certainty"  # of the plain Python reward


class Pipe:
    """A `voi serve` with a file as input."""

    def __init__(self, binary: str, data: str, requests: pathlib.Path, count: int) -> None:
        command = [binary, "serve", "--profile", PROFILE, "--data", data]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        self.process.stdout.readline()
        voi._server.widen(self.process.stdin.fileno())
        self.requests, self.bytes = requests, 0
        self._feed()
        lines = voi._server.Lines()
        while count:  # the replies have the same size each time
            data = os.read(self.process.stdout.fileno(), 1 << 20)
            self.bytes += len(data)
            count -= len(lines.take(data))

    def run(self) -> float:
        """Seconds from the first byte of the requests to the last of the replies."""
        begun = time.perf_counter()
        feeder = threading.Thread(target=self._feed)
        feeder.start()
        left = self.bytes
        while left:
            left -= len(os.read(self.process.stdout.fileno(), 1 << 20))
        took = time.perf_counter() - begun
        feeder.join()
        return took

    def _feed(self) -> None:
        with self.requests.open("rb") as source:
            size, sent = os.fstat(source.fileno()).st_size, 0
            while sent < size:
                sent += os.splice(source.fileno(), self.process.stdin.fileno(), size - sent) if hasattr(os, "splice") else self._copy(source)

    def _copy(self, source) -> int:
        return self.process.stdin.write(source.read(1 << 20))

    def close(self) -> None:
        self.process.stdin.close()
        self.process.wait()


def cpu_of(pid: int | None) -> float:
    """The CPU seconds of a process, in clock ticks; 0 without a process or without /proc."""
    status = pathlib.Path(f"/proc/{pid}/stat")
    if not status.exists():
        return 0.0
    fields = status.read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def write_requests(path: pathlib.Path, scorer: voi.Scorer, texts: list[str], ids: list[str]) -> int:
    """Write the requests of scorer.score to a file; returns their number."""
    job = voi._job.ScoreJob(scorer._labels, texts, None, ids)
    call = voi._call.BlockingCall(job.absorb)
    with path.open("wb") as out:
        for number, request in enumerate(job.requests(call, 64 << 20), start=1):
            request.number = number
            out.write(request.line())
    return number


async def at_once(count: int, one) -> tuple[list[float], float]:
    """The time from the submission of count calls to the end of each, and the longest blocking of the loop."""
    lag, latencies = 0.0, []

    async def tick() -> None:
        nonlocal lag
        last = time.perf_counter()
        while True:
            await asyncio.sleep(0)
            now = time.perf_counter()
            lag, last = max(lag, now - last), now

    async def timed(number: int) -> None:
        await one(number)
        latencies.append(time.perf_counter() - asked)

    ticking = asyncio.ensure_future(tick())
    await asyncio.sleep(0)
    asked = time.perf_counter()
    await asyncio.gather(*(timed(number) for number in range(count)))
    ticking.cancel()
    return sorted(latencies), lag


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--voi", required=True)
    parser.add_argument("--count", type=int, default=1024)
    parser.add_argument("--bytes", type=int, default=2000)
    parser.add_argument("--runs", type=int, default=21)
    parser.add_argument("--concurrent", type=int, default=256)
    args = parser.parse_args()
    binary = str(pathlib.Path(args.voi).resolve())
    os.environ["VOI_BIN"] = binary
    name, rows = source_lines()
    with tempfile.TemporaryDirectory(prefix="voi-bench-") as tmp:
        source, shards = pathlib.Path(tmp) / "source.jsonl", pathlib.Path(tmp) / "data"
        write_rows(source, rows, len(rows))
        build(binary, source, shards, 2)
        rng = random.Random(1)
        samples = samples_of(shards)
        ids = [samples[i // 8 % len(samples)]["sample_id"] for i in range(args.count)]
        texts = [completion(rng, samples[i // 8 % len(samples)], args.bytes) for i in range(args.count)]
        known = plain_reward.load(shards)
        with contextlib.ExitStack() as ending:
            scorer = ending.enter_context(voi.Scorer(profile=PROFILE, data=shards))
            requests = pathlib.Path(tmp) / "requests.jsonl"
            count = write_requests(requests, scorer, texts, ids)
            pipe = Pipe(binary, str(shards), requests, count)
            ending.callback(pipe.close)
            measure(args, scorer, pipe, texts, ids, known, name)


def measure(args, scorer: voi.Scorer, pipe: Pipe, texts: list[str], ids: list[str], known: dict, name: str) -> None:
    plain: list[float] = []
    results: list[voi.Result] = []

    def plainly() -> None:
        plain[:] = [plain_reward.score(text, known[i])["reward"] for text, i in zip(texts, ids)]

    def client() -> None:
        results[:] = [scorer.score(texts, sample_ids=ids)]

    client()
    # The runs, each with the server process that works for it.
    runs: dict[str, tuple] = {
        "voi.Scorer.score": (client, scorer._client._server.process.pid),
        "the same requests, from a file, not parsed": (pipe.run, pipe.process.pid),
        "plain Python reward": (plainly, None),
    }
    took: dict[str, list[float]] = {key: [] for key in runs}
    spent = dict.fromkeys(runs, 0.0)  # CPU seconds
    for _ in range(args.runs):
        for key, (work, pid) in runs.items():
            before, begun = cpu_of(pid) + time.process_time(), time.perf_counter()
            work()
            took[key].append(time.perf_counter() - begun)
            spent[key] += cpu_of(pid) + time.process_time() - before
    print(f"voi client: {len(texts)} completions of {statistics.mean(map(len, texts)):.0f} characters, on {name}, {args.runs} alternating runs, "
          f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")  # fmt: skip
    print(f"{'':52}{'median ms':>10}{'least':>8}{'CPU ms, both sides':>20}")
    for key in runs:
        print(f"{key:52}{statistics.median(took[key]) * 1e3:>10.2f}{min(took[key]) * 1e3:>8.2f}{spent[key] / args.runs * 1e3:>20.2f}")
    different = sum(a is None or abs(a - b) > 1e-9 for a, b in zip(results[0].rewards, plain))
    ours, bare, theirs = (statistics.median(took[key]) for key in runs)
    print(f"the client takes {ours / bare:.2f} times what the pipe takes, {ours / len(texts) * 1e6:.1f} microseconds a completion; "
          f"plain Python {theirs / ours:.1f} times what the client takes; rewards that differ: {different} of {len(texts)}")  # fmt: skip

    async def ours_in_the_loop(number: int) -> None:
        await scorer.ascore([texts[number % len(texts)]], sample_ids=[ids[number % len(ids)]])

    async def theirs_in_the_loop(number: int) -> None:
        plain_reward.score(texts[number % len(texts)], known[ids[number % len(ids)]])

    async def loops() -> None:
        runs = {"voi.Scorer.ascore": (ours_in_the_loop, []), "plain Python reward in the loop": (theirs_in_the_loop, [])}
        for one, _ in runs.values():
            await at_once(args.concurrent, one)
        gc.collect()
        gc.freeze()  # exclude the texts and samples of this program from garbage collection
        for _ in range(args.runs):
            for one, into in runs.values():
                into.append(await at_once(args.concurrent, one))
        print(f"{args.concurrent} single completions at once in an event loop, median and least, ms")
        print(f"{'':34}{'p50':>16}{'p99':>16}{'the loop held up for at most':>32}")
        for label, (_, got) in runs.items():
            n = args.concurrent
            columns = [latencies[n // 2] for latencies, _ in got], [latencies[n * 99 // 100] for latencies, _ in got], [lag for _, lag in got]
            print(f"{label:34}" + "".join(f"{statistics.median(c) * 1e3:>{width}.2f}{min(c) * 1e3:>8.2f}" for c, width in zip(columns, (8, 8, 24))))

    asyncio.run(loops())


if __name__ == "__main__":
    main()
