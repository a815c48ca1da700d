"""Builds the published wheels, one for each platform, on this machine, and checks them.

    python wheels.py [--out DIR] [PLATFORM ...]

The binary needs no C library, so one wheel serves glibc and musl Linux. For wheels that cannot
run here, only tags, metadata and contents are checked.
"""

from __future__ import annotations

import argparse
import os
import pathlib
import subprocess
import sys
import tempfile
import time
import zipfile

HERE = pathlib.Path(__file__).resolve().parent

# Name: GOOS, GOARCH, tags. Linux from glibc 2.17 or musl 1.2 on; macOS from 12 on, as Go
# requires.
PLATFORMS = {
    "linux-x86_64": ("linux", "amd64", "manylinux_2_17_x86_64.manylinux2014_x86_64.musllinux_1_2_x86_64"),
    "linux-aarch64": ("linux", "arm64", "manylinux_2_17_aarch64.manylinux2014_aarch64.musllinux_1_2_aarch64"),
    "macos-x86_64": ("darwin", "amd64", "macosx_12_0_x86_64"),
    "macos-arm64": ("darwin", "arm64", "macosx_12_0_arm64"),
    "windows-amd64": ("windows", "amd64", "win_amd64"),
    "windows-arm64": ("windows", "arm64", "win_arm64"),
}

# The first bytes of an executable of each system.
MAGIC = {"linux": b"\x7fELF", "darwin": b"\xcf\xfa\xed\xfe", "windows": b"MZ"}


def run(*args: str, **env: str) -> str:
    """Run a module of this environment's Python and return its output; exit if it fails."""
    done = subprocess.run([sys.executable, "-m", *args], cwd=HERE, env={**os.environ, **env}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(args)}: exit status {done.returncode}\n{done.stdout}")
    return done.stdout


def build(name: str, out: pathlib.Path) -> pathlib.Path:
    """Build the wheel of a platform."""
    system, machine, tags = PLATFORMS[name]
    run("build", "--wheel", "--no-isolation", "--outdir", str(out), str(HERE), GOOS=system, GOARCH=machine, VOI_WHEEL_TAGS=tags)
    (wheel,) = out.glob(f"*-{tags}.whl")
    return wheel


def check(name: str, wheel: pathlib.Path) -> str:
    """Check a wheel and return a line about it."""
    system, _, tags = PLATFORMS[name]
    with zipfile.ZipFile(wheel) as archive:
        (binary,) = [entry for entry in archive.infolist() if entry.filename.startswith("voi/bin/")]
        if not archive.read(binary).startswith(MAGIC[system]):
            sys.exit(f"{wheel.name}: {binary.filename} is no executable of {system}")
        if not binary.external_attr >> 16 & 0o111:
            sys.exit(f"{wheel.name}: {binary.filename} may not be executed")
        described = archive.read(next(n for n in archive.namelist() if n.endswith(".dist-info/WHEEL"))).decode()
    for tag in tags.split("."):
        if f"Tag: py3-none-{tag}\n" not in described:
            sys.exit(f"{wheel.name} does not say that it is for {tag}:\n{described}")
    run("twine", "check", "--strict", str(wheel))
    run("check_wheel_contents", str(wheel))
    audited = ""
    if system == "linux":
        said = " ".join(run("auditwheel", "show", str(wheel)).split())
        if "requires no external shared libraries" not in said:
            sys.exit(f"{wheel.name}: auditwheel says: {said}")
        audited = ", needs no shared library"
    return f"{wheel.name}: {wheel.stat().st_size / 2**20:.1f} MiB, {binary.file_size / 2**20:.1f} MiB unpacked{audited}"


MINUTE = 60.0  # maximum seconds to install the wheel for one's own reward and audit it
REWARD = "def reward(prompts, completions, **columns):\n    return [float('?' in text) for text in completions]\n"


def try_out(wheel: pathlib.Path) -> float:
    """Install a wheel for this machine into an empty environment, and run its contents.

    Returns the seconds from the installation to the end of the audit of a Python reward.
    """
    with tempfile.TemporaryDirectory(prefix="voi-wheel-") as tmp:
        run("venv", tmp)
        scripts = pathlib.Path(tmp) / ("Scripts" if os.name == "nt" else "bin")
        env = {k: v for k, v in os.environ.items() if k not in ("VOI_BIN", "VOI_DATA", "VOI_PROFILE", "PYTHONPATH")}
        (pathlib.Path(tmp) / "mine.py").write_text(REWARD, encoding="utf-8")
        began = time.monotonic()
        for args in (
            [str(scripts / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-index", str(wheel)],
            [str(scripts / "voi"), "audit", "--reward", "mine.py:reward"],
        ):
            subprocess.run(args, cwd=tmp, env=env, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        took = time.monotonic() - began
        for args in (
            [str(scripts / "voi"), "version"],
            [str(scripts / "python"), "-W", "error", "-c", "import voi\nwith voi.Scorer() as s: assert s.hello()['version'] == voi.__version__"],
        ):
            subprocess.run(args, cwd=tmp, env=env, check=True)
    if took > MINUTE:
        sys.exit(f"{wheel.name}: a reward in Python was audited {took:.0f} s after the installation began, not within a minute")
    return took


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("platforms", nargs="*", choices=[[], *PLATFORMS], help="default: all")
    parser.add_argument("--out", type=pathlib.Path, default=HERE / "dist")
    args = parser.parse_args()
    args.out.mkdir(exist_ok=True)
    for old in args.out.glob("voi-*.whl"):
        old.unlink()
    here = f"{sys.platform}-{os.uname().machine}" if hasattr(os, "uname") else ""
    for name in args.platforms or PLATFORMS:
        wheel = build(name, args.out.resolve())
        print(check(name, wheel), flush=True)
        if name == here:
            print(f"{wheel.name}: installed and run; a reward in Python was audited {try_out(wheel):.0f} s after the installation began")


if __name__ == "__main__":
    main()
