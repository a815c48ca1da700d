"""Speed and memory of `voi score` beside a plain Python reward, in one run.

The input is completions of about 2 KB on the samples of bench.py, in groups of eight: right and
wrong calls, questions with candidates, refusals, answers without a tag and calls with invalid
JSON. Both programs read the same lines and shards, and write the same lines with their rewards,
which are compared. Every figure is a median over alternating runs; nothing is asserted about
time.
"""

from __future__ import annotations

import argparse
import json
import pathlib
import random
import statistics
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

import pyarrow.parquet as pq

from bench import build, mib, run, source_lines, write_rows

PLAIN = pathlib.Path(__file__).with_name("plain_reward.py")
FEW = 20_000  # rows of the short run, whose memory is compared with the long one's
WORDS = 'The user wants "something" here; what is known so far may be enough.\n'


def samples_of(shards: pathlib.Path) -> list[dict]:
    rows = []
    for path in sorted(shards.glob("*/part-*.parquet")):
        rows += pq.read_table(path, columns=["sample_id", "tools", "action", "reference"]).to_pylist()
    return rows


def completion(rng: random.Random, sample: dict, size: int) -> str:
    tools = [t["function"] for t in json.loads(sample["tools"])]
    calls = json.loads(sample["reference"])["tool_calls"] or []
    if not calls and tools:
        tool = rng.choice(tools)
        names = list(tool.get("parameters", {}).get("properties", {}))[:3]
        calls = [{"name": tool["name"], "arguments": {n: "some value" for n in names}}]
    blank = [{**c, "arguments": {k: "<UNK>" if i == 0 else v for i, (k, v) in enumerate(c["arguments"].items())}} for c in calls]
    body = rng.choice([
        f"<TOOLCALL>{json.dumps(calls)}</TOOLCALL>" if calls else "<REFUSE>I am sorry, no tool can do this.</REFUSE>",
        f"<TOOLCALL>{json.dumps(blank)}</TOOLCALL>" if calls else "<TOOLCALL>[]</TOOLCALL>",
        f"<ASK>\n<TOOLCALL>{json.dumps(blank)}</TOOLCALL>\n<question>Which one do you mean?</question>\n</ASK>",
        "<REFUSE>I am sorry, but I cannot do this with the tools that I have.</REFUSE>",
        "<DIRECTLY>It is forty-two, as far as I can tell.</DIRECTLY>",
        f"<TOOLCALL>{json.dumps(calls)[:-3]}</TOOLCALL>",
        "I would rather not say.",
    ])
    tail = f"\n</reasoning>\n<answer>\n{body}\n</answer>\n"
    room = max(0, size - len(tail) - len("<reasoning>\n"))
    return "<reasoning>\n" + (WORDS * (room // len(WORDS) + 1))[:room] + tail


def write_completions(path: pathlib.Path, samples: list[dict], count: int, size: int) -> int:
    rng = random.Random(1)
    pool = [(s["sample_id"], [completion(rng, s, size) for _ in range(8)]) for s in samples]
    with path.open("w", encoding="utf-8") as out:
        for i in range(count):
            sample_id, texts = pool[i // 8 % len(pool)]
            row = {"sample_id": sample_id, "group_id": i // 8, "step": i // 8 // len(pool), "completion": texts[i % 8]}
            out.write(json.dumps(row) + "\n")
    return path.stat().st_size


DISTINCT = 20_000  # samples whose completions come in another order than the samples
ALTERNATING = 150  # samples that alternate


def write_orders(scratch: pathlib.Path, samples: list[dict], count: int) -> dict[str, pathlib.Path]:
    """The same completions, in the order of their samples and in others."""
    rng = random.Random(2)
    each = max(1, count // len(samples))
    texts = [[json.dumps({"sample_id": s["sample_id"], "completion": completion(rng, s, 400)}) for _ in range(each)] for s in samples]
    ordered = [line for lines in texts for line in lines]
    shuffled = ordered.copy()
    rng.shuffle(shuffled)
    orders = {
        "ordered by sample": ordered,
        "interleaved: all samples, again and again": [lines[k] for k in range(each) for lines in texts],
        "shuffled": shuffled,
        f"alternating: {ALTERNATING} samples": [texts[i % ALTERNATING][i // ALTERNATING % each] for i in range(len(ordered))],
    }
    paths = {}
    for i, (name, lines) in enumerate(orders.items()):
        paths[name] = scratch / f"order-{i}.jsonl"
        paths[name].write_text("\n".join(lines) + "\n", encoding="utf-8")
    return paths


def bench_orders(voi: str, scratch: pathlib.Path, lines: list[dict], count: int, runs: int) -> None:
    source, shards = scratch / "distinct.jsonl", scratch / "distinct"
    write_rows(source, lines, min(DISTINCT, count))
    build(voi, source, shards, 2)
    samples = samples_of(shards)
    paths = write_orders(scratch, samples, count)
    print(f"\norder of {count} rows on {len(samples)} distinct samples, beside rows in the order of their samples (CPU, medians of {runs} runs):")
    print(f"{'':46}{'score us':>9}{'ratio':>7}{'guarded':>9}{'ratio':>7}{'report':>9}{'ratio':>7}{'peak':>10}")
    first: dict[str, float] = {}
    for name, path in paths.items():
        cpu: dict[str, list[float]] = {"certainty": [], "guarded": [], "report": []}
        peak = 0
        for _ in range(runs):
            for profile in ("certainty", "guarded"):
                out = scratch / "scored-order.jsonl"
                out.unlink(missing_ok=True)
                done = run([voi, "score", str(path), "--data", str(shards), "--profile", profile, "--out", str(out)], 2)
                cpu[profile].append(done["cpu"])
                peak = max(peak, done["rss"])
            cpu["report"].append(run([voi, "report", str(out), "--data", str(shards), "--out", str(scratch / "order.html")], 2)["cpu"])
        took = {k: statistics.median(v) for k, v in cpu.items()}
        first = first or took
        print(f"{name:46}" + "".join(f"{took[k] / count * 1e6:>9.1f}{took[k] / first[k]:>7.2f}" for k in took) + f"{mib(peak):>10}")


def compare(ours: pathlib.Path, plain: pathlib.Path) -> int:
    """The number of rows with different figures; it should be 0."""
    different = 0
    with ours.open(encoding="utf-8") as a, plain.open(encoding="utf-8") as b:
        for x, y in zip(a, b, strict=True):
            x, y = json.loads(x), json.loads(y)
            names = ("reward", "fmt_xml", "fmt_soft", "fmt_strict", "tool", "cls", "certainty", "group_mean", "group_std", "advantage")
            if x["action"] != y["action"] or any(abs(x[n] - y[n]) > 1e-9 for n in names):
                different += 1
                if different == 1:
                    print("first difference:", {n: (x[n], y[n]) for n in (*names, "action")}, x["completion"][-300:], file=sys.stderr)
    return different


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--voi", required=True)
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--bytes", type=int, default=2000)
    parser.add_argument("--runs", type=int, default=3)
    args = parser.parse_args()
    voi = str(pathlib.Path(args.voi).resolve())
    name, rows = source_lines()

    with tempfile.TemporaryDirectory(prefix="voi-bench-") as tmp:
        scratch = pathlib.Path(tmp)
        source, shards = scratch / "source.jsonl", scratch / "data"
        write_rows(source, rows, len(rows))
        build(voi, source, shards, 2)
        samples = samples_of(shards)
        large, few = scratch / "large.jsonl", scratch / "few.jsonl"
        size = write_completions(large, samples, args.rows, args.bytes)
        write_completions(few, samples, FEW, args.bytes)
        print(f"voi score: {args.rows} completions of {size // args.rows} bytes, {mib(size)}, on {len(samples)} {name}, "
              f"medians of {args.runs} alternating runs")

        def score(path: pathlib.Path, out: str, procs: int) -> dict:
            for old in scratch.glob("scored*"):
                old.unlink()
            return run([voi, "score", str(path), "--data", str(shards), "--profile", "certainty", "--out", str(scratch / out), "--workers", str(procs)], procs)

        def side_by_side(procs: int) -> float:
            """Seconds of procs simultaneous one-core runs: the machine's total speed."""
            def one_of(i: int) -> float:
                return run([voi, "score", str(large), "--data", str(shards), "--profile", "certainty", "--out", str(scratch / f"scored-{i}.jsonl"), "--workers", "1"], 1)["wall"]
            for old in scratch.glob("scored*"):
                old.unlink()
            with ThreadPoolExecutor(procs) as pool:
                return max(pool.map(one_of, range(procs)))

        plain_out, ours = scratch / "plain.jsonl", scratch / "scored.jsonl"
        one, two, parquet, plain, grouped, short, beside = [], [], [], [], [], [], []
        for _ in range(args.runs):
            parquet.append(score(large, "scored.parquet", 2))
            short.append(score(few, "scored.jsonl", 2))
            beside.append(side_by_side(2))
            one.append(score(large, "scored.jsonl", 1))
            two.append(score(large, "scored.jsonl", 2))
            plain.append(run([sys.executable, str(PLAIN), str(shards), str(large), str(plain_out)], 1))
            grouped.append(run([sys.executable, str(PLAIN), str(shards), str(large), str(plain_out), "groups"], 1))
        different = compare(ours, plain_out)

        runs = {"plain": plain, "grouped": grouped, "one": one, "two": two, "parquet": parquet}
        wall, cpu = ({k: statistics.median(r[what] for r in v) for k, v in runs.items()} for what in ("wall", "cpu"))
        print(f"{'':46}{'rows/s':>8}{'ratio':>8}{'CPU us':>8}{'ratio':>8}")
        for label, key in [("plain Python reward (json, re), one process", "plain"), ("... with the figures of groups, as voi has them", "grouped"), ("voi score, GOMAXPROCS 1", "one"),
                           ("voi score, GOMAXPROCS 2", "two"), ("voi score into Parquet, GOMAXPROCS 2", "parquet")]:
            print(f"{label:46}{args.rows / wall[key]:>8.0f}{wall['plain'] / wall[key]:>8.2f}"
                  f"{cpu[key] / args.rows * 1e6:>8.1f}{cpu['plain'] / cpu[key]:>8.2f}")
        print("(ratio: times as fast as the plain reward alone; the CPU time a row takes holds on a busy machine, too)")
        print(f"beside plain Python with the figures of groups, voi score on one core is {wall['grouped'] / wall['one']:.2f} times as fast")
        print(f"two cores are {wall['one'] / wall['two']:.2f} times as fast as one; "
              f"two one-core processes at once do {2 * wall['one'] / statistics.median(beside):.2f} times the work of one")
        print(f"rows whose figures differ from plain Python's: {different} of {args.rows}")
        print(f"peak resident, GOMAXPROCS 2: {mib(max(r['rss'] for r in short))} at {FEW} rows, "
              f"{mib(max(r['rss'] for r in two))} at {args.rows} rows, {mib(max(r['rss'] for r in parquet))} into Parquet")
        bench_orders(voi, scratch, rows, args.rows, args.runs)


if __name__ == "__main__":
    main()
