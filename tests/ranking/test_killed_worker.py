"""A real worker process, a real broker, and SIGKILL."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from uuid import uuid4

import pytest

from ranking.jobs.jobs import job_progress
from ranking.jobs.offering import offer_job, offer_silent_chunks
from ranking.models import Attempt, Job, Ranking
from tests.ranking.jobs.job_cases import make_silent, outcomes, plan_job
from tests.ranking.worker_process import wait_until, worker_process

Workers = Mapping[int, "subprocess.Popen[bytes]"]


@pytest.fixture
def queue() -> str:
    """Nobody else listens there."""
    return f"test-{uuid4()}"


@pytest.fixture
def workers(queue: str, storage: Path, tmp_path: Path) -> Iterator[Workers]:
    """Two worker processes by their numbers."""
    with ExitStack() as stack:
        started = [
            stack.enter_context(
                worker_process(
                    f"--pool solo --queues {queue} --include tests.ranking.patient_ranker",
                    storage=storage,
                    log=tmp_path / f"{name}.log",
                    name=name,
                )
            )
            for name in ("ann", "ben")
        ]
        yield {worker.pid: worker for worker in started}


@pytest.mark.django_db(transaction=True)
def test_what_a_killed_worker_had_not_landed_of_a_chunk_is_ranked_by_another(
    workers: Workers, queue: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = plan_job(monkeypatch, n_topics=3, topics_per_chunk=3)
    Job.objects.update(queue=queue)
    offer_job(job=Job.objects.get())
    wait_until(Ranking.objects.exists, *workers.values())
    assert str(job_progress(job_id=job.pk).work) == "1 of 3 topics"
    [killed] = Attempt.objects.values_list("process", flat=True)
    os.kill(killed, signal.SIGKILL)
    workers[killed].wait()
    make_silent(job.chunks.get())  # as it will be in half a minute
    offer_silent_chunks()
    [other] = [worker for pid, worker in workers.items() if pid != killed]
    wait_until(lambda: Job.objects.get().status != "running", other)
    assert (Job.objects.get().status, Ranking.objects.count()) == ("done", 3)
    assert outcomes(job.chunks.get()) == ["lost", "landed"]
    landed = Attempt.objects.order_by("number").values_list("process", "n_landed")
    assert list(landed) == [(killed, 1), (other.pid, 2)]
