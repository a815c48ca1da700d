"""Replies as they are cut out of what a server writes."""

from __future__ import annotations

import random

import pytest

from voi._server import Frames

REPLIES = [
    b'{"op":"hello"}',
    b"",
    b'8 {"op":"result","id":1}\n\n\n\n\n12 {',
    b'0 {"id":2}\n',
    b"12 no reply of ours",
    b'16 {"id":3}\n' + bytes(range(16)),
    b"7",
    b"x" * 5000,
    b'3000 {"id":4}\n' + b"9 {}\n" * 600,
    b'1234567890123456 {"id":5}',
]


@pytest.mark.parametrize("most", [2, 7, 100, 10_000])
def test_replies_come_in_pieces(most: int) -> None:
    rng = random.Random(most)
    replies = [rng.choice(REPLIES) for _ in range(80)]
    # A newline ends a line that has nothing behind it.
    stream = b"".join(reply if reply.partition(b" ")[0].isdigit() and b"\n" in reply else reply + b"\n" for reply in replies)
    frames, got = Frames(), list[bytes]()
    while stream:
        size = rng.randint(1, most)
        got += frames.take(stream[:size])
        stream = stream[size:]
    assert got == replies
