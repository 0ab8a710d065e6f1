from __future__ import annotations

import time
from collections.abc import Sequence
from datetime import timedelta

import pytest
from django.utils import timezone

from ranking.models import Chunk, Collection, Job, Ranking, Run
from ranking.models.chunk import MAX_ATTEMPTS, SILENT_AFTER
from ranking.services import rank_chunk as module
from ranking.services.bert_dot import score_topics
from ranking.services.rank_chunk import beating, rank_chunk
from ranking.services.rerank import create_rerank_job
from ranking.services.store_rankings import ScoredTopics
from tests.ranking.services.reranking import doc_ids, make_bm25, plan_one_topic_a_chunk, score_by

pytestmark = pytest.mark.django_db


def only_chunk(job: Job) -> Chunk:
    return job.chunks.get()


def make_silent(chunk: Chunk) -> None:
    long_ago = timezone.now() - SILENT_AFTER - timedelta(seconds=1)
    Chunk.objects.filter(pk=chunk.pk).update(beat_at=long_ago)


@pytest.fixture
def job() -> Job:
    return create_rerank_job(run=make_bm25(), name="bert")


def fail(*, run: Run, topic_ids: Sequence[int]) -> ScoredTopics:
    raise RuntimeError("out of memory")


def test_rank_chunk_finds_by_meaning_and_keeps_textless_passages_below(job: Job) -> None:
    rank_chunk(chunk_id=only_chunk(job).pk)
    assert doc_ids(job.run) == {
        "q1": ["d3", "d5", "d1", "d2", "d4"],
        "q2": ["d5", "d1", "d4"],
    }


def test_rank_chunk_scores_by_the_dot_product_of_unit_vectors(job: Job) -> None:
    rank_chunk(chunk_id=only_chunk(job).pk)
    scores = job.run.rankings.get(topic__query_id="q1").scores.tolist()
    assert 0.5 < scores[0] < 1
    assert scores[3:] == pytest.approx([scores[2] - 1, scores[2] - 2])


def test_rank_chunk_that_was_the_last_completes_job_and_run(job: Job) -> None:
    rank_chunk(chunk_id=only_chunk(job).pk)
    job.refresh_from_db()
    run = Run.objects.get(name="bert")
    assert (job.status, run.status, run.depth) == ("done", "complete", 5)
    assert (run.spec or {})["computed_by"][0].startswith("cpu, torch 2.")


def test_rank_chunk_before_the_last_leaves_the_job_running(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    job = plan_one_topic_a_chunk(monkeypatch)
    first = job.chunks.get(number=0)
    rank_chunk(chunk_id=first.pk)
    job.refresh_from_db()
    assert (job.status, Ranking.objects.filter(run=job.run).count()) == ("running", 1)


def test_rank_chunk_drops_what_lies_below_the_depth() -> None:
    job = create_rerank_job(run=make_bm25(), name="shallow", depth=2)
    rank_chunk(chunk_id=only_chunk(job).pk)
    assert doc_ids(job.run) == {"q1": ["d1", "d2"], "q2": ["d1", "d4"]}


def test_rank_chunk_a_second_time_changes_nothing(job: Job) -> None:
    chunk = only_chunk(job)
    rank_chunk(chunk_id=chunk.pk)
    rank_chunk(chunk_id=chunk.pk)
    assert (only_chunk(job).n_attempts, job.run.rankings.count()) == (1, 2)


def test_rank_chunk_that_someone_has_in_hand_is_left_to_them(job: Job) -> None:
    job.chunks.update(n_attempts=1, beat_at=timezone.now())
    rank_chunk(chunk_id=only_chunk(job).pk)
    assert (only_chunk(job).n_attempts, job.run.rankings.count()) == (1, 0)


def test_rank_chunk_that_fell_silent_is_taken_over(job: Job) -> None:
    job.chunks.update(n_attempts=1)
    make_silent(only_chunk(job))
    rank_chunk(chunk_id=only_chunk(job).pk)
    assert (only_chunk(job).n_attempts, job.run.rankings.count()) == (2, 2)


def test_rank_chunk_taken_for_silent_while_at_work_lands_once(
    job: Job, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def score_while_another_does(*, run: Run, topic_ids: Sequence[int]) -> ScoredTopics:
        score_by(monkeypatch, score_topics)
        make_silent(only_chunk(job))
        rank_chunk(chunk_id=only_chunk(job).pk)
        return score_topics(run=run, topic_ids=topic_ids)

    score_by(monkeypatch, score_while_another_does)
    rank_chunk(chunk_id=only_chunk(job).pk)
    job.refresh_from_db()
    assert (job.run.rankings.count(), job.status, caplog.messages) == (2, "done", [])


def test_rank_chunk_that_fails_keeps_the_reason_and_is_on_offer_again(
    job: Job, monkeypatch: pytest.MonkeyPatch
) -> None:
    score_by(monkeypatch, fail)
    rank_chunk(chunk_id=only_chunk(job).pk)
    chunk = job.chunks.on_offer().get()
    job.refresh_from_db()
    assert (chunk.n_attempts, chunk.error) == (1, "RuntimeError: out of memory")
    assert job.status == "running"


def test_rank_chunk_that_always_fails_ends_the_job_with_a_sentence(
    job: Job, monkeypatch: pytest.MonkeyPatch
) -> None:
    score_by(monkeypatch, fail)
    for _ in range(MAX_ATTEMPTS + 1):
        rank_chunk(chunk_id=only_chunk(job).pk)
    job.refresh_from_db()
    assert job.error == (
        "Topics q1, q2 failed 3 times; the last time: RuntimeError: out of memory."
    )
    assert (job.status, Run.objects.get(name="bert").status) == ("failed", "failed")
    assert only_chunk(job).n_attempts == MAX_ATTEMPTS


def test_rank_chunk_that_kills_its_worker_each_time_ends_the_job(job: Job) -> None:
    job.chunks.update(n_attempts=MAX_ATTEMPTS)
    make_silent(only_chunk(job))
    rank_chunk(chunk_id=only_chunk(job).pk)
    job.refresh_from_db()
    assert job.error == (
        "Topics q1, q2 failed 3 times; the last time: its worker was ended each time."
    )


def test_rank_chunk_stopped_by_a_person_is_not_held_against_it(
    job: Job, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*, run: Run, topic_ids: Sequence[int]) -> ScoredTopics:
        raise KeyboardInterrupt

    score_by(monkeypatch, stop)
    with pytest.raises(KeyboardInterrupt):
        rank_chunk(chunk_id=only_chunk(job).pk)
    assert job.chunks.on_offer().get().n_attempts == 0


def test_rank_chunk_over_texts_added_since_the_plan_ends_the_job(job: Job) -> None:
    Collection.objects.update(text_version=2)
    rank_chunk(chunk_id=only_chunk(job).pk)
    job.refresh_from_db()
    assert job.error == (
        "Run bert was planned with another text_version than there is now; "
        "compute it under a new name."
    )
    assert job.status == "failed"


def test_rank_chunk_with_other_weights_than_planned_ends_the_job(job: Job) -> None:
    spec = job.run.spec or {}
    spec["model"]["weights_sha256"] = "0" * 64
    Run.objects.filter(pk=job.run.pk).update(spec=spec)
    rank_chunk(chunk_id=only_chunk(job).pk)
    job.refresh_from_db()
    assert "has changed since the run was planned (weights_sha256)" in job.error


def test_rank_chunk_of_a_failed_job_does_nothing(job: Job) -> None:
    Job.objects.update(status="failed", finished_at=timezone.now())
    rank_chunk(chunk_id=only_chunk(job).pk)
    assert only_chunk(job).n_attempts == 0


@pytest.mark.django_db(transaction=True)
def test_beating_moves_the_beat_of_a_chunk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "BEAT_EVERY_S", 0.01)
    chunk = only_chunk(create_rerank_job(run=make_bm25(), name="bert"))
    with beating(chunk.pk):
        deadline = time.monotonic() + 30
        while Chunk.objects.get(pk=chunk.pk).beat_at is None:
            assert time.monotonic() < deadline, "the chunk never beat"
            time.sleep(0.01)
