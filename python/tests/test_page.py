"""The Python examples in the docs print what the docs show."""

from __future__ import annotations

import doctest
import pathlib
import re
import shutil
import subprocess

import pytest

from voi import _binary

ROOT = pathlib.Path(__file__).resolve().parents[2]


@pytest.mark.skipif(not (ROOT / "docs" / "examples").is_dir(), reason="no clone around the package")
def test_the_lines_of_the_page(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```pycon\n(.*?)```", text, re.DOTALL)
    assert blocks
    shutil.copytree(ROOT / "docs" / "examples", tmp_path / "docs" / "examples")
    subprocess.run([_binary.find(), "build", "--out", "data"], cwd=tmp_path, check=True, capture_output=True)
    monkeypatch.chdir(tmp_path)
    test = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, "python.md", "python.md", 0)
    failures: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=failures.append)
    assert failures == []
