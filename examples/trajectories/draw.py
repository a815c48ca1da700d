"""Draws one run from the rows of its steps: actions, signals, policy and reward."""

import json
import sys
from html import escape
from textwrap import wrap

BLUE, GREEN, RED, GREY, INK = "#2f6f9f", "#2f7d5b", "#a33b3b", "#52606d", "#1f2933"
WIDTH, LEFT, TOP, HEIGHT = 300, 150, 60, 560

steps = [json.loads(line) for line in open(sys.argv[1], encoding="utf-8")]
steps = [s for s in steps if s["trajectory_id"] == sys.argv[2]]
total = LEFT + WIDTH * len(steps) + 20
out = []


def text(x, y, words, size=13, colour=INK, weight=400, family="sans-serif"):
    out.append(f'<text x="{x}" y="{y}" font-size="{size}" fill="{colour}" font-weight="{weight}" font-family="{family}">{escape(words)}</text>')


def mono(x, y, words, colour=INK):
    text(x, y, words, 12, colour, family="DejaVu Sans Mono, Menlo, Consolas, monospace")


def bar(x, y, name, value, colour, least=0.0):
    """A bar from 0 to 1, or down to -1, with its value."""
    mono(x, y, name, GREY)
    zero = x + 120 + (50 if least < 0 else 0)
    length = 50 if least < 0 else 100
    out.append(f'<rect x="{x + 120}" y="{y - 10}" width="100" height="11" fill="#e4e7eb"/>')
    out.append(f'<rect x="{zero + min(0, value) * length:.1f}" y="{y - 10}" width="{abs(value) * length:.1f}" height="11" fill="{colour}"/>')
    mono(x + 226, y, f"{value:.2f}")


def row(y, name, note):
    text(18, y, name, 16, weight=600)
    for i, words in enumerate(wrap(note, 15)):
        text(18, y + 18 + 15 * i, words, 11, GREY)
    out.append(f'<path d="M14 {y - 24}H{total - 14}" stroke="#cbd2d9"/>')


text(18, 30, f"One run, “{sys.argv[2]}”: signals, policy, reward", 18, weight=600)
row(TOP + 24, "what it did", "at each step")
row(TOP + 138, "signals", "before the step, stored")
row(TOP + 248, "policy", "a function of the signals")
row(TOP + 358, "reward", "components, weighted, and what is still to come")
paid = 0.0
for i, s in enumerate(steps):
    x = LEFT + WIDTH * i
    out.append(f'<rect x="{x}" y="{TOP + 6}" width="{WIDTH - 14}" height="{HEIGHT - TOP - 26}" rx="8" fill="none" stroke="#cbd2d9"/>')
    x += 14
    text(x, TOP + 28, f"step {s['step']}: {s['action']}", 14, BLUE, 600)
    said = s["text"] or ", ".join(c["name"] + " " + json.dumps(c["arguments"]) for c in json.loads(s["calls"]))
    for k, words in enumerate(wrap(said, 38)):
        text(x, TOP + 50 + 17 * k, words)
    bar(x, TOP + 138, "v_now", s["v_now"], BLUE)
    bar(x, TOP + 160, "best EVPI", s["evpi_max"], BLUE)
    asked = ", ".join(json.loads(s["asked"])) if s["asked"] else ""
    if asked:
        bar(x, TOP + 182, "EVPI asked", s["asked_evpi"], BLUE)
        mono(x, TOP + 202, asked, GREY)
    best = f"ask {s['best_question']}" if s["policy_action"] == "ask" else s["policy_action"]
    agrees = s["policy_action"] == ("call" if s["action"] == "TOOLCALL" else "ask") and asked in ("", s["best_question"])
    text(x, TOP + 248, best, 14, weight=600)
    text(x, TOP + 270, "the agent did so" if agrees else f"the agent asked for {asked}", 13, GREEN if agrees else RED)
    if s["regret"]:
        text(x, TOP + 290, f"regret {s['regret']:.2f}", 13, RED)
    y = TOP + 358
    for name, value in json.loads(s["components"]).items():
        if value:
            bar(x, y, name, value, GREEN if value > 0 else RED, -1)
            y += 19
    if y == TOP + 358:
        text(x, y, "nothing", 13, GREY)
    paid += s["reward"]
    text(x, HEIGHT - 56, f"earns {s['reward']:+.3f}, in all {paid:+.3f}", 13, weight=600)
    text(x, HEIGHT - 36, f"to go {s['return_to_go']:+.3f}, advantage {s['advantage']:+.3f}", 13, GREY)
print(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {total} {HEIGHT}" role="img">')
print(f"<title>Signals, policy and reward of each step of the run {escape(sys.argv[2])}</title>")
print(f'<rect x="1" y="1" width="{total - 2}" height="{HEIGHT - 2}" rx="12" fill="#fbfaf7" stroke="#cbd2d9"/>')
print("\n".join(out))
print("</svg>")
