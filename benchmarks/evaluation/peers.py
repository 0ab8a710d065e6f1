"""Other evaluation tools on the same files, each in a process and all in an environment apart."""

from __future__ import annotations

import json
import subprocess
import sys
import venv
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from typing import NamedTuple

from benchmarks.evaluation.peer_tools import TOOLS

CHECKOUT = Path(__file__).parents[2]
REQUIREMENTS = CHECKOUT / "benchmarks" / "requirements-peers.txt"
INSTALLED = "installed.txt"  # what the environment was made from


class PeerTiming(NamedTuple):
    """One tool on one workload: medians of seconds by step, and the most memory it held.

    `trouble` says in its stead why there is nothing to tell.
    """

    tool: str
    seconds: dict[str, float]
    peak_mb: float
    values: dict[str, float]
    trouble: str = ""


def peers_python(home: Path, say: Callable[[str], None]) -> Path:
    """The interpreter of the peers' environment, which is made where it is not there yet.

    Every requirement is installed for itself: one that cannot be does not keep the others away.
    """
    folder = home / "peers"
    python, record = folder / "bin" / "python", folder / INSTALLED
    wanted = REQUIREMENTS.read_text()
    if record.is_file() and record.read_text() == wanted:
        return python
    say(f"Installing the tools to compare with in {folder}")
    venv.create(folder, with_pip=True, clear=True)
    for requirement in _requirements(wanted):
        asked = [str(python), "-m", "pip", "install", "--quiet", "--only-binary=:all:", requirement]
        if subprocess.run(asked, capture_output=True).returncode:
            say(f"{requirement} could not be installed; its rows will say so")
    record.write_text(wanted)
    return python


def time_peers(
    python: Path, qrels: Path, run: Path, *, n_rounds: int, say: Callable[[str], None]
) -> list[PeerTiming]:
    timings = []
    for tool in TOOLS:
        say(f"{tool}: {n_rounds} rounds")
        timings.append(_time(python, tool, qrels, run, n_rounds))
    return timings


def _time(python: Path, tool: str, qrels: Path, run: Path, n_rounds: int) -> PeerTiming:
    rounds = []
    for _ in range(n_rounds):
        program = [str(python), "-m", "benchmarks.evaluation.peer_tools", tool]
        meter = [sys.executable, "-m", "benchmarks.evaluation.metered"]
        ran = subprocess.run(
            [*meter, *program, str(qrels), str(run)], cwd=CHECKOUT, capture_output=True, check=True
        )
        took = json.loads(ran.stdout)
        if took["code"]:
            return PeerTiming(tool, {}, 0.0, {}, "it is not installed, or failed")
        rounds.append((json.loads(took["out"]), took["peak_mb"]))
    steps = rounds[0][0]["seconds"]
    return PeerTiming(
        tool,
        {step: median(told["seconds"][step] for told, _ in rounds) for step in steps},
        max(peak for _, peak in rounds),
        rounds[0][0]["values"],
    )


def _requirements(text: str) -> Iterator[str]:
    for line in text.splitlines():
        if requirement := line.partition("#")[0].strip():
            yield requirement
