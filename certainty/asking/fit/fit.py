"""Fits want.bin, the network that weighs what a text asks for (want.go), and decline.bin and decline_long.bin,
which weigh whether a short or a longer text declines (decline.go).

    pip install -r requirements.txt
    go test ./certainty/asking -count=1 -run TestSense -sense FILE
    python fit.py FILE ../want.bin --teachers 12 --pupils 4 --pupil 2
    go test ./certainty/asking -count=1 -run TestDeclines -decline FILE
    python fit.py FILE ../decline.bin --epochs 20 --seed 2 --rate 2e-3 --teachers 3
    go test ./certainty/asking -count=1 -run TestDeclines -decline FILE -long
    python fit.py FILE ../decline_long.bin --epochs 16 --seed 2 --rate 2e-3 --teachers 4

The texts of ../testdata/wanted/r*.tools.txt came after want.bin was fitted; it has seen none of them yet.
TestSense writes what the network reads of the texts in ../testdata/wanted, each about a parameter, and of those in
../testdata/questions.txt. TestDeclines does so for ../testdata/declined, each text alone, beside what its user asks
and beside what another one asks, with -long for its folder of longer texts, too. Teachers are fitted to the labels,
then pupils to what the teachers say on average and, less, to the labels; one pupil is written. Of the pupils of
want.bin the one was taken that the batches of reward/testdata find best. All networks of a kind are fitted at once,
which takes four minutes for want.bin on a large GPU; on a few cores, take two teachers and one pupil.
decline_long.bin was fitted before pupils took longer than teachers and before the users' words were there; its texts
are read without them. On two cores decline.bin took a quarter of an hour. --folds N reports how networks do on files
of texts, thus on writers, that they have not seen: the area under the curve, and which shares of the parameters that
an ask matches, rightly and wrongly, the network believes. The same file, seed and machine give the same numbers.
"""

import argparse
import functools
import struct
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np

UNITS, TAPS, FILTERS, DEEP, GRAMS, MOST_GRAMS, FACTS, FITS, MEANT, SPELLED, WHOLES = 96, 7, 24, 24, 1 << 12, 8, 27, 9, 13, 15, 36
NAMED = 76
DOUBTED = -0.1
TAUGHT = 0.85  # how much of a label is what the teachers say
ROW = FACTS + FITS + MEANT + SPELLED


def read(path):
    """The records of TestSense as arrays with a first axis of examples."""
    raw, at, out = Path(path).read_bytes(), 0, {k: [] for k in "n group text asked found weight wholes ids grams facts fits".split()}
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


def start(key):
    k = jax.random.split(key, 6)
    scaled = lambda k, *shape: jax.random.normal(k, shape) / np.sqrt(np.prod(shape[:-1]))
    return {
        "spelled": 0.1 * jax.random.normal(k[0], (GRAMS, SPELLED)),
        "meant": scaled(k[1], 64, MEANT),
        "filter": scaled(k[2], TAPS, ROW, FILTERS),
        "bias": jnp.zeros(FILTERS),
        "neuron": scaled(k[3], 2 * FILTERS + WHOLES, DEEP),
        "neuron0": jnp.zeros(DEEP),
        "out": scaled(k[4], DEEP, 1)[:, 0],
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
        keys = jax.random.split(drop, 4)
        spelled = spelled * (jax.random.uniform(keys[0], spelled.shape[:2] + (1,)) > 0.2)
        meant = meant * (jax.random.uniform(keys[1], meant.shape[:2] + (1,)) > 0.1)
    rows = jnp.concatenate([b["facts"] / 127.0, b["fits"] / 127.0, jnp.where(own, 0, meant), jnp.where(own, 0, spelled)], -1) * inside
    padded = jnp.pad(rows, ((0, 0), (TAPS // 2, TAPS // 2), (0, 0)))
    around = jnp.concatenate([padded[:, t : t + long] for t in range(TAPS)], -1)
    seen = jnp.maximum(around @ p["filter"].reshape(TAPS * ROW, FILTERS) + p["bias"], 0)
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
        yield part, next(long for long in (16, 32, UNITS) if d["n"][part].max() <= long)


@functools.partial(jax.jit, static_argnames="long")
def batch(d, table, part, long):
    b = {k: d[k][part][:, :long] for k in ("grams", "facts", "fits")} | {k: d[k][part] for k in ("n", "wholes", "weight")}
    return b, table[d["ids"][part][:, :long]]


@jax.jit
def step(p, m, v, b, vectors, wanted, key, i, rate, decay):
    """One step of Adam for each network."""

    def loss(p, wanted, key):
        s = score(p, vectors, b, key)
        each = (jax.nn.softplus(s) - wanted * s) * b["weight"]
        big = sum(jnp.sum(p[k] ** 2) for k in ("spelled", "meant", "filter", "neuron"))
        return jnp.sum(each) / jnp.maximum(jnp.sum(b["weight"]), 1e-6) + decay * big

    def one(p, m, v, wanted, key):
        g = jax.grad(loss)(p, wanted, key)
        m = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, m, g)
        v = jax.tree.map(lambda v, g: 0.999 * v + 0.001 * g * g, v, g)
        move = lambda p, m, v: p - rate * (m / (1 - 0.9**i)) / (jnp.sqrt(v / (1 - 0.999**i)) + 1e-8)
        return jax.tree.map(move, p, m, v), m, v

    return jax.vmap(one, (0, 0, 0, None, 0))(p, m, v, wanted, jax.random.split(key, len(p["constant"])))


def fit(d, rows, table, wanted, count, seed, epochs, rate, decay, size=512):
    """Fits networks that differ in how they start and in what is left out."""
    key, draw = jax.random.PRNGKey(seed), np.random.default_rng(seed)
    p = jax.vmap(start)(jax.random.split(jax.random.fold_in(key, 99), count))
    m = v = jax.tree.map(jnp.zeros_like, p)
    size = min(size, len(rows))
    i, total = 0, epochs * (len(rows) // size)
    for _ in range(epochs):
        for part, long in batches(d, rows, size, draw):
            i += 1
            b, vectors = batch(on_device(d), table, part, long)
            p, m, v = step(p, m, v, b, vectors, wanted[part], jax.random.fold_in(key, i), float(i), rate * (1 - i / (total + 1)), decay)
    return p


def on_device(d):
    """The arrays that a network reads, copied to the device once."""
    if "device" not in d:
        d["device"] = {k: jnp.asarray(d[k]) for k in ("ids", "grams", "facts", "fits", "n", "wholes", "weight")}
    return d["device"]


def scores(p, d, rows, table, size=2048):
    """The scores of each network: [networks, examples]."""
    out = np.zeros((len(p["constant"]), len(d["n"])), np.float32)
    run = jax.jit(lambda p, b, vectors: jax.vmap(lambda p: score(p, vectors, b))(p))
    for part, long in batches(d, rows, size):
        full = np.concatenate([part, np.zeros(size - len(part), part.dtype)])
        out[:, part] = np.asarray(run(p, *batch(on_device(d), table, full, long)))[:, : len(part)]
    return out


def taught(d, rows, table, a):
    """The pupil: a network that is fitted to the labels and, more, to what several others say on average errs about as
    seldom as the others do together."""
    said = scores(fit(d, rows, table, d["wanted"], a.teachers, a.seed, a.epochs, a.rate, a.decay), d, rows, table).mean(0)
    softly = np.asarray(TAUGHT / (1 + np.exp(-said)) + (1 - TAUGHT) * d["wanted"], np.float32)
    pupils = fit(d, rows, table, softly, a.pupils, a.seed + 1000, a.epochs * 5 // 2, a.rate, a.decay / 5)
    return jax.tree.map(lambda x: x[a.pupil], pupils)


def write(p, path):
    """The numbers of want.go's network: weights of filters, spellings and meanings as bytes, each with the scale of its row."""
    p = {k: np.asarray(v, np.float64) for k, v in p.items()}
    byte = lambda x: np.clip(np.round(x), -127, 127).astype("i1")
    meant, filters = p["meant"].T, p["filter"].transpose(2, 0, 1)  # [MEANT, 64], [FILTERS, TAPS, ROW]
    most = np.abs(meant).max(1) / 127
    spells = np.abs(p["spelled"]).max() / 127
    big = np.abs(filters).max((1, 2)) / 127
    parts = [
        byte(p["spelled"] / spells),
        (spells * 127).astype("<f4"),
        byte(meant / most[:, None]),
        most.astype("<f4"),
        byte(filters / big[:, None, None]),
        (big / 127).astype("<f4"),
        p["bias"].astype("<f4"),
        p["neuron"].T.astype("<f4"),
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
    args.add_argument("--teachers", type=int, default=5)
    args.add_argument("--pupils", type=int, default=1)
    args.add_argument("--pupil", type=int, default=0, help="which of the pupils is written")
    args.add_argument("--folds", type=int, default=0)
    a = args.parse_args()
    d, table = read(a.samples), vectors(Path(__file__).parents[3] / "internal/words/vectors.bin")
    every = np.arange(len(d["n"]))
    if a.folds:
        held = np.zeros(len(every), np.float32)
        groups = np.unique(d["group"])
        for fold in range(a.folds):
            out = np.isin(d["group"], groups[fold :: a.folds])
            p = jax.tree.map(lambda x: x[None], taught(d, every[~out], table, a))
            held[out] = scores(p, d, every[out], table)[0, out]
            yes, no = held[out & (d["asked"] > 0)], held[out & (d["asked"] == 0)]
            both = np.concatenate([no, yes]).argsort(kind="stable").argsort()
            area = (both[len(no) :].mean() - (len(yes) - 1) / 2) / max(1, len(no))
            stand = lambda asked: (held[out & (d["asked"] == asked) & (d["found"] == 1)] > DOUBTED).mean()
            print(f"files {groups[fold :: a.folds]}: AUC {area:.3f} of {out.sum()}; found rightly {stand(1):.3f} and wrongly {stand(0):.3f} stand", flush=True)
    if a.out:
        write(taught(d, every, table, a), a.out)


if __name__ == "__main__":
    main()
