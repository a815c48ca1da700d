"""One client's single item beside others' batches, over HTTP.

A client asks for one reward at a time, first alone, then beside clients that send batches as fast
as they are answered. Real clients run on other machines, so here the batch clients have the
lowest priority, and the measured client waits only for the server. Rounds alternate, so that the
ratio holds even if the machine's speed drifts; nothing is asserted about time.
"""

from __future__ import annotations

import argparse
import contextlib
import http.client
import json
import multiprocessing
import os
import pathlib
import random
import re
import statistics
import subprocess
import tempfile
import threading
import time

from bench import build, source_lines, write_rows
from score_bench import completion, samples_of

PAUSE = 0.02  # seconds between two requests of the client


def post(connection: http.client.HTTPConnection, body: bytes) -> bytes:
    connection.request("POST", "/v1/score", body, {"Content-Type": "application/json"})
    response = connection.getresponse()
    text = response.read()
    if response.status != 200:
        raise SystemExit(f"status {response.status}: {text[:300]}")
    return text


def crowd(port: int, body: bytes, clients: int, go, stop, answered) -> None:
    """Clients that send the body repeatedly while go is set."""
    os.nice(19)

    def client() -> None:
        connection = http.client.HTTPConnection("127.0.0.1", port)
        while not stop.is_set():
            if not go.wait(0.1):
                continue
            post(connection, body)
            with answered.get_lock():
                answered.value += 1

    threads = [threading.Thread(target=client) for _ in range(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def single(port: int, bodies: list[bytes], seconds: float) -> list[float]:
    """The time of each single item, in seconds."""
    connection, took, end = http.client.HTTPConnection("127.0.0.1", port), [], time.perf_counter() + seconds
    while time.perf_counter() < end:
        asked = time.perf_counter()
        post(connection, bodies[len(took) % len(bodies)])
        took.append(time.perf_counter() - asked)
        time.sleep(PAUSE)
    return took


@contextlib.contextmanager
def serving(binary: str, data: pathlib.Path, *more: str):
    server = subprocess.Popen([binary, "serve", "--http", "127.0.0.1:0", "--data", str(data), *more], stderr=subprocess.PIPE, text=True)
    try:
        while not (found := re.search(r"http://127\.0\.0\.1:(\d+)", server.stderr.readline())):
            if server.poll() is not None:
                raise SystemExit("voi serve ended")
        threading.Thread(target=server.stderr.read, daemon=True).start()
        yield int(found[1])
    finally:
        server.terminate()
        server.wait()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--voi", required=True)
    parser.add_argument("--clients", type=int, default=20)
    parser.add_argument("--items", type=int, default=3000)
    parser.add_argument("--bytes", type=int, default=400)
    parser.add_argument("--seconds", type=float, default=10, help="length of a round")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--profile", default="guarded")
    args = parser.parse_args()
    binary = str(pathlib.Path(args.voi).resolve())
    name, rows = source_lines()
    with tempfile.TemporaryDirectory(prefix="voi-bench-") as tmp:
        source, shards = pathlib.Path(tmp) / "source.jsonl", pathlib.Path(tmp) / "data"
        write_rows(source, rows, len(rows))
        build(binary, source, shards, 2)
        rng, samples = random.Random(3), samples_of(shards)
        items = [{"sample_id": s["sample_id"], "completion": completion(rng, s, args.bytes)} for i in range(args.items) for s in [samples[i // 8 % len(samples)]]]
        batch = json.dumps({"items": items}).encode()
        bodies = [json.dumps({"items": [item]}).encode() for item in items]
        with serving(binary, shards, "--profile", args.profile) as port:
            measure(args, port, batch, bodies, name)


def measure(args, port: int, batch: bytes, bodies: list[bytes], name: str) -> None:
    go, stop, answered = multiprocessing.Event(), multiprocessing.Event(), multiprocessing.Value("q", 0)
    others = multiprocessing.Process(target=crowd, args=(port, batch, args.clients, go, stop, answered))
    others.start()
    post(http.client.HTTPConnection("127.0.0.1", port), batch)
    alone, beside, working = [], [], 0.0
    for _ in range(args.runs):
        alone.append(single(port, bodies, args.seconds / 2))
        go.set()
        begun = time.perf_counter()
        time.sleep(0.5)
        beside.append(single(port, bodies, args.seconds))
        go.clear()
        post(http.client.HTTPConnection("127.0.0.1", port), batch)  # waits until earlier requests are answered
        working += time.perf_counter() - begun
        time.sleep(0.5)
    stop.set()
    others.join()
    print(f"voi serve --http: one item at a time, alone and beside {args.clients} clients with batches of {args.items}, {name}, "
          f"profile {args.profile}, {args.runs} alternating runs of {args.seconds:g} s, load {os.getloadavg()[0]:.1f}")  # fmt: skip
    print(f"{'ms':24}{'p50':>9}{'p99':>9}{'most':>9}{'asked':>8}")
    p99 = []
    for label, runs in (("alone", alone), ("beside the others", beside)):
        took = sorted(t for run in runs for t in run)
        p99.append(took[len(took) * 99 // 100])
        print(f"{label:24}{statistics.median(took) * 1e3:>9.1f}{p99[-1] * 1e3:>9.1f}{took[-1] * 1e3:>9.1f}{len(took):>8}")
    print(f"the others cost {(p99[1] - p99[0]) * 1e3:.1f} ms at p99; they had {answered.value * args.items / working:.0f} rewards a second")


if __name__ == "__main__":
    main()
