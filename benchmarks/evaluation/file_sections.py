"""The parts of the report about files and about tests of significance."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.evaluation.import_run import fill_collection, time_import, time_new_doc_ids
from benchmarks.evaluation.score_files import time_score
from benchmarks.evaluation.sections import Workload
from benchmarks.evaluation.significance import Timing, timings_of_pairs
from benchmarks.evaluation.significance_systems import timings_of_systems
from benchmarks.evaluation.stored import Step
from benchmarks.evaluation.storing import store_ground
from benchmarks.evaluation.workloads import write_files
from benchmarks.running.tables import Cell, Say, Table
from tests.scratch import scratch_database, scratch_storage

N_NEW = 10_000


def file_tables(workload: Workload, n_rounds: int, say: Say) -> Iterator[Table]:
    """Scoring a run file, from the start of a process to its end."""
    say(f"{workload.shape.name}: files")
    with TemporaryDirectory(prefix="regrade-bench-") as folder:
        qrels, run = write_files(workload.retrieved, workload.labels, Path(folder))
        timings = time_score(qrels, run, n_rounds=n_rounds)
    rows: list[Sequence[Cell]] = [
        (
            timing.tool,
            *(timing.step_s.get(step) for step in ("import", "labels", "run", "measures")),
            timing.wall_s,
            timing.cpu_s,
            timing.peak_mb,
        )
        for timing in timings
    ]
    headers = ("tool", "import, s", "labels, s", "run, s", "measures, s", "whole, s", "CPU s", "MB")
    yield Table(f"Files without a database: {workload.shape.name}", headers, rows)


def import_tables(workload: Workload, n_rounds: int, say: Say) -> Iterator[Table]:
    """A run file from the disk into the database."""
    shape = workload.shape
    say(f"{shape.name}: import, which first makes a collection of nine million passages")
    with TemporaryDirectory(prefix="regrade-bench-") as folder:
        _, path = write_files(workload.retrieved, workload.labels, Path(folder))
        with scratch_database(), scratch_storage():
            store_ground(shape)
            fill_collection(shape)
            ours, others = time_import(path, shape, workload.retrieved, n_rounds=n_rounds)
            new_s = time_new_doc_ids(path, shape, N_NEW)
    note = f"With {N_NEW:,} doc_ids that the collection lacks, all of it took {new_s:.2f} s."
    yield _table_of_steps("Import of the large run file", ours, note)
    yield _table_of_steps("Baselines for the import", others)


def _table_of_steps(title: str, steps: Sequence[Step], note: str = "") -> Table:
    rows = [(step.name, step.median_s, min(step.wall_s), step.median_cpu_s) for step in steps]
    return Table(title, ("step", "median s", "least s", "median CPU s"), rows, note)


def significance_tables(n_rounds: int, say: Say) -> Iterator[Table]:
    parts: dict[str, Callable[[int], list[Timing]]] = {
        "Tests of pairs of runs": timings_of_pairs,
        "Tests of many systems": timings_of_systems,
    }
    for title, timings in parts.items():
        say(title)
        rows: list[Sequence[Cell]] = [tuple(timing) for timing in timings(n_rounds)]
        yield Table(title, ("what", "s", "most", "CPU s", "peak MB"), rows)
