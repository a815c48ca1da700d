"""Damaged labels: each fails or is scored alone, and none affects its neighbours."""

from __future__ import annotations

import json
import random

import pytest
from conftest import RIGHT, SAMPLE

import voi

BITS = [
    '"',
    "\\",
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "0",
    "-",
    "1e999",
    "1e-999999999",
    "NaN",
    "null",
    "\\ud800",
    "\\u0000",
    "\ud800",
    "\u2028",
    "\x00",
    "\n",
    "\ufeff",
]
BITS += ["\n", "\ufeff", "00", '"a":1,', '}],"id":3,"x":[{', '},{"completion":"', "123456789012345678901234567890.5", "\x7f"]


def damaged(rng: random.Random, text: str) -> str:
    for _ in range(rng.choice([1, 1, 2, 3])):
        at, other = rng.randrange(len(text)), rng.randrange(len(text))
        text = rng.choice(
            [
                text[:at] + rng.choice(BITS) + text[at:],
                text[:at] + text[at + rng.choice([1, 1, 2, 10]) :],
                text[:at] + text[other : other + 20] + text[at:],
            ]
        )
    return text


@pytest.mark.parametrize("seed", range(3))
def test_damaged_labels(scorer: voi.Scorer, seed: int) -> None:
    rng = random.Random(seed)
    whole = json.dumps({**SAMPLE, "labels": {"candidates": [{"name": "book_train", "arguments": {"to": "é", "n": 1e5}}]}, "domains": {}})
    scored = 0
    for _ in range(50):
        labels = [damaged(rng, whole) if i % 2 else whole for i in range(80)]
        result = scorer.score([RIGHT] * 80, labels)
        assert result.rewards[::2] == [3.5] * 40
        assert [reward is None for reward in result.rewards] == [error is not None for error in result.errors]
        scored += sum(reward is not None for reward in result.rewards[1::2])
    assert 0 < scored < 2000
