"""The parts of the report: each measures something and puts it into tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from django.db import connection

from annotation.models import LabelSet
from benchmarks.evaluation import stored
from benchmarks.evaluation.peers import REQUIREMENTS, PeerTiming, time_peers
from benchmarks.evaluation.quality import MEASURES, score_tracks
from benchmarks.evaluation.storing import settle, store_ground, store_labels, store_run
from benchmarks.evaluation.workloads import (
    SHAPES,
    Labels,
    Retrieved,
    Shape,
    draw_labels,
    draw_run,
    write_files,
)
from benchmarks.running.environments import python_apart
from benchmarks.running.tables import Cell, Say, Table
from ranking.models import Run
from tests.scratch import scratch_database

GROWTH = (1, 10, 50, 100)
N_LABEL_SETS = 10


class Workload(NamedTuple):
    shape: Shape
    labels: Labels
    retrieved: Retrieved


def draw(name: str, seed: int) -> Workload:
    shape = SHAPES[name]
    labels = draw_labels(shape, seed)
    return Workload(shape, labels, draw_run(shape, labels, seed))


@contextmanager
def database_with(workload: Workload) -> Iterator[tuple[str, Run, LabelSet]]:
    """A database of the benchmark's own that holds one run and one label set."""
    shape = workload.shape
    with scratch_database():
        store_ground(shape)
        label_set = store_labels("labels", shape, workload.labels)
        run = store_run("run", shape, workload.retrieved)
        settle()
        yield str(connection.settings_dict["NAME"]), run, label_set


def stored_tables(workload: Workload, n_rounds: int, say: Say) -> Iterator[Table]:
    """One stored run: the steps, what no program could save, and the memory of a process."""
    shape = workload.shape
    with database_with(workload) as (database, run, label_set):
        say(f"{shape.name}: stored run, {n_rounds} rounds")
        steps = stored.time_steps(run, label_set, n_rounds=n_rounds)
        values = stored.values_of(run, label_set)
        memory = stored.peak_of_a_process(database, run, label_set)
    limit = next(step for step in steps if step.name.startswith("fetch")).median_s
    rows: list[Sequence[Cell]] = [
        (
            step.name,
            1e3 * step.median_s,
            1e3 * min(step.wall_s),
            1e3 * max(step.wall_s),
            1e3 * step.median_cpu_s,
            step.median_s / limit,
        )
        for step in steps
    ]
    size = f"{shape.n_topics:,} topics x 1,000, {shape.n_labels:,} labels, five measures"
    note = (
        f"A fresh process that scores this run once holds {memory:.0f} MB at most. Means:"
        f" {', '.join(f'{name} {value:.10f}' for name, value in values.items())}."
    )
    headers = ("step", "ms", "least", "most", "own CPU ms", "times the fetch")
    yield Table(f"A stored run: {shape.name}, {size}", headers, rows, note)


def growth_tables(seed: int, n_rounds: int, say: Say) -> Iterator[Table]:
    """Many runs under ten label sets by twelve measures, on the small workload."""
    shape = SHAPES["graded"]
    with scratch_database():
        store_ground(shape)
        drawn = [draw_labels(shape, seed + number) for number in range(N_LABEL_SETS)]
        label_sets = [
            store_labels(f"labels{number}", shape, labels) for number, labels in enumerate(drawn)
        ]
        runs = [
            store_run(f"run{number}", shape, draw_run(shape, drawn[0], seed + number))
            for number in range(max(GROWTH))
        ]
        settle()
        rows: list[Sequence[Cell]] = []
        for n_runs in GROWTH:
            say(f"{n_runs} runs under {N_LABEL_SETS} label sets")
            first, again = stored.time_many(runs[:n_runs], label_sets, n_rounds=n_rounds)
            rows.append((n_runs, first, 1e3 * first / (n_runs * N_LABEL_SETS), again))
    headers = ("runs", "first time, s", "ms a run and label set", "all kept, s")
    yield Table("Many runs: graded, 10 label sets, 12 measures", headers, rows)


def peer_tables(workload: Workload, home: Path, n_rounds: int, say: Say) -> Iterator[Table]:
    """Other tools on the same workload as files; ours from the database beside them."""
    python = python_apart(home / "peers", REQUIREMENTS, say)
    with TemporaryDirectory(prefix="regrade-bench-") as folder:
        qrels, run = write_files(workload.retrieved, workload.labels, Path(folder))
        timings = time_peers(python, qrels, run, n_rounds=n_rounds, say=say)
    with database_with(workload) as (database, stored_run, label_set):
        ours = _ours(database, stored_run, label_set, n_rounds)
    yield _peer_times(workload.shape, [ours, *timings])
    yield _peer_values(workload.shape, [ours, *timings])


def quality_tables(data: Path, say: Say) -> Iterator[Table]:
    say("runs of TREC Deep Learning")
    rows = [
        (
            scored.year,
            scored.system,
            *(f"{scored.values[name]:.4f}" for name in MEASURES),
            "-" if scored.published is None else f"{scored.published:.4f}",
            f"{scored.n_tied:,} of {scored.n_lines:,}",
        )
        for scored in score_tracks(data)
    ]
    headers = ("year", "run", *MEASURES, "published nDCG@10", "tied lines")
    yield Table("TREC Deep Learning, NIST's labels", headers, rows)


def _ours(database: str, run: Run, label_set: LabelSet, n_rounds: int) -> PeerTiming:
    steps = {step.name: step for step in stored.time_steps(run, label_set, n_rounds=n_rounds)}
    memory = stored.peak_of_a_process(database, run, label_set)
    seconds = {
        "labels": steps["(a) read labels"].median_s,
        "run": steps["(a) read rankings"].median_s,
        "measure": steps["(b) match"].median_s + steps["(c) measure"].median_s,
        "measure again": steps["the service, all kept"].median_s,
    }
    values = stored.values_of(run, label_set)
    return PeerTiming("Regrade, from the database", seconds, memory, values)


def _peer_times(shape: Shape, timings: Sequence[PeerTiming]) -> Table:
    steps = ("import", "labels", "run", "measure", "measure again")
    best = timings[0].seconds["measure"]
    rows = [
        (
            timing.tool,
            *(timing.seconds.get(step) for step in steps),
            timing.seconds["measure"] / best if timing.seconds else None,
            timing.peak_mb or None,
            timing.trouble,
        )
        for timing in timings
    ]
    headers = ("tool", *(f"{step}, s" for step in steps), "measure, times ours", "peak MB", "")
    return Table(f"Side by side: {shape.name}", headers, rows)


def _peer_values(shape: Shape, timings: Sequence[PeerTiming]) -> Table:
    present = [timing for timing in timings if timing.values]
    names = list(dict.fromkeys(chain.from_iterable(timing.values for timing in present)))
    ours = present[0].values
    rows = [
        (
            name,
            f"{ours[name]:.10f}",
            *(f"{timing.values[name] - ours[name]:+.1e}" for timing in present[1:]),
        )
        for name in names
    ]
    headers = ("measure", "Regrade", *(f"{timing.tool} less ours" for timing in present[1:]))
    return Table(f"Agreement: {shape.name}", headers, rows)
