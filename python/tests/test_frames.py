"""Cutting a server's output into lines."""

from __future__ import annotations

import random

import pytest

from voi._server import Lines


@pytest.mark.parametrize("most", [1, 2, 7, 100, 10_000])
def test_lines_come_in_pieces(most: int) -> None:
    rng = random.Random(most)
    lines = [rng.choice([b"", b"7", b'{"id":2}', b"x" * 5000]) for _ in range(80)]
    stream = b"\n".join([*lines, b"the beginning of one more"])
    cut, got = Lines(), list[bytes]()
    while stream:
        size = rng.randint(1, most)
        got += cut.take(stream[:size])
        stream = stream[size:]
    assert got == lines
