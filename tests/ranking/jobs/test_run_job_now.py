from __future__ import annotations

import threading
from collections.abc import Sequence

import pytest
from django.db import connection

from ranking.exceptions import RankingError, UnfitWorker
from ranking.jobs.jobs import JobProgress, job_progress
from ranking.jobs.steering import cancel_job, pause_job
from ranking.models import Chunk, Job, Run
from ranking.rankers import here_and_now as module
from ranking.rankers.chunk import rank_chunk
from ranking.rankers.here_and_now import follow_job, run_job_now
from ranking.runs.storing import ScoredTopics
from tests.ranking.jobs.job_cases import (
    land_all,
    make_silent,
    outcomes,
    plan_job,
    score_by,
    score_plainly,
    take,
)
from tests.refusals import refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def job(monkeypatch: pytest.MonkeyPatch) -> Job:
    return plan_job(monkeypatch)


def test_run_job_now_ranks_every_topic_and_shows_how_far_it_is(job: Job) -> None:
    found: list[JobProgress] = []
    run = run_job_now(job=job, progress=found.append)
    assert (run.status, run.rankings.count()) == ("complete", 2)
    assert [(state.work.n_done, state.work.n) for state in found] == [(0, 2), (1, 2), (2, 2)]


def test_run_job_now_after_an_interruption_goes_on_with_what_remains(
    job: Job, monkeypatch: pytest.MonkeyPatch
) -> None:
    scored: list[Sequence[int]] = []

    def score_once(*, run: Run, topic_ids: Sequence[int]) -> ScoredTopics:
        if scored:
            raise KeyboardInterrupt
        scored.append(topic_ids)
        return score_plainly(run=run, topic_ids=topic_ids)

    score_by(monkeypatch, score_once)
    with pytest.raises(KeyboardInterrupt):
        run_job_now(job=job)
    first = list(Chunk.objects.filter(finished_at__isnull=False))
    score_by(monkeypatch, score_plainly)
    run_job_now(job=job)
    assert [chunk.topic_ids for chunk in first] == scored
    assert [outcomes(chunk) for chunk in job.chunks.all()] == [["landed"], ["given back", "landed"]]


def test_run_job_now_that_fails_says_why(job: Job, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*, run: Run, topic_ids: Sequence[int]) -> ScoredTopics:
        raise RuntimeError("out of memory")

    score_by(monkeypatch, fail)
    with refused(RankingError, "job_failed") as caught:
        run_job_now(job=job)
    assert "out of memory" in str(caught.value)
    assert [outcomes(chunk) for chunk in job.chunks.all()] == [["error"] * 3] * 2


def test_run_job_now_of_a_paused_job_says_how_to_go_on(job: Job) -> None:
    pause_job(job_id=job.pk)
    with refused(RankingError, "job_paused") as caught:
        run_job_now(job=job)
    assert "./dev manage job run --resume" in str(caught.value)


def decline(*, run: Run, topic_ids: Sequence[int]) -> ScoredTopics:
    raise UnfitWorker("There is no such folder.")


def test_run_job_now_that_cannot_and_is_alone_fails_the_job(
    job: Job, monkeypatch: pytest.MonkeyPatch
) -> None:
    score_by(monkeypatch, decline)
    with refused(RankingError, "job_failed"):
        run_job_now(job=job)
    assert Job.objects.get().status == "failed"


def test_run_job_now_that_cannot_leaves_the_job_to_who_works_on_it(
    job: Job, monkeypatch: pytest.MonkeyPatch
) -> None:
    take(job.chunks.all()[0])
    score_by(monkeypatch, decline)
    with refused(UnfitWorker, "unfit_worker"):
        run_job_now(job=job)
    assert Job.objects.get().status == "running"


def test_follow_job_of_a_cancelled_job_says_so(job: Job) -> None:
    cancel_job(job_id=job.pk)
    with refused(RankingError, "job_cancelled"):
        follow_job(job=job)


def test_run_job_now_that_lacks_its_last_word_only_says_it(job: Job) -> None:
    land_all(job)
    assert run_job_now(job=job).status == "complete"


@pytest.mark.django_db(transaction=True)
def test_follow_job_returns_once_a_worker_has_done_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "POLL_S", 0.01)
    job = plan_job(monkeypatch)

    def work() -> None:
        for chunk in Chunk.objects.all():
            rank_chunk(chunk_id=chunk.pk)
        connection.close()

    worker = threading.Thread(target=work)
    worker.start()
    run = follow_job(job=job)
    worker.join()
    assert (run.name, run.status) == ("run", "complete")


def test_job_progress_knows_whether_anyone_has_begun_and_is_at_work(job: Job) -> None:
    states = [job_progress(job_id=job.pk)]
    chunk = take(job.chunks.get(number=1))
    states.append(job_progress(job_id=job.pk))
    make_silent(chunk)
    states.append(job_progress(job_id=job.pk))
    assert [one.is_worked_on for one in states] == [False, True, False]
    assert [one.is_begun for one in states] == [False, True, True]
