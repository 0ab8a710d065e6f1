"""Chunks in hand, as long as their worker and the database hear of each other, and when not."""

from __future__ import annotations

import ctypes
import sys
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.db import OperationalError, connection
from django.utils import timezone

from ranking.jobs import beating as module
from ranking.jobs.attempts import Piece, begin_attempt, note_losses
from ranking.jobs.beating import Withdrawn, beating, uninterrupted
from ranking.jobs.steering import cancel_job
from ranking.models import Attempt, Chunk, Job, Run
from ranking.rankers import chunk as ranking
from ranking.rankers import frozen_models
from ranking.rankers.chunk import rank_chunk
from ranking.runs.storing import ScoredTopics
from tests.database.scratch import database_url
from tests.ranking.jobs.job_cases import (
    ANN,
    make_silent,
    outcomes,
    plan_job,
    score_by,
    score_plainly,
)

STARTS_A_THREAD = ("_start_joinable_thread", "_start_new_thread")
MANY_BEATS_S = 0.2
SLOW = f"import time; time.sleep({MANY_BEATS_S})"

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def job(monkeypatch: pytest.MonkeyPatch) -> Job:
    return plan_job(monkeypatch, n_topics=2, topics_per_chunk=2)


@pytest.fixture
def attempt(job: Job, monkeypatch: pytest.MonkeyPatch) -> Attempt:
    """Its worker beats often."""
    monkeypatch.setattr(module, "BEAT_EVERY_S", 0.01)
    begun = begin_attempt(chunk_id=only_chunk(job).pk, worker=ANN)
    assert begun
    return begun


def only_chunk(job: Job) -> Chunk:
    return Chunk.objects.get(job=job)


def cut_connection() -> None:
    """What a restart of the server does to all that are open."""
    ours = connection.connection.info.backend_pid
    with psycopg.connect(database_url(connection.settings_dict), autocommit=True) as other:
        other.execute("SELECT pg_terminate_backend(%s, 60000)", [ours])


def test_rank_chunk_whose_connection_is_cut_while_it_computes_lands(
    job: Job, monkeypatch: pytest.MonkeyPatch
) -> None:
    def score_while_cut(*, run: Run, topic_ids: Sequence[int]) -> ScoredTopics:
        cut_connection()
        return score_plainly(run=run, topic_ids=topic_ids)

    score_by(monkeypatch, score_while_cut)
    rank_chunk(chunk_id=only_chunk(job).pk)
    assert (outcomes(only_chunk(job)), Job.objects.get().status) == (["landed"], "done")


def test_rank_chunk_whose_connection_is_cut_where_it_reads_keeps_the_reason(
    job: Job, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def score_while_cut(*, run: Run, topic_ids: Sequence[int]) -> ScoredTopics:
        cut_connection()
        raise AssertionError(Run.objects.count())

    score_by(monkeypatch, score_while_cut)
    rank_chunk(chunk_id=only_chunk(job).pk)
    assert outcomes(only_chunk(job)) == ["error"]
    assert only_chunk(job).error.startswith("OperationalError: ")


def test_beating_goes_on_while_a_chunk_waits_to_land(
    job: Job, monkeypatch: pytest.MonkeyPatch
) -> None:
    def land(*, attempt: Attempt, pieces: list[Piece]) -> None:
        beats(attempt.chunk)

    monkeypatch.setattr(module, "BEAT_EVERY_S", 0.01)
    monkeypatch.setattr(ranking, "land_topics", land)
    rank_chunk(chunk_id=only_chunk(job).pk)
    assert only_chunk(job).beat_at is not None


def beats(chunk: Chunk) -> None:
    """Wait until the chunk has beaten."""
    Chunk.objects.update(beat_at=None)
    deadline = time.monotonic() + 30
    while Chunk.objects.get(pk=chunk.pk).beat_at is None:
        assert time.monotonic() < deadline, "the chunk never beat"
        time.sleep(0.01)


def test_beating_outlives_a_database_that_is_away(
    attempt: Attempt, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    class Away:
        calls = 0

        def __call__(self) -> object:
            self.calls += 1
            if self.calls == 1:
                raise OperationalError("gone")
            return timezone.now()

    monkeypatch.setattr(module, "Now", Away())
    with beating(attempt):
        beats(attempt.chunk)
    assert caplog.messages == ["the database did not take a beat"]


def enter_and_leave() -> None:
    with suppress(Withdrawn), uninterrupted:
        pass


def test_who_is_interrupted_while_waiting_leaves_what_they_waited_for_to_others() -> None:
    with uninterrupted:
        waiting = threading.Thread(target=enter_and_leave, daemon=True)
        waiting.start()
        time.sleep(0.05)  # it waits by then; else there is nothing to leave, and this passes
        target, what = ctypes.c_ulong(waiting.ident or 0), ctypes.py_object(Withdrawn)
        assert ctypes.pythonapi.PyThreadState_SetAsyncExc(target, what) == 1
    waiting.join()
    is_free = uninterrupted.acquire(timeout=10)  # by who is not numbered as that thread was
    assert is_free
    uninterrupted.release()


def cancel_as_others_do(job: Job) -> None:
    """Elsewhere: of this, nothing is interrupted."""
    with uninterrupted:
        cancel_job(job_id=job.pk)


def work_until_interrupted() -> None:
    for _ in range(3000):
        time.sleep(0.01)
    raise AssertionError("nothing came in between for half a minute")


def test_a_beat_for_a_cancelled_job_does_not_count(job: Job, attempt: Attempt) -> None:
    cancel_job(job_id=job.pk)
    assert not module._is_wanted(attempt)
    assert only_chunk(job).beat_at is None


def test_rank_chunk_of_a_job_cancelled_meanwhile_frees_its_worker(
    job: Job, monkeypatch: pytest.MonkeyPatch
) -> None:
    reached: list[str] = []

    def score_in_vain(*, run: Run, topic_ids: Sequence[int]) -> ScoredTopics:
        reached.append("begun")
        cancel_as_others_do(job)
        try:
            work_until_interrupted()
        except AssertionError:
            reached.append("ended")
        return score_plainly(run=run, topic_ids=topic_ids)

    monkeypatch.setattr(module, "BEAT_EVERY_S", 0.01)
    score_by(monkeypatch, score_in_vain)
    rank_chunk(chunk_id=only_chunk(job).pk)
    assert (reached, outcomes(only_chunk(job))) == (["begun"], ["cancelled"])
    assert Job.objects.get().status == "cancelled"


def test_rank_chunk_of_a_job_cancelled_meanwhile_ends_first_what_bears_no_interruption(
    job: Job, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []

    def load_and_score(*, run: Run, topic_ids: Sequence[int]) -> ScoredTopics:
        with uninterrupted:
            cancel_job(job_id=job.pk)
            time.sleep(MANY_BEATS_S)
            done.append("loaded")
        work_until_interrupted()
        raise AssertionError

    monkeypatch.setattr(module, "BEAT_EVERY_S", 0.01)
    score_by(monkeypatch, load_and_score)
    rank_chunk(chunk_id=only_chunk(job).pk)
    assert (done, outcomes(only_chunk(job))) == (["loaded"], ["cancelled"])


def test_rank_chunk_of_a_job_cancelled_meanwhile_ends_first_what_it_imports(
    job: Job, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def import_and_score(*, run: Run, topic_ids: Sequence[int]) -> ScoredTopics:
        cancel_as_others_do(job)
        import_module("slow_to_import")
        work_until_interrupted()
        raise AssertionError

    (tmp_path / "slow_to_import.py").write_text(SLOW)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(module, "BEAT_EVERY_S", 0.01)
    score_by(monkeypatch, import_and_score)
    rank_chunk(chunk_id=only_chunk(job).pk)
    # Python forgets a module that was not imported whole, but not those it had imported.
    assert sys.modules.pop("slow_to_import", None)
    assert outcomes(only_chunk(job)) == ["cancelled"]


def test_rank_chunk_of_a_job_cancelled_meanwhile_starts_first_the_thread_it_was_to_start(
    job: Job, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = threading.Event()

    # What starts a thread has another name from Python 3.13 on.
    name = next(one for one in STARTS_A_THREAD if hasattr(threading, one))
    start = getattr(threading, name)

    def start_late(*arguments: Any, **options: Any) -> object:
        time.sleep(MANY_BEATS_S)
        return start(*arguments, **options)

    def start_and_score(*, run: Run, topic_ids: Sequence[int]) -> ScoredTopics:
        cancel_as_others_do(job)
        monkeypatch.setattr(threading, name, start_late)
        threading.Thread(target=begun.set).start()
        work_until_interrupted()
        raise AssertionError

    monkeypatch.setattr(module, "BEAT_EVERY_S", 0.01)
    score_by(monkeypatch, start_and_score)
    rank_chunk(chunk_id=only_chunk(job).pk)
    assert begun.wait(30)


def test_rank_chunk_of_a_job_cancelled_meanwhile_ends_first_what_lands(
    job: Job, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []

    def land(*, attempt: Attempt, pieces: list[Piece]) -> None:
        cancel_job(job_id=job.pk)
        time.sleep(MANY_BEATS_S)
        done.append("closed the transaction")

    monkeypatch.setattr(module, "BEAT_EVERY_S", 0.01)
    monkeypatch.setattr(ranking, "land_topics", land)
    rank_chunk(chunk_id=only_chunk(job).pk)
    assert done == ["closed the transaction"]


def test_interrupting_work_that_has_ended_is_left() -> None:
    """Ctrl-C may end the wait for the last beat."""
    ended = threading.Event()
    ended.set()
    assert not module._interrupt(threading.get_ident(), ended)


def test_load_frozen_bears_no_interruption(monkeypatch: pytest.MonkeyPatch) -> None:
    is_quiet: list[bool] = []
    monkeypatch.setattr(frozen_models, "_load", lambda _: is_quiet.append(uninterrupted.is_mine()))
    frozen_models.load_frozen({})
    assert is_quiet == [True]


def test_beating_of_one_that_was_taken_for_lost_goes_on(job: Job, attempt: Attempt) -> None:
    make_silent(attempt.chunk)
    note_losses(job=job)
    assert outcomes(attempt.chunk) == ["lost"]
    with beating(attempt):
        beats(attempt.chunk)
