"""The page of a comparison of many runs: each of its answers at the API, at first and kept."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from statistics import median
from typing import Any, NamedTuple

from django.test import Client

from annotation.models import LabelSet
from benchmarks.evaluation.stored import forget
from benchmarks.evaluation.storing import settle, store_ground, store_labels, store_run
from benchmarks.evaluation.workloads import SHAPES, draw_labels, draw_run
from evaluation.models import Comparison, RunHash
from ranking.models import Run
from tests.factories import make_user
from tests.scratch import scratch_database

MEASURES = "nDCG@10,nDCG@20,AP,RR@10,P@10,R@1000,RBP(p=0.8),Bpref"
AT = "/api/comparison"


class Question(NamedTuple):
    """How much a comparison holds: its first run is the baseline of all others."""

    n_runs: int
    n_label_sets: int
    fields: dict[str, str]

    @property
    def one_measure(self) -> dict[str, str]:
        return {**self.fields, "measure": "nDCG@10"}

    @property
    def one_run(self) -> dict[str, str]:
        return {**self.one_measure, "run": "run1", "label_set": "labels0"}


class Answered(NamedTuple):
    """One answer of the page over the rounds, and its size."""

    what: str
    wall_s: list[float]
    cpu_s: list[float]
    n_bytes: int

    @property
    def median_s(self) -> float:
        return median(self.wall_s)

    @property
    def median_cpu_s(self) -> float:
        return median(self.cpu_s)


def time_page(n_runs: int, n_label_sets: int, *, seed: int, n_rounds: int) -> list[Answered]:
    """What the page asks for, in a database of the benchmark's own."""
    with scratch_database():
        question = stored_question(n_runs, n_label_sets, seed)
        client = Client(SERVER_NAME="localhost")
        client.force_login(make_user("rita", "ranking.may_research"))
        return [
            _timed(what, ask, n_rounds, before) for what, ask, before in requests(client, question)
        ]


def stored_question(n_runs: int, n_label_sets: int, seed: int) -> Question:
    """Runs and label sets on the small workload, drawn and stored."""
    shape = SHAPES["graded"]
    store_ground(shape)
    drawn = [draw_labels(shape, seed + number) for number in range(n_label_sets)]
    label_sets = [store_labels(f"labels{n}", shape, labels) for n, labels in enumerate(drawn)]
    runs = [
        store_run(f"run{number}", shape, draw_run(shape, drawn[0], seed + number))
        for number in range(n_runs)
    ]
    settle()
    return Question(n_runs, n_label_sets, _fields(runs, label_sets))


def requests(
    client: Client, question: Question
) -> Iterator[tuple[str, Callable[[], Any], Callable[[], object]]]:
    """What is asked for, how, and what is done before each time."""

    def post() -> Any:
        return client.post(AT, question.fields, content_type="application/json")

    yield "the comparison, first time", post, start_anew
    yield "the comparison, scores kept", post, Comparison.objects.all().delete
    yield "the comparison, all kept", lambda: client.get(AT, question.fields), nothing
    for path, fields in (
        ("verdict", question.one_run),
        ("topic-table", question.one_measure),
        ("bounds", question.one_measure),
        ("order", question.one_measure),
        ("methods", question.fields),
        ("topic-plan", question.one_run),
    ):
        yield path, lambda at=f"{AT}/{path}", f=fields: client.get(at, f), nothing  # type: ignore[misc]


def start_anew() -> None:
    """Throw away all that was kept of runs, so that it is worked out again."""
    forget()
    Comparison.objects.all().delete()
    RunHash.objects.all().delete()


def nothing() -> None:
    pass


def _fields(runs: list[Run], label_sets: list[LabelSet]) -> dict[str, str]:
    return {
        "baseline": runs[0].name,
        "runs": ",".join(run.name for run in runs[1:]),
        "labels": ",".join(labels.name for labels in label_sets),
        "measures": MEASURES,
    }


def _timed(
    what: str, ask: Callable[[], Any], n_rounds: int, before: Callable[[], object]
) -> Answered:
    walls, cpus, answer = [], [], None
    for _ in range(n_rounds):
        before()
        wall, cpu = time.perf_counter(), time.process_time()
        answer = ask()
        walls.append(time.perf_counter() - wall)
        cpus.append(time.process_time() - cpu)
        if answer.status_code != 200:
            raise RuntimeError(f"{what}: {answer.status_code} {answer.content[:200]!r}")
    return Answered(what, walls, cpus, len(answer.content) if answer else 0)
