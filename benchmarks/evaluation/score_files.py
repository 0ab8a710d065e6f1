"""How long a run file takes to be scored, from the start of a process to its end."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from benchmarks.evaluation.timed_score import NAMES, STEPS
from benchmarks.running.metered import metered

BY_STEP = "step by step"
COMMAND = "./dev score, from start to end"


class FileTiming(NamedTuple):
    """Medians over rounds on one pair of files.

    Attributes:
        tool: BY_STEP, or COMMAND for the process with all of its start.
        n_rounds: how often.
        step_s: import, read labels, read run, measure; empty for a process seen from outside.
        wall_s: of the whole process.
        slowest_wall_s: of the slowest one.
        cpu_s: of the whole process, all cores together.
        peak_mb: most memory that the process held.
        values: means over the topics of the labels.
    """

    tool: str
    n_rounds: int
    step_s: dict[str, float]
    wall_s: float
    slowest_wall_s: float
    cpu_s: float
    peak_mb: float
    values: dict[str, float]


def time_score(qrels: Path, run: Path, *, n_rounds: int) -> list[FileTiming]:
    """A row for the steps and one for the command as it is called; every round runs both.

    So whatever else the machine does falls on both alike.
    """
    rounds: dict[str, list[dict[str, Any]]] = {BY_STEP: [], COMMAND: []}
    for _ in range(n_rounds):
        program = ["-m", "benchmarks.evaluation.timed_score", str(qrels), str(run)]
        rounds[BY_STEP].append(_ran(program, parsed=True))
        asked = ["-m", ",".join(NAMES), "--format=json"]
        program = ["-m", "regrade.score", str(qrels), str(run), *asked]
        rounds[COMMAND].append(_ran(program, parsed=False))
    return [_row(tool, found) for tool, found in rounds.items()]


def _ran(program: Sequence[str], *, parsed: bool) -> dict[str, Any]:
    took = metered([sys.executable, *program])
    if took.code:
        raise RuntimeError(f"{' '.join(program)} ended with {took.code}")
    shown = json.loads(took.out)
    return {
        **took._asdict(),
        "step_s": shown["seconds"] if parsed else {},
        "values": shown["values"] if parsed else shown[0]["values"],
    }


def _row(tool: str, rounds: Sequence[dict[str, Any]]) -> FileTiming:
    walls = [found["wall_s"] for found in rounds]
    steps = [step for step in STEPS if step in rounds[0]["step_s"]]
    return FileTiming(
        tool=tool,
        n_rounds=len(rounds),
        step_s={step: median(found["step_s"][step] for found in rounds) for step in steps},
        wall_s=median(walls),
        slowest_wall_s=max(walls),
        cpu_s=median(found["cpu_s"] for found in rounds),
        peak_mb=max(found["peak_mb"] for found in rounds),
        values=rounds[0]["values"],
    )
