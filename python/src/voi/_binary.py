"""Finds the voi binary."""

from __future__ import annotations

import os
import pathlib

from ._errors import ConfigError

NAME = "voi.exe" if os.name == "nt" else "voi"


def find() -> str:
    """The path of the binary: ``$VOI_BIN``, else the one in this package.

    Raises ConfigError if there is none. The search path is not used: its ``voi`` is the console
    script of this package, or another version.
    """
    named = os.environ.get("VOI_BIN")
    if named:
        try:
            path = pathlib.Path(named).expanduser()
            there = path.is_file()
        except (OSError, RuntimeError) as error:  # a folder that may not be read, a user without a home
            raise ConfigError(f"VOI_BIN is {named!r:.200}, which cannot be looked up: {error}; give the path of a voi binary, or unset it") from error
        if not there:
            raise ConfigError(f"VOI_BIN is {named!r}, and there is no such file; give the path of a voi binary, or unset it")
        return str(path.absolute())  # a bare name would be searched on the path
    path = pathlib.Path(__file__).parent / "bin" / NAME
    if not path.is_file():
        raise ConfigError(
            f"this installation of voi has no binary at {path}; install a wheel for this platform, "
            "or build from a clone that has Go (pip install ./python), or set VOI_BIN"
        )
    return str(path)
