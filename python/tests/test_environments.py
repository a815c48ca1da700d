"""The adapters that are classes of a framework, over stand-ins for the base classes; and NeMo Gym's folder."""

from __future__ import annotations

import asyncio
import json
import os
import pathlib
import pickle
import sys
import tempfile
import types
import unittest
from typing import Any
from unittest import mock

import pytest
from standin import LABEL, NAMES, scorer

import voi.nemo_gym
import voi.skyrl
import voi.verifiers
import voi.verl
from voi import ConfigError, _chat, _verl_loop


class BaseTextEnv:
    def __init__(self) -> None:
        self.turns = 0

    def init(self, prompt: Any) -> Any:
        return prompt, {}


def framework() -> Any:
    """Install modules with the interface of skyrl_gym."""
    envs = types.ModuleType("skyrl_gym.envs")
    base = types.ModuleType("skyrl_gym.envs.base_text_env")
    registration = types.ModuleType("skyrl_gym.envs.registration")
    base.BaseTextEnv = BaseTextEnv  # type: ignore[attr-defined]
    registry: dict[str, str] = {}
    registration.registry = registry  # type: ignore[attr-defined]
    registration.register = lambda id, entry_point: registry.__setitem__(id, entry_point)  # type: ignore[attr-defined]
    modules = {module.__name__: module for module in (types.ModuleType("skyrl_gym"), envs, base, registration)}
    return mock.patch.dict(sys.modules, modules)


class SkyRL(unittest.TestCase):
    def setUp(self) -> None:
        voi.skyrl.__dict__.pop("Env", None)
        self.addCleanup(voi.skyrl.__dict__.pop, "Env", None)

    def test_one_step(self) -> None:
        for spec in ("reward_spec", "reward_model"):
            with self.subTest(spec), framework(), scorer() as used:
                env = voi.skyrl.Env(env_config={"profile": "certainty"}, extras={spec: {"ground_truth": LABEL}})
                assert isinstance(env, BaseTextEnv)
                assert env.init([{"role": "user"}]) == ([{"role": "user"}], {})
                assert env.get_metrics() == {}
                step = env.step("good<|im_end|>")
                assert (step["observations"], step["reward"], step["done"]) == ([], 4.0, True)
                assert (step["metadata"]["action"], env.get_metrics()["action_ask"], env.turns) == ("ASK", 1.0, 1)
                assert used.seen == [("good", LABEL, None)]

    def test_unscored(self) -> None:
        with framework(), scorer(), self.assertLogs("voi"):
            env = voi.skyrl.Env(extras={"reward_spec": {"ground_truth": LABEL}})
            assert env.step("fault:too_deep")["reward"] == 0.0
            assert env.get_metrics()["unscored"] == 1.0

    def test_a_row_without_a_label_raises_before_a_step(self) -> None:
        with framework(), pytest.raises(ConfigError):
            voi.skyrl.Env(extras={"data_source": "x"})

    def test_the_class_pickles_by_its_name_and_registers_once(self) -> None:
        with framework():
            kind = voi.skyrl.Env
            assert pickle.loads(pickle.dumps(kind)) is kind
            voi.skyrl.register()
            voi.skyrl.register()
            assert sys.modules["skyrl_gym.envs.registration"].registry == {"voi": "voi.skyrl:Env", "voi-episodes": "voi.skyrl:MultiTurnEnv"}
        with pytest.raises(AttributeError):
            getattr(voi.skyrl, "Absent")  # noqa: B009


class Verl(unittest.TestCase):
    """The code around verl's own, which ci/trainers runs."""

    def test_what_templates_and_parsers_take(self) -> None:
        call = {"name": "f", "arguments": {"x": 1}}
        message = {"role": "assistant", "content": None, "tool_calls": [call, {"name": "f", "arguments": "{"}], "train": False}
        calls = [{"id": f"call_{at}", "type": "function", "function": {"name": "f", "arguments": given}} for at, given in enumerate(({"x": 1}, "{"))]
        assert _verl_loop.rendered(message) == {"role": "assistant", "content": "", "tool_calls": calls}
        deep = {"id": "b", "type": "function", "function": {"name": "f", "arguments": '{"a":' * 100_000}}
        assert _verl_loop.rendered({"role": "assistant", "tool_calls": [deep]})["tool_calls"] == [deep]
        tool = {
            "type": "function",
            "function": {"name": "f", "parameters": {"properties": {"x": {"enum": [1]}, "y": {"type": ["integer", "null"]}, "z": True}}},
        }
        properties = {"x": {"type": "string"}, "y": {"type": ["integer", "null"]}, "z": {"type": "string"}}
        assert _verl_loop.schema(tool)["function"]["parameters"] == {"type": "object", "properties": properties}
        assert _verl_loop.schema({"function": {"name": "f"}})["function"]["parameters"]["properties"] == {}

    def test_what_is_kept_of_the_engine(self) -> None:
        first = _verl_loop.fields({}, {"min_global_steps": 1, "max_global_steps": 1, "spec_num_draft_tokens": 2, "other": "a"})
        both = _verl_loop.fields(first, {"min_global_steps": 2, "max_global_steps": 2, "spec_num_draft_tokens": 3, "other": "b"})
        assert both == {"min_global_steps": 1, "max_global_steps": 2, "spec_num_draft_tokens": 5, "other": "a"}

    def test_the_loop_is_there_when_verl_is(self) -> None:
        with mock.patch.dict(sys.modules, {"verl": None}), pytest.raises(ImportError):
            _ = voi.verl.AgentLoop
        with pytest.raises(AttributeError):
            getattr(voi.verl, "Absent")  # noqa: B009


def reply(content: Any, calls: Any = None) -> types.SimpleNamespace:
    return types.SimpleNamespace(content=content, tool_calls=calls)


class Trace(types.SimpleNamespace):
    def __init__(self, *replies: Any, is_truncated: bool = False) -> None:
        super().__init__(assistant_messages=list(replies), is_truncated=is_truncated, metrics={})

    def record_metrics(self, values: Any) -> None:
        self.metrics.update(values)


class Verifiers(unittest.TestCase):
    def test_reward_and_metrics(self) -> None:
        for task in (
            types.SimpleNamespace(label=LABEL),
            types.SimpleNamespace(row={"label": LABEL}),
            {"ground_truth": LABEL},
        ):
            with self.subTest(task=task), scorer() as used:
                trace = Trace(reply("good"), is_truncated=True)
                assert asyncio.run(voi.verifiers.reward(task, trace)) == 4.0
                assert set(NAMES) - set(trace.metrics) == set()
                assert used.seen == [("good", LABEL, "length")]

    def test_unscored_is_an_error_of_its_own_trace(self) -> None:
        trace = Trace(reply("fault:too_deep"))
        with scorer(), self.assertLogs("voi"), pytest.raises(voi.verifiers.Unscored, match="too_deep"):
            asyncio.run(voi.verifiers.reward({"label": LABEL}, trace))
        assert trace.metrics["unscored"] == 1.0
        with scorer(), pytest.raises(ConfigError):
            asyncio.run(voi.verifiers.reward(types.SimpleNamespace(prompt="x"), trace))

    def test_calls_go_as_messages(self) -> None:
        call = types.SimpleNamespace(name="book", arguments='{"to":"Porto"}')
        want = [
            {
                "role": "assistant",
                "content": "",
                "tool_calls": [{"type": "function", "function": {"name": "book", "arguments": '{"to":"Porto"}'}}],
            }
        ]
        assert voi.verifiers.completion(Trace(reply(None, [call]))) == want
        assert voi.verifiers.completion(Trace(reply(" as written "))) == " as written "
        assert voi.verifiers.completion(Trace()) == ""

    def test_every_call_of_an_episode_has_a_result(self) -> None:
        calls = [{"id": "a", "function": {"name": "f", "arguments": "{}"}}, {"id": "b", "function": {"name": "g", "arguments": "{"}}]
        user = {"role": "user", "content": "And now?"}
        said: list[dict[str, Any]] = [{"role": "tool", "content": "1"}, {"role": "tool", "content": "2", "error": True}, {**user, "train": False}]
        one, two = {"role": "tool", "content": "1", "tool_call_id": "a"}, {"role": "tool", "content": "2", "tool_call_id": "b"}
        assert _chat.told(said, calls) == [one, two, user]
        assert _chat.told([said[0]], calls) == [one, {**one, "tool_call_id": "b"}]
        assert _chat.told([said[2]], calls) == [user]
        assert _chat.told([said[0]], []) == [{**one, "tool_call_id": "call"}]
        message = {"role": "assistant", "content": None, "tool_calls": [{"name": "f", "arguments": {"x": 1}}]}
        shown = {"id": "call_0", "type": "function", "function": {"name": "f", "arguments": '{"x":1}'}}
        assert _chat.wire(message) == {"role": "assistant", "content": "", "tool_calls": [shown]}
        assert _chat.written({"content": None}) == ""
        assert _chat.written({"content": None, "tool_calls": [shown]}) == [{"role": "assistant", "content": "", "tool_calls": [shown]}]

    def test_rows_of_layouts(self) -> None:
        prompt = [{"role": "user", "content": "hi"}]
        rows = [
            {"prompt": prompt, "label": LABEL, "sample_id": None},
            {"input": prompt, "label": LABEL},
            {"prompt": prompt, "reward_model": {"style": "rule", "ground_truth": LABEL}},
        ]
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder)
            with pytest.raises(ConfigError):
                list(voi.verifiers.rows(path))
            (path / "part-0.jsonl").write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
            assert list(voi.verifiers.rows(path)) == [{"id": None, "prompt": prompt, "label": LABEL}] * 3
            (path / "part-1.jsonl").write_text('{"prompt": "hi"}\n', encoding="utf-8")
            with pytest.raises(ConfigError, match=r"part-1\.jsonl, row 1: no label"):
                list(voi.verifiers.rows(path))
            (path / "part-1.jsonl").write_text(json.dumps({"prompt": '{"to": "Porto"}', "label": LABEL}), encoding="utf-8")
            assert list(voi.verifiers.rows(path / "part-1.jsonl")) == [{"id": None, "prompt": '{"to": "Porto"}', "label": LABEL}]
            for bad in ("{", "[1]", "[" * 100_000):
                (path / "part-1.jsonl").write_text("\n" + bad, encoding="utf-8")
                with self.subTest(bad=bad[:3]), pytest.raises(ConfigError, match=r"part-1\.jsonl, line 2 is no"):
                    list(voi.verifiers.rows(path))


class NeMoGym(unittest.TestCase):
    def environ(self, **server: Any) -> dict[str, str]:
        configuration = {
            "other": {"resources_servers": {"math": {"entrypoint": "app.py", "host": "127.0.0.1", "port": 1}}},
            "mine": {"resources_servers": {"voi": {"entrypoint": "app.py", **server}}},
        }
        return {"NEMO_GYM_CONFIG_DICT": json.dumps(configuration), "NEMO_GYM_CONFIG_PATH": "mine"}

    def setUp(self) -> None:
        # JSON is YAML; the YAML parser is not tested here.
        patch = mock.patch.object(voi.nemo_gym, "_load_yaml", json.loads)
        patch.start()
        self.addCleanup(patch.stop)

    def test_command(self) -> None:
        given = voi.nemo_gym.settings(self.environ(host="127.0.0.1", port=8077, profile=["certainty", "baseline"], data="d", binary="/b/voi"))
        assert voi.nemo_gym.command(given) == ["/b/voi", "serve", "--http", "127.0.0.1:8077", "--profile", "certainty", "--profile", "baseline", "--data", "d"]
        assert voi.nemo_gym.command({"host": "::1", "port": 1, "binary": "voi"}) == ["voi", "serve", "--http", "[::1]:1"]

    def test_what_is_missing_is_said(self) -> None:
        for environ, said in (
            ({}, "gym env start"),
            ({**self.environ(host="h", port=1), "NEMO_GYM_CONFIG_PATH": "nobody"}, "nobody"),
            (self.environ(host="127.0.0.1"), "no port"),
        ):
            with self.subTest(said), pytest.raises(ConfigError, match=said):
                voi.nemo_gym.settings(environ)
        with mock.patch.dict(os.environ, clear=True), mock.patch("sys.stderr") as stderr:
            assert voi.nemo_gym.main() == 2
            assert "NEMO_GYM_CONFIG_DICT" in stderr.write.call_args_list[0].args[0]

    @unittest.skipIf(os.name == "nt", "Windows cannot become another program")
    def test_it_becomes_the_binary(self) -> None:
        environ = self.environ(host="127.0.0.1", port=8077, binary="/b/voi")
        with mock.patch.dict(os.environ, environ), mock.patch("os.execv") as execv, mock.patch("sys.stderr"):
            execv.side_effect = SystemExit(0)
            with pytest.raises(SystemExit):
                voi.nemo_gym.main()
        execv.assert_called_once_with("/b/voi", ["/b/voi", "serve", "--http", "127.0.0.1:8077"])

    def test_the_folder_is_written_and_never_overwritten(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            target = voi.nemo_gym.write(folder)
            assert {str(p.relative_to(target)) for p in target.rglob("*") if p.is_file()} == set(voi.nemo_gym.FILES)
            voi.nemo_gym.write(folder)
            (target / "requirements.txt").write_text("mine", encoding="utf-8")
            with pytest.raises(FileExistsError):
                voi.nemo_gym.write(folder)
            assert (target / "requirements.txt").read_text(encoding="utf-8") == "mine"


if __name__ == "__main__":
    unittest.main()
