"""A Scorer whose server reads with a model (--reader llm): VOI_CONFIG passes the flags on."""

from __future__ import annotations

import http.server
import json
import pathlib
import threading
import time
from collections.abc import Iterator
from typing import Any, ClassVar

import pytest
from conftest import RIGHT, SAMPLE, UNSURE
from procs import pid_of

import voi


class Endpoint(http.server.BaseHTTPRequestHandler):
    """An OpenAI-compatible endpoint that takes its time."""

    asked: ClassVar[list[str]] = []
    seconds = 0.0

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.asked.append(body["messages"][1]["content"])
        time.sleep(self.seconds)
        answer = {
            "mentions": [{"turn": 0, "quote": "Porto", "kind": "place", "status": "said"}],
            "slots": [{"tool": "book_train", "parameter": "to", "value": "Porto", "also": [], "from": [0], "p": 0.9}],
        }
        choice = {"finish_reason": "stop", "message": {"role": "assistant", "content": json.dumps(answer)}}
        reply = json.dumps({"choices": [choice], "usage": {"prompt_tokens": 9, "completion_tokens": 9}}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(reply)))
        self.end_headers()
        self.wfile.write(reply)

    def log_message(self, format: str, *args: Any) -> None:
        pass


@pytest.fixture
def endpoint(monkeypatch: pytest.MonkeyPatch, tmp_path: pathlib.Path) -> Iterator[type[Endpoint]]:
    monkeypatch.setattr(Endpoint, "asked", [])
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Endpoint)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    config = tmp_path / "voi.yaml"
    url = f"http://127.0.0.1:{server.server_address[1]}/v1"
    config.write_text(f"reader: llm\nllm-model: small\nllm-url: {url}\nllm-cache: {tmp_path / 'cache'}\n")
    monkeypatch.setenv("VOI_CONFIG", str(config))
    yield Endpoint
    server.shutdown()
    server.server_close()


def test_a_group_costs_one_request(endpoint: type[Endpoint]) -> None:
    with voi.Scorer() as scorer:
        result = scorer.score([RIGHT, UNSURE] * 8, [SAMPLE] * 16)
    assert result.rewards == [3.5, 1.0] * 8
    assert result.errors == [None] * 16 and result.notes == [None] * 16
    assert len(endpoint.asked) == 1
    endpoint.asked.clear()
    with voi.Scorer() as scorer:
        assert scorer.score([RIGHT], [SAMPLE]).rewards == [3.5]
    assert endpoint.asked == []  # the cache answers


def test_a_server_that_waits_for_its_model_does_not_hang(endpoint: type[Endpoint], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endpoint, "seconds", 5.0)
    monkeypatch.setattr(voi._client, "TICK", 0.05)
    with voi.Scorer() as scorer:
        scorer.hello()
        scorer._client.stall = 2.5
        pid = pid_of(scorer)
        assert scorer.score([RIGHT], [SAMPLE]).rewards == [3.5]
        assert pid_of(scorer) == pid
    assert len(endpoint.asked) == 1
