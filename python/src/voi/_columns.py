"""Finds the sample of every row of a batch in the columns that a trainer hands to a reward function.

A trainer that calls a reward with the columns of its dataset (TRL, unsloth) repeats each row once
per completion. A row names its sample in one of two ways:

* by ``sample_id``, if the server has the shards (``VOI_DATA``): a few bytes,
* by the columns of the layout ``trl``, which hold the whole sample.

Both give the same rewards to the last digit. Columns are passed on unchanged: JSON text stays
text, so that no number changes.
"""

from __future__ import annotations

import json
import math
from collections.abc import Hashable, Mapping, Sequence
from typing import Any, NamedTuple, Optional

from ._items import plain

# The columns that may hold the tools; the first one present is used. The layout ``trl`` has
# ``tool_schemas``, all others ``tools``.
TOOLS = ("tool_schemas", "tools")

# The labels (F12) that a row holds beside its sample.
LABELS = (
    "belief_source",
    "candidates",
    "v_now",
    "evpi_max",
    "evpi",
    "missing",
    "policy_action",
    "best_question",
    "agrees",
    "provenance",
    "answers",
)

# The columns that are read.
READ = frozenset(("sample_id", "reference", "domains", *TOOLS, *LABELS))

# Labels for which null has a meaning: there is no belief.
NULLABLE = frozenset(("v_now", "evpi_max", "agrees"))

# The heading under which ``voi build`` writes tools into a system message.
TOOLS_HEADING = "## Tools\n\n["


class Row(NamedTuple):
    """The sample of one row: the fields of a protocol item except the completion.

    Rows of one sample have equal keys, and share one ``fields``.
    """

    key: Hashable
    fields: dict[str, Any]


def rows(prompts: Optional[Sequence[Any]], columns: Mapping[str, Any], count: int, by_id: bool) -> list[Optional[Row]]:
    """Return the sample of each of ``count`` rows, None for a row of another task.

    If the columns exist, a row with neither a sample_id nor a reference is of another task: a
    dataset may mix tasks.

    Args:
        prompts: a list of messages, or a text, for each row.
        columns: the columns of the dataset, each with ``count`` values. Unknown columns are
            ignored.
        by_id: whether the server can look samples up.

    Raises:
        ValueError: no column identifies the samples, or an identifying column differs in length
            from the batch.
    """
    ids = _column(columns, "sample_id", count)
    references = _column(columns, "reference", count)
    tools = next((found for name in TOOLS if (found := _column(columns, name, count)) is not None), None)
    inline = references is not None and tools is not None
    if not inline and (ids is None or not by_id):
        raise ValueError(_nothing(columns, ids is not None, by_id))
    labels = {name: found for name in LABELS if (found := _column(columns, name, count)) is not None}
    domains = _column(columns, "domains", count)

    known: dict[Hashable, Row] = {}
    out: list[Optional[Row]] = []
    for i in range(count):
        if by_id and ids is not None and not _absent(ids[i]):
            key: Hashable = str(ids[i])
            out.append(known.get(key) or known.setdefault(key, Row(key, {"sample_id": key})))
            continue
        if not inline or references is None or tools is None or _absent(references[i]):
            out.append(None)
            continue
        prompt = None if prompts is None else prompts[i]
        values = [prompt, tools[i], references[i], None if domains is None else domains[i]]
        values += [column[i] for column in labels.values()]
        key = tuple(_key(value) for value in values)
        row = known.get(key)
        if row is None:
            row = known[key] = Row(key, _fields(values, tuple(labels)))
        out.append(row)
    return out


def _fields(values: Sequence[Any], labels: tuple[str, ...]) -> dict[str, Any]:
    """Make an inline sample from the values of its columns."""
    prompt, tools, reference, domains = values[:4]
    fields: dict[str, Any] = {"tools": "[]" if _absent(tools) else tools, "reference": reference}
    messages = _messages(prompt)
    if messages is not None:
        fields["messages"] = messages
    if not _absent(domains):
        fields["domains"] = domains
    held = dict(zip(labels, values[4:]))
    named = not _absent(held.get("belief_source"))
    given = {name: None if _absent(value) else value for name, value in held.items() if not _absent(value) or (named and name in NULLABLE)}
    if given:
        fields["labels"] = given
    return fields


def _messages(prompt: Any) -> Optional[list[Any]]:
    if prompt is None:
        return None
    if not isinstance(prompt, str):
        return list(prompt)
    if TOOLS_HEADING in prompt:
        raise ValueError(
            "the prompts are texts that a chat template made of their messages, so that what the user said cannot be "
            "told from the tools; set VOI_DATA to the folder that voi build wrote, so that samples are looked up by "
            "sample_id"
        )
    return [{"role": "user", "content": prompt}]


def _column(columns: Mapping[str, Any], name: str, count: int) -> Optional[Sequence[Any]]:
    values: Optional[Sequence[Any]] = columns.get(name)
    if values is None:
        return None
    if isinstance(values, str) or not hasattr(values, "__len__") or len(values) != count:
        got = f"{len(values)} values" if hasattr(values, "__len__") and not isinstance(values, str) else "one value"
        raise ValueError(f"the column {name!r} has {got} for {count} completions; a trainer gives one for each")
    return values


def _absent(value: Any) -> bool:
    """Whether a cell is empty: None, or NaN, which pandas makes of it."""
    return value is None or (isinstance(value, float) and math.isnan(value))


def _nothing(columns: Mapping[str, Any], has_id: bool, by_id: bool) -> str:
    have = ", ".join(sorted(columns)) or "none"
    if has_id and not by_id:
        return (
            "the samples have ids and there is nothing to look them up in; set VOI_DATA to the folder that voi build "
            f"wrote, or keep the columns tool_schemas and reference in the dataset (it has {have})"
        )
    return (
        "no column says which sample a completion belongs to; keep sample_id and set VOI_DATA, or keep all columns of "
        f"the layout trl (remove_unused_columns=False; the dataset has {have})"
    )


def _key(value: Any) -> Hashable:
    """As frozen. A value without a JSON form equals nothing; the scorer reports the error of its item."""
    try:
        return frozen(value)
    except (ValueError, RecursionError):
        return object()


def frozen(value: Any) -> Hashable:
    """A hashable value that is equal for equal cells of a column, and cheap for texts.

    Raises ValueError for a value without a JSON form, RecursionError for one nested too deeply.
    """
    if value is None or isinstance(value, (str, int, float)):
        return value
    if isinstance(value, list):
        parts: list[Hashable] = []
        for item in value:
            if isinstance(item, str):
                parts.append(item)
            elif isinstance(item, dict) and len(item) == 2 and isinstance(item.get("role"), str) and isinstance(item.get("content"), str):
                parts.append((item["role"], item["content"]))
            else:
                break
        else:
            return tuple(parts)
    try:
        return ("json", json.dumps(value, sort_keys=True, allow_nan=False, default=plain))
    except TypeError as error:
        raise ValueError(str(error)) from None
