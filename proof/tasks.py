"""Read the tasks of the proof: the shards of `voi build`, and for the small proof their short rows.

`voi build --synthetic` writes a row's hidden state into the column `provenance`. Other data have
no hidden state; the reference then says which values were told and which are missing.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

MISSING = {"never", "excluded", "declined", "others", "listed"}  # the generator's terms for "not told"


@dataclass
class State:
    """The truth about a row, independent of what a policy says."""

    action: str
    tool: str | None  # the tool that the user wants
    known: dict[str, Any] = field(default_factory=dict)  # values that were told
    missing: list[str] = field(default_factory=list)
    required: list[str] = field(default_factory=list)
    offered: dict[str, list[str]] = field(default_factory=dict)  # the parameters of each offered tool
    text: str = ""  # the messages, with tool results


def read(folder: str | Path, layout: str = "") -> Iterator[dict[str, Any]]:
    """The rows of a folder of shards."""
    import pyarrow.parquet as parquet

    parts = sorted((Path(folder) / layout / "train").glob("*.parquet"))
    if not parts:
        raise SystemExit(f"{folder} has no shards of the layout {layout or 'generic'}; make them with voi build --layout generic,trl,sft")
    for part in parts:
        yield from parquet.read_table(part).to_pylist()


def functions(row: dict[str, Any]) -> list[dict[str, Any]]:
    return [t.get("function", t) for t in json.loads(row["tools"] or "[]")]


def state(row: dict[str, Any]) -> State:
    """The state of a row of the layout `generic`."""
    tools = {f["name"]: f.get("parameters") or {} for f in functions(row)}
    out = State(row["action"], None, offered={name: list(p.get("properties") or {}) for name, p in tools.items()})
    out.text = "\n".join(json.dumps(m["content"], ensure_ascii=False)[1:-1] for m in row["prompt"] if m["content"])
    hidden = json.loads(row["provenance"]).get("hidden")
    if hidden:
        out.tool = hidden["tool"]
        for name, p in hidden["parameters"].items():
            if p["told"] in MISSING:
                out.missing.append(name)
            elif p["told"] != "left":
                out.known[name] = p["value"]
    else:
        calls = json.loads(row["reference"]).get("tool_calls") or json.loads(row["candidates"] or "[]")
        if calls:
            out.tool, out.known, out.missing = calls[0]["name"], dict(calls[0].get("arguments") or {}), list(row["missing"] or [])
            out.known = {k: v for k, v in out.known.items() if k not in out.missing}
    if out.action in ("REFUSE", "DIRECTLY"):
        out.tool = None
    out.required = list(tools.get(out.tool or "", {}).get("required") or [])
    return out


def short(row: dict[str, Any], words: int = 30) -> bool:
    """Whether a row belongs to the compact sub-grammar.

    Its conversation is short, has no tool results, and contains each value of the call
    exactly as the call writes it. A model with half a million weights can copy values,
    but cannot compute dates.
    """
    said = [m for m in row["prompt"] if m["role"] != "system"]
    text = "\n".join(m["content"] or "" for m in said)
    if any(m["role"] == "tool" for m in said) or len(text.split()) > words:
        return False
    known = state(row).known.values() if row["action"] != "REFUSE" else []
    return all((v if isinstance(v, str) else json.dumps(v)) in text for v in known)


def source(row: dict[str, Any]) -> dict[str, Any]:
    """A row in voi's own input format, as voi build reads it."""
    return {
        "id": row["sample_id"],
        "source": row["source"],
        "messages": [m for m in row["prompt"] if m["role"] != "system"],
        "tools": json.loads(row["tools"]),
        "reference": json.loads(row["reference"]),
        "answers": json.loads(row["answers"] or "{}"),
        **({"candidates": json.loads(row["candidates"])} if row["action"] == "ASK" else {}),
        "hidden": json.loads(row["provenance"])["hidden"],
    }


def parameter(name: str, schema: dict[str, Any], required: Iterable[str]) -> str:
    values = schema.get("enum") or ["yes", "no"] if schema.get("type") == "boolean" else schema.get("enum")
    return name + (":" + "|".join(map(str, values)) if values else "") + ("" if name in required else "?")


def compact(row: dict[str, Any]) -> list[dict[str, str]]:
    """The prompt with one line for each tool instead of its schema."""
    lines = []
    for f in functions(row):
        p = f.get("parameters") or {}
        lines.append(" ".join([f["name"], *(parameter(n, s, p.get("required") or []) for n, s in (p.get("properties") or {}).items())]))
    return [
        {"role": "system", "content": "\n".join(lines)},
        *({"role": m["role"], "content": m["content"] or ""} for m in row["prompt"] if m["role"] != "system"),
    ]
