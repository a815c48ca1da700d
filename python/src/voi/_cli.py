"""The console script ``voi`` and ``python -m voi``: both run the binary."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

from . import _binary
from ._errors import ConfigError


def main() -> int:
    """Run the binary with the arguments of this process and return its exit status.

    On POSIX this process is replaced by the binary, which then gets the signals, stdin and the
    exit status. On Windows this is impossible: there this process waits for the binary and leaves
    Ctrl-C to it.
    """
    try:
        binary = _binary.find()
        # The launchers of Windows leave .exe out of their name, and another program may have no file at all.
        if any(os.path.exists(own) and os.path.samefile(binary, own) for own in (sys.argv[0], sys.argv[0] + ".exe")):
            raise ConfigError("VOI_BIN is this script, which would run itself; give it the path of the binary, or unset it")
        os.environ.setdefault("VOI_PYTHON", sys.executable)  # for voi audit --reward module:function
        if os.name != "nt":
            os.execv(binary, [binary, *sys.argv[1:]])
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        return subprocess.call([binary, *sys.argv[1:]])
    except (ConfigError, OSError) as error:
        print(f"voi: {error}", file=sys.stderr)
        return 2
