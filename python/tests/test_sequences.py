"""Columns of any kind of sequence are read by position, whatever their index."""

from __future__ import annotations

from collections import UserList
from collections.abc import Sequence
from typing import Any, Callable

import pytest
from conftest import KNOWN, SAMPLE

import voi
import voi.trl

TEXTS = [text for text, _ in KNOWN]
REWARDS = [reward for _, reward in KNOWN]


class Labelled:
    """Like a pandas Series with labels that are not positions: indexed by label, iterated by position."""

    def __init__(self, values: Sequence[Any], labels: Sequence[Any]) -> None:
        self.values, self.labels = list(values), list(labels)

    def __len__(self) -> int:
        return len(self.values)

    def __iter__(self) -> Any:
        return iter(self.values)

    def __getitem__(self, label: Any) -> Any:
        if label not in self.labels:
            raise KeyError(label)
        return self.values[self.labels.index(label)]

    def tolist(self) -> list[Any]:
        return list(self.values)


def arrow(values: Sequence[Any]) -> Any:
    return pytest.importorskip("pyarrow").array(values)


def chunked(values: Sequence[Any]) -> Any:
    return pytest.importorskip("pyarrow").chunked_array([values[:1], values[1:]])


def numpy(values: Sequence[Any]) -> Any:
    made = pytest.importorskip("numpy").empty(len(values), dtype=object)
    made[:] = values
    return made


def series(values: Sequence[Any]) -> Any:
    return pytest.importorskip("pandas").Series(values, index=range(len(values))[::-1])


KINDS: dict[str, Callable[[Sequence[Any]], Any]] = {
    "list": list,
    "tuple": tuple,
    "UserList": UserList,
    "reversed labels": lambda values: Labelled(values, range(len(values))[::-1]),
    "labels that are texts": lambda values: Labelled(values, [f"row {i}" for i in range(len(values))]),
    "pandas": series,
    "numpy": numpy,
    "arrow": arrow,
    "chunked arrow": chunked,
}


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_a_scorer_takes_any_sequence(scorer: voi.Scorer, kind: Callable[[Sequence[Any]], Any]) -> None:
    groups = [2, 1, 2, 1]
    want = scorer.score(TEXTS, [SAMPLE] * 4, group_ids=groups, finish_reasons=["stop", None, "length", None])
    got = scorer.score(kind(TEXTS), kind([SAMPLE] * 4), group_ids=kind(groups), finish_reasons=kind(["stop", None, "length", None]))
    assert got == want
    assert got.rewards == REWARDS


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_trl_takes_any_sequence(kind: Callable[[Sequence[Any]], Any]) -> None:
    columns = {"tool_schemas": kind([str_of(SAMPLE["tools"])] * 4), "reference": kind([str_of(SAMPLE["reference"])] * 4)}
    prompts = kind([SAMPLE["messages"]] * 4)
    assert voi.trl.reward(prompts, kind(TEXTS), **columns) == REWARDS


def test_what_is_no_sequence_of_entries(scorer: voi.Scorer) -> None:
    for odd in ("text", b"bytes", {0: "text"}, 7):
        with pytest.raises(ValueError, match="give a sequence"):
            scorer.score(odd, [SAMPLE])  # type: ignore[arg-type]


def str_of(value: Any) -> str:
    import json

    return json.dumps(value)
