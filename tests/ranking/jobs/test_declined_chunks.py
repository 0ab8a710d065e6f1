from __future__ import annotations

import pytest

from ranking.exceptions import UnfitWorker
from ranking.jobs.steering import pause_job, resume_job
from ranking.models import Chunk, Job
from ranking.rankers.chunk import RANKERS, Ranker, rank_chunk
from tests.ranking.jobs.job_cases import ANN, BEN, RANKER, outcomes, plan_job, score_plainly
from tests.refusals import refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def two_chunks(monkeypatch: pytest.MonkeyPatch) -> Job:
    return plan_job(monkeypatch)


def decline(job: Job, monkeypatch: pytest.MonkeyPatch) -> Chunk:
    """A worker of another release comes to the first chunk."""
    chunk = job.chunks.all()[0]
    with monkeypatch.context() as elsewhere:
        elsewhere.setitem(RANKERS, RANKER, Ranker(score_plainly, "2"))
        with refused(UnfitWorker, "other_release"):
            rank_chunk(chunk_id=chunk.pk, worker=ANN)
    return chunk


def test_rank_chunk_by_a_worker_of_another_release_is_left_to_others(
    two_chunks: Job, monkeypatch: pytest.MonkeyPatch
) -> None:
    chunk = decline(two_chunks, monkeypatch)
    assert outcomes(chunk) == ["declined"]
    assert "Run run was planned by another release" in chunk.attempts.get().error
    rank_chunk(chunk_id=chunk.pk, worker=BEN)
    assert outcomes(chunk) == ["declined", "landed"]
    chunk.refresh_from_db()
    assert (chunk.job.status, chunk.n_errors, chunk.n_losses) == ("running", 0, 0)


def test_rank_chunk_by_a_worker_without_its_ranker_is_left_to_others(
    two_chunks: Job, monkeypatch: pytest.MonkeyPatch
) -> None:
    chunk = two_chunks.chunks.all()[0]
    monkeypatch.delitem(RANKERS, RANKER)
    with refused(UnfitWorker, "other_release"):
        rank_chunk(chunk_id=chunk.pk)
    assert outcomes(chunk) == ["declined"]


def test_rank_chunk_by_who_has_declined_one_of_the_job_begins_no_other(
    two_chunks: Job, monkeypatch: pytest.MonkeyPatch
) -> None:
    decline(two_chunks, monkeypatch)
    other = two_chunks.chunks.all()[1]
    with refused(UnfitWorker, "declined_before"):
        rank_chunk(chunk_id=other.pk, worker=ANN)
    assert outcomes(other) == []
    rank_chunk(chunk_id=other.pk, worker=ANN._replace(process=12))
    assert outcomes(other) == ["landed"]


def test_rank_chunk_of_a_job_taken_up_again_is_tried_by_who_declined_before(
    two_chunks: Job, monkeypatch: pytest.MonkeyPatch
) -> None:
    chunk = decline(two_chunks, monkeypatch)
    pause_job(job_id=two_chunks.pk)
    resume_job(job_id=two_chunks.pk)
    rank_chunk(chunk_id=chunk.pk, worker=ANN)
    assert outcomes(chunk) == ["declined", "landed"]
