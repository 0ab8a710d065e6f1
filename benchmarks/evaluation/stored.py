"""Score stored runs under stored label sets: step by step, and by the service."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from statistics import median
from typing import Any, NamedTuple

import numpy as np
from django.db import transaction

from annotation.models import LabelSet
from benchmarks.evaluation.workloads import MEASURES
from benchmarks.running.metered import metered
from evaluation.models import Evaluation, TopicCoverage, TopicScores
from evaluation.scores.evaluating import evaluate_runs
from evaluation.scores.judged_runs import LabelledTopics, RunRankings, labelled_topics
from evaluation.scores.kept_scores import Pair, Scores, keep_scores, selected
from evaluation.scores.streamed_runs import stream_rankings
from ranking.models import Run
from regrade.measures import judge, parse_measures, score_measures

TWELVE = "RR@10,MFR@10,P@5,P@10,nDCG@5,nDCG@10,nDCG@20,AP,R@100,R@1000,Bpref,Judged@10"


class Step(NamedTuple):
    """Seconds of the clock and of this process's processor time, one for each round."""

    name: str
    wall_s: list[float]
    cpu_s: list[float]

    @property
    def median_s(self) -> float:
        return median(self.wall_s)

    @property
    def median_cpu_s(self) -> float:
        return median(self.cpu_s)


def time_steps(run: Run, label_set: LabelSet, *, n_rounds: int) -> list[Step]:
    """Time the unavoidable work, each step, and the whole service; once per round."""
    names = [
        *("copy the passages in memory", "fetch their bytes, nothing else"),
        *("(a) read labels", "(a) read rankings", "(b) match", "(c) measure", "(d) store"),
        *("all of (a) to (c)", "the service, first time", "the service, all kept"),
    ]
    steps = {name: Step(name, [], []) for name in names}
    for _ in range(n_rounds):
        for name, wall_s, cpu_s in _round(run, label_set):
            steps[name].wall_s.append(wall_s)
            steps[name].cpu_s.append(cpu_s)
    return list(steps.values())


def time_many(
    runs: Sequence[Run], label_sets: Sequence[LabelSet], *, n_rounds: int
) -> tuple[float, float]:
    """Seconds to score every run under every label set by twelve measures: at first, and again."""
    measures = parse_measures(TWELVE)
    first: list[float] = []
    again: list[float] = []
    for _ in range(n_rounds):
        forget()
        for taken in (first, again):
            began = time.perf_counter()
            evaluate_runs(runs=runs, label_sets=label_sets, measures=measures)
            taken.append(time.perf_counter() - began)
    return median(first), median(again)


def values_of(run: Run, label_set: LabelSet) -> dict[str, float]:
    measures = parse_measures(MEASURES)
    evaluations = evaluate_runs(runs=[run], label_sets=[label_set], measures=measures)
    return {measure.name: evaluations.scores[0].mean(measure) for measure in measures}


def peak_of_a_process(database: str, run: Run, label_set: LabelSet) -> float:
    """Most memory, in MB, of a fresh process that scores the run once."""
    program = [sys.executable, "-m", "benchmarks.evaluation.stored_run"]
    took = metered([*program, database, run.name, label_set.name])
    if took.code:
        raise RuntimeError(f"the process that scores {run} ended with {took.code}")
    return took.peak_mb


def forget() -> None:
    """Drop cached scores, so that they are computed again."""
    for model in (TopicScores, TopicCoverage, Evaluation):
        model.objects.all().delete()


def _round(run: Run, label_set: LabelSet) -> Iterator[tuple[str, float, float]]:
    """Name, wall and processor seconds of each step, in the order that they follow each other."""
    found: dict[str, Any] = {}
    measures = parse_measures(MEASURES)

    def service() -> None:
        evaluate_runs(runs=[run], label_sets=[label_set], measures=measures)

    def step(name: str, act: Callable[[], object]) -> tuple[str, float, float]:
        wall, cpu = time.perf_counter(), time.process_time()
        found[name] = act()
        return name, time.perf_counter() - wall, time.process_time() - cpu

    forget()
    yield step("fetch their bytes, nothing else", lambda: _fetch(run))
    own = [
        step("(a) read labels", lambda: labelled_topics(label_set)),
        step("(a) read rankings", lambda: _read(run, found["(a) read labels"])),
        step("(b) match", lambda: _match(found["(a) read rankings"], found["(a) read labels"])),
        step("(c) measure", lambda: score_measures(measures, found["(b) match"])),
    ]
    yield from own
    yield "all of (a) to (c)", sum(wall for _, wall, _ in own), sum(cpu for *_, cpu in own)
    pair = (run.pk, label_set.pk)
    yield step("(d) store", lambda: _keep(pair, Scores(found["(c) measure"], {})))
    passages = found["(a) read rankings"].rankings.passages
    target = np.zeros_like(passages)
    yield step("copy the passages in memory", lambda: np.copyto(target, passages))
    found.clear()
    forget()
    yield step("the service, first time", service)
    yield step("the service, all kept", service)


@transaction.atomic
def _keep(pair: Pair, scores: Scores) -> None:
    keep_scores({pair: scores})


def _read(run: Run, labels: LabelledTopics) -> RunRankings:
    with stream_rankings([run], labels.topic_ids) as stream:
        ((_, rankings),) = stream
    return rankings


def _match(rankings: Any, labels: Any) -> Any:
    return judge(rankings.of(labels), labels.judged)


def _fetch(run: Run) -> int:
    statement = "SELECT ordinals FROM ranking_ranking WHERE run_id = %s"
    return sum(len(ordinals) for (ordinals,) in selected(statement, [run.pk]))
