"""The speed-up by a second worker of Ray, compared with the speed-up by a second process.

It runs the same four tasks of voi.ray on a cluster of this machine with one worker and with two,
and the same four processes of voi one at a time and two at a time. The processes show the
machine's own limit: memory, disk and the turbo of a single core. Every figure is a median over
alternating runs; nothing is asserted about time. Run it with the Python of make ray, where Ray
and voi are installed.
"""

from __future__ import annotations

import argparse
import importlib
import pathlib
import shutil
import statistics
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

import ray
from bench import source_lines, write_rows
from voi import _cluster
from voi import ray as voi_ray

PARTS = 4
PROFILE = "guarded"


def completions(path: pathlib.Path, first: int, count: int) -> None:
    texts = ["<TOOLCALL>[]</TOOLCALL>", "<ASK><question>Which one do you mean?</question></ASK>", "<REFUSE>No tool of mine can do that.</REFUSE>", "none"]
    with path.open("w", encoding="utf-8") as out:
        for i in range(first, first + count):
            text = f"<reasoning>\\nChecking.\\n</reasoning>\\n<answer>\\n{texts[i % 4]}\\n</answer>\\n"
            out.write(f'{{"sample_id": "{i:08d}", "completion": "{text.replace(chr(34), chr(92) + chr(34))}"}}\n')


class Work:
    """Both commands, in four pieces each, into empty folders."""

    def __init__(self, folder: pathlib.Path, rows: int) -> None:
        self.folder, self.rows = folder, rows
        self.name, lines = source_lines()
        self.source, self.data = folder / "in.jsonl", folder / "data"
        write_rows(self.source, lines, rows)
        _cluster.run("build", [str(self.source), "--out", str(self.data)])
        self.done = [folder / f"done-{part}.jsonl" for part in range(PARTS)]
        for part, path in enumerate(self.done):
            completions(path, part * (rows // PARTS), rows // PARTS)

    def out(self) -> pathlib.Path:
        out = self.folder / "out"
        shutil.rmtree(out, ignore_errors=True)
        return out

    def by_ray(self, command: str) -> float:
        out = self.out()
        begun = time.monotonic()
        if command == "build":
            voi_ray.build([str(self.source)], str(out), ranks=PARTS)
        else:
            voi_ray.score([str(path) for path in self.done], str(out), data=str(self.data), profile=PROFILE)
        return time.monotonic() - begun

    def by_processes(self, command: str, at_once: int) -> float:
        out = self.out()
        if command == "build":
            calls = [[str(self.source), "--out", str(out), "--rank", str(rank), "--world-size", str(PARTS)] for rank in range(PARTS)]
        else:
            out.mkdir()
            calls = [[str(path), "--out", str(out / f"{path.stem}.parquet"), "--data", str(self.data), "--profile", PROFILE] for path in self.done]
        begun = time.monotonic()
        with ThreadPoolExecutor(at_once) as pool:
            list(pool.map(lambda args: _cluster.run(command, args), calls))
        return time.monotonic() - begun


def wait() -> None:
    """A task that loads the modules of the others, and keeps its worker busy until all have started."""
    importlib.import_module("voi.ray")
    time.sleep(1)


def warm(workers: int) -> None:
    """A cluster with started workers, as in training."""
    ray.init(num_cpus=workers, include_dashboard=False, log_to_driver=False, object_store_memory=100 << 20)
    ray.get([ray.remote(wait).remote() for _ in range(workers)])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--runs", type=int, default=3)
    args = parser.parse_args()
    took: dict[tuple[str, str, int], list[float]] = {}
    with tempfile.TemporaryDirectory(prefix="voi-ray-bench-") as tmp:
        work = Work(pathlib.Path(tmp), args.rows // PARTS * PARTS)
        for _ in range(args.runs):
            for n in (1, 2):
                warm(n)
                for command in ("build", "score"):
                    took.setdefault((command, "ray", n), []).append(work.by_ray(command))
                ray.shutdown()
                for command in ("build", "score"):
                    took.setdefault((command, "alone", n), []).append(work.by_processes(command, n))
    print(f"{work.rows} {work.name} in {PARTS} tasks of one core, medians of {args.runs} alternating runs, seconds")
    print(f"{'':14}{'1 worker':>10}{'2 workers':>11}{'efficiency':>12}{'1 process':>11}{'2 at once':>11}{'ceiling':>9}")
    for command in ("build", "score"):
        one, two, alone, both = (statistics.median(took[command, how, n]) for how in ("ray", "alone") for n in (1, 2))
        print(f"voi {command:10}{one:>10.1f}{two:>11.1f}{one / two / 2:>12.0%}{alone:>11.1f}{both:>11.1f}{alone / both / 2:>9.0%}")
    print("(efficiency, ceiling: the time of one over twice that of two)")


if __name__ == "__main__":
    main()
