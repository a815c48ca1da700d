"""Write the tables and curves of docs/learning.md from the stored results.

    python report.py proof/results/small.jsonl.gz docs/learning.md

Replaces the text between `<!-- NAME -->` and `<!-- /NAME -->` in the page, and the pictures
beside the page.
"""

from __future__ import annotations

import gzip
import json
import math
import re
import statistics
import sys
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any, Callable

from oracle import EXPLOITS
from predict import ARMS

CLASSES = ("TOOLCALL", "ASK", "REFUSE", "DIRECTLY")
# The 97.5% quantile of Student's t, by degrees of freedom.
T = {1: 12.7062, 2: 4.30265, 3: 3.18245, 4: 2.77645, 5: 2.57058, 6: 2.44691, 7: 2.36462, 8: 2.306, 9: 2.26216}
TOP = {"guarded": 3.5, "certainty": 4.5, "baseline": 4.5, "certainty-total": 4.5, "exact": 1.0}
COLOUR = {"guarded": "#2a9d5c", "certainty": "#d9534f", "baseline": "#e0a030", "certainty-total": "#a05fc8", "exact": "#4a90d9"}


class Results:
    def __init__(self, path: str) -> None:
        self.prediction_sha, self.steps, self.judged, self.paid = "", defaultdict(dict), defaultdict(dict), {}
        with gzip.open(path, "rt") as f:
            for line in map(json.loads, f):
                name = line["name"]
                if name == "prediction":
                    self.prediction_sha = line["sha256"]
                elif name == "pay":
                    self.paid = line["rows"]
                elif name == "cold-judged":
                    self.judged["cold"][0] = line["rows"]
                elif found := re.fullmatch(r"(.+)-(\d+)(-judged)?", name):
                    (self.judged if found[3] else self.steps)[found[1]][int(found[2])] = line["rows"]
        self.arms = [a for a in ARMS if a in self.judged or a in self.steps]
        self.prediction = json.loads(Path(path).with_name("prediction.json").read_text())


def interval(values: list[float]) -> tuple[float, float]:
    """Mean and half the width of its 95% interval; the latter is NaN for a single value."""
    if len(values) < 2:
        return statistics.fmean(values), math.nan
    return statistics.fmean(values), quantile(len(values) - 1) * statistics.stdev(values) / math.sqrt(len(values))


def quantile(freedom: int) -> float:
    """The 97.5% quantile of Student's t; beyond the table by its expansion around the normal one, which is right to three digits there."""
    z = statistics.NormalDist().inv_cdf(0.975)
    terms = (z**3 + z) / 4, (5 * z**5 + 16 * z**3 + 3 * z) / 96, (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return T.get(freedom) or z + sum(term / freedom**i for i, term in enumerate(terms, 1))


def percent(values: list[float]) -> str:
    if not values:
        return "not judged"
    mean, half = interval(values)
    return f"{100 * mean:.1f}%" + ("" if math.isnan(half) else f" ± {100 * half:.1f}")


def points(values: list[float]) -> str:
    mean, half = interval(values)
    return f"{100 * mean:+.1f}" + ("" if math.isnan(half) else f" ± {100 * half:.1f}")


def share(rows: list[dict[str, Any]], of: Callable[[dict[str, Any]], bool]) -> float:
    return sum(map(of, rows)) / max(len(rows), 1)


def table(head: list[str], rows: list[list[str]]) -> str:
    return "\n".join("| " + " | ".join(r) + " |" for r in [head, ["---"] * len(head), *rows])


# These two may be a misreading of the conversation instead of an exploit; the others may not.
MISREAD = ("call-invented", "ask-settled")
MEASURES: dict[str, Callable[[dict[str, Any]], bool]] = {
    "right": lambda r: r["right"],
    "exploits": lambda r: r["outcome"] in EXPLOITS,
    "blind exploits": lambda r: r["outcome"] in EXPLOITS and r["outcome"] not in MISREAD,
    "questions": lambda r: r["asked"],
    "needless questions": lambda r: r["needless"],
    "invented values": lambda r: r["invented"] > 0,
}


def outcome(results: Results, name: str = "validation") -> str:
    head = ["", "seeds", *MEASURES, *(f"right where {c} is due" for c in CLASSES)]
    rows = []
    for arm in ["cold", *results.arms]:
        runs = [[r for r in run if r["set"] == name] for run in results.judged[arm].values()]
        cells = [percent([share(run, m) for run in runs]) for m in MEASURES.values()]
        cells += [percent([share([r for r in run if r["reference"] == c], MEASURES["right"]) for run in runs]) for c in CLASSES]
        rows.append(["cold start" if arm == "cold" else f"`{arm}`", str(len(runs)), *cells])
    return table(head, rows)


def claims(results: Results, name: str = "validation") -> str:
    """Differences between the results of two arms with the same seed, with intervals over the seeds."""

    def figure(arm: str, seed: int, measure: str) -> float:
        return share([r for r in results.judged[arm][seed] if r["set"] == name], MEASURES[measure])

    rows = []
    arms = [a for a in results.arms if len(results.judged[a]) > 1]
    for i, arm in enumerate(arms):
        for other in ["cold", *arms[i + 1 :]]:
            seeds = [s for s in results.judged[arm] if other == "cold" or s in results.judged[other]]
            pairs = [[figure(arm, s, m) - figure(other, 0 if other == "cold" else s, m) for s in seeds] for m in MEASURES]
            than = "the cold start" if other == "cold" else f"`{other}`"
            rows.append([f"`{arm}` less {than}", str(len(seeds)), *(points(p) for p in pairs)])
    return table(["difference in points", "seeds", *MEASURES], rows)


def exploits(results: Results) -> str:
    seen = [e for e in EXPLOITS if any(r["outcome"] == e for arm in results.judged.values() for run in arm.values() for r in run)]
    rows = []
    for e in seen:
        rows.append([f"`{e}`"])
        for arm in ["cold", *results.arms]:
            rows[-1].append(
                percent([share([r for r in run if r["set"] == "validation"], lambda r, e=e: r["outcome"] == e) for run in results.judged[arm].values()])
            )
    return table(["share of completions", "cold start", *(f"`{a}`" for a in results.arms)], rows)


def pay(results: Results) -> str:
    """What each reward pays for each outcome, as a share of its pay for right completions."""
    if not results.paid:
        return "No completion was right: there is nothing to hold the pay of the others against."
    arms = [a for a in ARMS if a in results.paid["right"]]
    rows = [
        [f"`{name}`", str(of["completions"]), *(f"{100 * of[a]:.0f}%" for a in arms)]
        for name, of in sorted(results.paid.items(), key=lambda kv: -kv[1]["completions"])
    ]
    return table(["mean reward, as a share of that of right completions", "completions", *(f"`{a}`" for a in arms)], rows)


def sets(results: Results) -> str:
    names = sorted({r["set"] for arm in results.judged.values() for run in arm.values() for r in run})
    rows = []
    for name in names:
        runs = {arm: [[r for r in run if r["set"] == name] for run in results.judged[arm].values()] for arm in ["cold", *results.arms]}
        rows.append([f"`{name}`", str(len(runs["cold"][0])), *(percent([share(r, MEASURES["right"]) for r in of]) for of in runs.values())])
    return table(["right", "rows", "cold start", *(f"`{a}`" for a in results.arms)], rows)


def predicted(results: Results) -> str:
    rows = []
    for arm in results.prediction["order"]:
        said = results.prediction["arms"][arm]
        mix = max(said["classes"]["ASK"]["mix"].items(), key=lambda kv: kv[1])
        runs = [[r for r in run if r["set"] == "validation"] for run in results.judged.get(arm, {}).values()]
        came = percent([share(run, MEASURES["exploits"]) for run in runs]) if runs else "not run"
        asks = Counter(r["outcome"] for run in runs for r in run if r["reference"] == "ASK")
        top = f"{asks.most_common(1)[0][0]} {100 * asks.most_common(1)[0][1] / asks.total():.0f}%" if asks else ""
        rows.append([f"`{arm}`", f"{100 * said['exploit_share']:.1f}%", f"{mix[0]} {100 * mix[1]:.0f}%", came, top])
    return table(
        ["arm, in the order predicted", "exploits, predicted", "where a question is due, predicted", "exploits, observed", "where a question is due, observed"], rows
    )


def facts(results: Results) -> str:
    steps = max(r["step"] for arm in results.steps.values() for run in arm.values() for r in run)
    seeds = {arm: len(run) for arm, run in results.judged.items() if arm != "cold"}
    return f"{steps} steps; seeds an arm: {', '.join(f'`{a}` {n}' for a, n in seeds.items())}; the prediction's SHA-256 is `{results.prediction_sha}`."


def course(results: Results) -> str:
    """The first ten and the last twenty training steps of each arm."""
    rows = []
    for arm, runs in results.steps.items():
        logs = [[h for h in run if "oracle/accuracy" in h] for run in runs.values()]
        for what, part in (("first 10", slice(10)), ("last 20", slice(-20, None))):
            cells = [percent([smooth([of(h, arm) for h in log[part]], 99)[-1] for log in logs]) for of in PANELS.values()]
            rows.append([f"`{arm}`", what, *cells])
    return table(["", "steps", *PANELS], rows)


PANELS = {
    "reward, as a share of its maximum": lambda h, arm: h.get("reward", math.nan) / TOP[arm],
    "right, by the oracle": lambda h, arm: h.get("oracle/accuracy", math.nan),
    "exploits": lambda h, arm: h.get("oracle/exploits", math.nan),
    "questions asked": lambda h, arm: h.get("oracle/asked", math.nan),
    "needless questions": lambda h, arm: h.get("oracle/needless", math.nan),
    "values made up": lambda h, arm: h.get("oracle/invented", math.nan),
    **{f"right where {c} is due": lambda h, arm, c=c: h.get(f"oracle/right/{c}", math.nan) if h.get(f"oracle/rows/{c}") else math.nan for c in CLASSES},
    "vague or all unknown": lambda h, arm: h.get("oracle/ask-vague", 0) + h.get("oracle/ask-unknown", 0) + h.get("oracle/candidate-unknown", 0),
    "malformed": lambda h, arm: h.get("oracle/malformed", math.nan),
}


def smooth(values: list[float], width: int = 15) -> list[float]:
    """The moving mean of the last `width` values, without NaN."""
    out = []
    for i in range(len(values)):
        near = [v for v in values[max(0, i + 1 - width) : i + 1] if not math.isnan(v)]
        out.append(statistics.fmean(near) if near else math.nan)
    return out


def curves(results: Results, figure: Any, axes: Any) -> None:
    for axis, (title, of) in zip(axes, PANELS.items()):
        axis.set_title(title, fontsize=9)
        for arm in [a for a in results.arms if a in results.steps]:
            runs = [smooth([of(h, arm) for h in run if "oracle/accuracy" in h]) for run in results.steps[arm].values()]
            at = list(zip(*runs))
            mean = [statistics.fmean(v) for v in at]
            axis.plot(range(1, len(mean) + 1), mean, color=COLOUR[arm], label=arm, lw=1.5)
            if len(runs) > 1:
                axis.fill_between(range(1, len(mean) + 1), [min(v) for v in at], [max(v) for v in at], color=COLOUR[arm], alpha=0.18, lw=0)
        axis.set_ylim(0, None)
    for axis in axes[-4:]:
        axis.set_xlabel("step")
    handles, labels = axes[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="lower center", ncol=len(labels), frameon=False)


def picture(path: Path, dark: bool, grid: tuple[int, int], size: tuple[float, float], draw: Callable[[Any, Any], None], **more: Any) -> None:
    """Write a picture with panels on a light or dark background; draw gets the figure and its axes."""
    import matplotlib

    matplotlib.use("svg")
    import matplotlib.pyplot as plt

    plt.style.use("dark_background" if dark else "default")
    ground = "#0d1117" if dark else "white"
    plt.rcParams.update(
        {
            "svg.hashsalt": "voi",
            "svg.fonttype": "none",
            "font.size": 9,
            "figure.facecolor": ground,
            "axes.facecolor": ground,
            "axes.spines.top": False,
            "axes.spines.right": False,
        }
    )
    figure, axes = plt.subplots(*grid, figsize=size, **more)
    draw(figure, list(axes.flat))
    figure.tight_layout(rect=(0, 0.304 / size[1], 1, 1))
    figure.savefig(path, metadata={"Date": None})
    # A tenth of a point is finer than any screen.
    path.write_text(re.sub(r'(?<= )d="[^"]*"', lambda d: re.sub(r"(\d+\.\d)\d+", r"\1", d[0]), path.read_text()))
    plt.close(figure)


def main(path: str, page: str) -> None:
    results, text = Results(path), Path(page).read_text()
    tables = (facts, course, outcome, claims, exploits, pay, sets, predicted)
    for name, write in ((t.__name__, t) for t in tables):
        text = re.sub(rf"(<!-- {name} -->\n).*?(<!-- /{name} -->)", lambda m, w=write: f"{m[1]}{w(results)}\n{m[2]}", text, flags=re.S)
    Path(page).write_text(text)
    for dark in (False, True):
        name = f"learning-{'dark' if dark else 'light'}.svg"
        picture(Path(page).parent / name, dark, (3, 4), (12, 7.6), lambda figure, axes: curves(results, figure, axes), sharex=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
