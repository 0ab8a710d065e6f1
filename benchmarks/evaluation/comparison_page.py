"""API requests of the comparison page over many runs, cold and cached."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from statistics import median
from types import MappingProxyType
from typing import Any, NamedTuple

from django.test import Client

from benchmarks.evaluation.stored import forget
from benchmarks.evaluation.storing import settle, store_ground, store_labels, store_run
from benchmarks.evaluation.workloads import SHAPES, draw_labels, draw_run
from evaluation.models import Comparison, RunHash
from tests.factories import make_user
from tests.scratch import scratch_database

MEASURES = "nDCG@10,nDCG@20,AP,RR@10,P@10,R@1000,RBP(p=0.8),Bpref"
AT = "/api/comparison"
FEW = 3  # label sets, as one answer about bounds reads ten million passages at most
KEPT = "the comparison, all kept"


class Question(NamedTuple):
    """A comparison of stored runs with the first of them, as a request's fields."""

    runs: list[str]
    labels: list[str]

    def fields(
        self, more: Mapping[str, str] = MappingProxyType({}), n_label_sets: int | None = None
    ) -> dict[str, str]:
        return {
            "baseline": self.runs[0],
            "runs": ",".join(self.runs[1:]),
            "labels": ",".join(self.labels[:n_label_sets]),
            "measures": MEASURES,
            **more,
        }


class Request(NamedTuple):
    """A timed request: its name, the setup before each call, and the call."""

    what: str
    before: Callable[[], object] | None
    ask: Callable[[], Any]


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
    """Time the page's requests, in a database of the benchmark's own."""
    with scratch_database():
        question = stored_question(n_runs, n_label_sets, seed)
        client = Client(SERVER_NAME="localhost")
        client.force_login(make_user("rita", "ranking.may_research"))
        return [_timed(request, n_rounds) for request in requests(client, question)]


def stored_question(n_runs: int, n_label_sets: int, seed: int) -> Question:
    """Runs and label sets of the small workload, drawn and stored."""
    shape = SHAPES["graded"]
    store_ground(shape)
    drawn = [draw_labels(shape, seed + number) for number in range(n_label_sets)]
    label_sets = [store_labels(f"labels{n}", shape, labels) for n, labels in enumerate(drawn)]
    runs = [
        store_run(f"run{number}", shape, draw_run(shape, drawn[0], seed + number))
        for number in range(n_runs)
    ]
    settle()
    return Question([run.name for run in runs], [labels.name for labels in label_sets])


def requests(client: Client, question: Question) -> Iterator[Request]:
    """In page order: the comparison, then the sections opened below it."""

    def post(n_label_sets: int | None = None) -> Any:
        fields = question.fields(n_label_sets=n_label_sets)
        return client.post(AT, fields, content_type="application/json")

    yield Request("the comparison, first time", start_anew, post)
    yield Request("the comparison, only scores kept", Comparison.objects.all().delete, post)
    yield Request(KEPT, None, lambda: client.get(AT, question.fields()))
    measure, one = {"measure": "nDCG@10"}, {"run": "run1", "label_set": "labels0"}
    parts: dict[str, dict[str, str]] = {
        "verdict": measure | one,
        "topic-table": measure,
        "order": measure,
        "methods": {},
        "topic-plan": measure | one,
    }
    for path, more in parts.items():
        fields = question.fields(more)
        yield Request(path, None, partial(client.get, f"{AT}/{path}", fields))
    few = partial(client.get, f"{AT}/bounds", question.fields(measure, FEW))
    yield Request(f"bounds, {FEW} label sets", partial(post, FEW), few)


def start_anew() -> None:
    """Drop cached scores of runs, so that they are computed again."""
    forget()
    Comparison.objects.all().delete()
    RunHash.objects.all().delete()


def _timed(request: Request, n_rounds: int) -> Answered:
    walls, cpus, n_bytes = [], [], 0
    for _ in range(n_rounds):
        if request.before:
            request.before()
        wall, cpu = time.perf_counter(), time.process_time()
        answer = request.ask()
        walls.append(time.perf_counter() - wall)
        cpus.append(time.process_time() - cpu)
        if answer.status_code != 200:
            raise RuntimeError(f"{request.what}: {answer.status_code} {answer.content[:200]!r}")
        n_bytes = len(answer.content)
    return Answered(request.what, walls, cpus, n_bytes)
