"""Other evaluation tools on the same files, each in a process and all in an environment apart."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple

from benchmarks.evaluation.peer_tools import NAMES, TOOLS
from benchmarks.evaluation.stored import KEPT, database_with, peak_of_a_process, time_steps
from benchmarks.evaluation.stored import values_of as stored_values
from benchmarks.evaluation.workloads import Shape, Workload, write_files
from benchmarks.running.environments import python_apart
from benchmarks.running.metered import Metered, metered
from benchmarks.running.places import CHECKOUT, home
from benchmarks.running.tables import Say, Table

REQUIREMENTS = CHECKOUT / "benchmarks" / "requirements-peers.txt"
STEPS = ("import", "labels", "run", "measure", "measure again")


class Timing(NamedTuple):
    """One tool on one workload: median seconds by step and of the whole process, peak memory.

    All of it is empty if the tool is not installed, or failed.
    """

    tool: str
    seconds: Mapping[str, float]
    whole_s: float | None = None
    peak_mb: float | None = None
    values: Mapping[str, float] | None = None


def peer_tables(workload: Workload, n_rounds: int, say: Say) -> Iterator[Table]:
    """Regrade from the database and from files, and other tools on the same files."""
    python = python_apart(home() / "peers", REQUIREMENTS, say)
    with TemporaryDirectory(prefix="regrade-bench-") as folder:
        files = list(map(str, write_files(workload, Path(folder))))
        theirs = [_peer(python, tool, files, n_rounds, say) for tool in TOOLS]
        command = _command(files, n_rounds, say)
    timings = [_from_the_database(workload, n_rounds), command, *theirs]
    yield _times(workload.shape, timings)
    yield _values(workload.shape, [timing for timing in timings if timing.values])


def _peer(python: Path, tool: str, files: Sequence[str], n_rounds: int, say: Say) -> Timing:
    program = [str(python), "-m", "benchmarks.evaluation.peer_tools", tool, *files]
    rounds = _rounds(tool, program, n_rounds, say)
    if not rounds:
        return Timing(tool, {})
    found = [json.loads(each.out) for each in rounds]
    seconds = {step: median(each["seconds"][step] for each in found) for step in STEPS}
    return Timing(tool, seconds, *_whole(rounds), found[0]["values"])


def _command(files: Sequence[str], n_rounds: int, say: Say) -> Timing:
    """`./dev score` as it is called, from the start of its process to the end."""
    name, asked = "./dev score", ["-m", ",".join(NAMES), "--format=json"]
    program = [sys.executable, "-m", "regrade.score", *files, *asked]
    return Timing(name, {}, *_whole(_rounds(name, program, n_rounds, say)))


def _rounds(tool: str, program: Sequence[str], n_rounds: int, say: Say) -> list[Metered]:
    """The processes that a tool took, one a round; none if it is not installed, or failed."""
    say(f"{tool}: {n_rounds} rounds")
    rounds = [metered(program) for _ in range(n_rounds)]
    if any(each.code for each in rounds):
        say(f"{tool} is not installed, or failed")
        return []
    return rounds


def _from_the_database(workload: Workload, n_rounds: int) -> Timing:
    with database_with(workload) as (run, label_set):
        steps = time_steps(run, label_set, n_rounds)
        values, memory = stored_values(run, label_set), peak_of_a_process(run, label_set)
    seconds = {
        "labels": steps["(a) read labels"].median_s,
        "run": steps["(a) read rankings"].median_s,
        "measure": steps["(b) match"].median_s + steps["(c) measure"].median_s,
        "measure again": steps[KEPT].median_s,
    }
    return Timing("Regrade, from the database", seconds, None, memory, values)


def _whole(rounds: Sequence[Metered]) -> tuple[float | None, float | None]:
    if not rounds:
        return None, None
    return median(each.wall_s for each in rounds), max(each.peak_mb for each in rounds)


def _times(shape: Shape, timings: Sequence[Timing]) -> Table:
    best = timings[0].seconds["measure"]
    rows = [
        (
            timing.tool,
            *(timing.seconds.get(step) for step in STEPS),
            timing.seconds["measure"] / best if timing.seconds else None,
            timing.whole_s,
            timing.peak_mb,
        )
        for timing in timings
    ]
    steps = (f"{step}, s" for step in STEPS)
    headers = ("tool", *steps, "measure, times ours", "whole process, s", "peak MB")
    return Table(f"Side by side: {shape.name}", headers, rows)


def _values(shape: Shape, timings: Sequence[Timing]) -> Table:
    columns = [timing.values or {} for timing in timings]
    rows = [
        (
            name,
            f"{columns[0][name]:.10f}",
            *(f"{c[name] - columns[0][name]:+.1e}" for c in columns[1:]),
        )
        for name in NAMES
    ]
    headers = ("measure", "Regrade", *(f"{timing.tool} less ours" for timing in timings[1:]))
    return Table(f"Agreement: {shape.name}", headers, rows)
