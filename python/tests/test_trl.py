"""voi.trl as TRL and unsloth call it: equally long lists in and out, and nothing logged twice."""

from __future__ import annotations

import gc
import json
import logging
import math
import pickle
import subprocess
import threading
import weakref
from collections import defaultdict
from pathlib import Path
from typing import Any, Callable

import pyarrow.parquet as pq
import pytest
from conftest import KNOWN, NONE, RIGHT, SAMPLE, UNSURE, WRONG, answer

import voi
import voi._binary
import voi.trl

COMPONENTS = ["form", "tool", "cls", "certainty", "slot"]


@pytest.fixture(scope="session")
def shards(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The embedded examples as voi build writes them for TRL."""
    folder = tmp_path_factory.mktemp("shards")
    subprocess.run([voi._binary.find(), "build", "--out", folder, "--layout", "generic,trl"], check=True, stderr=subprocess.DEVNULL)
    return folder


@pytest.fixture(scope="session")
def rows(shards: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = pq.read_table(sorted(shards.glob("trl/*/*.parquet"))).to_pylist()
    assert len(found) == 50
    return found


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test starts like a process that has not scored yet, without shards."""
    for name in ("VOI_DATA", "VOI_PROFILE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(voi.trl, "_started", False)
    monkeypatch.setattr(voi.trl, "_told", set())
    monkeypatch.setattr(voi.trl, "_batches", voi.trl.Memo(keep=8))


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The sizes of the batches that were really scored."""
    sizes: list[int] = []
    score = voi.Scorer.score

    def counted(self: voi.Scorer, completions: Any, *args: Any, **kwargs: Any) -> voi.Result:
        sizes.append(len(completions))
        return score(self, completions, *args, **kwargs)

    monkeypatch.setattr(voi.Scorer, "score", counted)
    return sizes


class Trainer:
    """The part of a trainer that a reward function sees."""

    max_completion_length = 4
    eos_token_ids = (7,)

    def __init__(self) -> None:
        self.extras: dict[str, list[Any]] = defaultdict(list)
        self.metrics: dict[str, list[float]] = defaultdict(list)

    def log_extra(self, column: str, values: list[Any]) -> None:
        self.extras[column].extend(values)

    def log_metric(self, name: str, value: float) -> None:
        self.metrics[name].append(value)


def inline(count: int) -> dict[str, list[Any]]:
    """The columns of a dataset that holds SAMPLE alone."""
    return {"tool_schemas": [json.dumps(SAMPLE["tools"])] * count, "reference": [json.dumps(SAMPLE["reference"])] * count}


def batch(*completions: Any) -> dict[str, Any]:
    return {"prompts": [SAMPLE["messages"]] * len(completions), "completions": list(completions), **inline(len(completions))}


def completions_for(row: dict[str, Any]) -> list[Any]:
    """Every action, calls as text and as tool_calls, values given and left open."""
    calls = json.loads(row["reference"])["tool_calls"]
    candidates = [{"name": c["name"], "arguments": c["arguments"]} for c in json.loads(row["candidates"])[:2]]
    texts: list[Any] = ["Hello", "", answer("<REFUSE>No tool of these does that.</REFUSE>"), answer("<DIRECTLY>It is seven o'clock.</DIRECTLY>")]
    texts += [answer(f"<TOOLCALL>{json.dumps([c])}</TOOLCALL>") for c in calls + candidates]
    texts += [answer(f"<ASK><candidates>{json.dumps([c])}</candidates>\nWhich one do you mean?</ASK>") for c in calls + candidates]
    texts += [[{"role": "assistant", "content": "", "tool_calls": [{"type": "function", "function": c} for c in calls]}]]
    return texts


@pytest.mark.parametrize("profile", ["baseline", "certainty", "certainty-total", "paper", "guarded"])
def test_columns_say_the_same_as_the_shards(monkeypatch: pytest.MonkeyPatch, shards: Path, rows: list[dict[str, Any]], profile: str) -> None:
    work = [(row, text) for row in rows for text in completions_for(row)]
    columns = {name: [row[name] for row, _ in work] for name in rows[0] if name != "prompt"}
    prompts, completions = [row["prompt"] for row, _ in work], [text for _, text in work]
    monkeypatch.setenv("VOI_PROFILE", profile)

    def scored() -> list[list[Any]]:
        functions = [voi.trl.reward, *map(voi.trl.component, ("tool", "cls", "certainty"))]
        return [function(prompts=prompts, completions=completions, **columns) for function in functions]

    inline = scored()
    monkeypatch.setenv("VOI_DATA", str(shards))
    looked_up = scored()
    assert inline == looked_up
    with voi.Scorer(profile, shards) as scorer:
        assert scorer.score(completions, sample_ids=columns["sample_id"]).rewards == inline[0]
    assert len(set(inline[0])) > 5
    assert None not in inline[0]


def test_without_the_shards_nothing_is_looked_up_and_with_them_nothing_else_is_sent(
    monkeypatch: pytest.MonkeyPatch, shards: Path, rows: list[dict[str, Any]]
) -> None:
    columns = {name: [rows[0][name]] for name in rows[0] if name != "prompt"}
    [here] = voi.trl._columns.rows([rows[0]["prompt"]], columns, 1, by_id=False)
    [there] = voi.trl._columns.rows([rows[0]["prompt"]], columns, 1, by_id=True)
    assert there is not None
    assert there.fields == {"sample_id": rows[0]["sample_id"]}
    assert here is not None
    assert set(here.fields) == {"messages", "tools", "reference", "domains", "labels"}
    assert set(here.fields["labels"]) == set(voi.trl._columns.LABELS)


CALL = {"name": "book_train", "arguments": {"to": "Porto", "seat": "window"}}
NATIVE = {"role": "assistant", "content": "", "tool_calls": [{"type": "function", "function": CALL}]}


@pytest.mark.parametrize(
    "shape",
    [
        lambda text: text,
        lambda text: [{"role": "assistant", "content": text}],
        lambda text: ({"role": "assistant", "content": text},),
        lambda text: {"role": "assistant", "content": text},
        lambda text: [{"role": "assistant", "content": [{"type": "text", "text": text}]}],
        lambda text: [{"role": "assistant", "content": text}, {"role": "tool", "name": "book_train", "content": "sold out"}, NATIVE],
        lambda text: [{"role": "assistant", "content": text}, {"role": "tool", "content": [{"type": "image", "image": object()}]}, NATIVE],
    ],
    ids=["text", "messages", "tuple", "message", "parts", "tool loop", "image from a tool"],
)
def test_shapes_of_completions(shape: Callable[[str], Any]) -> None:
    assert voi.trl.reward(**batch(*(shape(text) for text, _ in KNOWN))) == [reward for _, reward in KNOWN]


def test_tool_calls_with_arguments_as_an_object_and_as_text() -> None:
    text = {**NATIVE, "tool_calls": [{"type": "function", "function": {**CALL, "arguments": json.dumps(CALL["arguments"])}}]}
    flat = {**NATIVE, "tool_calls": [CALL]}
    values = voi.trl.component("tool")(**batch([NATIVE], [text], [flat]))
    assert values == [1.0, 1.0, 1.0]


def test_a_number_that_is_none_costs_its_completion_only() -> None:
    odd = {**NATIVE, "tool_calls": [{"type": "function", "function": {"name": "book_train", "arguments": {"to": math.nan}}}]}
    trainer = Trainer()
    rewards = voi.trl.reward(**batch([odd], RIGHT), log_extra=trainer.log_extra)
    assert rewards[1] == 3.5
    assert rewards[0] is not None
    assert rewards[0] < 1
    assert "bad_call" in trainer.extras["voi/notes"][0]


@pytest.mark.parametrize("bad", [None, 3, math.nan, object(), [object()], [[[]]]], ids=repr)
def test_what_is_no_completion_is_unscored_and_its_neighbours_are(bad: Any) -> None:
    rewards = voi.trl.reward(**batch(RIGHT, bad, WRONG))
    assert rewards[::2] == [3.5, 0.5]
    assert rewards[1] in (None, 0.0)


def test_nesting_without_end_is_unscored() -> None:
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    assert voi.trl.reward(**batch(RIGHT, [{"role": "assistant", "content": "", "tool_calls": deep}], RIGHT)) == [3.5, None, 3.5]


@pytest.mark.parametrize("count", [0, 1, 7, 300])
def test_the_length_is_that_of_the_completions(count: int) -> None:
    texts = [KNOWN[i % len(KNOWN)][0] for i in range(count)]
    for function in (voi.trl.reward, voi.trl.component("cls")):
        values = function(**batch(*texts))
        assert len(values) == count
        assert all(isinstance(value, float) for value in values)


def test_rows_of_another_task_are_none_and_the_rest_is_scored() -> None:
    given = batch(RIGHT, "anything", WRONG, "anything")
    given["reference"][1] = given["tool_schemas"][1] = None
    given["reference"][3] = math.nan  # as pandas writes it
    trainer = Trainer()
    rewards = voi.trl.reward(**given, sample_id=["a", None, "b", None], log_metric=trainer.log_metric, log_extra=trainer.log_extra)
    assert rewards == [3.5, None, 0.5, None]
    assert trainer.metrics["voi/unscored"] == [0.0]
    assert trainer.extras["group_id"] == ["None:a", None, "None:b", None]


def test_a_mean_of_nothing_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """TRL sums the values of the ranks. If one of two ranks has only rows of another task, the metrics are those of the other."""
    given = batch("anything")
    given["reference"] = [None]
    mine, other = Trainer(), Trainer()
    assert voi.trl.reward(**given, log_metric=other.log_metric, log_extra=other.log_extra) == [None]
    assert voi.trl.reward(**batch(RIGHT), log_metric=mine.log_metric, log_extra=mine.log_extra) == [3.5]
    assert len(mine.metrics) == 11
    assert other.metrics == {}
    assert list(mine.extras) == list(other.extras)
    monkeypatch.setattr(voi.trl, "_gathers_names", lambda: False)  # up to 1.13 all ranks must log the same names
    assert voi.trl.reward(**given, log_metric=other.log_metric, log_extra=other.log_extra) == [None]
    assert list(other.metrics) == list(mine.metrics)


def test_a_trainer_is_not_kept_alive() -> None:
    trainer = Trainer()
    trainer.model = bytearray(1 << 20)  # type: ignore[attr-defined]
    gone = weakref.ref(trainer)
    voi.trl.reward(**batch(RIGHT, WRONG), log_metric=trainer.log_metric, log_extra=trainer.log_extra)
    del trainer
    gc.collect()
    assert gone() is None


def test_what_is_logged() -> None:
    trainer = Trainer()
    state = type("State", (), {"global_step": 12})()
    voi.trl.reward(
        **batch(RIGHT, UNSURE, WRONG, NONE), sample_id=["a", "a", "b", "b"], trainer_state=state, log_extra=trainer.log_extra, log_metric=trainer.log_metric
    )
    assert trainer.metrics == {
        "voi/form": [0.375],
        "voi/tool": [(1 + 0.25) / 4],
        "voi/cls": [(2 + 0.5) / 4],
        "voi/certainty": [2.5 / 4],
        "voi/slot": [0.0],
        "voi/action/TOOLCALL": [0.5],
        "voi/action/ASK": [0.0],
        "voi/action/REFUSE": [0.25],
        "voi/action/DIRECTLY": [0.0],
        "voi/action/none": [0.25],
        "voi/unscored": [0.0],
    }
    assert trainer.extras == {
        "sample_id": ["a", "a", "b", "b"],
        "group_id": ["12:a", "12:a", "12:b", "12:b"],
        "voi/action": ["TOOLCALL", "TOOLCALL", "REFUSE", None],
        "voi/notes": [None, None, None, "no_reasoning no_answer"],
        "voi/error": [None] * 4,
    }


@pytest.mark.parametrize("given", [(), ("log_extra",), ("log_metric",), ("log_extra", "log_metric")], ids=repr)
def test_a_trainer_need_not_log(given: tuple[str, ...]) -> None:
    trainer = Trainer()
    assert voi.trl.reward(**batch(RIGHT), **{name: getattr(trainer, name) for name in given}) == [3.5]
    assert voi.trl.reward(**batch(RIGHT), log_extra=None, log_metric=None) == [3.5]
    assert bool(trainer.extras) == ("log_extra" in given)
    assert bool(trainer.metrics) == ("log_metric" in given)


def test_functions_of_one_step_score_and_log_once(calls: list[int]) -> None:
    trainer = Trainer()
    functions = [voi.trl.reward, *map(voi.trl.component, COMPONENTS)]
    for step in range(1, 4):
        given = batch(RIGHT, WRONG, str(step), NONE)
        for function in functions:
            values = function(**given, log_extra=trainer.log_extra, log_metric=trainer.log_metric)
            assert len(values) == 4
            values.clear()  # the caller may change its list
        assert calls == [4] * step
        assert {len(column) for column in trainer.extras.values()} == {4 * step}
        assert {len(column) for column in trainer.metrics.values()} == {step}


def test_the_same_batch_in_two_steps_is_logged_in_both() -> None:
    trainer, given = Trainer(), batch(RIGHT)
    for _ in range(2):
        for function in (voi.trl.component("cls"), voi.trl.component("tool")):
            function(**given, log_metric=trainer.log_metric)
    assert len(trainer.metrics["voi/cls"]) == 2


@pytest.mark.parametrize("change", ["completions", "reference", "tool_schemas", "prompts", "domains", "finish"])
def test_a_batch_that_differs_is_scored_again(calls: list[int], change: str) -> None:
    given = batch(RIGHT, RIGHT)
    voi.trl.reward(**given)
    other = batch(RIGHT, RIGHT)
    if change == "completions":
        other["completions"][1] = WRONG
    elif change == "reference":
        other["reference"][1] = json.dumps({"action": "REFUSE"})
    elif change == "tool_schemas":
        other["tool_schemas"][1] = "[]"
    elif change == "prompts":
        other["prompts"] = [SAMPLE["messages"], [{"role": "user", "content": "To Faro."}]]
    elif change == "domains":
        other["domains"] = [None, json.dumps({"book_train": {"to": {"type": "boolean"}}})]
    else:
        other |= {"completion_ids": [[1, 2, 3, 7], [1, 2, 3, 4]], "log_extra": Trainer().log_extra}
    assert len(voi.trl.reward(**other)) == 2
    assert calls == [2, 2]


def test_threads_that_ask_for_one_batch_share_it(calls: list[int]) -> None:
    given = batch(*[f"{i}" for i in range(500)])
    given["completions"][0] = RIGHT
    out: list[Any] = []
    threads = [threading.Thread(target=lambda f=f: out.append(f(**given))) for f in [voi.trl.reward] * 4 + [voi.trl.component("cls")] * 4]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert calls == [500]
    assert len(out) == 8
    assert {len(values) for values in out} == {500}


def test_completions_that_were_cut_are_scored_as_such() -> None:
    trainer = Trainer()
    voi.trl.reward(
        **batch(RIGHT, RIGHT, RIGHT, RIGHT), completion_ids=[[1, 2, 3, 7], [1, 2, 3, 4], [1, 2], []], log_extra=trainer.log_extra, log_metric=trainer.log_metric
    )
    assert trainer.extras["finish_reason"] == ["stop", "length", None, None]
    assert trainer.extras["voi/notes"] == [None, "truncated", None, None]


def test_a_profile_may_leave_what_was_cut_unscored(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "mine.yaml").write_text("name: mine\nextends: guarded\nrules:\n  truncated: unscored\n")
    monkeypatch.setenv("VOI_PROFILE", str(tmp_path / "mine.yaml"))
    trainer = Trainer()
    with caplog.at_level(logging.WARNING, logger="voi.trl"):
        for _ in range(2):  # the whole first batch of a run may be cut
            rewards = voi.trl.reward(**batch(RIGHT, NONE), completion_ids=[[1, 2, 3, 4]] * 2, log_extra=trainer.log_extra, log_metric=trainer.log_metric)
            assert rewards == [None, None]
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    assert trainer.extras["voi/error"] == ["truncated"] * 4
    assert trainer.metrics["voi/unscored"] == [1.0, 1.0]


def test_components_are_functions_of_their_own() -> None:
    cls, tool = voi.trl.component("cls"), voi.trl.component("tool")
    assert (cls.__name__, tool.__name__) == ("voi_cls", "voi_tool")
    again = pickle.loads(pickle.dumps(cls))
    assert again == cls != tool
    assert len({cls, again, tool}) == 2
    assert again.__name__ == cls.__name__
    assert again(**batch(RIGHT, WRONG)) == [2.0, 0.0]
    assert pickle.loads(pickle.dumps(voi.trl.reward)) is voi.trl.reward
    with pytest.raises(ValueError, match=r"no component 'slots'; it has form, .*slot"):
        voi.trl.component("slots")(**batch(RIGHT))
    with pytest.raises(ValueError, match="give its name"):
        voi.trl.component("")


def test_prompts_may_be_texts() -> None:
    given = batch(RIGHT, WRONG)
    given["prompts"] = ["A train to Porto, please, by the window."] * 2
    assert voi.trl.reward(**given) == [3.5, 0.5]


def test_templated_prompts_are_looked_up_or_refused(monkeypatch: pytest.MonkeyPatch, shards: Path, rows: list[dict[str, Any]]) -> None:
    row = rows[0]
    text = "".join(f"<|im_start|>{m['role']}\n{m['content']}<|im_end|>\n" for m in row["prompt"])
    columns = {name: [row[name]] for name in row if name != "prompt"}
    with pytest.raises(ValueError, match="set VOI_DATA"):
        voi.trl.reward(prompts=[text], completions=["x"], **columns)
    monkeypatch.setenv("VOI_DATA", str(shards))
    [value] = voi.trl.reward(prompts=[text], completions=["x"], **columns)
    assert isinstance(value, float)


def test_what_cannot_be_trained_on_raises(monkeypatch: pytest.MonkeyPatch, shards: Path) -> None:
    prompts, completions = [SAMPLE["messages"]], [RIGHT]
    with pytest.raises(ValueError, match="no column says which sample"):
        voi.trl.reward(prompts, completions, answer=["4"])
    with pytest.raises(ValueError, match="set VOI_DATA"):
        voi.trl.reward(prompts, completions, sample_id=["x"])
    with pytest.raises(ValueError, match="'reference' has 2 values for 1"):
        voi.trl.reward(prompts, completions, **{**inline(1), "reference": ["{}", "{}"]})
    with pytest.raises(ValueError, match="2 prompts for 1 completions"):
        voi.trl.reward(prompts * 2, completions, **inline(1))
    monkeypatch.setenv("VOI_DATA", str(shards))
    with pytest.raises(voi.UnknownSampleError):
        voi.trl.reward(prompts, completions, sample_id=["nobody"])
    monkeypatch.setenv("VOI_PROFILE", "nobody")
    with pytest.raises(voi.ConfigError):
        voi.trl.reward(prompts, completions, **inline(1))


def test_a_first_batch_of_bad_rows_does_not_end_the_run_and_nothing_but_bad_rows_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(voi.trl, "_started", False)
    monkeypatch.setattr(voi.trl, "_hopeless", 0)

    def bad(number: int) -> dict[str, Any]:
        return {**batch(RIGHT, WRONG), "reference": [f'{{"x":{number}}}'] * 2}

    assert voi.trl.reward(**bad(0)) == [None, None]
    assert voi.trl.reward(**batch(RIGHT)) == [3.5]
    for number in range(40):  # there was a reward before: later errors concern only rows
        assert voi.trl.reward(**bad(number)) == [None, None]
    monkeypatch.setattr(voi.trl, "_started", False)
    with pytest.raises(ValueError, match=r"none of the first 32 samples could be scored.*bad_reference"):
        [voi.trl.reward(**bad(number)) for number in range(100, 140)]


def test_a_bad_row_later_is_unscored_and_told_once(caplog: pytest.LogCaptureFixture) -> None:
    given = batch(RIGHT, RIGHT)
    assert voi.trl.reward(**given) == [3.5, 3.5]
    given["reference"][1] = "{}"
    with caplog.at_level(logging.WARNING, logger="voi.trl"):
        for text in ("a", "b", "c"):
            given["completions"][1] = text
            assert voi.trl.reward(**given)[1] is None
    assert [record.getMessage().split(":")[0] for record in caplog.records] == ["completions are left unscored (bad_reference, said once)"]


def test_completion_ids_of_another_batch_are_refused() -> None:
    for ids in ([[7]], [[7]] * 3):
        with pytest.raises(ValueError, match=f"there are {len(ids)} completion_ids for 2 completions"):
            voi.trl.reward(**batch(RIGHT, NONE), completion_ids=ids, log_extra=Trainer().log_extra)
