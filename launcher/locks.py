"""Lock files: write them, resolve them for every platform, audit them for known vulnerabilities."""

from __future__ import annotations

import itertools
import os
import re
import subprocess
from functools import partial
from pathlib import Path

from launcher.environment import Environment
from launcher.home import ROOT
from launcher.messages import Trouble, say, step
from launcher.processes import Command
from launcher.pythons import PYTHONS, sort_key
from launcher.rights import Umask

# Where the lock files resolve from wheels alone, in uv's names.
PLATFORMS = ("x86_64-manylinux_2_28", "aarch64-manylinux_2_28", "aarch64-apple-darwin")
# The oldest macOS that torch has wheels for.
OLDEST_MACOS = "14.0"
LOCK_HEADER = """\
# {what}: made by ./dev lock from pyproject.toml, for Python 3.11 to 3.14.
# torch's CUDA libraries are left out on purpose: the CUDA build of torch names them itself,
# and the CPU build does not need those gigabytes.
"""
OUT_OF_REACH = re.compile(r"dns error|client error \(Connect\)|Network unreachable|timed out")


def write_lock(environment: Environment, what: str, name: str, *options: str) -> None:
    """Resolve pyproject.toml for every Python and platform at once."""
    lock: Command = [environment.tool("uv"), "pip", "compile", *options, "pyproject.toml"]
    lock += ["--extra", "server"]
    lock += ["--universal", "--python-version", min(PYTHONS, key=sort_key), "--no-emit-index-url"]
    lock += ["--no-annotate", "--no-header", "--quiet", "--output-file", name]
    env = {key: text for key, text in environment.env.items() if key != "UV_FIND_LINKS"}
    environment.home.run(f"Locking {name}", lock, cwd=ROOT, env=env, umask=Umask.callers)
    lines = (ROOT / name).read_text().splitlines()
    kept = [line for line in lines if not re.match(r"nvidia-|cuda-|triton=|#", line)]
    (ROOT / name).write_text(LOCK_HEADER.format(what=what) + "\n".join(kept) + "\n")


def check_locks(environment: Environment) -> None:
    """Resolve the locked packages for each Python and platform separately, from wheels only."""
    first, *others = itertools.product(sorted(PYTHONS, key=sort_key), PLATFORMS)
    trouble = partial(lock_trouble, environment, environment.package_index())
    with step("Resolving the lock files"):
        # The first queries the index for every package, the others read its cached answers.
        troubles = [trouble(*first)]
        for case in others:
            known = trouble(*case, "--offline")
            troubles.append(known and trouble(*case))
    out_of_reach = [found for found in troubles if OUT_OF_REACH.search(found)]
    if out_of_reach:
        n = len(out_of_reach)
        say(f"The package index is out of reach: {n} of {len(troubles)} cases were not checked.")
    if found := [trouble for trouble in troubles if trouble and trouble not in out_of_reach]:
        raise Trouble("\n".join(found))


def lock_trouble(
    environment: Environment, index: dict[str, str], version: str, target: str, *options: str
) -> str:
    """Reason why the larger lock file, which includes the smaller one, does not resolve, else "".

    uv also queries the index in pip's settings.
    """
    argv: Command = [environment.tool("uv"), "pip", "compile", "--quiet", "--no-header", *options]
    argv += ["--python-version", version, "--python-platform", target, "--only-binary", ":all:"]
    env = {key: text for key, text in environment.env.items() if not key.endswith("FIND_LINKS")}
    env |= {"MACOSX_DEPLOYMENT_TARGET": OLDEST_MACOS, **index}
    argv += [ROOT / "requirements-dev.txt"]
    done = subprocess.run(argv, cwd=ROOT, env=env, capture_output=True, text=True)
    failed = f"The lock files do not resolve for Python {version} on {target}:\n{done.stderr}"
    return failed if done.returncode else ""


def audit_locks(environment: Environment) -> None:
    """Audit the locked packages if an export of advisories is configured."""
    export = os.environ.get("REGRADE_ADVISORIES")
    if not export:
        say("Known holes were not looked for: REGRADE_ADVISORIES names no export of advisories.")
        return
    argv: Command = [environment.python, "-P", ROOT / "config" / "advisories.py"]
    argv += [Path(export).expanduser().absolute(), ROOT / "pyproject.toml"]
    argv += [ROOT / "requirements-dev.txt"]
    done = subprocess.run(argv, env=environment.env, capture_output=True, text=True)
    if done.returncode:
        raise Trouble(f"The lock files did not pass the audit:\n{done.stdout}{done.stderr}".strip())
    say(done.stdout.strip())
