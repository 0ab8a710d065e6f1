"""The environment of the other engines, made at first use under REGRADE_HOME."""

from __future__ import annotations

import subprocess
import venv
from pathlib import Path

from benchmarks.lexical.tables import Say

CHECKOUT = Path(__file__).parents[2]
REQUIREMENTS = CHECKOUT / "benchmarks" / "requirements-lexical-peers.txt"
INSTALLED = "installed.txt"  # what the environment was made from


def peers_python(home: Path, say: Say) -> Path | None:
    """The interpreter of the peers' environment; None, and why is said, where there is none."""
    folder = home / "lexical-peers"
    python, record = folder / "bin" / "python", folder / INSTALLED
    wanted = REQUIREMENTS.read_text()
    if record.is_file() and record.read_text() == wanted:
        return python
    say(f"Installing the engines to compare with in {folder}")
    venv.create(folder, with_pip=True, clear=True)
    asked = ["-m", "pip", "install", "--quiet", "--only-binary=:all:", "-r", str(REQUIREMENTS)]
    ran = subprocess.run([str(python), *asked], capture_output=True, text=True)
    if ran.returncode:
        say(f"The engines to compare with could not be installed: {ran.stderr.strip()[-500:]}")
        return None
    record.write_text(wanted)
    return python
