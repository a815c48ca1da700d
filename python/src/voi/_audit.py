"""The audit of a Python reward function (``voi audit``)."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
import threading
from collections.abc import Iterable, Sequence
from typing import Any, Callable, NamedTuple, Optional, Union

from . import _binary
from ._errors import ConfigError, VoiError
from ._reward import Reward, serve


class Audit(NamedTuple):
    """The result of an audit."""

    exploits: list[str]  #: probes that are paid but should not be
    rejects_honest: list[str]  #: other forms of honest work that are paid less
    conduct: list[str]  #: codes of bad conduct of the function
    needs_judge: list[str]  #: probes that no rule can judge; never counted as closed
    report: dict[str, Any]  #: all figures, as ``voi audit --json`` has them for one reward
    text: str  #: the report for a person

    @property
    def findings(self) -> list[str]:
        """The names of all findings: exploits, rejected honest work, conduct."""
        return self.exploits + self.rejects_honest + self.conduct


def audit(
    fn: Union[Callable[..., Any], str],
    data: Union[str, os.PathLike[str], None] = None,
    *,
    train: bool = False,
    seed: int = 0,
    samples: Optional[int] = None,
    grammar: str = "auto",
    range: Optional[tuple[float, float]] = None,
    reviewed: Iterable[str] = (),
    out: Union[str, os.PathLike[str], None] = None,
) -> Audit:
    """Check that a reward function pays honest work, and only honest work.

    Args:
        fn: the function, called in this process by its signature (TRL, verl, verifiers, or
            ``(completion, sample)``), or the name or path of a profile.
        data: a folder of shards; default the embedded examples.
        train: also find what the reward asks for, and train a simulated policy on it.
        seed: of everything drawn or made up.
        samples: the number of samples to draw from a larger folder.
        grammar: the form of completions: ``tagged``, ``native``, ``think``, or ``auto``, the form
            in which honest work earns most.
        range: the smallest and the largest reward; default the observed ones.
        reviewed: names of findings to leave out.
        out: a file for the report, for ``voi report``.

    Raises:
        ConfigError: an argument, the function's signature or the data are invalid.
        VoiError: the audit failed.
    """
    reward = None if isinstance(fn, str) else Reward(fn)
    with tempfile.TemporaryDirectory(prefix="voi-audit-") as folder:
        report = os.fspath(out) if out is not None else os.path.join(folder, "report.json")
        arguments = [_binary.find(), "audit", "--seed", str(seed), "--out", report]
        if isinstance(fn, str):
            arguments += ["--profile", fn]
        else:
            arguments += ["--reward", "-", "--grammar", grammar, "--timeout", "24h"]
        names = list(reviewed)
        if names:
            baseline = os.path.join(folder, "reviewed.txt")
            with open(baseline, "w", encoding="utf-8") as file:
                file.write("\n".join(names))
            arguments += ["--baseline", baseline]
        arguments += ["--data", os.fspath(data)] if data is not None else []
        arguments += ["--train"] if train else []
        arguments += ["--samples", str(samples)] if samples is not None else []
        arguments += ["--range", f"{range[0]!r},{range[1]!r}"] if range is not None else []
        text = _run(arguments, reward)
        with open(report, encoding="utf-8") as file:
            found = json.load(file)["rewards"][0]
    return Audit(
        exploits=found["exploits"],
        rejects_honest=found["rejects_honest"],
        conduct=[c["code"] for c in found["conduct"]],
        needs_judge=found["needs_judge"],
        report=found,
        text=text,
    )


def _run(arguments: Sequence[str], reward: Optional[Reward]) -> str:
    """Run the binary, which calls the function over its pipes, and return its output."""
    with subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8") as process:
        assert process.stdin and process.stdout and process.stderr
        told: list[str] = []
        listener = threading.Thread(target=lambda: told.append(process.stderr.read()), daemon=True)  # type: ignore[union-attr]
        listener.start()
        said = ""
        try:
            if reward is None:
                said = process.stdout.read()
            else:

                def write(text: str) -> None:
                    process.stdin.write(text)  # type: ignore[union-attr]
                    process.stdin.flush()  # type: ignore[union-attr]

                try:
                    serve(reward, process.stdout, write)
                except BrokenPipeError:
                    pass  # it has stopped, and stderr says why
        except BaseException:
            process.kill()
            raise
        finally:
            try:
                process.stdin.close()
            except BrokenPipeError:
                pass
        listener.join()
        status = process.wait()
    text = said or "".join(told)
    if status == 2:
        raise ConfigError("".join(told).strip())
    if status != 0:
        raise VoiError("".join(told).strip() or f"voi audit ended with status {status}")
    return text
