"""F8 to F10 in plain, simple Python: json and re, one process.

A trainer's user would first write this, so `voi score` is compared with it for speed. It reads
completions ({"sample_id", "completion"}) and the shards of voi build, and writes each row with
its reward under the profile `certainty` and all components. A fourth argument adds the mean,
deviation and advantage of the row's group, whose rows must be adjacent. It is written from the
formulas, not from the Go code; score_bench.py compares the numbers of both.
"""

from __future__ import annotations

import itertools
import json
import math
import pathlib
import re
import sys
from collections.abc import Iterable, Iterator

import pyarrow.parquet as pq

STRICT = re.compile(r"<reasoning>\n.*\n</reasoning>\n<answer>\n.*\n</answer>\n", re.DOTALL)
SOFT = re.compile(r"<reasoning>.*?</reasoning>\s*<answer>.*?</answer>", re.DOTALL)
CALL = re.compile(r"<TOOLCALL>(.*?)</TOOLCALL>", re.DOTALL)
ACTION = re.compile(r"<(TOOLCALL|ASK|REFUSE|DIRECTLY)>")
TAGS = ("<reasoning>\n", "\n</reasoning>\n", "\n<answer>\n", "\n</answer>")
EPSILON = 1e-4


def fmt_xml(text: str) -> float:
    points = sum(0.125 for tag in TAGS if text.count(tag) == 1)
    end = text.rfind("</answer>")
    if end >= 0:
        rest = text[end + len("</answer>"):]
        points -= 0.001 * len(rest[1:] if rest.startswith("\n") else rest)
    return min(max(points, 0.0), 0.5)


def answer_block(text: str) -> str | None:
    start = text.rfind("<answer>")
    end = text.find("</answer>", start)
    if start < 0 or end < 0:
        return None
    return text[start + len("<answer>"):end].strip()


def unique(pairs: list) -> dict:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key twice")
    return found


def no_constant(name: str) -> None:
    raise ValueError(name)


def parse_calls(block: str) -> list | None:
    match = CALL.search(block)
    if not match:
        return None
    try:
        calls = json.loads(match.group(1), object_pairs_hook=unique, parse_constant=no_constant)
        calls = calls if isinstance(calls, list) else [calls]
        out = []
        for call in calls:
            arguments = call["arguments"]
            if isinstance(arguments, str):
                arguments = json.loads(arguments, object_pairs_hook=unique, parse_constant=no_constant)
            if not isinstance(call["name"], str) or not isinstance(arguments, dict):
                return None
            out.append((call["name"], arguments))
        return out or None
    except (ValueError, KeyError, TypeError, RecursionError):
        return None


def unspecified(value) -> bool:
    if isinstance(value, str):
        return value.strip() in ("", "<UNK>")
    if isinstance(value, list):
        return any(unspecified(v) for v in value)
    if isinstance(value, dict):
        return any(unspecified(v) for v in value.values())
    return value is None


def guess(domain: dict | None) -> float:
    size = domain["size"] if domain else None
    if size == 0:
        return 0.0
    return max(EPSILON, 1 / size) if size else EPSILON


def weight(call: tuple, sample: dict) -> float:
    name, arguments = call
    tool = sample["tools"].get(name)
    if tool is None:
        return 0.0
    w = 1.0
    for key, value in arguments.items():
        schema = tool["properties"].get(key, {})
        stated = (
            "default" in schema and value == schema["default"]
            or value is None and schema.get("nullable")
            or value == "" and "" in schema.get("enum", ())
        )
        if not stated and unspecified(value):
            w *= guess(tool["domains"].get(key))
    for key in tool["required"]:
        if key not in arguments:
            w *= guess(tool["domains"].get(key))
    return w


def multiset(calls: list) -> list:
    return sorted(json.dumps([n, a], sort_keys=True) for n, a in calls)


def tool_points(calls: list | None, reference: list) -> float:
    if not calls and not reference:
        return 0.5
    if not calls or not reference:
        return 0.0
    if multiset(calls) == multiset(reference):
        return 1.0
    return 0.75 if sorted(n for n, _ in calls) == sorted(n for n, _ in reference) else 0.5


def score(text: str, sample: dict) -> dict:
    block = answer_block(text)
    match = ACTION.match(block) if block else None
    action = match.group(1) if match else None
    found = parse_calls(block) if action in ("TOOLCALL", "ASK") else None
    calls = found if action == "TOOLCALL" else None
    if action == "TOOLCALL":
        cert = 1.0 if calls else 0.0
        for call in calls or ():
            cert *= weight(call, sample)
    elif action == "ASK":
        offered = found and any(name in sample["tools"] for name, _ in found)
        cert = 1 - max(weight(c, sample) for c in found) if offered else 0.0
    else:
        cert = 1.0 if action else 0.0
    cls = 0.0
    if action and action == sample["action"]:
        cls = 2.0 if len(block) >= 30 else 1.5
    row = {
        "fmt_xml": fmt_xml(text),
        "fmt_soft": 0.5 if SOFT.search(text) else 0.0,
        "fmt_strict": 0.5 if STRICT.fullmatch(text) else 0.0,
        "tool": tool_points(calls, sample["calls"]),
        "cls": cls,
        "certainty": cert,
        "action": action,
    }
    reward = row["fmt_xml"] + row["fmt_soft"] + row["fmt_strict"] + row["tool"] + cert * cls
    return {"reward": reward, **row}


def load(shards: pathlib.Path) -> dict:
    samples = {}
    for path in sorted(shards.glob("*/part-*.parquet")):
        columns = ["sample_id", "tools", "domains", "action", "reference"]
        for row in pq.read_table(path, columns=columns).to_pylist():
            domains = json.loads(row["domains"])
            tools = {}
            for tool in json.loads(row["tools"]):
                function = tool["function"]
                parameters = function.get("parameters", {})
                tools.setdefault(function["name"], {
                    "properties": parameters.get("properties", {}),
                    "required": parameters.get("required", []),
                    "domains": domains.get(function["name"], {}),
                })
            reference = json.loads(row["reference"])
            calls = [(c["name"], c["arguments"]) for c in reference["tool_calls"] or ()]
            samples[row["sample_id"]] = {
                "tools": tools, "action": row["action"],
                "calls": calls if row["action"] == "TOOLCALL" else [],
            }
    return samples


def advantages(group: list[dict]) -> None:
    """Add the figures of a group, as `voi score` does (GRPO's advantage, with its 1e-4)."""
    rewards = [row["reward"] for row in group]
    mean = sum(rewards) / len(rewards)
    if min(rewards) == max(rewards):
        mean, std = rewards[0], 0.0
    else:
        std = math.sqrt(sum((r - mean) ** 2 for r in rewards) / (len(rewards) - 1))
    for row in group:
        row.update(group_mean=mean, group_std=std, advantage=(row["reward"] - mean) / (std + 1e-4))


def scored(lines: Iterable[str], samples: dict) -> Iterator[dict]:
    for line in lines:
        row = json.loads(line)
        row.update(score(row["completion"], samples[row["sample_id"]]))
        yield row


def main(shards: str, completions: str, out: str, groups: str = "") -> None:
    samples = load(pathlib.Path(shards))
    with open(completions, encoding="utf-8") as lines, open(out, "w", encoding="utf-8") as written:
        if not groups:
            for row in scored(lines, samples):
                written.write(json.dumps(row) + "\n")
            return
        for _, rows in itertools.groupby(scored(lines, samples), lambda row: row["group_id"]):
            group = list(rows)
            advantages(group)
            for row in group:
                written.write(json.dumps(row) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
