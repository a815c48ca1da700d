"""ITEMs in the form in which they are sent."""

from __future__ import annotations

import json
from typing import Any, Optional, Union

# The text of a completion: where it is ASCII not encoded yet, which costs nothing
# until it is sent, and spares the memory of a copy.
Text = Union[str, bytes]

# What each item takes in a request beside its own bytes, at most.
BESIDE = 20


def plain(value: Any) -> Any:
    """What json cannot write but what stands for something it can: numpy's numbers and arrays."""
    for method in ("tolist", "item"):
        if hasattr(value, method):
            return getattr(value, method)()
    raise TypeError(f"{type(value).__name__} has no JSON form")


dump = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"), default=plain).encode
dump_ascii = json.JSONEncoder(ensure_ascii=True, allow_nan=False, separators=(",", ":"), default=plain).encode


class Items:
    """ITEMs, each a JSON text and, where that lacks the completion, the text of the completion.

    The server is sent such texts as they are (``--wire packed``): to quote them,
    and to read the quotes, takes longer than to score them. JSON that several
    completions have in common is sent once.
    """

    __slots__ = ("json", "texts")

    def __init__(self, json: list[bytes], texts: list[Optional[Text]]) -> None:
        self.json, self.texts = json, texts

    def __len__(self) -> int:
        return len(self.json)

    def size(self) -> int:
        """The bytes that the items take in a request, at most."""
        texts: Any = self.texts if None not in self.texts else filter(None, self.texts)
        return sum(map(len, self.json)) + sum(map(len, texts)) + BESIDE * len(self.json)

    def part(self, start: int, stop: int) -> Items:
        """The items from start to stop."""
        return Items(self.json[start:stop], self.texts[start:stop])

    def take(self, other: Items) -> None:
        """Add others at the end."""
        self.json += other.json
        self.texts += other.texts

    def request(self, op: str, number: int, grouped: bool) -> list[bytes]:
        """The parts of a request with these items: a line, and behind it the texts that it leaves out."""
        group = ',"group":true' if grouped else ""
        head = f'{{"op":"{op}","id":{number}{group},"items":['.encode()
        texts: Any = self.texts
        if texts.count(None) == len(texts):
            return [b"".join((head, b",".join(self.json), b"]}\n"))]
        try:
            body = list(map(str.encode, texts))
            sizes = repr(list(map(len, body)))
        except TypeError:  # not all of them are texts
            parts = [text.encode() if isinstance(text, str) else text for text in texts]
            sizes = dump([None if part is None else len(part) for part in parts])
            body = [part for part in parts if part]
        places: dict[bytes, int] = {}
        of = [places.setdefault(text, len(places)) for text in self.json]
        tail = f'],"of":{of},"texts":{sizes},"packed":true}}\n'.encode()
        return [b"".join((b"%d " % sum(map(len, body)), head, b",".join(places), tail)), *body]
