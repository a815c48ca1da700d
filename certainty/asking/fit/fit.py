"""Fits want.bin, the network that weighs what a text asks for (want.go), and decline.bin and decline_long.bin,
which weigh whether a short or a longer text declines (decline.go).

    pip install -r requirements.txt
    go test ./certainty/asking -count=1 -run TestSense -sense FILE
    python fit.py FILE --scores 1.npy --seed 1 --epochs 10 SIZES        and so for the seeds 2, 3, 4 and 6
    python fit.py FILE --scores old.npy --judge OLD --near 0.45
    python fit.py FILE ../want.bin --teachers 1.npy 2.npy 3.npy 4.npy 6.npy old.npy old.npy --seed 102 --epochs 25 --decay 3e-5 SIZES
    go test ./certainty/asking -count=1 -run TestDeclines -decline FILE
    python fit.py FILE ../decline.bin --epochs 20 --seed 2 --rate 2e-3
    go test ./certainty/asking -count=1 -run TestDeclines -decline FILE -long
    python fit.py FILE ../decline_long.bin --epochs 16 --seed 2 --rate 2e-3

TestSense writes what the network reads of the texts in ../testdata/wanted, each about a parameter, and of those in
../testdata/questions.txt. TestDeclines does so for ../testdata/declined, each text alone, beside what its user asks
and beside what another one asks, with -long for its folder of longer texts, too.

Teachers are fitted to the labels, then a pupil to what the teachers say on average and, less, to the labels. SIZES of want.bin
are --filters 48 --deep 32 --pairs 32. OLD was the want.bin of version 46b758e9, of 24 filters and neurons and without pairs,
itself a pupil of twelve: it counts as two teachers, for the parameters that an ask at least nearly matches, since it was
asked about no others. (Its weights of neurons have to be transposed first.) Of two pupils the one was taken that the
batches of reward/testdata and the development questions find better. Both were fitted with the gradient of "spelled" as a sparse
product, which is the same sum in another order: so an epoch takes half a minute on one free core, and about twice that
with the scatter that XLA makes of it here.

The two others were fitted by an earlier edition of this file, decline.bin as a pupil of three teachers (50 epochs, a fifth of the
decay), decline_long.bin as one of four before pupils took longer than teachers and before the users' words were there;
its texts are read without them. --folds N reports how networks do on files of texts, thus on writers, that they have
not seen: the area under the curve, and which shares of the parameters that an ask matches, rightly and wrongly, the
network believes. The same file, seed and machine give the same numbers.
"""

import argparse
import functools
import struct
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np

UNITS, TAPS, GRAMS, MOST_GRAMS, FACTS, FITS, MEANT, SPELLED, WHOLES, SENSES = 96, 7, 1 << 12, 8, 27, 9, 13, 15, 36, 3
BEFORE, NEAR = 2, 4  # how many words before its own a filter sees the pairs of, and of how many in all
LENGTHS = (8, 12, 16, 20, 24, 32, 48, UNITS)  # words to which texts are filled up
NAMED = 76
DOUBTED = -0.1
TAUGHT = 0.85  # how much of a label is what the teachers say
ROW = FACTS + FITS + MEANT + SPELLED


def read(path):
    """The records of TestSense as arrays with a first axis of examples."""
    raw, at, out = Path(path).read_bytes(), 0, {k: [] for k in "n group text asked found weight wholes senses ids grams facts fits".split()}
    while at < len(raw):
        head = struct.unpack_from("<5i", raw, at)
        at += 20
        n = head[0]
        for k, v in zip(["n", "group", "text", "asked", "found"], head):
            out[k].append(v)
        out["weight"].append(struct.unpack_from("<f", raw, at)[0])
        at += 4

        def take(kind, count):
            nonlocal at
            a = np.frombuffer(raw, kind, count, at)
            at += a.nbytes
            return a

        out["wholes"].append(take("<f4", WHOLES))
        out["senses"].append(take("i1", 64 * SENSES))
        for k, kind, wide in (("ids", "<i4", 1), ("grams", "<u2", MOST_GRAMS), ("facts", "i1", FACTS), ("fits", "i1", FITS)):
            a = take(kind, n * wide)
            full = np.zeros((UNITS, wide), a.dtype)
            full[:n] = a.reshape(n, wide)
            out[k].append(full[:, 0] if wide == 1 else full)
    return {k: np.array(v) for k, v in out.items()} | {"wanted": np.array(out["asked"], np.float32)}


def vectors(path):
    """The table of internal/words, with a first row of zeros for no word."""
    raw = Path(path).read_bytes()
    n = struct.unpack_from("<I", raw)[0]
    table = np.frombuffer(raw, "i1", 64 * n, 4 + 4 * n).reshape(n, 64)
    return jnp.asarray(np.concatenate([np.zeros((1, 64), "i1"), table]).astype(np.float32) / 127)


def start(key, filters, deep, pairs):
    k = jax.random.split(key, 8)
    scaled = lambda k, *shape: jax.random.normal(k, shape) / np.sqrt(np.prod(shape[:-1]))
    return {
        "spelled": 0.1 * jax.random.normal(k[0], (GRAMS, SPELLED)),
        "meant": scaled(k[1], 64, MEANT),
        "word": 2 * scaled(k[5], 64, pairs),
        "about": 2 * scaled(k[6], 64 * SENSES, pairs),
        "filter": scaled(k[2], TAPS, ROW, filters),
        "pairing": scaled(k[7], NEAR * pairs, filters),
        "bias": jnp.zeros(filters),
        "neuron": scaled(k[3], 2 * filters + WHOLES, deep),
        "neuron0": jnp.zeros(deep),
        "out": scaled(k[4], deep, 1)[:, 0],
        "constant": jnp.zeros(()),
    }


def score(p, vectors, b, drop=None):
    """The scores of a batch, with the vectors of its words; drop is a key for what is left out at random while fitting."""
    own = (b["fits"][:, :, 0] == 127)[..., None]
    long = vectors.shape[1]
    inside = jnp.arange(long)[None, :, None] < b["n"][:, None, None]
    meant = jnp.clip(vectors @ p["meant"], -1, 1)
    some = (b["grams"] > 0)[..., None]
    spelled = jnp.clip(jnp.sum(p["spelled"][b["grams"]] * some, 2) / jnp.sqrt(jnp.maximum(1, jnp.sum(some, 2))), -1, 1)
    if drop is not None:
        keys = jax.random.split(drop, 5)
        spelled = spelled * (jax.random.uniform(keys[0], spelled.shape[:2] + (1,)) > 0.2)
        meant = meant * (jax.random.uniform(keys[1], meant.shape[:2] + (1,)) > 0.1)
    rows = jnp.concatenate([b["facts"] / 127.0, b["fits"] / 127.0, jnp.where(own, 0, meant), jnp.where(own, 0, spelled)], -1) * inside
    pairs = jnp.clip((vectors @ p["word"]) * (b["senses"] / 127.0 @ p["about"])[:, None], -1, 1)
    if drop is not None:
        pairs = pairs * (jax.random.uniform(keys[4], pairs.shape[:2] + (1,)) > 0.1)
    pairs = jnp.where(own, 0, pairs) * inside

    def around(x, before, count):
        padded = jnp.pad(x, ((0, 0), (before, count - 1 - before), (0, 0)))
        return jnp.concatenate([padded[:, t : t + long] for t in range(count)], -1)

    filters = len(p["bias"])
    seen = around(rows, TAPS // 2, TAPS) @ p["filter"].reshape(TAPS * ROW, filters) + around(pairs, BEFORE, NEAR) @ p["pairing"]
    seen = jnp.maximum(seen + p["bias"], 0)
    most = jnp.max(seen * inside, 1)
    at = jnp.max(seen * inside * (b["fits"][:, :, 0] >= NAMED)[..., None], 1)
    if drop is not None:
        most = most * (jax.random.uniform(keys[2], most.shape) > 0.15) / 0.85
        at = at * (jax.random.uniform(keys[3], at.shape) > 0.15) / 0.85
    hidden = jnp.maximum(jnp.concatenate([most, at, b["wholes"]], -1) @ p["neuron"] + p["neuron0"], 0)
    return hidden @ p["out"] + p["constant"]


def batches(d, rows, size, draw=None):
    """Index arrays of examples of similar length, and how long they are. With draw they are shuffled, and all have the size."""
    order = rows[np.argsort(d["n"][rows] + (draw.uniform(-4, 4, len(rows)) if draw is not None else 0), kind="stable")]
    parts = [order[i : i + size] for i in range(0, len(order), size)]
    if draw is not None:
        parts = [part for part in parts if len(part) == size]
        draw.shuffle(parts)
    for part in parts:
        yield part, next(long for long in LENGTHS if d["n"][part].max() <= long)


@functools.partial(jax.jit, static_argnames="long")
def batch(d, table, part, long):
    b = {k: d[k][part][:, :long] for k in ("grams", "facts", "fits")} | {k: d[k][part] for k in ("n", "wholes", "senses", "weight")}
    return b, table[d["ids"][part][:, :long]]


@jax.jit
def step(p, m, v, b, vectors, wanted, key, i, rate, decay):
    """One step of Adam."""

    def loss(p):
        s = score(p, vectors, b, key)
        each = (jax.nn.softplus(s) - wanted * s) * b["weight"]
        big = sum(jnp.sum(p[k] ** 2) for k in ("spelled", "meant", "word", "about", "filter", "pairing", "neuron"))
        return jnp.sum(each) / jnp.maximum(jnp.sum(b["weight"]), 1e-6) + decay * big

    g = jax.grad(loss)(p)
    m = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, m, g)
    v = jax.tree.map(lambda v, g: 0.999 * v + 0.001 * g * g, v, g)
    move = lambda p, m, v: p - rate * (m / (1 - 0.9**i)) / (jnp.sqrt(v / (1 - 0.999**i)) + 1e-8)
    return jax.tree.map(move, p, m, v), m, v


def fit(d, rows, table, wanted, a, size=512):
    """A network that is fitted to what is wanted of the rows."""
    key, draw = jax.random.PRNGKey(a.seed), np.random.default_rng(a.seed)
    p = start(jax.random.fold_in(key, 99), a.filters, a.deep, a.pairs)
    m = v = jax.tree.map(jnp.zeros_like, p)
    size = min(size, len(rows))
    i, total = 0, a.epochs * (len(rows) // size)
    for _ in range(a.epochs):
        for part, long in batches(d, rows, size, draw):
            i += 1
            b, vectors = batch(on_device(d), table, part, long)
            p, m, v = step(p, m, v, b, vectors, wanted[part], jax.random.fold_in(key, i), float(i), a.rate * (1 - i / (total + 1)), a.decay)
    return p


def on_device(d):
    """The arrays that a network reads, copied to the device once."""
    if "device" not in d:
        d["device"] = {k: jnp.asarray(d[k]) for k in ("ids", "grams", "facts", "fits", "n", "wholes", "senses", "weight")}
    return d["device"]


def scores(p, d, rows, table, size=2048):
    """The scores of a network, 0 for what is not among rows."""
    out, run = np.zeros(len(d["n"]), np.float32), jax.jit(score)
    for part, long in batches(d, rows, size):
        full = np.concatenate([part, np.zeros(size - len(part), part.dtype)])
        b, vectors = batch(on_device(d), table, full, long)
        out[part] = np.asarray(run(p, vectors, b))[: len(part)]
    return out


def labels(d, teachers):
    """What a network is fitted to: the labels, and more what several others say of them on average if there are any.
    A pupil errs about as seldom as its teachers do together."""
    if not teachers:
        return d["wanted"]
    said = np.nanmean([np.load(t) for t in teachers], 0)
    return np.asarray(TAUGHT / (1 + np.exp(-said)) + (1 - TAUGHT) * d["wanted"], np.float32)


def near(d, least):
    """Whether the rules take an ask for a parameter, or nearly, or the text names it, or an ask has that score (wholes of sense.go)."""
    return (d["wholes"][:, :3] > 0).any(1) | (d["wholes"][:, 3] * 6 >= least)


def judge(path, filters, deep, pairs):
    """A network that write wrote, with the precision of its bytes."""
    raw, at = Path(path).read_bytes(), 0

    def take(kind, *shape):
        nonlocal at
        x = np.frombuffer(raw, kind, int(np.prod(shape)), at).reshape(shape)
        at += x.nbytes
        return x.astype(np.float32)

    p = {"spelled": take("i1", GRAMS, SPELLED) * take("<f4", 1) / 127}
    scaled = lambda rows, wide, by: take("i1", rows, wide).T * (take("<f4", rows) * by)
    p |= {"meant": scaled(MEANT, 64, 1), "word": scaled(pairs, 64, 1), "about": scaled(pairs, 64 * SENSES, 127)}
    filter, pairing, by = take("i1", filters, TAPS * ROW), take("i1", filters, NEAR * pairs), 127 * take("<f4", filters)
    p |= {"filter": (filter.T * by).reshape(TAPS, ROW, filters), "pairing": pairing.T * by, "bias": take("<f4", filters)}
    p |= {"neuron": take("<f4", 2 * filters + WHOLES, deep), "neuron0": take("<f4", deep), "out": take("<f4", deep), "constant": take("<f4")}
    return p


def write(p, path):
    """The numbers of network.go's network: weights of filters, spellings, meanings and pairs as bytes, each with the scale of its row."""
    p = {k: np.asarray(v, np.float64) for k, v in p.items()}
    byte = lambda x: np.clip(np.round(x), -127, 127).astype("i1")
    meant, word, about = p["meant"].T, p["word"].T, p["about"].T
    filters = np.concatenate([p["filter"].reshape(TAPS * ROW, -1), p["pairing"]]).T
    largest = lambda rows: np.abs(rows).max(1) / 127
    most, words, abouts, big = largest(meant), largest(word), largest(about), largest(filters)
    spells = np.abs(p["spelled"]).max() / 127
    parts = [
        byte(p["spelled"] / spells),
        (spells * 127).astype("<f4"),
        byte(meant / most[:, None]),
        most.astype("<f4"),
        byte(word / words[:, None]),
        words.astype("<f4"),  # times 127 and by 127: the one for the pair, the other for the vector
        byte(about / abouts[:, None]),
        (abouts / 127).astype("<f4"),
        byte(filters / big[:, None])[:, : TAPS * ROW],
        byte(filters / big[:, None])[:, TAPS * ROW :],
        (big / 127).astype("<f4"),
        p["bias"].astype("<f4"),
        p["neuron"].astype("<f4"),
        p["neuron0"].astype("<f4"),
        p["out"].astype("<f4"),
        p["constant"].astype("<f4"),
    ]
    Path(path).write_bytes(b"".join(np.ascontiguousarray(x).tobytes() for x in parts))


def main():
    args = argparse.ArgumentParser(description=__doc__)
    args.add_argument("samples")
    args.add_argument("out", nargs="?")
    args.add_argument("--seed", type=int, default=1)
    args.add_argument("--epochs", type=int, default=16)
    args.add_argument("--rate", type=float, default=3e-3)
    args.add_argument("--decay", type=float, default=1.5e-4)
    args.add_argument("--filters", type=int, default=24)
    args.add_argument("--deep", type=int, default=24)
    args.add_argument("--pairs", type=int, default=0, help="32 or none")
    args.add_argument("--teachers", nargs="*", default=[], help="files of scores")
    args.add_argument("--scores", help="write what the network says of the samples to this file, for its pupils")
    args.add_argument("--judge", help="fit nothing and take the network of this file")
    args.add_argument("--near", type=float, help="with --scores, say nothing of what no ask has this score for")
    args.add_argument("--folds", type=int, default=0)
    a = args.parse_args()
    d, table = read(a.samples), vectors(Path(__file__).parents[3] / "internal/words/vectors.bin")
    every = np.arange(len(d["n"]))
    if a.folds:
        held = np.zeros(len(every), np.float32)
        groups = np.unique(d["group"])
        for fold in range(a.folds):
            out = np.isin(d["group"], groups[fold :: a.folds])
            held[out] = scores(fit(d, every[~out], table, d["wanted"], a), d, every[out], table)[out]
            yes, no = held[out & (d["asked"] > 0)], held[out & (d["asked"] == 0)]
            both = np.concatenate([no, yes]).argsort(kind="stable").argsort()
            area = (both[len(no) :].mean() - (len(yes) - 1) / 2) / max(1, len(no))
            stand = lambda asked: (held[out & (d["asked"] == asked) & (d["found"] == 1)] > DOUBTED).mean()
            print(f"files {groups[fold :: a.folds]}: AUC {area:.3f} of {out.sum()}; found rightly {stand(1):.3f} and wrongly {stand(0):.3f} stand", flush=True)
    if a.out or a.scores:
        p = judge(a.judge, a.filters, a.deep, a.pairs) if a.judge else fit(d, every, table, labels(d, a.teachers), a)
        if a.scores:
            said = scores(p, d, every, table)
            np.save(a.scores, said if a.near is None else np.where(near(d, a.near), said, np.nan))
        if a.out:
            write(p, a.out)


if __name__ == "__main__":
    main()
