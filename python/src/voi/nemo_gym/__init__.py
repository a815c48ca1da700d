"""The resources server for NeMo Gym: the voi binary, in a folder of the form that Gym starts.

Gym finds a server under ``resources_servers/NAME`` of its known folders, makes an environment
from its ``requirements.txt``, and runs its ``app.py`` with the configuration in
``NEMO_GYM_CONFIG_DICT``. Write that folder, and start::

    python -m voi.nemo_gym .
    gym env start --config resources_servers/voi/configs/voi.yaml ...

``app.py`` becomes the binary (``voi serve --http HOST:PORT``): no Python handles requests, and
Gym's signals reach the server itself.
"""

from __future__ import annotations

import importlib
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from .. import _binary
from .._errors import ConfigError

#: The files in the folder of a resources server.
FILES = ("app.py", "requirements.txt", "configs/voi.yaml", "configs/episodes.yaml")

#: The keys of the configuration that become flags of ``voi serve``.
FLAGS = {"profile": "--profile", "data": "--data", "tasks": "--tasks", "workers": "--workers", "token_file": "--token-file"}


def write(folder: str) -> Path:
    """Write ``resources_servers/voi`` into a folder and return its path.

    Raises:
        FileExistsError: a file exists already and differs; nothing is written.
    """
    source, target = Path(__file__).parent, Path(folder) / "resources_servers" / "voi"
    for name in FILES:
        there = target / name
        if there.exists() and there.read_bytes() != (source / name).read_bytes():
            raise FileExistsError(f"{there} is there already and differs; move it away to have it written anew")
    for name in FILES:
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source / name, target / name)
    return target


def settings(environ: Mapping[str, str]) -> dict[str, Any]:
    """Return the configuration of this server: ``host``, ``port`` and the keys of ``FLAGS``.

    Args:
        environ: has ``NEMO_GYM_CONFIG_DICT``, the configuration of all servers as YAML, and
            ``NEMO_GYM_CONFIG_PATH``, the name of this one.

    Raises:
        ConfigError: not started by Gym, or the configuration has no such server.
    """
    text, name = environ.get("NEMO_GYM_CONFIG_DICT"), environ.get("NEMO_GYM_CONFIG_PATH", "")
    if not text:
        raise ConfigError(
            "NEMO_GYM_CONFIG_DICT is not set: NeMo Gym starts this file (gym env start); to start a server by hand, voi serve --http 127.0.0.1:8077"
        )
    configuration = _load_yaml(text)
    instance = configuration.get(name) if isinstance(configuration, dict) else None
    servers = instance.get("resources_servers") if isinstance(instance, dict) else None
    if not isinstance(servers, dict) or len(servers) != 1:
        raise ConfigError(f"NEMO_GYM_CONFIG_PATH is {name!r}, and the configuration has no resources server of that name")
    found: Any = next(iter(servers.values()))
    for key in ("host", "port"):
        if found.get(key) is None:
            raise ConfigError(f"the configuration of {name!r} has no {key}; gym env start fills it in")
    return dict(found)


def _load_yaml(text: str) -> Any:
    """Parse YAML with the library that Gym installs."""
    try:
        yaml = importlib.import_module("yaml")
    except ImportError:
        raise ConfigError("no module yaml, which NeMo Gym needs, too; pip install pyyaml") from None
    return yaml.safe_load(text)


def command(configuration: Mapping[str, Any]) -> list[str]:
    """Return the command line of the server.

    Args:
        configuration: ``host`` and ``port``; optionally ``profile``, ``data``, ``tasks``,
            ``workers`` and ``token_file``; ``binary``, the path of another binary.

    Raises:
        ConfigError: there is no binary.
    """
    host, port = str(configuration["host"]), int(configuration["port"])
    address = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
    line = [str(configuration.get("binary") or _binary.find()), "serve", "--http", address]
    for key, flag in FLAGS.items():
        value = configuration.get(key)
        for one in value if isinstance(value, (list, tuple)) else [value]:
            if one is not None:
                line += [flag, os.path.expanduser(str(one))]
    return line


def main() -> int:
    """Become the server that Gym asks for; returns only if that is impossible."""
    try:
        line = command(settings(os.environ))
        print("voi:", " ".join(line), file=sys.stderr, flush=True)
        if os.name != "nt":
            os.execv(line[0], line)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        return subprocess.call(line)
    except (ConfigError, OSError, ValueError) as error:
        print(f"voi: {error}", file=sys.stderr)
        return 2
