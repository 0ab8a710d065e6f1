from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.db.models import F
from django.test import Client
from django.test.utils import CaptureQueriesContext

from ranking.jobs.attempts import Worker
from ranking.models import Attempt, Chunk, Job
from ranking.rankers.chunk import rank_chunk
from tests.ranking.jobs.job_cases import ANN, BEN, lose, make_silent, plan_job, take

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sent")]

JSON = "application/json"


def land(job: Job, *numbers: int, worker: Worker = ANN) -> None:
    for chunk in job.chunks.filter(number__in=numbers):
        rank_chunk(chunk_id=chunk.pk, worker=worker)


def get(client: Client, path: str = "", **query: Any) -> Any:
    return client.get(f"/api/jobs{path}", query).json()


def report(client: Client, job: Job) -> Any:
    return get(client, f"/{job.pk}")


def test_jobs_come_page_by_page_the_newest_first(
    researcher: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("evaluation.api.jobs.PAGE", 2)
    jobs = [plan_job(monkeypatch, name=name) for name in ("a", "b", "c")]
    land(jobs[1], 0)
    first = get(researcher)
    assert [job["id"] for job in first["rows"]] == [jobs[2].pk, jobs[1].pk]
    assert [(job["work"]["n"], job["work"]["n_done"]) for job in first["rows"]] == [(2, 0), (2, 1)]
    second = get(researcher, page=first["next"])
    assert [job["run"] for job in (*first["rows"], *second["rows"])] == ["c", "b", "a"]
    assert second["next"] is None


def test_a_job_is_found_by_the_name_of_its_run(
    researcher: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    job, _ = plan_job(monkeypatch, name="a"), plan_job(monkeypatch, name="b")
    assert [row["id"] for row in get(researcher, run="a")["rows"]] == [job.pk]


def test_a_new_job_has_no_rate_yet(researcher: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    job = plan_job(monkeypatch)
    found = report(researcher, job)
    row = found.pop("job")
    assert (row["run"], row["status"], row["queue"], row["description"]) == (
        "run",
        "running",
        "rank.cpu",
        None,
    )
    assert (row["n_chunks"], row["n_chunks_done"], row["n_chunks_failed"]) == (2, 0, 0)
    assert set(found.pop("outcomes").values()) == {0}
    assert found == {
        "per_min": None,
        "seconds_left": None,
        "workers": [],
        "shares": [],
        "failed_chunks": [],
    }


def test_a_job_under_way_shows_its_rate_and_the_time_left(
    researcher: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = plan_job(monkeypatch, n_topics=8, topics_per_chunk=2)
    land(job, 0, 1)
    found = report(researcher, job)
    assert found["seconds_left"] == pytest.approx(60 * 4 / found["per_min"])


def test_shares_are_listed_by_time_and_workers_by_name(
    researcher: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = plan_job(monkeypatch, n_topics=6)
    land(job, 0, 1, worker=ANN)
    land(job, 2, worker=BEN)
    for worker, seconds in ((ANN, 10), (BEN, 600)):
        mine = Attempt.objects.filter(worker=worker.name)
        mine.update(started_at=F("ended_at") - timedelta(seconds=seconds))
    shares = [(one["worker"], one["seconds"]) for one in report(researcher, job)["shares"]]
    assert shares == [("ben@two", 600), ("ann@one", 20)]
    for number, worker in {3: BEN, 4: ANN._replace(process=12), 5: ANN}.items():
        take(job.chunks.get(number=number), worker)
    found = [(one["worker"], one["process"]) for one in report(researcher, job)["workers"]]
    assert found == [("ann@one", 11), ("ann@one", 12), ("ben@two", 22)]


def test_a_paused_job_shows_no_rate(researcher: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    job = plan_job(monkeypatch, n_topics=3)
    land(job, 0, 1)
    data = researcher.post(
        f"/api/jobs/{job.pk}/steer", {"action": "pause"}, content_type=JSON
    ).json()
    assert data["job"]["status"] == "paused"
    assert (data["per_min"], data["seconds_left"]) == (None, None)


def test_who_works_on_a_job_is_reported_with_their_shares(
    researcher: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = plan_job(monkeypatch, n_topics=7, topics_per_chunk=2)
    land(job, 0)
    land(job, 1, 3, worker=BEN)
    take(job.chunks.get(number=2), ANN)
    found = report(researcher, job)
    [worker] = found["workers"]
    assert (worker["worker"], worker["host"], worker["process"]) == ("ann@one", "one", 11)
    assert (worker["chunk"], worker["n_topics"], worker["attempt"]) == (2, 2, 1)
    assert 0 <= worker["beat_age_s"] < 30
    shares = [(s["worker"], s["device"], s["n_chunks"], s["n_topics"]) for s in found["shares"]]
    assert sorted(shares) == [("ann@one", "abacus", 1, 2), ("ben@two", "abacus", 2, 3)]


def test_a_worker_that_is_silent_is_not_shown_at_work(
    researcher: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = plan_job(monkeypatch)
    lose(job.chunks.get(number=0))
    found = report(researcher, job)
    assert (found["workers"], found["outcomes"]["open"]) == ([], 1)


def test_failed_chunks_are_reported_with_their_reasons(
    researcher: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = plan_job(monkeypatch)
    Chunk.objects.filter(number=0).update(n_losses=9)
    lose(job.chunks.get(number=0))
    land(job, 0)
    found = report(researcher, job)
    [failed] = found["failed_chunks"]
    assert (failed["chunk"], failed["n_errors"], failed["n_losses"]) == (0, 0, 10)
    assert failed["reason"].startswith("Topic q1 failed")
    assert (found["job"]["work"]["n_failed"], found["outcomes"]["lost"]) == (1, 1)


def test_the_log_has_every_start_the_last_one_first(
    researcher: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ranking.api.jobs.PAGE", 2)
    job = plan_job(monkeypatch)
    lose(job.chunks.get(number=0))
    land(job, 0, worker=BEN)
    take(job.chunks.get(number=1))
    first = get(researcher, f"/{job.pk}/attempts")
    second = get(researcher, f"/{job.pk}/attempts", page=first["next"])
    rows = [*first["rows"], *second["rows"]]
    found = [(row["chunk"], row["number"], row["worker"], row["outcome"]) for row in rows]
    assert found == [
        (1, 1, "ann@one", None),
        (0, 2, "ben@two", "landed"),
        (0, 1, "ann@one", "lost"),
    ]
    assert [row["reason"] for row in rows] == ["", "", "The worker fell silent."]
    assert second["next"] is None


@pytest.mark.parametrize("path", ["", "/attempts"])
def test_a_job_that_is_not_there_is_not_found(researcher: Client, path: str) -> None:
    answer = researcher.get(f"/api/jobs/{2**70}{path}")
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


def test_a_job_is_paused_resumed_and_cancelled(
    researcher: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = plan_job(monkeypatch)
    steps = ("pause", "resume", "cancel", "cancel", "resume")
    address = f"/api/jobs/{job.pk}/steer"
    answers = [researcher.post(address, {"action": step}, content_type=JSON) for step in steps]
    assert [answer.status_code for answer in answers] == [200] * 5
    assert [answer.json()["job"]["status"] for answer in answers] == [
        "paused",
        "running",
        "cancelled",
        "cancelled",
        "running",
    ]


def test_a_job_that_is_over_is_not_paused(
    researcher: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = plan_job(monkeypatch, n_topics=1)
    land(job, 0)
    answer = researcher.post(f"/api/jobs/{job.pk}/steer", {"action": "pause"}, content_type=JSON)
    assert (answer.status_code, answer.json()["code"]) == (400, "job_over")


def busy(monkeypatch: pytest.MonkeyPatch, n_chunks: int) -> Job:
    """A job with landed, lost and failed chunks and one in hand, and as many others."""
    job = plan_job(monkeypatch, n_topics=n_chunks, name=f"run{n_chunks}")
    for chunk in job.chunks.all():
        lose(chunk)
        if chunk.number % 2:
            land(job, chunk.number, worker=BEN)
        else:
            take(chunk)
    make_silent(job.chunks.get(number=0))
    return job


@pytest.mark.parametrize("path", ["", "/attempts"])
def test_a_job_costs_the_same_queries_with_many_chunks(
    researcher: Client, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    counts = []
    for n_chunks in (2, 12):
        job = busy(monkeypatch, n_chunks)
        with CaptureQueriesContext(connection) as queries:
            get(researcher, f"/{job.pk}{path}")
        counts.append(len(queries))
    assert counts[0] == counts[1] == (11 if path == "" else 5)
    assert Attempt.objects.count() == 2 * 14


def test_the_list_of_jobs_costs_the_same_queries_with_many(
    researcher: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    counts = []
    for n_jobs in (2, 12):
        while Job.objects.count() < n_jobs:
            plan_job(monkeypatch, name=f"run{Job.objects.count()}")
        with CaptureQueriesContext(connection) as queries:
            get(researcher)
        counts.append(len(queries))
    assert counts == [5, 5]
