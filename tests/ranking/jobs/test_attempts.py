"""Several at one chunk at once, each with a connection of its own."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection, transaction

from ranking.jobs.attempts import begin_attempt
from ranking.jobs.offering import offer_silent_chunks
from ranking.jobs.steering import cancel_job
from ranking.models import Chunk, Job, Ranking, Run
from ranking.rankers.chunk import rank_chunk
from ranking.runs.storing import ScoredTopics
from tests.ranking.jobs.job_cases import ANN, lose, outcomes, plan_job, score_by, score_plainly

pytestmark = pytest.mark.django_db(transaction=True)
N_AT_ONCE = 6
WAITING = """
    SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'
"""


@pytest.fixture
def chunk(monkeypatch: pytest.MonkeyPatch) -> Chunk:
    return plan_job(monkeypatch, n_topics=2, topics_per_chunk=2).chunks.get()


def all_at_once(do: Callable[[int], object]) -> list[object]:
    """What each of several threads got that began together."""
    ready = threading.Barrier(N_AT_ONCE)

    def one(number: int) -> object:
        try:
            ready.wait()
            return do(number)
        finally:
            connection.close()

    with ThreadPoolExecutor(N_AT_ONCE) as pool:
        return list(pool.map(one, range(N_AT_ONCE)))


def test_begin_attempt_of_several_at_once_is_granted_to_one(chunk: Chunk) -> None:
    begun = all_at_once(
        lambda n: begin_attempt(chunk_id=chunk.pk, worker=ANN._replace(process=n)) is not None
    )
    assert (sum(map(bool, begun)), outcomes(chunk)) == (1, [""])


def test_a_lost_worker_that_several_notice_at_once_is_counted_once(chunk: Chunk) -> None:
    lose(chunk)
    all_at_once(lambda _: offer_silent_chunks())
    chunk.refresh_from_db()
    assert (outcomes(chunk), chunk.n_losses) == (["lost"], 1)


def test_a_chunk_that_comes_to_land_while_its_job_is_cancelled_lands_nothing(
    chunk: Chunk, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, is_cancelling = threading.Event(), threading.Event()

    def score(*, run: Run, topic_ids: Sequence[int]) -> ScoredTopics:
        begun.set()
        assert is_cancelling.wait(30)
        return score_plainly(run=run, topic_ids=topic_ids)

    def work() -> None:
        rank_chunk(chunk_id=chunk.pk)
        connection.close()

    score_by(monkeypatch, score)
    worker = threading.Thread(target=work)
    worker.start()
    assert begun.wait(30)
    with transaction.atomic():
        cancel_job(job_id=chunk.job_id)
        is_cancelling.set()
        wait_for_who_waits(worker)
    worker.join()
    assert (Job.objects.get().status, Ranking.objects.count()) == ("cancelled", 0)
    assert outcomes(chunk) == ["cancelled"]


def wait_for_who_waits(worker: threading.Thread) -> None:
    """Until the worker has come to a lock, or to its end."""
    deadline = time.monotonic() + 30
    while worker.is_alive() and time.monotonic() < deadline:
        with connection.cursor() as cursor:
            cursor.execute(WAITING)
            if cursor.fetchone()[0]:
                return
        time.sleep(0.01)
