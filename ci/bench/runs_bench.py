"""Speed and memory of `voi score` on recorded runs beside plain Python, in one run.

The runs have tau2-bench's format, with the other fields of its files: taken from the file of
--runs (one simulation a line), else made from a few phrases. Both programs read the same lines;
their figures are compared. Every figure is a median over alternating runs; nothing is asserted
about time.
"""

from __future__ import annotations

import argparse
import json
import pathlib
import random
import statistics
import subprocess
import sys
import tempfile

from bench import mib, run

PLAIN = pathlib.Path(__file__).with_name("plain_runs.py")
TIMES = 3
SAID = [
    "I found your order. It was delivered last week to the address that we have of you.",
    "Could you tell me the number of the order, please?",
    "I am sorry, I cannot change an order that was sent already.",
    "Shall I go on and cancel the order with a refund to your card?",
    "Your order was cancelled. Is there anything else that I can do for you?",
    "Here is what I know of it:\n\n- one lamp of brass, 34.50\n- two chairs, 120.00\n\nBoth can be returned within 30 days.",
]
TOOLS = ["get_order_details", "cancel_pending_order", "return_delivered_order_items", "get_user_details"]
FIGURES = ["sr", "cap", "cap_one", "cap_pooled", "car", "car_one", "car_pooled", "coverage", "tmr", "pmr", "actions", "questions"]


def simulation(rng: random.Random, i: int) -> dict:
    messages: list[dict] = []

    def say(role: str, **more: object) -> None:
        content = more.get("content")
        raw = {"finish_reason": "stop", "index": 0, "message": {"content": content, "role": role, "tool_calls": None, "annotations": []}}
        messages.append({"role": role, "content": None, "tool_calls": None, "turn_idx": len(messages), "timestamp": "2027-08-01T16:16:39.814098",
                         "cost": 0.0011239999, "usage": {"completion_tokens": 13, "prompt_tokens": 510}, "raw_data": raw, **more})

    actions = []
    for turn in range(rng.randrange(4, 12)):
        say("user", content=f"It is about order #W{rng.randrange(10**7)}, and I would like to know what can be done about it.")
        if rng.random() < 0.6:
            name, arguments = rng.choice(TOOLS), {"order_id": f"#W{rng.randrange(10**7)}", "reason": rng.choice(["too late", "wrong size"])}
            say("assistant", tool_calls=[{"id": f"call_{turn}", "name": name, "arguments": arguments, "requestor": "assistant"}])
            say("tool", id=f"call_{turn}", content=json.dumps({"items": [{"name": "lamp", "price": rng.random()} for _ in range(8)]}), requestor="assistant", error=rng.random() < 0.1)
            if rng.random() < 0.7:
                actions.append({"action": {"action_id": str(turn), "name": name, "arguments": arguments, "requestor": "assistant", "compare_args": None}, "action_match": True})
        say("assistant", content=" ".join(rng.sample(SAID, 2)))
    return {"id": f"run-{i}", "task_id": str(i % 60), "termination_reason": "user_stop", "messages": messages, "trial": 0, "seed": i,
            "reward_info": {"reward": float(rng.random() < 0.6), "action_checks": actions}}


def figures_of(command: list[str]) -> dict:
    return json.loads(subprocess.run(command, check=True, capture_output=True).stdout)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--voi", required=True)
    parser.add_argument("--rows", type=int, default=2000)
    parser.add_argument("--runs", help="a file of simulations, one a line")
    args = parser.parse_args()
    voi = str(pathlib.Path(args.voi).resolve())
    with tempfile.TemporaryDirectory(prefix="voi-bench-") as tmp:
        large, few = pathlib.Path(tmp) / "large.jsonl", pathlib.Path(tmp) / "few.jsonl"
        rng = random.Random(1)
        lines = pathlib.Path(args.runs).read_text(encoding="utf-8").splitlines() if args.runs else [json.dumps(simulation(rng, i)) for i in range(400)]
        large.write_text("".join(lines[i % len(lines)] + "\n" for i in range(args.rows)), encoding="utf-8")
        few.write_text("".join(line + "\n" for line in lines[:200]), encoding="utf-8")
        ours, plain = figures_of([voi, "score", str(large), "--json"]), figures_of([sys.executable, str(PLAIN), str(large)])
        got = ours["runs"][0]["figures"]
        different = [n for n in FIGURES if abs(got[n]["value"] - plain["figures"][n][0]) > 1e-9]
        print(f"voi score: {args.rows} recorded runs, {mib(large.stat().st_size)}, medians of {TIMES} alternating runs")
        print(f"figures that differ from plain Python's: {different or 'none'}")
        took: dict[str, list[dict]] = {"plain": [], "mark": [], "one": [], "two": [], "few": []}
        for _ in range(TIMES):
            took["plain"].append(run([sys.executable, str(PLAIN), str(large)], 1))
            took["mark"].append(run([sys.executable, str(PLAIN), str(large), "--by-mark"], 1))
            for key, path, procs in (("one", large, 1), ("two", large, 2), ("few", few, 2)):
                took[key].append(run([voi, "score", str(path), "--workers", str(procs)], procs))
        wall, cpu = ({k: statistics.median(r[what] for r in v) for k, v in took.items()} for what in ("wall", "cpu"))
        print(f"on one core {wall['plain'] / wall['one']:.2f} times as fast as plain Python (by CPU {cpu['plain'] / cpu['one']:.2f}), {wall['mark'] / wall['one']:.2f} times where that tells questions by their mark; two cores {wall['one'] / wall['two']:.2f} times one")
        print(f"CPU of a run: plain {cpu['plain'] / args.rows * 1e6:.0f} us, voi {cpu['one'] / args.rows * 1e6:.0f} us")
        print(f"peak resident: {mib(max(r['rss'] for r in took['few']))} at 200 runs, {mib(max(r['rss'] for r in took['two']))} at {args.rows}")


if __name__ == "__main__":
    main()
