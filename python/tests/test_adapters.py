"""The adapters, called as their trainers call them. No trainer has to be installed.

``ci/trainers`` calls them from the trainers' own code.
"""

from __future__ import annotations

import asyncio
import enum
import json
import logging
import math
import subprocess
import sys
import types
import unittest
from typing import Any

import pytest
from standin import LABEL, NAMES, scorer

from voi import ConfigError, _adapter, openrlhf, slime, verl

NUMBERS = {"unscored", "action_toolcall", "action_ask", "action_refuse", "action_directly", *NAMES}


class Imports(unittest.TestCase):
    def test_no_adapter_imports_a_trainer_or_torch(self) -> None:
        code = (
            "import sys, voi.verl, voi.openrlhf, voi.slime, voi.skyrl, voi.verifiers, voi.nemo_gym\n"
            "bad = {'torch', 'verl', 'openrlhf', 'slime', 'skyrl', 'skyrl_gym', 'verifiers', 'ray', 'numpy', 'yaml'}\n"
            "print(sorted(bad & set(sys.modules)))"
        )
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        assert done.stdout.strip() == "[]"


class Labels(unittest.TestCase):
    def test_what_is_no_label_raises(self) -> None:
        for label in (None, "", "42", '["a"]', "Paris", 7, ["a", "b"], "{}", '{"answer": 4}', {"label": LABEL}, "{broken}"):
            with self.subTest(label=label), scorer() as used, pytest.raises(ConfigError):
                _adapter.score(label, "text")
            assert used.seen == []

    def test_json_text_goes_on_as_it_is(self) -> None:
        text = '{"reference": {"action": "ASK"}, "n": 1.00000000000000000001}'
        with scorer() as used:
            _adapter.score(text, "text", truncated=True)
            _adapter.score({"sample_id": "s"}, "text")
            _adapter.score('{"action": "REFUSE"}', "text")
        assert used.seen == [("text", text, "length"), ("text", {"sample_id": "s"}, None), ("text", '{"reference":{"action": "REFUSE"}}', None)]

    def test_the_keys_of_a_label_decide_and_no_text_inside(self) -> None:
        reference = {"action": "TOOLCALL", "tool_calls": [{"name": "pay", "arguments": {"reference": "A-1", "sample_id": "s", "invoice": "7"}}]}
        assert json.loads(str(_adapter.sample_of(json.dumps(reference)))) == _adapter.sample_of(reference) == {"reference": reference}
        for text in ('{"note": {"reference": 1}}', '{"answer": "sample_id"}'):
            with self.subTest(text=text), pytest.raises(ConfigError, match="neither reference nor sample_id"):
                _adapter.sample_of(text)

    def test_a_damaged_sample_is_the_fault_of_its_row(self) -> None:
        for text in ('{"reference": }', '{"reference": ' + "[" * 100_000 + "]" * 100_000 + "}"):
            assert _adapter.sample_of(text) == text

    def test_a_label_hides_in_a_list_of_one(self) -> None:
        assert _adapter.first_label(None, "", {}, [LABEL], "later") == LABEL


class Logging(unittest.TestCase):
    def test_once_per_code(self) -> None:
        with scorer(), self.assertLogs("voi", logging.ERROR) as logs:
            for text in ("fault:bad_tools", "fault:bad_tools", "fault:too_deep", "good", "fault:bad_tools"):
                verl.compute_score("s", text, LABEL)
        assert [record.args[0] for record in logs.records if record.args] == ["bad_tools", "too_deep"]


class Verl(unittest.TestCase):
    def test_the_same_keys_and_types_whatever_happened(self) -> None:
        with scorer(), self.assertLogs("voi"):
            rows = [verl.compute_score("s", text, LABEL) for text in ("good", "none", "", "fault:too_deep")]
        shapes = {tuple((key, type(value)) for key, value in row.items()) for row in rows}
        assert len(shapes) == 1, shapes
        assert set(rows[0]) == {"score", "action", "notes", "error"} | NUMBERS
        assert all(math.isfinite(v) for row in rows for v in row.values() if isinstance(v, float))
        assert "reward" not in rows[0]  # verl's validation keeps its own list of that name

    def test_values(self) -> None:
        with scorer(), self.assertLogs("voi"):
            good, failed = (verl.compute_score("s", text, LABEL) for text in ("good", "fault:too_deep"))
        assert [good[k] for k in ("score", "unscored", "action", "action_ask", "cls", "error")] == [4.0, 0.0, "ASK", 1.0, 0.5, ""]
        assert [failed[k] for k in ("score", "unscored", "action", "action_ask", "cls", "error")] == [0.0, 1.0, "", 0.0, 0.0, "too_deep"]

    def test_as_verl_calls_it(self) -> None:
        with scorer():
            by_keyword = verl.compute_score(
                data_source="s",
                solution_str="good",
                ground_truth=LABEL,
                extra_info={"num_turns": 1},
                reward_router_address="x",
                reward_model_tokenizer=None,
                profile="certainty",
                data=None,
            )
            waited = asyncio.run(verl.acompute_score(data_source="s", solution_str="good", ground_truth=LABEL, extra_info=None))
            positional = verl.compute_score("s", "good", LABEL)
            alone = verl.score("s", "good", LABEL)
        assert by_keyword == waited
        assert by_keyword == positional
        assert alone == 4.0
        assert asyncio.iscoroutinefunction(verl.acompute_score)


class OpenRLHF(unittest.TestCase):
    def test_one_sample_is_numbers(self) -> None:
        with scorer() as used:
            got = openrlhf.reward_func(["<s>user: hi good</s>"], ["<s>user: hi "], [LABEL])
        assert used.seen == [("good", LABEL, None)]
        assert (got["rewards"], got["scores"]) == (4.0, 1.0)
        assert set(got["extra_logs"]) == NUMBERS
        assert all(isinstance(value, float) for value in got["extra_logs"].values())

    def test_scores_lie_in_the_unit_interval(self) -> None:
        with scorer():
            scores = [openrlhf.reward_func([text], [""], [LABEL])["scores"] for text in ("", "a", "good")]
        assert scores == [0.2, 0.4, 1.0]  # of -1 to 4

    def test_several_are_lists_or_tensors(self) -> None:
        with scorer():
            got = openrlhf.reward_func(["a", "bb"], ["", ""], [LABEL, LABEL])
        assert [float(value) for value in got["rewards"]] == [1.0, 2.0]
        assert [float(value) for value in got["extra_logs"]["unscored"]] == [0.0, 0.0]

    def test_a_wrong_label_is_logged_and_raised(self) -> None:
        with scorer(), self.assertLogs("voi", logging.ERROR), pytest.raises(ConfigError):
            openrlhf.reward_func(["a"], [""], [""])
        with scorer(), pytest.raises(ConfigError):
            openrlhf.reward_func(["a", "b"], ["", ""], [LABEL])


class Status(enum.Enum):
    COMPLETED = "completed"
    TRUNCATED = "truncated"


def sample(response: str, **given: Any) -> types.SimpleNamespace:
    fields = {"response": response, "label": LABEL, "metadata": {}, "status": Status.COMPLETED, "remove_sample": False}
    return types.SimpleNamespace(**{**fields, **given})


ARGS = types.SimpleNamespace(reward_key=None, eval_reward_key=None)
KEYED = types.SimpleNamespace(reward_key="score", eval_reward_key="score")


class Slime(unittest.TestCase):
    def test_one_sample_or_a_group(self) -> None:
        with scorer() as used:
            one = asyncio.run(slime.custom_rm(ARGS, sample("good<|im_end|>")))
            many = asyncio.run(slime.custom_rm(ARGS, [sample("a"), sample("bb", status=Status.TRUNCATED)], evaluation=True))
        assert (one, many) == (4.0, [1.0, 2.0])
        assert [(text, finish) for text, _, finish in used.seen] == [("good", None), ("a", None), ("bb", "length")]

    def test_a_key_asks_for_a_dictionary(self) -> None:
        with scorer(), self.assertLogs("voi"):
            got, failed = asyncio.run(slime.custom_rm(KEYED, [sample("good"), sample("fault:too_deep")]))
        assert list(got) == list(failed)
        assert (got["score"], got["unit"], failed["score"], failed["unscored"]) == (4.0, 1.0, 0.0, 1.0)
        with pytest.raises(ConfigError):
            asyncio.run(slime.custom_rm(types.SimpleNamespace(reward_key=None, eval_reward_key="score"), sample("a")))

    def test_what_has_no_reward_is_left_out_of_the_loss(self) -> None:
        samples = [sample("good"), sample("fault:too_deep")]
        with scorer(), self.assertLogs("voi"):
            assert asyncio.run(slime.custom_rm(ARGS, samples)) == [4.0, 0.0]
        assert [one.remove_sample for one in samples] == [False, True]

    def test_where_the_label_is(self) -> None:
        with scorer() as used:
            asyncio.run(slime.custom_rm(ARGS, sample("a", label=None, metadata={"ground_truth": LABEL})))
            asyncio.run(slime.custom_rm(ARGS, sample("a", label="", metadata={"sample_id": "s7"})))
            with pytest.raises(ConfigError):
                asyncio.run(slime.custom_rm(ARGS, sample("a", label=None, metadata=None)))
        assert [label for _, label, _ in used.seen] == [LABEL, {"sample_id": "s7"}]


if __name__ == "__main__":
    unittest.main()
