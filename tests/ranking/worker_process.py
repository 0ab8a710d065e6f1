"""Real worker processes, for tests of what ends them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from django.db import connection

from tests.database.scratch import database_url
from tests.source_tree import ROOT

WAIT_S = 300


@contextmanager
def worker_process(
    options: str, *, storage: Path, log: Path, name: str
) -> Iterator[subprocess.Popen[bytes]]:
    """A Celery worker on the test's database, which starts as fast as it can."""
    quiet = f"--without-gossip --without-mingle --without-heartbeat --hostname {name}@%h"
    celery = f"-m celery -A config worker {options} {quiet}"
    env = os.environ | {
        "DATABASE_URL": database_url(connection.settings_dict),
        "REGRADE_STORAGE": str(storage),
    }
    command = [sys.executable, *celery.split()]
    with log.open("wb") as file:
        worker = subprocess.Popen(
            command, cwd=ROOT, env=env, stdout=file, stderr=file, start_new_session=True
        )
    try:
        yield worker
    finally:
        with suppress(ProcessLookupError):  # killed by the test
            os.killpg(worker.pid, signal.SIGKILL)
        worker.wait()


def wait_until(is_so: Callable[[], bool], *workers: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + WAIT_S
    while not is_so():
        assert all(worker.poll() is None for worker in workers), "a worker has ended by itself"
        assert time.monotonic() < end, f"not so after {WAIT_S} s"
        time.sleep(0.05)
