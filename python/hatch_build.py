"""The build of the wheel: it contains the Go binary, and its tag names the binary's platform.

The Go sources are the clone around this folder, or go/ in an sdist. GOOS and GOARCH choose
another platform than this machine's, VOI_WHEEL_TAGS other tags.
"""

from __future__ import annotations

import os
import pathlib
import re
import shutil
import subprocess
import sysconfig
import tempfile
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

HERE = pathlib.Path(__file__).resolve().parent
SOURCES = ("*.go", "go.mod", "go.sum")


def go_root() -> pathlib.Path:
    """The folder of go.mod."""
    for folder in (HERE.parent, HERE / "go"):
        if (folder / "go.mod").is_file() and (folder / "cmd" / "voi").is_dir():
            return folder
    raise RuntimeError(
        f"there are no Go sources of voi beside {HERE}: build from a clone, with pip 21.3 or later, or from an sdist, "
        "or install a wheel that was built for this platform"
    )


def version() -> str:
    """The version of voi in export/version.go."""
    text = (go_root() / "export" / "version.go").read_text(encoding="utf-8")
    found = re.search(r'^const Version = "([^"]+)"$', text, re.MULTILINE)
    if found is None:
        raise RuntimeError('export/version.go has no line: const Version = "..."')
    return found.group(1)


class GoBinary(BuildHookInterface[Any]):
    """Compiles the binary into a wheel, or beside the sources for an editable install."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        root = go_root()
        if self.target_name == "sdist":
            for path in sources(root):
                build_data["force_include"][str(root / path)] = f"go/{path}"
            return
        go = shutil.which(os.environ.get("GO", "go"))
        if go is None:
            raise RuntimeError("building voi from its sources needs Go (https://go.dev/dl), or install a wheel that was built for this platform")
        environment = {**os.environ, "CGO_ENABLED": "0"}
        target = subprocess.run([go, "env", "GOOS", "GOARCH"], cwd=root, env=environment, check=True, capture_output=True, text=True)
        system, machine = target.stdout.split()
        name = "voi.exe" if system == "windows" else "voi"
        if version == "editable":
            out = HERE / "src" / "voi" / "bin" / name
        else:
            self.scratch = tempfile.TemporaryDirectory(prefix="voi-wheel-")
            out = pathlib.Path(self.scratch.name) / name
            build_data["force_include"][str(out)] = f"voi/bin/{name}"
        out.parent.mkdir(exist_ok=True)
        subprocess.run([go, "build", "-trimpath", "-tags", "minimal", "-ldflags", "-s -w", "-o", str(out), "./cmd/voi"], cwd=root, env=environment, check=True)
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{os.environ.get('VOI_WHEEL_TAGS') or platform(system, machine)}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if hasattr(self, "scratch"):
            self.scratch.cleanup()


def platform(system: str, machine: str) -> str:
    """The platform tag of a wheel for this machine alone."""
    arch = {"amd64": "x86_64", "arm64": "aarch64"}.get(machine, machine)
    if system == "linux":
        return f"linux_{arch}"
    if system == "darwin":
        return f"macosx_12_0_{'arm64' if machine == 'arm64' else arch}"
    if system == "windows":
        return {"amd64": "win_amd64", "arm64": "win_arm64", "386": "win32"}[machine]
    return re.sub(r"[-. ]", "_", sysconfig.get_platform())


def sources(root: pathlib.Path) -> list[str]:
    """The files of the clone that go build reads: modules' files and embedded files, without tests."""
    found = []
    listed = subprocess.run(
        [
            os.environ.get("GO", "go"),
            "list",
            "-deps",
            "-f",
            "{{if and .Module .Module.Main}}{{$d := .Dir}}"
            "{{range .GoFiles}}{{$d}}/{{.}}\n{{end}}{{range .IgnoredGoFiles}}{{$d}}/{{.}}\n{{end}}{{range .EmbedFiles}}{{$d}}/{{.}}\n{{end}}{{end}}",
            "./cmd/voi",
        ],
        cwd=root,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    for line in listed.split("\n"):
        path = line.strip()
        if path and not path.endswith("_test.go"):
            found.append(pathlib.Path(path).resolve().relative_to(root.resolve()).as_posix())
    return sorted({*found, "go.mod", "go.sum"})
