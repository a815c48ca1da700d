"""The effect of each policy of the gateway on a played model, one fault at a time, in one table.

python agents.py VOI [--seeds N]: the embedded tasks, explicit and ambiguous, with 95% intervals
by task, without tasks whose right call is refused by its own schema. The last part has the faults
off: every policy must succeed within a point of `pass`, or this fails.
"""

import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]

# For each fault: the policies whose papers discuss it, and the expected effect.
EXPERIMENTS = [
    ("invent=0.3", "ambiguous", "SAGE-Agent: coverage rises, questions stay below ask-all's", ["coverage", "wasted", "questions"],
     ["pass", "guard", "guard:reader=model", "sage", "sage:questions=model", "atd", "react-ask", "procot", "domain-react"]),
    ("invent=0.3", "critical", "NOD: CAP and CAR rise, SR falls with strictness", ["cap", "car", "success"],
     ["pass", "nod:conservative", "nod", "nod:strict", "nod:director=model", "reflect", "debate", "critic"]),
    ("invent=0.3+blind=0.5", "critical", "NOD: a weak reviewer sees half of it", ["cap", "car", "success"],
     ["pass", "nod:director=model", "nod:strict", "reflect", "debate", "critic"]),
    ("early=0.3", "critical", "NOD: critical calls before their time", ["cap", "car", "success"], ["pass", "nod", "nod:director=model", "sdp"]),
    ("repeat=0.3", "all", "CGDP: fewer steps at no loss of answers", ["success", "cost"], ["pass", "cgdp", "cgdp:p=3"]),
    ("lose=0.3", "all", "SDP: more is certified than by reactive runs", ["coverage", "success"], ["pass", "sdp"]),
    ("invent=0.5", "ambiguous", "SDP: without Validate most is lost, then without Replan", ["coverage", "success", "cost"],
     ["pass", "sdp", "sdp:no-validate", "sdp:no-replan", "sdp:no-cascade"]),
]
POLICIES = ["guard", "guard:reader=model", "sage", "sage:questions=model", "sage:samples=3", "atd", "react-ask", "procot", "domain-react",
            "nod:conservative", "nod", "nod:strict", "nod:director=model", "reflect", "critic", "debate", "cgdp", "sdp", "guard+nod:strict"]


def run(*command) -> None:
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def build(voi: str, folder: pathlib.Path) -> pathlib.Path:
    """The tasks, without those whose gold calls their own schema refuses. `voi score` finds these in runs of the oracle."""
    run(voi, "build", "--tasks", "--out", folder)
    run(voi, "rollout", "--tasks", folder, "--agent", "oracle", "--no-rewards", "--out", folder / "gold")
    run(voi, "score", folder / "gold/oracle-00000.jsonl", "--out", folder / "scored.jsonl")
    refused = {row["task_id"] for row in map(json.loads, (folder / "scored.jsonl").read_text().splitlines()) if row["bad_arguments"]}
    tasks = [line for file in sorted(folder.glob("tasks/*/*.jsonl")) for line in file.read_text().splitlines()]
    kept = [line for line in tasks if json.loads(line)["id"] not in refused]
    print(f"{len(kept)} tasks; {len(tasks) - len(kept)} more are left out, whose right call its own schema refuses: {', '.join(sorted(refused))}\n")
    (folder / "kept.jsonl").write_text("".join(line + "\n" for line in kept))
    return folder / "kept.jsonl"


def rollout(voi: str, tasks: pathlib.Path, agents: list[str], seeds: int) -> dict[tuple[str, str], dict]:
    command = [voi, "rollout", "--tasks", str(tasks), "--seeds", str(seeds), "--no-rewards", "--json", "--critical", str(ROOT / "examples/gateway/critical.yaml")]
    for agent in agents:
        command += ["--agent", agent]
    out = subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
    return {(line["agent"], line["class"]): line["figures"] for line in json.loads(out)["lines"]}


def shown(name: str, figure: dict) -> str:
    if not figure.get("n"):
        return "none"
    scale, form = (1, "{:.2f} [{:.2f}, {:.2f}]") if name in ("questions", "cost", "wasted") else (100, "{:.1f}% [{:.1f}, {:.1f}]")
    value, low, high = (scale * (figure[k] if figure[k] is not None else float("nan")) for k in ("value", "low", "high"))
    return form.format(value, low, high)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("voi")
    parser.add_argument("--seeds", type=int, default=20)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        tasks = build(args.voi, pathlib.Path(folder))
        names = {"all": ["explicit", "ambiguous"], "ambiguous": ["ambiguous"], "critical": ["ambiguous"]}
        print("| fault | policy | class | " + "figures [95% interval over tasks] |\n|---|---|---|---|")
        for fault, kind, says, figures, policies in EXPERIMENTS:
            got = rollout(args.voi, tasks, [f"gateway:{p}@{fault}" for p in policies], args.seeds)
            print(f"| **{fault}** | *{says}* | | |")
            for policy in policies:
                for name in names[kind]:
                    line = got[f"gateway:{policy}@{fault}", name]
                    print(f"| | `{policy}` | {name} | " + "; ".join(f"{f} {shown(f, line[f])}" for f in figures) + " |")
        got = rollout(args.voi, tasks, ["gateway:pass"] + [f"gateway:{p}" for p in POLICIES], args.seeds)
        print("| **none** | *no policy harms* | | |")
        harmed = []
        for policy in ["pass", *POLICIES]:
            line = {name: got[f"gateway:{policy}", name]["success"] for name in ("explicit", "ambiguous", "infeasible")}
            print(f"| | `{policy}` | | success " + ", ".join(f"{name} {100 * f['value']:.1f}%" for name, f in line.items()) + " |")
            if any(f["value"] < got["gateway:pass", name]["success"]["value"] - 0.01 for name, f in line.items()):
                harmed.append(policy)
    if harmed:
        sys.exit(f"faults off, success falls by more than a point under {', '.join(harmed)}")


main()
