"""A real worker process, a real broker, and SIGKILL."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from uuid import uuid4

import pytest
from django.db import connection

from benchmarks.load.scratch import database_url
from ranking.models import Attempt, Job, Ranking
from ranking.services.offer_chunks import offer_job, offer_silent_chunks
from tests.ranking.services.jobs import make_silent, outcomes, plan_job
from tests.source_tree import ROOT

WAIT_S = 120
Workers = Mapping[int, "subprocess.Popen[bytes]"]


@pytest.fixture
def queue() -> str:
    """Nobody else listens there."""
    return f"test-{uuid4()}"


@pytest.fixture
def workers(queue: str, storage: Path, tmp_path: Path) -> Iterator[Workers]:
    """Two worker processes by their numbers; they start as fast as they can."""
    options = f"--pool solo --queues {queue} --include tests.ranking.patient_ranker"
    quiet = "--without-gossip --without-mingle --without-heartbeat --hostname"
    celery = [sys.executable, "-m", "celery", "-A", "config", "worker"]
    env = os.environ | {
        "DATABASE_URL": database_url(connection.settings_dict),
        "REGRADE_STORAGE": str(storage),
    }
    with (tmp_path / "worker.log").open("wb") as log:
        started = [
            subprocess.Popen(
                [*celery, *options.split(), *quiet.split(), f"{name}@%h"],
                cwd=ROOT,
                env=env,
                stdout=log,
                stderr=log,
            )
            for name in ("ann", "ben")
        ]
        yield {worker.pid: worker for worker in started}
        for worker in started:
            worker.kill()
            worker.wait()


def wait_until(is_so: Callable[[], bool], *workers: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + WAIT_S
    while not is_so():
        assert all(worker.poll() is None for worker in workers), "a worker has ended by itself"
        assert time.monotonic() < end, f"not so after {WAIT_S} s"
        time.sleep(0.05)


@pytest.mark.django_db(transaction=True)
def test_a_chunk_of_a_worker_that_was_killed_is_ranked_by_another(
    workers: Workers, queue: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = plan_job(monkeypatch, n_topics=2, topics_per_chunk=2)
    Job.objects.update(queue=queue)
    offer_job(job=Job.objects.get())
    wait_until(Attempt.objects.exists, *workers.values())
    [killed] = Attempt.objects.values_list("process", flat=True)
    os.kill(killed, signal.SIGKILL)
    workers[killed].wait()
    make_silent(job.chunks.get())  # as it will be in half a minute
    offer_silent_chunks()
    [other] = [worker for pid, worker in workers.items() if pid != killed]
    wait_until(lambda: Job.objects.get().status != "running", other)
    assert (Job.objects.get().status, Ranking.objects.count()) == ("done", 2)
    assert outcomes(job.chunks.get()) == ["lost", "landed"]
    processes = Attempt.objects.order_by("number").values_list("process", flat=True)
    assert list(processes) == [killed, other.pid]
