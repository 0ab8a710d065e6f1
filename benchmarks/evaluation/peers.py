"""Other evaluation tools on the same files, each in a process and all in an environment apart."""

from __future__ import annotations

import json
from pathlib import Path
from statistics import median
from typing import NamedTuple

from benchmarks.evaluation.peer_tools import TOOLS
from benchmarks.running.metered import metered
from benchmarks.running.places import CHECKOUT
from benchmarks.running.tables import Say

REQUIREMENTS = CHECKOUT / "benchmarks" / "requirements-peers.txt"


class PeerTiming(NamedTuple):
    """One tool on one workload: medians of seconds by step, and the most memory it held.

    `trouble` is the reason if there are none.
    """

    tool: str
    seconds: dict[str, float]
    peak_mb: float
    values: dict[str, float]
    trouble: str = ""


def time_peers(
    python: Path, qrels: Path, run: Path, *, n_rounds: int, say: Say
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
        took = metered([*program, str(qrels), str(run)])
        if took.code:
            return PeerTiming(tool, {}, 0.0, {}, "it is not installed, or failed")
        rounds.append((json.loads(took.out), took.peak_mb))
    steps = rounds[0][0]["seconds"]
    return PeerTiming(
        tool,
        {step: median(found["seconds"][step] for found, _ in rounds) for step in steps},
        max(peak for _, peak in rounds),
        rounds[0][0]["values"],
    )
