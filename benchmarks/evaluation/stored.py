"""Score stored runs under stored label sets: step by step, and by the service."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from django.db import connection, transaction

from annotation.models import LabelSet
from benchmarks.evaluation.storing import settle, store_ground, store_labels, store_run
from benchmarks.evaluation.workloads import MEASURES, SHAPES, Workload, draw_labels, draw_run
from benchmarks.running.metered import metered
from benchmarks.running.tables import Cell, Say, Table
from benchmarks.running.timing import Step, time_in_turn, total
from evaluation.models import Evaluation, TopicCoverage, TopicScores
from evaluation.scores.evaluating import evaluate_runs
from evaluation.scores.judged_runs import labelled_topics
from evaluation.scores.kept_scores import Scores, keep_scores, selected
from evaluation.scores.streamed_runs import stream_rankings
from ranking.models import Run
from regrade.measures import judge, parse_measures, score_measures
from tests.database.scratch import scratch_database

TWELVE = "RR@10,MFR@10,P@5,P@10,nDCG@5,nDCG@10,nDCG@20,AP,R@100,R@1000,Bpref,Judged@10"
FETCH, FIRST, KEPT = "fetch the bytes, nothing else", "the service, first time", "the service, kept"
OWN = ("(a) read labels", "(a) read rankings", "(b) match", "(c) measure")
GROWTH, N_LABEL_SETS = (1, 10, 50, 100), 10


@contextmanager
def database_with(workload: Workload) -> Iterator[tuple[Run, LabelSet]]:
    """A database of the benchmark's own that holds one run and one label set."""
    with scratch_database():
        store_ground(workload.shape)
        label_set = store_labels("labels", workload.shape, workload.labels)
        run = store_run("run", workload.shape, workload.retrieved)
        settle()
        yield run, label_set


def stored_table(workload: Workload, n_rounds: int, say: Say) -> Table:
    """One stored run: the steps, the unavoidable fetch, and the memory of a process."""
    shape = workload.shape
    with database_with(workload) as (run, label_set):
        say(f"{shape.name}: stored run, {n_rounds} rounds")
        steps = time_steps(run, label_set, n_rounds)
        values = values_of(run, label_set)
        memory = peak_of_a_process(run, label_set)
    own = total("all of (a) to (c)", [steps[name] for name in OWN])
    limit = steps[FETCH].median_s
    rows: list[Sequence[Cell]] = [
        (
            step.name,
            1e3 * step.median_s,
            1e3 * min(step.wall_s),
            1e3 * max(step.wall_s),
            1e3 * step.median_cpu_s,
            step.median_s / limit,
        )
        for step in (*steps.values(), own)
    ]
    size = f"{shape.n_topics:,} topics x 1,000, {shape.n_labels:,} labels, five measures"
    note = (
        f"A fresh process that scores this run once holds {memory:.0f} MB at most. Means:"
        f" {', '.join(f'{name} {value:.10f}' for name, value in values.items())}."
    )
    headers = ("step", "ms", "least", "most", "own CPU ms", "times the fetch")
    return Table(f"A stored run: {shape.name}, {size}", headers, rows, note)


def growth_table(seed: int, n_rounds: int, say: Say) -> Table:
    """Many runs under ten label sets by twelve measures, on the small workload."""
    shape, measures = SHAPES["graded"], parse_measures(TWELVE)
    rows: list[Sequence[Cell]] = []
    with scratch_database():
        store_ground(shape)
        drawn = [draw_labels(shape, seed + number) for number in range(N_LABEL_SETS)]
        label_sets = [store_labels(f"labels{n}", shape, labels) for n, labels in enumerate(drawn)]
        runs = [
            store_run(f"run{number}", shape, draw_run(shape, drawn[0], seed + number))
            for number in range(max(GROWTH))
        ]
        settle()
        for n_runs in GROWTH:
            say(f"{n_runs} runs under {N_LABEL_SETS} label sets")

            def score(n: int = n_runs) -> None:
                evaluate_runs(runs=runs[:n], label_sets=label_sets, measures=measures)

            steps = time_in_turn({FIRST: score, KEPT: score}, n_rounds, before={FIRST: forget})
            first = steps[FIRST].median_s
            each = 1e3 * first / (n_runs * N_LABEL_SETS)
            rows.append((n_runs, first, each, steps[KEPT].median_s))
    headers = ("runs", "first time, s", "ms a run and label set", "all kept, s")
    return Table("Many runs: graded, 10 label sets, 12 measures", headers, rows)


def time_steps(run: Run, label_set: LabelSet, n_rounds: int) -> dict[str, Step]:
    """Time the fetch, each step, and the whole service, once per round."""
    found: dict[str, Any] = {}
    measures, pair = parse_measures(MEASURES), (run.pk, label_set.pk)
    labels, rankings, match, measure = OWN

    def read() -> Any:
        with stream_rankings([run], found[labels].topic_ids) as stream:
            ((_, read_rankings),) = stream
        return read_rankings

    @transaction.atomic
    def store() -> None:
        keep_scores({pair: Scores(found[measure], {})})

    acts: dict[str, Callable[[], Any]] = {
        FETCH: lambda: _fetch(run),
        labels: lambda: labelled_topics(label_set),
        rankings: read,
        match: lambda: judge(found[rankings].of(found[labels]), found[labels].judged),
        measure: lambda: score_measures(measures, found[match]),
        "(d) store": store,
        FIRST: lambda: evaluate_runs(runs=[run], label_sets=[label_set], measures=measures),
        KEPT: lambda: evaluate_runs(runs=[run], label_sets=[label_set], measures=measures),
    }

    def keeping(name: str) -> Callable[[], None]:
        return lambda: found.update({name: acts[name]()})

    def start_anew() -> None:
        found.clear()
        forget()

    before = {FETCH: forget, FIRST: start_anew}
    return time_in_turn({name: keeping(name) for name in acts}, n_rounds, before=before)


def values_of(run: Run, label_set: LabelSet) -> dict[str, float]:
    measures = parse_measures(MEASURES)
    evaluations = evaluate_runs(runs=[run], label_sets=[label_set], measures=measures)
    return {measure.name: evaluations.scores[0].mean(measure) for measure in measures}


def peak_of_a_process(run: Run, label_set: LabelSet) -> float:
    """Most memory, in MB, of a fresh process that scores the run once."""
    database = str(connection.settings_dict["NAME"])
    program = [sys.executable, "-m", "benchmarks.evaluation.stored_run"]
    took = metered([*program, database, run.name, label_set.name])
    if took.code:
        raise RuntimeError(f"the process that scores {run} ended with {took.code}")
    return took.peak_mb


def forget() -> None:
    """Drop cached scores, so that they are computed again."""
    for model in (TopicScores, TopicCoverage, Evaluation):
        model.objects.all().delete()


def _fetch(run: Run) -> int:
    statement = "SELECT ordinals FROM ranking_ranking WHERE run_id = %s"
    return sum(len(ordinals) for (ordinals,) in selected(statement, [run.pk]))
