"""Arrow tables get the rewards of score, whatever their types."""

from __future__ import annotations

import json
import os
import pathlib
import signal
import subprocess
from typing import Any

import pytest
from conftest import KNOWN, RIGHT, SAMPLE
from procs import alive, freeze, program, python, wait_for

import voi
from voi import _binary, _table

pa = pytest.importorskip("pyarrow")

TEXTS = [text for text, _ in KNOWN]
FIELDS = {name: json.dumps(SAMPLE[name]) for name in ("messages", "tools", "reference")}


def table(texts: list[Any], **columns: Any) -> Any:
    return pa.table({"completion": texts, **{name: values if isinstance(values, list) else [values] * len(texts) for name, values in columns.items()}})


def same(scored: Any, result: voi.Result) -> None:
    """The columns of a table are the lists of a result."""
    assert scored.column("reward").to_pylist() == result.rewards
    for name, values in result.components.items():
        assert scored.column(name).to_pylist() == values
    assert scored.column("action").to_pylist() == result.actions
    assert scored.column("error").to_pylist() == [error and error["code"] for error in result.errors]
    assert [notes and json.loads(notes) for notes in scored.column("notes").to_pylist()] == result.notes


def test_labels_fields_and_ids_score_as_score_does(scorer: voi.Scorer, tmp_path: pathlib.Path) -> None:
    want = scorer.score(TEXTS, [SAMPLE] * 4)
    same(scorer.score_table(table(TEXTS, label=json.dumps(SAMPLE))), want)
    same(scorer.score_table(table(TEXTS, **FIELDS)), want)
    (tmp_path / "a.jsonl").write_text(json.dumps({"id": "a", **SAMPLE}) + "\n")
    subprocess.run([_binary.find(), "build", str(tmp_path / "a.jsonl"), "--out", str(tmp_path / "data")], check=True, capture_output=True)
    with voi.Scorer(data=tmp_path / "data") as of_data:
        same(of_data.score_table(table(TEXTS, sample_id="a")), of_data.score(TEXTS, sample_ids=["a"] * 4))
        with pytest.raises(voi.UnknownSampleError, match="nobody"):
            of_data.score_table(table(TEXTS, sample_id="nobody"))


def test_a_table_keeps_its_columns_and_is_of_any_size(scorer: voi.Scorer) -> None:
    texts = [TEXTS[i % 4] + "x" * (i % 7 == 0) * 3000 for i in range(20_000)]
    large = table(texts, label=json.dumps(SAMPLE), reward=1.5, row=list(range(len(texts))))
    scored = scorer.score_table(large)
    assert scored.column("input.reward").to_pylist() == [1.5] * len(texts)
    assert scored.column("row").to_pylist() == list(range(len(texts)))
    assert scored.column("reward").to_pylist() == scorer.score(texts, [SAMPLE] * len(texts)).rewards
    assert scorer.score_table(large.slice(0, 0)).num_rows == 0
    same(scorer.score_table(large.slice(4, 4).select(["completion", "label"])), scorer.score(texts[4:8], [SAMPLE] * 4))
    assert max(piece.num_rows for piece in _table.pieces(large)) <= _table.ROWS


@pytest.mark.parametrize("kind", ["string", "large_string", "string_view", "dictionary"])
def test_texts_however_arrow_holds_them(scorer: voi.Scorer, kind: str) -> None:
    column = pa.array(TEXTS)
    column = column.dictionary_encode() if kind == "dictionary" else column.cast(getattr(pa, kind)())
    same(scorer.score_table(table(column, label=[json.dumps(SAMPLE)] * 4)), scorer.score(TEXTS, [SAMPLE] * 4))


def test_a_row_that_cannot_be_scored_leaves_its_neighbours_alone(scorer: voi.Scorer) -> None:
    scored = scorer.score_table(table([RIGHT, None, RIGHT, RIGHT], label=[json.dumps(SAMPLE), json.dumps(SAMPLE), "{", json.dumps(SAMPLE)]))
    assert scored.column("reward").to_pylist() == [3.5, None, None, 3.5]
    assert scored.column("error").to_pylist() == [None, "bad_request", "bad_json", None]


def test_a_row_that_is_too_large_leaves_its_neighbours_alone(scorer: voi.Scorer) -> None:
    """One of 70 MB is larger than a batch may be; one of 20 MB is larger than a text that is scored."""
    texts = [RIGHT, "x" * 70_000_000, RIGHT, "x" * 20_000_000, RIGHT]
    scored = scorer.score_table(table(texts, label=json.dumps(SAMPLE)))
    same(scored, scorer.score(texts, [SAMPLE] * 5))
    assert scored.column("reward").to_pylist() == [3.5, None, 3.5, None, 3.5]
    assert scored.column("error").to_pylist() == [None, "too_large", None, "too_large", None]
    assert scorer.score_table(table(texts[1:2], label=json.dumps(SAMPLE))).column("error").to_pylist() == ["too_large"]


def test_what_is_no_table_of_completions(scorer: voi.Scorer) -> None:
    with pytest.raises(voi.ConfigError, match="no column 'completion'; it has text"):
        scorer.score_table(pa.table({"text": TEXTS}))
    with pytest.raises(voi.ConfigError, match="'completion' is of type list"):
        scorer.score_table(table([[RIGHT]], label=json.dumps(SAMPLE)))
    with voi.Scorer(profile="certainly") as wrong, pytest.raises(voi.ConfigError, match='did you mean "certainty"'):
        wrong.score_table(table(TEXTS, **FIELDS))


def test_a_server_that_dies_is_started_again(scorer: voi.Scorer) -> None:
    scorer.score_table(table(TEXTS, **FIELDS))
    process = scorer._tables._process
    assert process is not None
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    assert scorer.score_table(table(TEXTS, **FIELDS)).column("reward").to_pylist() == [reward for _, reward in KNOWN]
    now = scorer._tables._process
    assert now is not None
    scorer.close()
    wait_for(lambda: not alive(now.pid))
    with pytest.raises(voi.ServerError, match="closed"):
        scorer.score_table(table(TEXTS, **FIELDS))


def test_a_server_that_hangs_is_replaced_without_a_timeout(scorer: voi.Scorer) -> None:
    scorer.score_table(table(TEXTS, **FIELDS))
    process = scorer._tables._process
    assert process is not None
    freeze(process.pid)
    scorer._tables.stall = 4
    assert scorer.score_table(table(TEXTS, **FIELDS)).column("reward").to_pylist() == [reward for _, reward in KNOWN]
    assert not alive(process.pid)


POISONED = """
    import os, signal, sys
    import pyarrow as pa
    columns = [("reward", pa.float64()), ("tool", pa.float64()), *((name, pa.string()) for name in ("action", "error", "notes"))]
    schema = pa.schema(columns, metadata={"max_line_bytes": "67108864"})
    sys.stdout.buffer.write(schema.serialize())
    sys.stdout.flush()
    for batch in pa.ipc.open_stream(sys.stdin.buffer):
        texts = batch.column("completion").to_pylist()
        if "poison" in texts:
            os.kill(os.getpid(), signal.SIGKILL)
        rewards = pa.array([float(len(text)) for text in texts])
        nothing = pa.nulls(len(texts), pa.string())
        sys.stdout.buffer.write(pa.RecordBatch.from_arrays([rewards, rewards, nothing, nothing, nothing], schema=schema).serialize())
        sys.stdout.flush()
"""


def test_a_row_that_kills_every_server(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VOI_BIN", program(tmp_path / "voi", POISONED))
    monkeypatch.setattr(_table, "ROWS", 3)
    texts = ["a" * i for i in range(20)]
    texts[10] = "poison"
    with voi.Scorer() as scorer:
        scored = scorer.score_table(table(texts, **FIELDS))
    assert scored.column("reward").to_pylist() == [None if text == "poison" else len(text) for text in texts]
    assert scored.column("error").to_pylist() == ["internal" if text == "poison" else None for text in texts]


@pytest.mark.parametrize(
    ("body", "error", "message"),
    [
        ("import os, signal; os.kill(os.getpid(), signal.SIGKILL)", voi.ServerError, "3 reward servers died"),
        ("import sys; sys.exit('no memory for this')", voi.ConfigError, "no memory for this"),
        (POISONED.replace("os.kill(os.getpid(), signal.SIGKILL)", "sys.exit('no stream')"), voi.ServerError, "1 rows: .*no stream"),
    ],
    ids=["killed", "ended", "refused"],
)
def test_servers_that_do_not_serve(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch, body: str, error: type[voi.VoiError], message: str) -> None:
    monkeypatch.setenv("VOI_BIN", program(tmp_path / "voi", body))
    with voi.Scorer() as scorer, pytest.raises(error, match=message):
        scorer.score_table(table(["poison"], **FIELDS))


def test_a_server_that_hangs_leaves_rows_without_a_reward() -> None:
    with voi.Scorer(timeout=4) as scorer:
        assert scorer.score_table(table(TEXTS, **FIELDS)).column("reward").to_pylist() == [reward for _, reward in KNOWN]
        process = scorer._tables._process
        assert process is not None
        freeze(process.pid)
        scored = scorer.score_table(table(TEXTS, **FIELDS))
        assert scored.column("reward").to_pylist() == [None] * 4
        assert scored.column("error").to_pylist() == ["timeout"] * 4
        assert scored.column("cls").to_pylist() == scored.column("action").to_pylist() == [None] * 4
        assert not alive(process.pid)
        assert scorer.score_table(table(TEXTS, **FIELDS)).column("reward").to_pylist() == [reward for _, reward in KNOWN]


def test_a_hung_server_with_a_full_pipe() -> None:
    """A blocked write does not outlast the timeout."""
    with voi.Scorer(timeout=4) as scorer:
        scorer.score_table(table(TEXTS, **FIELDS))
        process = scorer._tables._process
        assert process is not None
        freeze(process.pid)
        scored = scorer.score_table(table([RIGHT + "x" * 200_000] * 100, **FIELDS))
        assert scored.column("error").to_pylist() == ["timeout"] * 100


def test_a_table_that_waits_for_those_of_other_threads_has_its_timeout() -> None:
    with voi.Scorer(timeout=4) as scorer:
        scorer.score_table(table(TEXTS, **FIELDS))
        with scorer._tables._lock:
            assert scorer.score_table(table(TEXTS, **FIELDS)).column("error").to_pylist() == ["timeout"] * 4
        assert scorer.score_table(table(TEXTS, **FIELDS)).column("reward").to_pylist() == [reward for _, reward in KNOWN]


def test_a_forked_child_and_a_process_without_pyarrow() -> None:
    done = python("""
        import json, pyarrow as pa
        scorer = voi.Scorer()
        rows = pa.table({"completion": [RIGHT], "label": [json.dumps(SAMPLE)]})
        first = scorer.score_table(rows).column("reward").to_pylist()
        child = os.fork()
        if child == 0:
            ok = scorer.score_table(rows).column("reward").to_pylist() == first
            scorer.close()
            os._exit(0 if ok else 1)
        assert os.waitpid(child, 0)[1] == 0
        assert scorer.score_table(rows).column("reward").to_pylist() == first == [3.5]
        scorer.close()
        print("both scored")
    """)
    assert "both scored" in done.stdout, done.stderr
    done = python("""
        import json, pyarrow as pa
        scorer = voi.Scorer()
        scorer.score_table(pa.table({"completion": [RIGHT], "label": [json.dumps(SAMPLE)]}))
        child = os.fork()
        if child == 0:
            time.sleep(60)
            os._exit(0)
        begun = time.monotonic()
        scorer.close()
        took = time.monotonic() - begun
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        print("closed at once" if took < voi._table.CLOSING else took)
    """)
    assert "closed at once" in done.stdout, done.stderr or done.stdout
    done = python("""
        sys.modules["pyarrow"] = None
        with voi.Scorer() as scorer:
            print(scorer.score([RIGHT], [SAMPLE]).rewards)
    """)
    assert "[3.5]" in done.stdout, done.stderr
