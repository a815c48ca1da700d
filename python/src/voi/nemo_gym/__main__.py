"""``python -m voi.nemo_gym [FOLDER]`` writes ``resources_servers/voi`` into a folder, by default this one."""

from __future__ import annotations

import sys

from . import write


def main() -> int:
    """Write the folder and print its path."""
    arguments = sys.argv[1:]
    if len(arguments) > 1 or any(argument.startswith("-") for argument in arguments):
        print(__doc__, file=sys.stderr)
        return 2
    try:
        print(write(arguments[0] if arguments else "."))
    except OSError as error:
        print(f"voi: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
