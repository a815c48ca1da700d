"""Rewards are right and in the right places."""

from __future__ import annotations

import json
import math
import pickle
import time
from typing import Any

import pytest
from conftest import KNOWN, RIGHT, SAMPLE, UNSURE

import voi
from voi._encode import CallItems, Labels, spans


def test_rewards_worked_out_by_hand(scorer: voi.Scorer) -> None:
    result = scorer.score([text for text, _ in KNOWN], [SAMPLE] * len(KNOWN))
    assert result.rewards == [reward for _, reward in KNOWN]
    assert all(isinstance(reward, float) for reward in result.rewards)
    assert result.actions == ["TOOLCALL", "TOOLCALL", "REFUSE", None]
    assert result.components["certainty"] == [1.0, 0.5, 1.0, 0.0]
    assert result.errors == [None] * len(KNOWN)
    assert result.advantages is None
    assert len(result) == len(KNOWN)


@pytest.mark.parametrize("count", [0, 1, 2, 9, 15, 16, 17, 48, 111, 500, 3001])
def test_results_stay_in_their_places(scorer: voi.Scorer, count: int) -> None:
    want = [KNOWN[(i * 7) % len(KNOWN)] for i in range(count)]
    result = scorer.score([text for text, _ in want], [SAMPLE] * count)
    assert result.rewards == [reward for _, reward in want]
    assert {len(values) for values in result.components.values()} == {count}
    assert list(result.components) == ["form", "tool", "cls", "certainty", "slot"]


def test_a_call_takes_time_in_proportion_to_its_samples() -> None:
    def seconds(count: int) -> float:
        labels = [json.dumps({"sample_id": str(i)}) for i in range(count)]
        items = CallItems(Labels(), [RIGHT] * count, labels, None, {})
        begun = time.process_time()
        for chunk in spans(count):
            assert len(items.write(chunk, lambda index, error: None)[0]) == len(chunk)
        return time.process_time() - begun

    assert seconds(256_000) < 48 * min(seconds(16_000) for _ in range(3))


class Lazy(list[Any]):
    """A column that makes new values on every access, like those of datasets."""

    def __getitem__(self, index: Any) -> Any:
        return json.loads(super().__getitem__(index))


def test_a_lazy_column(scorer: voi.Scorer) -> None:
    other = {**SAMPLE, "reference": {"action": "REFUSE"}}
    samples = [(SAMPLE, other)[i % 3 == 0] for i in range(300)]
    want = scorer.score([RIGHT] * 300, samples)
    assert len(set(want.rewards)) == 2
    assert scorer.score([RIGHT] * 300, Lazy(json.dumps(sample) for sample in samples)) == want


def test_labels_score_as_dicts_do(scorer: voi.Scorer) -> None:
    texts = [text for text, _ in KNOWN]
    want = scorer.score(texts, [SAMPLE] * len(texts))
    for label in (
        json.dumps(SAMPLE),
        json.dumps(SAMPLE, indent=2),
        f"  {json.dumps(SAMPLE)}\n",
        json.dumps({**SAMPLE, "completion": RIGHT, "more": "é \u2028"}, ensure_ascii=False),
    ):
        assert scorer.score(texts, [label] * len(texts)) == want


@pytest.mark.parametrize(
    "label",
    ["", "{", "[]", "3", '"x"', "null", "{}, {}", '{"a":1}]},{"b":2}', '{"a":NaN}', "[" * 100_000, '{"a":' * 100_000],
    ids=lambda label: label[:12],
)
def test_a_bad_label_leaves_its_neighbours_alone(scorer: voi.Scorer, label: str) -> None:
    result = scorer.score([RIGHT] * 3, [SAMPLE, label, SAMPLE])
    assert result.rewards == [3.5, None, 3.5]
    assert result.errors[0] is None
    assert result.errors[1] is not None
    assert result.errors[1]["code"] in ("bad_request", "too_deep")


@pytest.mark.parametrize("completion", [None, 3, b"bytes", math.nan, object(), [{"role": "assistant", "content": math.inf}]], ids=str)
def test_a_bad_completion_leaves_its_neighbours_alone(scorer: voi.Scorer, completion: Any) -> None:
    result = scorer.score([UNSURE, completion, RIGHT], [SAMPLE] * 3)
    assert result.rewards == [1.0, None, 3.5]
    assert result.errors[1] is not None
    assert result.errors[1]["code"] == "bad_request"


@pytest.mark.parametrize("completion", [object(), "x" * (65 << 20)], ids=["unwritable", "too large"])
def test_a_call_without_an_item_to_send_has_all_components(scorer: voi.Scorer, completion: Any) -> None:
    """Trainers that stack results need the same keys from the first completion of a process on."""
    result = scorer.score([completion], [SAMPLE])
    assert result.rewards == [None] and result.errors[0] is not None
    assert result.components == {name: [None] for name in ("form", "tool", "cls", "certainty", "slot")}
    assert scorer.decide([{"tools": object()}])[0]["error"]["code"] == "bad_request"
    with voi.Scorer(profile="certainly") as wrong, pytest.raises(voi.ConfigError, match="certainly"):
        wrong.score([completion], [SAMPLE])


@pytest.mark.parametrize("odd", ["\ud800", "\x00", "\u2028", "\U0001f600", "\x7f\r\n"], ids=ascii)
def test_odd_characters(scorer: voi.Scorer, odd: str) -> None:
    result = scorer.score([RIGHT + odd, RIGHT], [SAMPLE, {**SAMPLE, "messages": [{"role": "user", "content": SAMPLE["messages"][0]["content"] + odd}]}])
    assert result.errors == [None, None]
    assert result.rewards[1] == 3.5


def test_chat_completions(scorer: voi.Scorer) -> None:
    said = [{"role": "assistant", "content": RIGHT}]
    assert scorer.score([said, RIGHT], [SAMPLE] * 2).rewards == [3.5, 3.5]


class Scalar:
    """Like a tensor of one value, which is equal to another but has a hash of its own."""

    def __init__(self, value: int) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Scalar) and other.value == self.value

    __hash__ = object.__hash__

    def __repr__(self) -> str:
        return f"Scalar({self.value})"

    def tolist(self) -> int:
        return self.value


class NAType:
    """Like a missing value of pandas, which is not to be compared."""

    def __ne__(self, other: object) -> bool:
        raise TypeError("boolean value of NA is ambiguous")

    __hash__ = object.__hash__


@pytest.mark.parametrize(
    "ids",
    [
        [7, 7, 8, 8],
        ["a", "a", "b", "b"],
        [None, None, 1, 1],
        [[1], [1], [2], [2]],
        [Scalar(0), Scalar(0), Scalar(1), Scalar(1)],
        [NAType(), float("nan"), 1, 1],
    ],
    ids=str,
)
def test_advantages_within_groups(scorer: voi.Scorer, ids: list[Any]) -> None:
    texts = [RIGHT, UNSURE, RIGHT, RIGHT]
    got = scorer.score(texts, [SAMPLE] * 4, group_ids=ids).advantages
    std = math.sqrt(((3.5 - 2.25) ** 2 + (1.0 - 2.25) ** 2) / 1)
    want = (3.5 - 2.25) / (std + 1e-4)
    assert got == pytest.approx([want, -want, 0, 0], rel=1e-12)


def test_groups_are_kept_together(scorer: voi.Scorer) -> None:
    """Interleaved groups larger than a chunk get the advantages of one request."""
    texts = [KNOWN[i % 3][0] for i in range(900)]
    ids = [i * i % 5 for i in range(900)]
    got = scorer.score(texts, [SAMPLE] * 900, group_ids=ids)
    for group in set(ids):
        at = [i for i in range(900) if ids[i] == group]
        alone = scorer.score([texts[i] for i in at], [SAMPLE] * len(at), group_ids=[0] * len(at))
        assert got.advantages is not None
        assert [got.advantages[i] for i in at] == alone.advantages


def test_a_group_larger_than_any_request(scorer: voi.Scorer) -> None:
    count = (1 << 17) + 10  # slightly more than fit into one request
    result = scorer.score(["x"] * (count - 1) + [RIGHT], [SAMPLE] * count, group_ids=[1] * count)
    assert result.rewards[-1] == 3.5
    assert result.advantages is not None
    assert result.advantages[0] == result.advantages[1]
    assert result.advantages[0] is not None and result.advantages[-1] is not None
    assert result.advantages[0] < 0 < 100 < result.advantages[-1]


def test_what_is_called_wrongly(scorer: voi.Scorer) -> None:
    with pytest.raises(ValueError, match="samples or sample_ids"):
        scorer.score([RIGHT])
    with pytest.raises(ValueError, match="samples or sample_ids"):
        scorer.score([RIGHT], [SAMPLE], ["a"])
    with pytest.raises(ValueError, match="samples has 2 entries for 1 completions"):
        scorer.score([RIGHT], [SAMPLE] * 2)
    with pytest.raises(ValueError, match="group_ids"):
        scorer.score([RIGHT], [SAMPLE], group_ids=[])
    with pytest.raises(ValueError, match="completions is of type str"):
        scorer.score(RIGHT, [SAMPLE])
    with pytest.raises(ValueError, match="timeout"):
        voi.Scorer(timeout=0)
    with pytest.raises(ValueError, match="timeout is '5'; give seconds above 0"):
        voi.Scorer(timeout="5")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="workers is '2'; give a number of at least 1"):
        voi.Scorer(workers="2")  # type: ignore[arg-type]


def test_an_unknown_sample_raises(scorer: voi.Scorer) -> None:
    with pytest.raises(voi.UnknownSampleError, match="VOI_DATA"):
        scorer.score([RIGHT, RIGHT], sample_ids=["nobody", "either"])
    assert scorer.score([RIGHT], [SAMPLE]).rewards == [3.5]


def test_an_item_that_is_too_large() -> None:
    with voi.Scorer() as scorer:
        limit = scorer.hello()["max_line_bytes"]
        result = scorer.score([RIGHT, "x" * limit, RIGHT], [SAMPLE] * 3)
    assert result.rewards == [3.5, None, 3.5]
    assert result.errors[1] is not None
    assert result.errors[1]["code"] == "too_large"


def test_the_greeting(scorer: voi.Scorer) -> None:
    hello = scorer.hello()
    assert hello["profile"] == "guarded"
    assert hello["reward_range"] == [0, 3.5]


def test_a_pickled_scorer_is_its_configuration() -> None:
    with voi.Scorer(profile="certainty") as scorer:
        scorer.score([RIGHT], [SAMPLE])
        with pickle.loads(pickle.dumps(scorer)) as copy:
            assert repr(copy) == repr(scorer) == "Scorer(profile='certainty')"
            assert copy.score([UNSURE], [SAMPLE]).rewards == [3.25]


def test_decide(scorer: voi.Scorer) -> None:
    asked = {"id": "a", "tools": [TOOL_WITH_TWO_CLASSES], "candidates": [{"name": "book", "arguments": {"class": "<UNK>"}}]}
    decided = scorer.decide([asked, {"id": "b", "tools": math.nan}, {**asked, "id": 7}])
    assert [d["id"] for d in decided] == ["a", None, 7]
    assert decided[0]["action"] == "ask"
    assert decided[0]["best_question"] == "book.class"
    assert decided[0]["v_now"] == 0.5
    assert "error" in decided[1]
    assert scorer.decide([]) == []
    with pytest.raises(ValueError, match="requests is of type dict; give a sequence"):
        scorer.decide(asked)  # type: ignore[arg-type]


TOOL_WITH_TWO_CLASSES = {"name": "book", "parameters": {"type": "object", "properties": {"class": {"enum": ["first", "second"]}}, "required": ["class"]}}


def test_a_label_with_fields_that_the_call_gives(scorer: voi.Scorer) -> None:
    label = json.dumps({**SAMPLE, "completion": "other", "group_id": 3, "finish_reason": "length"})
    result = scorer.score([RIGHT] * 2, [label] * 2, group_ids=[1, 2], finish_reasons=["stop", None])
    assert result.rewards == [3.5, 3.5]
    assert result.notes == [None, None]
    assert result.advantages == [0.0, 0.0]


def test_without_direct_writing(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on Windows, where a thread writes and waits for the pipe."""
    monkeypatch.setattr(voi._server, "DIRECT", False)
    with voi.Scorer(timeout=5) as scorer:
        for count in (1, 3001, 20):
            result = scorer.score([KNOWN[i % 4][0] for i in range(count)], [SAMPLE] * count)
            assert result.rewards == [KNOWN[i % 4][1] for i in range(count)]
