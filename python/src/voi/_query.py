"""Finds the answer in a text that holds the prompt and the answer, as OpenRLHF hands it over.

The same reading as the server's (package ``rollout``), so that a rollout earns
the same reward over HTTP and in the process; a test holds both to one table.
"""

from __future__ import annotations

from typing import Optional

#: Tokens that a tokenizer puts before a prompt.
BEGIN = (
    "<|begin_of_text|>",
    "<s>",
    "<bos>",
    "<|endoftext|>",
    "<|startoftext|>",
    "<|begin▁of▁sentence|>",
    "<\uff5cbegin▁of▁sentence\uff5c>",
)

#: Tokens that end a turn, which decoding without skipping special tokens leaves.
END = (
    "<|im_end|>",
    "<|eot_id|>",
    "<|eom_id|>",
    "<|endoftext|>",
    "<|end_of_text|>",
    "</s>",
    "<end_of_turn>",
    "<eos>",
    "<|end|>",
    "<|return|>",
    "<|end_of_turn|>",
    "<\uff5cend▁of▁sentence\uff5c>",
    "<pad>",
    "<|pad|>",
)

#: How many bytes of a prompt have to be left for it to be known by its end.
LEAST = 16


def answer(query: str, prompt: str) -> Optional[str]:
    """Return what follows the prompt, without the tokens that end the turn.

    None where the text does not begin with the prompt: to take the whole text
    then would count the prompt's tags as the policy's. Found are a prompt that
    stands there as it is, one that differs in white space only, and one whose
    left was cut off as too long. Without a prompt, the whole text is the answer.
    """
    if not prompt:
        return cut_end(query)
    for find in (_begun, _spaced, _cut):
        at = find(query, prompt)
        if at is not None:
            return cut_end(query[at:])
    return None


def cut_end(text: str) -> str:
    """Take off the tokens that end a turn, with white space between and behind them."""
    rest = text
    while True:
        body = rest.rstrip()
        cut = body
        for token in END:
            if cut.endswith(token):
                cut = cut[: -len(token)]
        if len(cut) == len(body):
            return text
        rest = text = cut


def _without_begin(text: str) -> str:
    again = True
    while again:
        again = False
        for token in BEGIN:
            if text.startswith(token):
                text, again = text[len(token) :], True
    return text


def _begun(query: str, prompt: str) -> Optional[int]:
    """Find the end of a prompt that is there as it is."""
    if query.startswith(prompt):
        return len(prompt)
    rest = _without_begin(query)
    return len(query) - len(rest) + len(prompt) if rest.startswith(prompt) else None


def _spaced(query: str, prompt: str) -> Optional[int]:
    """Find the end of a prompt that differs in white space only."""
    at = len(query) - len(_without_begin(query))
    prompt = _without_begin(prompt)
    body = prompt.rstrip()
    for word in body.split():
        for char in word:
            while at < len(query) and query[at].isspace():
                at += 1
            if at == len(query) or query[at] != char:
                return None
            at += 1
    if not body:
        return None
    for char in prompt[len(body) :]:
        if at == len(query) or query[at] != char:
            break
        at += 1
    return at


def _cut(query: str, prompt: str) -> Optional[int]:
    """Find the end of a prompt whose left was cut off, a character perhaps in two."""
    rest = _without_begin(query).lstrip("\ufffd")
    length = _overlap(prompt, rest)
    if len(rest[:length].encode("utf-8", "surrogatepass")) < LEAST:
        return None
    return len(query) - len(rest) + length


def _overlap(left: str, right: str) -> int:
    """Return the length of the longest end of ``left`` that ``right`` begins with, in linear time."""
    right = right[: len(left)]
    if not right:
        return 0
    border: list[int] = [0] * len(right)
    known = 0
    for i in range(1, len(right)):
        while known and right[i] != right[known]:
            known = border[known - 1]
        if right[i] == right[known]:
            known += 1
        border[i] = known
    known = 0
    for char in left:
        if known == len(right):
            known = border[known - 1]
        while known and char != right[known]:
            known = border[known - 1]
        if char == right[known]:
            known += 1
    return known
