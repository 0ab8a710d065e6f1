"""Environments of other tools, apart from Regrade's, made at first use under REGRADE_HOME."""

from __future__ import annotations

import subprocess
import venv
from pathlib import Path

from benchmarks.running.tables import Say
from launcher.rights import close_to_others

INSTALLED = "installed.txt"  # what the environment was made from


def python_apart(folder: Path, requirements: Path, say: Say) -> Path:
    """The interpreter of an environment, which is made where it is not there yet.

    Every requirement is installed for itself: one that cannot be does not keep the others away.
    Where none can be, the next use tries again.
    """
    python, record = folder / "bin" / "python", folder / INSTALLED
    wanted = requirements.read_text()
    if record.is_file() and record.read_text() == wanted:
        return python
    say(f"Installing the tools to compare with in {folder}")
    venv.create(folder, with_pip=True, clear=True)
    installed = [_install(python, requirement, say) for requirement in pinned(requirements)]
    close_to_others(folder)
    if any(installed):
        record.write_text(wanted)
    return python


def pinned(requirements: Path) -> list[str]:
    """Requirements in the file, without its comments."""
    lines = (line.partition("#")[0].strip() for line in requirements.read_text().splitlines())
    return [line for line in lines if line]


def _install(python: Path, requirement: str, say: Say) -> bool:
    asked = [str(python), "-m", "pip", "install", "--quiet", "--only-binary=:all:", requirement]
    ran = subprocess.run(asked, capture_output=True, text=True)
    if ran.returncode:
        why = ran.stderr.strip()[-500:]
        say(f"{requirement} could not be installed; its rows will say so: {why}")
    return not ran.returncode
