"""Draws deploy/grafana.json from a live server's metrics, for docs/deploy.md.

draw.py VOI OUT.svg starts a server on the embedded examples. Clients use it for two minutes, some
of them with errors. It reads /metrics every two seconds, and draws each panel's expressions.
matplotlib draws the picture, not Grafana.
"""

import io
import json
import math
import random
import re
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from contextlib import contextmanager
from pathlib import Path

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt
import promql_parser as promql
from matplotlib.ticker import FuncFormatter
from series import Samples

SECONDS = 120
EVERY = 2  # seconds between two scrapes
WINDOW = "8s"  # $__rate_interval: four scrapes
BOARD = Path(__file__).parents[2] / "deploy" / "grafana.json"
COMPLETIONS = [
    "<reasoning>\nx\n</reasoning>\n<answer>\n<REFUSE>No tool of mine can do that.</REFUSE>\n</answer>\n",
    "<reasoning>\nx\n</reasoning>\n<answer>\n<ASK>Which day would you like?</ASK>\n</answer>\n",
    '<reasoning>\nx\n</reasoning>\n<answer>\n<TOOLCALL>[{"name": "t", "arguments": {}}]</TOOLCALL>\n</answer>\n',
    "The capital of France is Paris.",
]


@contextmanager
def server(voi: str, folder: Path):
    subprocess.run([voi, "build", "--out", folder / "data"], check=True, capture_output=True)
    kinds = ["when2call-test", "when2call-sft", "chat", "tagged", "bfcl"]
    ids = [f"ex-{kind}-{i}" for kind in kinds for i in range(1, 5)]  # of the embedded examples
    log = folder / "log"
    with log.open("w") as stderr:
        flags = ["--http", "127.0.0.1:0", "--data", folder / "data", "--max-inflight", "24"]
        process = subprocess.Popen([voi, "serve", *flags], stderr=stderr)
    try:
        while not (found := re.search(r"http://\S+", log.read_text())):
            time.sleep(0.05)
        yield found[0], process, ids
    finally:
        process.terminate()
        process.wait(60)


def ask(url: str, path: str, body: object) -> str:
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    request = urllib.request.Request(url + path, data, {"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=60) as reply:
            return reply.read().decode()
    except urllib.error.HTTPError as refused:
        return str(refused.code)


def client(url: str, seed: int, ids: list[str], end: float) -> None:
    """A trainer's worker: groups of completions, one step after another with pauses."""
    rng = random.Random(seed)
    while (left := end - time.time()) > 0:
        crowd = 0.3 * SECONDS < left < 0.45 * SECONDS
        items = [
            {"completion": rng.choice(COMPLETIONS), "sample_id": rng.choice(ids)}
            for _ in range(rng.choice([8, 64, 512]))
        ]
        if 0.6 * SECONDS < left < 0.75 * SECONDS and rng.random() < 0.3:
            items[0]["sample_id"] = "not-in-the-shards"
        if 0.15 * SECONDS < left < 0.25 * SECONDS and rng.random() < 0.2:
            ask(url, "/v1/score", b'{"items": [')
        ask(url, "/v1/score", {"items": items})
        time.sleep(0.01 if crowd else rng.uniform(0.05, 0.4))


def scrape(url: str, process: subprocess.Popen, ids: list[str]) -> Samples:
    samples, start = Samples(), time.time()
    end = start + SECONDS
    target = {"job": "voi", "instance": "node7:8000"}
    for i in range(48):
        few = i < 8
        threading.Timer(
            0 if few else 0.55 * SECONDS, client, (url, i, ids, end if few else start + 0.68 * SECONDS)
        ).start()
    while time.time() < end:
        with urllib.request.urlopen(url + "/metrics", timeout=30) as reply:
            samples.add(time.time() - start, reply.read().decode(), target)
        time.sleep(EVERY)
    return samples


def draw(samples: Samples, out: str) -> None:
    plt.rcParams.update(
        {
            "svg.fonttype": "none",
            "svg.hashsalt": "voi",
            "font.size": 8,
            "path.simplify": True,
            "font.family": ["DejaVu Sans", "sans-serif"],
            "text.color": "#222",
            "axes.edgecolor": "#bbb",
            "axes.prop_cycle": plt.cycler(color=["#0072b2", "#e69f00", "#009e73", "#d55e00", "#cc79a7", "#56b4e9"]),
        }
    )
    panels = json.loads(BOARD.read_text())["panels"]
    rows = max(p["gridPos"]["y"] + p["gridPos"]["h"] for p in panels)
    figure = plt.figure(figsize=(12, rows / 24 * 8.4 + 0.4), facecolor="#f4f5f5")
    for p in panels:
        at = p["gridPos"]
        axes = figure.add_axes(
            (
                at["x"] / 24 + 0.05,
                1 - (at["y"] + at["h"] - 1.3) / (rows + 1),
                at["w"] / 24 - 0.065,
                (at["h"] - 3) / (rows + 1),
            )
        )
        axes.set_title(p["title"], loc="left", fontsize=9, fontweight="bold")
        (table if p["type"] == "table" else lines)(axes, p, samples)
    figure.text(
        0.5,
        0.008,
        f"Drawn by ci/dashboard/draw.py with matplotlib, from {SECONDS} seconds of /metrics; Grafana has a style of its own.",
        ha="center",
        color="#666",
    )
    text = io.StringIO()
    figure.savefig(text, metadata={"Date": None, "Creator": None}, facecolor=figure.get_facecolor())
    Path(out).write_text(shorten(text.getvalue()))


def shorten(svg: str) -> str:
    """Round the coordinates of a picture to a tenth of a point; texts stay unchanged."""

    def places(attribute: re.Match[str]) -> str:
        return re.sub(r"\d+\.\d{2,}", lambda m: f"{float(m[0]):.1f}".removesuffix(".0"), attribute[0])

    svg = re.sub(r' (?:d|x|y|points)="[^"]*"', places, svg)
    return re.sub(r" +$", "", svg, flags=re.MULTILINE)


def values(samples: Samples, expression: str, time: float):
    text = expression.replace("$job", ".*").replace("$__rate_interval", WINDOW)
    return samples.at(time, promql.parse(text))


def lines(axes, panel, samples: Samples) -> None:
    custom = panel["fieldConfig"]["defaults"].get("custom", {})
    drawn: dict[str, dict[float, float]] = {}
    for target in panel["targets"]:
        for t in samples.times:
            for labels, value in values(samples, target["expr"], t).items():
                drawn.setdefault(legend(target["legendFormat"], dict(labels)), {})[t] = value
    if custom.get("stacking", {}).get("mode") == "normal":
        axes.stackplot(
            samples.times, [[v.get(t, 0) for t in samples.times] for v in drawn.values()], labels=list(drawn), alpha=0.6
        )
    else:
        for name, v in drawn.items():
            axes.plot(samples.times, [v.get(t, math.nan) for t in samples.times], label=name, linewidth=1.2)
    axes.set_ylim(bottom=0)
    axes.set_xlim(0, SECONDS)
    if max((max(v.values()) for v in drawn.values()), default=0) == 0:
        axes.set_ylim(0, 1)
    axes.yaxis.set_major_formatter(FuncFormatter(FORMATS.get(panel["fieldConfig"]["defaults"]["unit"], str_number)))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda x, _: f"{x:.0f} s"))
    axes.grid(color="#ddd", linewidth=0.6)
    axes.set_facecolor("white")
    axes.tick_params(length=0, colors="#666", labelsize=7)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.12), ncols=4, frameon=False, fontsize=7)


def legend(form: str, labels: dict[str, str]) -> str:
    return re.sub(r"\{\{(\w+)\}\}", lambda m: labels.get(m[1], ""), form) or "(none)"


def table(axes, panel, samples: Samples) -> None:
    axes.axis("off")
    [target] = panel["targets"]
    found = [dict(k) for k in values(samples, target["expr"], samples.times[-1])]
    names = sorted(found[0])
    cells = axes.table(
        [[row[n] for n in names] for row in found],
        colLabels=names,
        loc="upper left",
        cellLoc="left",
        colWidths=[0.1, 0.5, 0.1],
    )
    cells.auto_set_font_size(False)
    cells.set_fontsize(7)
    for cell in cells.get_celld().values():
        cell.set_edgecolor("#ddd")


def str_number(x: float, _=None) -> str:
    if x >= 10_000:
        return f"{x / 1000:.3g}k"
    return f"{x:,.0f}" if x >= 10 or x == int(x) else f"{x:.3g}"


FORMATS = {
    "bytes": lambda x, _: f"{x / 2**20:.3g} MiB",
    "s": lambda x, _: f"{1000 * x:.3g} ms",
    "cps": lambda x, _: str_number(x) + "/s",
    "reqps": lambda x, _: str_number(x) + "/s",
    "percentunit": lambda x, _: f"{100 * x:.0f}%",
}


def main() -> None:
    voi, out = sys.argv[1:]
    with tempfile.TemporaryDirectory() as name, server(str(Path(voi).resolve()), Path(name)) as running:
        samples = scrape(*running)
    draw(samples, out)


main()
