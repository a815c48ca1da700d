"""BFCL's own back ends as an MCP server: a world with a state for episodes.

``voi rollout --tasks data --world "mcp:python -m voi.bfcl"`` plays the tasks of BFCL's multi-turn
sets on the code that made their gold calls. That code is in the package ``bfcl-eval``, which must
be installed; voi contains none of it. The server uses stdin and stdout, one session per process.
It imports nothing else, so that an episode's server starts in a tenth of a second.

``voi_reset`` begins in the state ``config`` with the back ends ``classes``. ``voi_state`` returns
the state that BFCL compares at the end: the attributes of each back end, except those with a
leading "_".
"""

from __future__ import annotations

import contextlib
import copy
import importlib
import importlib.resources
import inspect
import json
import sys
from collections.abc import Iterator
from typing import Any, Callable, Optional, TextIO

JSON = dict[str, Any]

_TYPES = {"dict": "object", "float": "number", "tuple": "array", "list": "array", "bool": "boolean", "int": "integer", "str": "string"}
_OWN: list[JSON] = [
    {"name": "voi_reset", "description": "Begins in a state.", "inputSchema": {"type": "object"}},
    {"name": "voi_state", "description": "The state.", "inputSchema": {"type": "object"}},
]


def _schema(value: Any) -> Any:
    """A schema of BFCL's documents in the terms of JSON Schema."""
    if isinstance(value, list):
        return [_schema(item) for item in value]
    if not isinstance(value, dict):
        return value
    out = {key: _schema(item) for key, item in value.items()}
    kind = value.get("type")
    if isinstance(kind, str):
        if kind == "any":
            del out["type"]
        else:
            out["type"] = _TYPES.get(kind, kind)
    return out


def _plain(value: Any, within: tuple[int, ...] = ()) -> Any:
    """A value as JSON, objects as their attributes; a value that contains itself is cut there."""
    if isinstance(value, float) and value.is_integer():
        return int(value)  # equal, for BFCL's comparison
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if id(value) in within:
        return None
    within = (*within, id(value))
    if isinstance(value, dict):
        return {str(key): _plain(item, within) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item, within) for item in value]
    if isinstance(value, (set, frozenset)):
        return sorted((_plain(item, within) for item in value), key=json.dumps)
    if hasattr(value, "__dict__"):
        return {key: _plain(item, within) for key, item in vars(value).items() if not key.startswith("_")}
    return str(value)


def describe(backends: dict[str, Any]) -> str:
    """The state of back ends as text; equal states have equal texts."""
    return json.dumps(_plain(backends), sort_keys=True, ensure_ascii=False)


class Session:
    """The back ends of one episode."""

    def __init__(self) -> None:
        self.backends: dict[str, Any] = {}
        self.tools: list[JSON] = []
        self._methods: dict[str, Callable[..., Any]] = {}

    def reset(self, config: Optional[JSON] = None, classes: Optional[list[str]] = None, task: str = "") -> None:
        """Begin again, with back ends in the states of ``config``."""
        known = importlib.import_module("bfcl_eval.constants.executable_backend_config")
        docs = importlib.resources.files("bfcl_eval") / "data" / "multi_turn_func_doc"
        self.__init__()  # type: ignore[misc]
        for name in list(config or {}) if classes is None else classes:
            if name not in known.CLASS_FILE_PATH_MAPPING:
                raise ValueError(f"BFCL has no back end {name!r}; it has {', '.join(known.CLASS_FILE_PATH_MAPPING)}")
            backend = getattr(importlib.import_module(known.CLASS_FILE_PATH_MAPPING[name]), name)()
            if name not in known.STATELESS_CLASSES:
                long = any(word in task for word in ("long_context", "composite"))
                backend._load_scenario(copy.deepcopy((config or {}).get(name, {})), long_context=long)
            self.backends[name] = backend
            methods = {key: method for key, method in inspect.getmembers(backend, inspect.ismethod) if not key.startswith("_")}
            self._methods.update(methods)
            for line in (docs / known.MULTI_TURN_FUNC_DOC_FILE_MAPPING[name]).read_text("utf-8").splitlines():
                doc = json.loads(line)
                if doc["name"] in methods:
                    self.tools.append({"name": doc["name"], "description": doc["description"], "inputSchema": _schema(doc["parameters"])})

    def call(self, name: str, arguments: JSON) -> str:
        """The result of a back end, in BFCL's form."""
        if name not in self._methods:
            raise ValueError(f"there is no function {name!r}")
        result = self._methods[name](**copy.deepcopy(arguments))  # a back end keeps its arguments, and may change them
        if isinstance(result, dict):
            with contextlib.suppress(TypeError, ValueError):
                return json.dumps(result)
        return str(result)


class _Refused(Exception):
    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code


def _answer(session: Session, method: str, params: JSON) -> JSON:
    """The result of a request."""
    if method == "initialize":
        version = params.get("protocolVersion", "2025-11-25")
        return {"protocolVersion": version, "capabilities": {"tools": {}}, "serverInfo": {"name": "voi.bfcl", "version": "1"}}
    if method == "ping":
        return {}
    if method == "tools/list":
        return {"tools": _OWN + session.tools}
    if method != "tools/call":
        raise _Refused(-32601, f"there is no method {method!r}")
    name, arguments = params.get("name", ""), params.get("arguments") or {}
    if not isinstance(name, str) or not isinstance(arguments, dict):
        raise _Refused(-32602, "name is no text, or arguments is no object")
    try:
        if name == "voi_reset":
            session.reset(arguments.get("config"), arguments.get("classes"), str(arguments.get("task", "")))
            text = "ok"
        elif name == "voi_state":
            text = describe(session.backends)
        else:
            text = session.call(name, arguments)
    except Exception as error:  # the agent reads any exception of a back end, as with BFCL
        return {"content": [{"type": "text", "text": f"Error during execution: {error}"}], "isError": True}
    return {"content": [{"type": "text", "text": text}]}


def serve(lines: Iterator[str], out: TextIO) -> None:
    """Answer requests, a line each, until the input ends."""
    session = Session()
    for line in lines:
        reply: JSON = {"jsonrpc": "2.0", "id": None}
        try:
            request = json.loads(line)
            if not isinstance(request, dict) or not isinstance(request.get("method"), str):
                raise _Refused(-32600, "this is no request")
            if "id" not in request:
                continue  # a notification
            reply["id"] = request["id"]
            params = request.get("params") or {}
            if not isinstance(params, dict):
                raise _Refused(-32602, "params is no object")
            reply["result"] = _answer(session, request["method"], params)
        except (_Refused, ValueError, RecursionError) as error:
            reply["error"] = {"code": getattr(error, "code", -32700), "message": str(error)}
        out.write(json.dumps(reply) + "\n")
        out.flush()


def main() -> int:
    """Serve on stdin and stdout."""
    try:
        importlib.import_module("bfcl_eval")
    except ImportError:
        print("voi.bfcl needs BFCL's own package: pip install bfcl-eval, or with less, pip install --no-deps bfcl-eval mpmath", file=sys.stderr)
        return 2
    out, sys.stdout = sys.stdout, sys.stderr  # text that a back end prints is no reply
    serve(iter(sys.stdin), out)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
