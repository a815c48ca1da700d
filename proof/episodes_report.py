"""Write the tables and the pictures of docs/episodes.md about whole episodes, from the stored results.

python episodes_report.py proof/results/episodes.jsonl.gz docs/episodes.md
"""

from __future__ import annotations

import gzip
import json
import re
import sys
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any, Callable

from episodes_data import JUDGES
from report import interval, percent, picture, points, share, smooth, table

PREDICTION = Path(__file__).parent / "results" / "episodes-prediction.json"
NAMES = {"cold": "cold start", "single": "a decision at a time", "multi": "whole episodes"}
COLOUR = {"cold": "#888888", "single": "#e0a030", "multi": "#2a9d5c"}
KINDS = ("explicit", "ambiguous", "infeasible")
Episodes = list[dict[str, Any]]


def of(kind: str, episodes: Episodes) -> Episodes:
    return [e for e in episodes if e["kind"] == kind]


def each(name: str, episodes: Episodes) -> float:
    return sum(e[name] for e in episodes) / max(len(episodes), 1)


MEASURES: dict[str, Callable[[Episodes], float]] = {
    "success": lambda e: each("success", e),
    **{kind: lambda e, kind=kind: each("success", of(kind, e)) for kind in KINDS},
    "asks, where ambiguous": lambda e: share(of("ambiguous", e), lambda one: one["questions"] > 0),
    "needless questions": lambda e: each("needless", e),
    "wrong calls": lambda e: each("wrong", e),
    "these before all was told": lambda e: each("bare", e),
    "puts an error right": lambda e: share([one for one in e if one["failed"]], lambda one: one["success"]),
}


# These are mean counts, not shares of episodes.
COUNTS = ("needless questions", "wrong calls", "these before all was told")


def figure(measure: str, values: list[float], signed: bool = False) -> str:
    """Mean and half its interval: shares in percent, differences of shares in points, counts unchanged."""
    if measure not in COUNTS:
        return points(values) if signed else percent(values)
    mean, half = interval(values)
    return f"{mean:{'+' if signed else ''}.2f}" + ("" if half != half else f" ± {half:.2f}")


class Results:
    def __init__(self, path: str) -> None:
        self.judged: dict[str, dict[int, Episodes]] = defaultdict(dict)
        self.course: dict[str, dict[int, list[dict[str, Any]]]] = defaultdict(dict)
        self.prediction = ""
        with gzip.open(path, "rt") as f:
            for line in map(json.loads, f):
                if line["name"] == "prediction":
                    self.prediction = line["sha256"]
                else:
                    rows = line["rows"]
                    self.judged[rows["arm"]][rows["seed"]], self.course[rows["arm"]][rows["seed"]] = rows["judged"], rows["course"]


def episodes_facts(r: Results) -> str:
    steps = max((h.get("step", 0) for run in r.course["multi"].values() for h in run), default=0)
    tasks = Counter((e["split"], e["kind"]) for e in r.judged["cold"][0])
    sizes = ", ".join(f"`{split}` {' + '.join(str(tasks[split, kind]) for kind in KINDS)}" for split in JUDGES)
    return f"{steps} steps, {len(r.judged['multi'])} seeds; tasks that judge ({' + '.join(KINDS)}): {sizes}. The prediction's SHA-256 is `{r.prediction}`."


def episodes_outcome(r: Results) -> str:
    rows = [[NAMES[arm], *(figure(name, [m(e) for e in r.judged[arm].values()]) for name, m in MEASURES.items())] for arm in NAMES if arm in r.judged]
    return table(["", *MEASURES], rows)


def episodes_claims(r: Results) -> str:
    rows = []
    for arm, other in (("multi", "cold"), ("single", "cold"), ("multi", "single")):
        runs = [(e, r.judged[other][seed if other != "cold" else 0]) for seed, e in r.judged[arm].items()]
        rows.append([f"{NAMES[arm]} less {NAMES[other]}", *(figure(name, [m(e) - m(o) for e, o in runs], signed=True) for name, m in MEASURES.items())])
    return table(["points, or counts", *MEASURES], rows)


def episodes_splits(r: Results) -> str:
    rows = []
    for split in JUDGES:
        for kind in KINDS:
            runs = {a: [each("success", [e for e in of(kind, run) if e["split"] == split]) for run in r.judged[a].values()] for a in NAMES}
            rows.append([f"`{split}`", kind, *(percent(v) for v in runs.values())])
    return table(["success", "", *NAMES.values()], rows)


def episodes_predicted(r: Results) -> str:
    """Each claim with the measured difference; its interval over the seeds must lie on one side of 0."""
    rows = []
    for c in json.loads(PREDICTION.read_text())["claims"]:
        runs = [(e, r.judged[c["less"]][seed if c["less"] != "cold" else 0]) for seed, e in r.judged[c["arm"]].items()]
        values = [MEASURES[c["measure"]](e) - MEASURES[c["measure"]](o) for e, o in runs]
        mean, half = interval(values)
        side = "above" if mean - half > 0 else "below" if mean + half < 0 else "not told apart"
        held = side == "above" if c["expected"] == "above" else side != "above"
        rows.append(
            [
                f"{NAMES[c['arm']]} {c['expected']} {NAMES[c['less']]}: {c['measure']}",
                c["why"],
                figure(c["measure"], values, signed=True),
                f"{'yes' if held else 'no'}, {side}",
            ]
        )
    return table(["expected", "because", "came", "held"], rows)


PANELS = {
    "success in training": "judge/success",
    "questions": "judge/questions",
    "needless questions": "judge/needless",
    "wrong calls": "judge/wrong",
}


def draw(r: Results, picture_of: Any, axes: Any) -> None:
    for axis, (title, name) in zip(axes, PANELS.items()):
        runs = [smooth([h[name] for h in run if name in h], 10) for run in r.course["multi"].values()]
        at = list(zip(*runs))
        axis.set_title(title + ", an episode", fontsize=9)
        axis.plot(range(1, len(at) + 1), [sum(v) / len(v) for v in at], color=COLOUR["multi"], lw=1.5)
        axis.fill_between(range(1, len(at) + 1), [min(v) for v in at], [max(v) for v in at], color=COLOUR["multi"], alpha=0.18, lw=0)
        axis.set_ylim(0, None)
        axis.set_xlabel("step")
    axis, measures = axes[-1], ("success", *KINDS)
    axis.set_title("success on tasks not seen", fontsize=9)
    for i, arm in enumerate(NAMES):
        values = [interval([MEASURES[m](e) for e in r.judged[arm].values()]) for m in measures]
        at = [j + 0.27 * (i - 1) for j in range(len(measures))]
        halves = [0 if half != half else half for _, half in values]
        axis.bar(at, [mean for mean, _ in values], 0.25, yerr=halves, color=COLOUR[arm], label=NAMES[arm], error_kw={"lw": 1, "ecolor": "#777777"})
    axis.set_xticks(range(len(measures)), ["all", *KINDS], fontsize=8, rotation=15)
    axis.set_ylim(0, 1)
    picture_of.legend(*axis.get_legend_handles_labels(), loc="lower center", ncol=3, frameon=False)


def main(path: str, page: str) -> None:
    results, text = Results(path), Path(page).read_text()
    for write in (episodes_facts, episodes_outcome, episodes_claims, episodes_splits, episodes_predicted):
        name = write.__name__
        text = re.sub(rf"(<!-- {name} -->\n).*?(<!-- /{name} -->)", lambda m, w=write: f"{m[1]}{w(results)}\n{m[2]}", text, flags=re.S)
    Path(page).write_text(text)
    for dark in (False, True):
        picture(Path(page).parent / f"episodes-{'dark' if dark else 'light'}.svg", dark, (1, 5), (14, 3), lambda f, axes: draw(results, f, axes))


if __name__ == "__main__":
    main(*sys.argv[1:])
