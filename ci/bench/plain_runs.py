"""T2 and T6 of recorded runs in plain Python: json and re, one process.

`voi score` is compared with it for speed. It reads simulations in tau2-bench's format, one JSON
object a line, and prints each figure with its bootstrap interval, drawn by tasks. It is written
from the formulas, not from the Go code; runs_bench.py compares the numbers of both. Questions are
found by voi's rules (plain_questions.py), so that the figures are the same; with --by-mark, by
the question mark and a few words, as a first attempt would do.
"""

from __future__ import annotations

import json
import pathlib
import random
import re
import sys
from collections import defaultdict
from collections.abc import Callable

import plain_questions

CRITICAL = {
    "book_reservation", "cancel_reservation", "send_certificate", "update_reservation_baggages",
    "update_reservation_flights", "update_reservation_passengers",
    "cancel_pending_order", "exchange_delivered_order_items", "modify_pending_order_address",
    "modify_pending_order_items", "modify_pending_order_payment", "modify_user_address",
    "return_delivered_order_items",
}
COURTESY = re.compile(r"anything else|something else|further assist|help you (with|today)|assist you today", re.IGNORECASE)
RESAMPLES = 1000


def equal(a: object, b: object) -> bool:
    if isinstance(a, bool) != isinstance(b, bool):
        return False
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(equal(a[k], b[k]) for k in a)
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(equal, a, b))
    return type(a) in (int, float) and type(b) in (int, float) and a == b or type(a) is type(b) and a == b


def matches(action: dict, call: dict) -> bool:
    if action["name"] != call["name"]:
        return False
    compare = action.get("compare_args")
    mine, theirs = action["arguments"], call["arguments"]
    if compare is None:
        return equal(mine, theirs)
    return all((k in mine) == (k in theirs) and equal(mine.get(k), theirs.get(k)) for k in compare)


def matches_tau2(action: dict, call: dict) -> bool:
    if action["name"] != call["name"] or action.get("compare_args") is not None:
        return matches(action, call)
    return all(k in action["arguments"] and equal(action["arguments"][k], v) for k, v in call["arguments"].items())


def asks_by_mark(text: str) -> bool:
    sentences = re.split(r"(?<=[.!?])\s+", text)
    return any(s.endswith("?") and not COURTESY.search(s) for s in sentences)


def share(k: int, n: int) -> float | None:
    return k / n if n else None


def figures(run: dict, asks: Callable[[str], bool]) -> dict[str, float | tuple[float, float] | None]:
    calls, failed, questions = [], {}, 0
    for message in run["messages"]:
        if message["role"] == "tool":
            failed[message["id"]] = bool(message.get("error"))
        for call in message.get("tool_calls") or []:
            calls.append((message["role"] == "user", call))
        if message["role"] == "assistant" and not message.get("tool_calls") and asks(message.get("content") or ""):
            questions += 1
    checks = run["reward_info"].get("action_checks") or []
    actions = [c["action"] for c in checks]
    required = [a for a in actions if a.get("requestor") != "user"]
    made = [c for by_user, c in calls if not by_user]
    executed = [c for c in made if c["name"] in CRITICAL and not failed.get(c["id"])]
    left = [a for a in required if a["name"] in CRITICAL]
    critical, correct = len(left), 0
    for call in executed:
        for action in left:
            if matches(action, call):
                left.remove(action)
                correct += 1
                break
    found = [any((a.get("requestor") == "user") == by_user and matches_tau2(a, c) for by_user, c in calls) for a in actions]
    matched = sum(found)
    disagree = sum(c["action_match"] != f for c, f in zip(checks, found, strict=True))
    taken: set[int] = set()
    covered, right, arguments, rest = 0, 0, 0, []
    for action in required:
        at = next((i for i, c in enumerate(made) if i not in taken and matches(action, c)), None)
        if at is None:
            rest.append(action)
            continue
        taken.add(at)
        covered, right, arguments = covered + 1, right + len(action["arguments"]), arguments + len(action["arguments"])
    for action in rest:
        best, most = None, -1
        for i, call in enumerate(made):
            if i not in taken and call["name"] == action["name"]:
                n = sum(k in call["arguments"] and equal(v, call["arguments"][k]) for k, v in action["arguments"].items())
                if n > most:
                    best, most = i, n
        if best is not None:
            taken.add(best)
            right, arguments = right + most, arguments + len(action["arguments"])
    names = {a["name"] for a in required}
    called = {c["name"] for c in made}
    cap, car = share(correct, len(executed)), share(correct, critical)
    return {
        "sr": run["reward_info"]["reward"], "cap": cap, "cap_one": 1.0 if cap is None else cap, "car": car, "car_one": 1.0 if car is None else car,
        "cap_pooled": (correct, len(executed)), "car_pooled": (correct, critical), "disagree": float(disagree), "actions": (matched, len(actions)), "coverage": share(covered, len(required)),
        "tmr": share(len(names & called), len(names)), "pmr": share(right, arguments), "questions": float(questions),
    }


def interval(groups: list[list[tuple[float, float]]], rng: random.Random) -> tuple[float, float, float]:
    sums = [(sum(a for a, _ in g), sum(b for _, b in g)) for g in groups]
    ratio: Callable[[list], float] = lambda draw: sum(a for a, _ in draw) / (sum(b for _, b in draw) or 1)
    draws = sorted(ratio(rng.choices(sums, k=len(sums))) for _ in range(RESAMPLES))
    return ratio(sums), draws[int(0.025 * RESAMPLES)], draws[int(0.975 * RESAMPLES)]


def main() -> None:
    by_task: dict[str, dict[str, list[tuple[float, float]]]] = defaultdict(lambda: defaultdict(list))
    runs, asks = 0, asks_by_mark if "--by-mark" in sys.argv else plain_questions.asks
    with pathlib.Path(sys.argv[1]).open(encoding="utf-8") as lines:
        for line in lines:
            run = json.loads(line)
            runs += 1
            for name, value in figures(run, asks).items():
                pair = value if isinstance(value, tuple) else (value, 1)
                if value is not None:
                    by_task[name][run["task_id"]].append(pair)
    rng = random.Random(0)
    out = {name: interval(list(tasks.values()), rng) for name, tasks in by_task.items()}
    print(json.dumps({"runs": runs, "figures": out}))


if __name__ == "__main__":
    main()
