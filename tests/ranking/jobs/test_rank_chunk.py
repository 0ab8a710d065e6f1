from __future__ import annotations

from collections.abc import Sequence

import pytest
from celery.exceptions import SoftTimeLimitExceeded
from django.utils import timezone

from ranking.exceptions import BrokenDevice, UnusableScores
from ranking.jobs.creating import create_job
from ranking.jobs.jobs import fail_job
from ranking.jobs.platform_text import this_platform
from ranking.jobs.steering import cancel_job, pause_job
from ranking.models import Chunk, Collection, Job, Run
from ranking.rankers.chunk import logger as rank_chunk_logger
from ranking.rankers.chunk import rank_chunk
from ranking.runs.storing import ScoredTopics
from ranking.worker_times import MAX_ERRORS, MAX_LOSSES
from tests.ranking.jobs.job_cases import (
    ANN,
    BEN,
    fail_with,
    lose,
    make_plan,
    make_silent,
    outcomes,
    plan_job,
    score_by,
    score_plainly,
    take,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def job(monkeypatch: pytest.MonkeyPatch) -> Job:
    return plan_job(monkeypatch, n_topics=2, topics_per_chunk=2)


@pytest.fixture
def two_chunks(monkeypatch: pytest.MonkeyPatch) -> Job:
    return plan_job(monkeypatch)


def only_chunk(job: Job) -> Chunk:
    return Chunk.objects.get(job=job)


def now(job: Job) -> Job:
    return Job.objects.get(pk=job.pk)


def fail(*, run: Run, topic_ids: Sequence[int]) -> ScoredTopics:
    raise RuntimeError("out of memory")


def test_rank_chunk_that_was_the_last_completes_job_and_run(job: Job) -> None:
    rank_chunk(chunk_id=only_chunk(job).pk)
    run = Run.objects.get()
    assert (now(job).status, run.status, run.depth) == ("done", "complete", 2)
    spec = run.spec or {}
    assert (spec["computed_by"], spec["platforms"]) == (["abacus"], [this_platform()])


def test_rank_chunk_logs_who_took_it_and_what_came_of_it(job: Job) -> None:
    rank_chunk(chunk_id=only_chunk(job).pk, worker=ANN)
    attempt = only_chunk(job).attempts.get()
    who = (attempt.worker, attempt.host, attempt.process, attempt.device)
    assert who == ("ann@one", "one", 11, "abacus")
    assert (attempt.number, attempt.outcome) == (1, "landed")
    assert attempt.ended_at is not None
    assert attempt.started_at <= attempt.ended_at


def test_rank_chunk_a_second_time_changes_nothing(job: Job) -> None:
    chunk = only_chunk(job)
    rank_chunk(chunk_id=chunk.pk)
    rank_chunk(chunk_id=chunk.pk)
    assert (outcomes(chunk), job.run.rankings.count()) == (["landed"], 2)


def test_rank_chunk_that_is_gone_does_nothing(job: Job) -> None:
    rank_chunk(chunk_id=only_chunk(job).pk + 1)
    assert only_chunk(job).n_attempts == 0


def test_rank_chunk_that_someone_has_in_hand_is_left_to_them(job: Job) -> None:
    chunk = take(only_chunk(job))
    rank_chunk(chunk_id=chunk.pk, worker=BEN)
    assert (outcomes(chunk), job.run.rankings.count()) == ([""], 0)


def test_rank_chunk_that_fell_silent_is_taken_over(job: Job) -> None:
    lose(only_chunk(job))
    rank_chunk(chunk_id=only_chunk(job).pk)
    assert outcomes(only_chunk(job)) == ["lost", "landed"]
    assert (only_chunk(job).n_losses, job.run.rankings.count()) == (1, 2)


def test_rank_chunk_taken_for_silent_while_at_work_lands_once(
    job: Job, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def score_while_another_does(*, run: Run, topic_ids: Sequence[int]) -> ScoredTopics:
        score_by(monkeypatch, score_plainly)
        make_silent(only_chunk(job))
        rank_chunk(chunk_id=only_chunk(job).pk)
        return score_plainly(run=run, topic_ids=topic_ids)

    score_by(monkeypatch, score_while_another_does)
    rank_chunk(chunk_id=only_chunk(job).pk)
    assert (job.run.rankings.count(), now(job).status, caplog.messages) == (2, "done", [])
    assert outcomes(only_chunk(job)) == ["overtaken", "landed"]


def test_rank_chunk_taken_for_lost_lands_before_who_took_it_over(
    job: Job, monkeypatch: pytest.MonkeyPatch
) -> None:
    def score_while_another_begins(*, run: Run, topic_ids: Sequence[int]) -> ScoredTopics:
        make_silent(only_chunk(job))
        take(only_chunk(job), BEN)
        return score_plainly(run=run, topic_ids=topic_ids)

    score_by(monkeypatch, score_while_another_begins)
    rank_chunk(chunk_id=only_chunk(job).pk)
    assert outcomes(only_chunk(job)) == ["landed", "overtaken"]
    assert (job.run.rankings.count(), now(job).status) == (2, "done")


def test_rank_chunk_that_fails_keeps_the_reason_and_is_on_offer_again(
    job: Job, monkeypatch: pytest.MonkeyPatch
) -> None:
    score_by(monkeypatch, fail)
    rank_chunk(chunk_id=only_chunk(job).pk)
    chunk = Chunk.objects.on_offer().get()
    assert (chunk.n_errors, chunk.error) == (1, "RuntimeError: out of memory")
    assert chunk.attempts.get().error == "RuntimeError: out of memory"
    assert now(job).status == "running"


def test_rank_chunk_that_takes_too_long_says_so(job: Job, monkeypatch: pytest.MonkeyPatch) -> None:
    fail_with(monkeypatch, SoftTimeLimitExceeded())
    rank_chunk(chunk_id=only_chunk(job).pk)
    assert "not done after 12 hours" in only_chunk(job).error


def test_rank_chunk_under_which_the_gpu_fails_keeps_the_reason_and_informs_its_process(
    job: Job, monkeypatch: pytest.MonkeyPatch
) -> None:
    fail_with(monkeypatch, RuntimeError("CUDA error: unspecified launch failure"))
    with pytest.raises(BrokenDevice):
        rank_chunk(chunk_id=only_chunk(job).pk)
    chunk = Chunk.objects.on_offer().get()
    assert chunk.error == "RuntimeError: CUDA error: unspecified launch failure"
    assert (chunk.n_errors, now(job).status) == (1, "running")


@pytest.mark.parametrize(
    ("said", "text"),
    [("a\0 b", "a b"), ("half \ud800", "half ?"), ("word " * 500, "word " * 197 + "…")],
)
def test_rank_chunk_that_fails_with_strange_words_reports_what_can_be_stored(
    job: Job, monkeypatch: pytest.MonkeyPatch, said: str, text: str
) -> None:
    def fail_strangely(*, run: Run, topic_ids: Sequence[int]) -> ScoredTopics:
        raise RuntimeError(said)

    # Half a character in the log could not be sent from one test process to another.
    monkeypatch.setattr(rank_chunk_logger, "disabled", True)
    score_by(monkeypatch, fail_strangely)
    rank_chunk(chunk_id=only_chunk(job).pk)
    assert only_chunk(job).error == f"RuntimeError: {text}"


def test_rank_chunk_that_always_fails_ends_the_job_with_a_sentence(
    job: Job, monkeypatch: pytest.MonkeyPatch
) -> None:
    score_by(monkeypatch, fail)
    for _ in range(MAX_ERRORS + 1):
        rank_chunk(chunk_id=only_chunk(job).pk)
    assert "Topics q1, q2 failed 3 times" in now(job).error
    assert "RuntimeError: out of memory" in now(job).error
    assert (now(job).status, Run.objects.get().status) == ("failed", "failed")
    assert outcomes(only_chunk(job)) == ["error"] * MAX_ERRORS


def test_rank_chunk_that_fails_lets_the_rest_of_the_job_finish(
    two_chunks: Job, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = two_chunks.chunks.all()

    def fail_once(*, run: Run, topic_ids: Sequence[int]) -> ScoredTopics:
        score = fail if topic_ids == first.topic_ids else score_plainly
        return score(run=run, topic_ids=topic_ids)

    score_by(monkeypatch, fail_once)
    for _ in range(MAX_ERRORS):
        rank_chunk(chunk_id=first.pk)
    assert now(two_chunks).status == "running"
    rank_chunk(chunk_id=second.pk)
    assert now(two_chunks).status == "failed"
    assert now(two_chunks).error.startswith("1 of 2 chunks failed, with 1 of 2 topics. Topic q1")
    assert two_chunks.run.rankings.get().topic_id == second.topic_ids[0]


def test_rank_chunk_taken_up_again_computes_only_what_failed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    score_by(monkeypatch, fail)
    plan = make_plan(n_topics=2)
    job = create_job(plan=plan)
    first, second = job.chunks.all()
    for _ in range(MAX_ERRORS):
        rank_chunk(chunk_id=first.pk)
    score_by(monkeypatch, score_plainly)
    rank_chunk(chunk_id=second.pk)
    again = create_job(plan=plan)
    assert [chunk.pk for chunk in again.chunks.on_offer()] == [first.pk]
    rank_chunk(chunk_id=first.pk)
    assert (now(job).status, now(job).error) == ("done", "")
    assert outcomes(first) == ["error"] * MAX_ERRORS + ["landed"]
    assert outcomes(second) == ["landed"]


def test_rank_chunk_whose_worker_is_lost_each_time_fails_as_lost(job: Job) -> None:
    for _ in range(MAX_LOSSES):
        lose(only_chunk(job))
    rank_chunk(chunk_id=only_chunk(job).pk)
    chunk = only_chunk(job)
    assert chunk.error == "Topics q1, q2 failed: 10 workers ended or fell silent with them."
    assert (chunk.n_losses, chunk.n_errors, chunk.n_attempts) == (MAX_LOSSES, 0, MAX_LOSSES)


def test_rank_chunk_counts_errors_and_losses_apart(
    job: Job, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(MAX_ERRORS):
        lose(only_chunk(job))
    score_by(monkeypatch, fail)
    rank_chunk(chunk_id=only_chunk(job).pk)
    chunk = only_chunk(job)
    assert (chunk.n_losses, chunk.n_errors, chunk.failed_at) == (3, 1, None)


def test_rank_chunk_given_up_for_lost_that_comes_back_lands(
    job: Job, monkeypatch: pytest.MonkeyPatch
) -> None:
    def score_while_given_up(*, run: Run, topic_ids: Sequence[int]) -> ScoredTopics:
        Chunk.objects.update(beat_at=None, failed_at=timezone.now(), error="Topics q1 failed.")
        return score_plainly(run=run, topic_ids=topic_ids)

    score_by(monkeypatch, score_while_given_up)
    rank_chunk(chunk_id=only_chunk(job).pk)
    assert (now(job).status, only_chunk(job).failed_at) == ("done", None)


def test_rank_chunk_stopped_by_a_person_is_not_held_against_it(
    job: Job, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*, run: Run, topic_ids: Sequence[int]) -> ScoredTopics:
        raise KeyboardInterrupt

    score_by(monkeypatch, stop)
    with pytest.raises(KeyboardInterrupt):
        rank_chunk(chunk_id=only_chunk(job).pk)
    chunk = Chunk.objects.on_offer().get()
    assert (outcomes(chunk), chunk.n_errors, chunk.n_losses) == (["given back"], 0, 0)


def test_rank_chunk_over_texts_added_since_the_plan_ends_the_job(two_chunks: Job) -> None:
    Collection.objects.update(text_version=2)
    rank_chunk(chunk_id=two_chunks.chunks.all()[0].pk)
    assert "Texts were added to run-passages" in now(two_chunks).error
    assert now(two_chunks).status == "failed"


def test_rank_chunk_whose_scores_cannot_be_stored_lets_the_others_go_on(
    two_chunks: Job, monkeypatch: pytest.MonkeyPatch
) -> None:
    fail_with(monkeypatch, UnusableScores("A score is not a finite number."))
    for _ in range(MAX_ERRORS):
        rank_chunk(chunk_id=two_chunks.chunks.all()[0].pk)
    chunk = two_chunks.chunks.all()[0]
    assert chunk.error == (
        "Topic q1 failed 3 times; the last time: A score is not a finite number."
    )
    assert (now(two_chunks).status, outcomes(chunk)) == ("running", ["error"] * 3)


@pytest.mark.parametrize("status", ["failed", "cancelled", "done", "paused"])
def test_rank_chunk_of_a_job_that_is_over_or_paused_begins_nothing(job: Job, status: str) -> None:
    finished_at = None if status == "paused" else timezone.now()
    Job.objects.update(status=status, finished_at=finished_at)
    rank_chunk(chunk_id=only_chunk(job).pk)
    assert only_chunk(job).n_attempts == 0


def test_rank_chunk_in_hand_when_its_job_is_paused_lands(
    two_chunks: Job, monkeypatch: pytest.MonkeyPatch
) -> None:
    def score_while_paused(*, run: Run, topic_ids: Sequence[int]) -> ScoredTopics:
        pause_job(job_id=two_chunks.pk)
        return score_plainly(run=run, topic_ids=topic_ids)

    score_by(monkeypatch, score_while_paused)
    rank_chunk(chunk_id=two_chunks.chunks.all()[0].pk)
    assert (now(two_chunks).status, two_chunks.run.rankings.count()) == ("paused", 1)


def test_rank_chunk_in_hand_when_its_job_is_cancelled_lands_nothing(
    job: Job, monkeypatch: pytest.MonkeyPatch
) -> None:
    def score_while_cancelled(*, run: Run, topic_ids: Sequence[int]) -> ScoredTopics:
        cancel_job(job_id=job.pk)
        return score_plainly(run=run, topic_ids=topic_ids)

    score_by(monkeypatch, score_while_cancelled)
    rank_chunk(chunk_id=only_chunk(job).pk)
    assert (now(job).status, job.run.rankings.count()) == ("cancelled", 0)
    assert outcomes(only_chunk(job)) == ["cancelled"]


def test_rank_chunk_in_hand_when_its_job_is_cancelled_and_taken_up_again_lands_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plan = make_plan()
    job = create_job(plan=plan)

    def score_while_taken_up(*, run: Run, topic_ids: Sequence[int]) -> ScoredTopics:
        cancel_job(job_id=job.pk)
        create_job(plan=plan)
        return score_plainly(run=run, topic_ids=topic_ids)

    score_by(monkeypatch, score_while_taken_up)
    chunk = job.chunks.all()[0]
    rank_chunk(chunk_id=chunk.pk)
    assert (outcomes(chunk), job.run.rankings.count()) == (["cancelled"], 0)
    assert now(job).status == "running"


def test_rank_chunk_in_hand_when_its_job_failed_and_is_taken_up_again_is_left_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    score_by(monkeypatch, score_plainly)
    plan = make_plan()
    job = create_job(plan=plan)
    in_hand = take(job.chunks.all()[0])
    fail_job(job_id=job.pk, reason="No more.")
    create_job(plan=plan)
    rank_chunk(chunk_id=in_hand.pk, worker=BEN)
    assert outcomes(in_hand) == [""]


def test_rank_chunk_in_hand_when_its_run_gives_way_to_another_stores_nothing(
    job: Job, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def score_while_replaced(*, run: Run, topic_ids: Sequence[int]) -> ScoredTopics:
        cancel_job(job_id=job.pk)
        create_job(plan=make_plan(name="other")._replace(name=run.name))
        return score_plainly(run=run, topic_ids=topic_ids)

    score_by(monkeypatch, score_while_replaced)
    rank_chunk(chunk_id=only_chunk(job).pk)
    assert Run.objects.get().rankings.count() == 0
    assert caplog.messages == []


def test_rank_chunk_over_texts_added_while_it_computed_stores_nothing(
    job: Job, monkeypatch: pytest.MonkeyPatch
) -> None:
    def score_while_texts_come(*, run: Run, topic_ids: Sequence[int]) -> ScoredTopics:
        Collection.objects.update(text_version=2)
        return score_plainly(run=run, topic_ids=topic_ids)

    score_by(monkeypatch, score_while_texts_come)
    rank_chunk(chunk_id=only_chunk(job).pk)
    assert (now(job).status, job.run.rankings.count()) == ("failed", 0)
    assert outcomes(only_chunk(job)) == ["error"]
