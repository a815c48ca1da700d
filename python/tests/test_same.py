"""The reward is the same from the client, voi score and voi serve; by id, by label, by fields."""

from __future__ import annotations

import json
import pathlib
import random
import subprocess
from typing import Any

import pytest
from conftest import answer

import voi
from voi import _binary

PROFILES = ["baseline", "certainty", "certainty-total", "guarded", "paper"]


def command(*args: object, text: str = "") -> str:
    return subprocess.run([_binary.find(), *map(str, args)], input=text, capture_output=True, text=True, check=True).stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[pathlib.Path, list[dict[str, Any]]]:
    """The shards of the embedded examples, and twelve completions for each of the samples in mixed order."""
    data = tmp_path_factory.mktemp("built") / "data"
    command("build", "--out", data, "--layout", "generic,nemo-gym")
    rows = [json.loads(line) for path in sorted(data.glob("nemo-gym/*/*.jsonl")) for line in path.read_text(encoding="utf-8").splitlines()]
    rng = random.Random(7)
    made = []
    for number, row in enumerate(rows):
        sample = json.loads(row["label"])
        right = sample["reference"].get("tool_calls") or [{"name": "nothing", "arguments": {"é\U0001f600": [1.5, None]}}]
        for _ in range(12):
            calls = json.loads(json.dumps(right))
            arguments = calls[0]["arguments"]
            if isinstance(arguments, dict) and arguments and rng.random() < 0.5:
                arguments[rng.choice(list(arguments))] = rng.choice(["<UNK>", "", 3, None, "other"])
            inside = f"<TOOLCALL>{json.dumps(calls, ensure_ascii=rng.random() < 0.5)}</TOOLCALL>"
            text = answer(rng.choice([inside, f"<ASK>{inside}<question>Which?</question></ASK>", "<REFUSE>No tool does this, sorry.</REFUSE>", inside[:-9]]))
            made.append({"sample_id": row["sample_id"], "group_id": number % 20, "completion": text + "x" * rng.choice([0, 0, 3]), "label": row["label"]})
    rng.shuffle(made)
    return data, made


@pytest.mark.parametrize("profile", PROFILES)
def test_the_client_says_what_voi_score_says(built: tuple[pathlib.Path, list[dict[str, Any]]], profile: str, tmp_path: pathlib.Path) -> None:
    data, made = built
    rows = [{key: value for key, value in row.items() if key != "label"} for row in made]
    completions, out = tmp_path / "completions.jsonl", tmp_path / "scored.jsonl"
    completions.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    command("score", completions, "--data", data, "--out", out, "--profile", profile)
    want = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    with voi.Scorer(profile=profile, data=data) as scorer:
        got = scorer.score([r["completion"] for r in rows], sample_ids=[r["sample_id"] for r in rows], group_ids=[r["group_id"] for r in rows])
    assert got.rewards == [row["reward"] for row in want]
    assert got.actions == [row["action"] for row in want]
    assert got.notes == [row["notes"] for row in want]
    for name, values in got.components.items():
        assert values == [row[name] for row in want]
    assert got.advantages == [row["advantage"] for row in want]
    assert len(set(got.rewards)) > 5


def test_labels_and_fields_score_as_ids_do(built: tuple[pathlib.Path, list[dict[str, Any]]]) -> None:
    data, made = built
    completions, labels, groups = ([row[key] for row in made] for key in ("completion", "label", "group_id"))
    with voi.Scorer(data=data) as scorer:
        want = scorer.score(completions, sample_ids=[row["sample_id"] for row in made], group_ids=groups)
    with voi.Scorer() as scorer:
        assert scorer.score(completions, labels, group_ids=groups) == want
        assert scorer.score(completions, [json.loads(label) for label in labels], group_ids=groups) == want


def test_the_client_says_what_voi_serve_says(built: tuple[pathlib.Path, list[dict[str, Any]]]) -> None:
    data, made = built
    items = [{"completion": row["completion"], "sample_id": row["sample_id"]} for row in made]
    said = command("serve", "--data", data, text=json.dumps({"op": "score", "id": 1, "items": items}) + "\n")
    want = json.loads(said.splitlines()[1])
    with voi.Scorer(data=data, workers=1) as scorer:
        got = scorer.score([item["completion"] for item in items], sample_ids=[item["sample_id"] for item in items])
    assert (got.rewards, got.components, got.actions, got.errors, got.notes) == tuple(
        want[key] for key in ("rewards", "components", "actions", "errors", "notes")
    )
