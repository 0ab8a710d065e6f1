"""A run that workers compute, followed to its end."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from config import celery_app
from ranking.jobs.jobs import fail_job
from ranking.models import Chunk
from ranking.models import Job as StoredJob
from ranking.rankers.chunk import rank_chunk
from regrade.client import Job, JobEnded, Server
from tests.factories import make_collection, make_topics
from tests.refusals import refused

Meanwhile = Callable[[Callable[[], object]], None]


@pytest.fixture
def job(server: Server, monkeypatch: pytest.MonkeyPatch) -> Job:
    monkeypatch.setattr(celery_app, "send_task", lambda *_, **__: None)
    make_collection(), make_topics()
    return server.compute("bm25", collection="trees", topic_set="needs", depth=2)


@pytest.fixture
def meanwhile(monkeypatch: pytest.MonkeyPatch) -> Meanwhile:
    """Does something while the client waits, which takes no time."""

    def meanwhile(act: Callable[[], object]) -> None:
        monkeypatch.setattr("regrade.client.jobs.time.sleep", lambda _: act())

    return meanwhile


def test_a_job_is_followed_to_its_end(
    job: Job, server: Server, meanwhile: Meanwhile, capsys: pytest.CaptureFixture[str]
) -> None:
    meanwhile(lambda: rank_chunk(chunk_id=Chunk.objects.get().pk))
    assert (job.progress().status, job.progress().n_done) == ("running", 0)
    found = job.wait(progress=True)
    assert (found.status, found.n_done, found.unit) == ("done", 2, "topic")
    shown = capsys.readouterr().err.splitlines()
    assert [line.partition(",")[0] for line in shown] == [
        "running: 0 of 2 topics",
        "done: 2 of 2 topics",
    ]
    assert set(server.run_frame("bm25")["query_id"]) == {"q1", "q2"}


def test_a_failed_job_says_why(job: Job, meanwhile: Meanwhile) -> None:
    meanwhile(lambda: fail_job(job_id=StoredJob.objects.get().pk, reason="No memory."))
    with refused(JobEnded, "failed", says="run bm25 is failed: No memory."):
        job.wait()


def test_patience_has_an_end(job: Job, meanwhile: Meanwhile) -> None:
    meanwhile(lambda: pytest.fail("waited"))
    with refused(JobEnded, "still_running", says="0 of 2 topics"):
        job.wait(wait_s=0.1)
