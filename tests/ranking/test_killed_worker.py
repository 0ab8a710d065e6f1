"""A real worker process, a real broker, and SIGKILL."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from uuid import uuid4

import pytest
from django.db import connection

from benchmarks.load.scratch import database_url
from ranking.models import Attempt, Job, Ranking
from ranking.services.offer_chunks import offer_job, offer_silent_chunks
from tests.ranking.patient_ranker import PATIENCE
from tests.ranking.services.jobs import make_silent, outcomes, plan_job
from tests.source_tree import ROOT

WAIT_S = 120
Start = Callable[[float], "subprocess.Popen[bytes]"]


@pytest.fixture
def queue() -> str:
    """Nobody else listens there."""
    return f"test-{uuid4()}"


@pytest.fixture
def start(queue: str, storage: Path, tmp_path: Path) -> Iterator[Start]:
    """Start a worker that takes so many seconds for a chunk."""
    workers: list[subprocess.Popen[bytes]] = []
    log = (tmp_path / "worker.log").open("wb")

    def started(seconds: float) -> subprocess.Popen[bytes]:
        options = f"--pool solo --queues {queue} --include tests.ranking.patient_ranker"
        quiet = "--without-gossip --without-mingle --without-heartbeat --hostname"
        env = os.environ | {
            "DATABASE_URL": database_url(connection.settings_dict),
            "REGRADE_STORAGE": str(storage),
            PATIENCE: str(seconds),
        }
        celery = [sys.executable, "-m", "celery", "-A", "config", "worker"]
        argv = [*celery, *options.split(), *quiet.split(), f"worker{len(workers) + 1}@%h"]
        workers.append(subprocess.Popen(argv, cwd=ROOT, env=env, stdout=log, stderr=log))
        return workers[-1]

    with log:
        yield started
        for worker in workers:
            with contextlib.suppress(ProcessLookupError):
                worker.kill()
            worker.wait()


def wait_until(is_so: Callable[[], bool], worker: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + WAIT_S
    while not is_so():
        assert worker.poll() is None, "the worker has ended by itself"
        assert time.monotonic() < end, f"not so after {WAIT_S} s"
        time.sleep(0.05)


@pytest.mark.django_db(transaction=True)
def test_a_chunk_of_a_worker_that_was_killed_is_ranked_by_another(
    start: Start, queue: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = plan_job(monkeypatch, n_topics=2, topics_per_chunk=2)
    Job.objects.update(queue=queue)
    offer_job(job=Job.objects.get())
    killed = start(1000)
    wait_until(Attempt.objects.exists, killed)
    os.kill(killed.pid, signal.SIGKILL)
    killed.wait()
    make_silent(job.chunks.get())  # as it will be in half a minute
    other = start(0)
    offer_silent_chunks()
    wait_until(lambda: Job.objects.get().status != "running", other)
    assert (Job.objects.get().status, Ranking.objects.count()) == ("done", 2)
    assert outcomes(job.chunks.get()) == ["lost", "landed"]
    first, second = Attempt.objects.order_by("number")
    assert (first.process, first.worker.split("@")[0]) == (killed.pid, "worker1")
    assert second.worker.split("@")[0] == "worker2"
