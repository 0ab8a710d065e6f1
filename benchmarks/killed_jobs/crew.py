"""Worker processes, started as `./dev up` starts them, and what kills them."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from benchmarks.load.processes import children

ROOT = Path(__file__).resolve().parents[2]
RANKER_MODULE = "benchmarks.killed_jobs.ranker"
# A parent takes seconds to come up again, its process none.
SHARE_WHOLE = 1 / 3
CELERY = [sys.executable, "-m", "celery", "-A", "config"]


class Kill(NamedTuple):
    """What was ended by SIGKILL: processes, and the moment, in seconds since the epoch."""

    pids: frozenset[int]
    at: float
    was_whole: bool


class Crew:
    """Some workers of one process each under a parent that holds the broker, and a scheduler.

    A kill hits either the process that ranks alone, which its parent replaces, or parent and
    process at once, which the crew replaces.
    """

    def __init__(self, n_workers: int, variables: Mapping[str, str], log: Path) -> None:
        # Beside those that this process has.
        self.variables = [f"{name}={text}" for name, text in variables.items()]
        self.log = log
        self.kills: list[Kill] = []
        self.scheduler = self._start("beat", "--schedule", str(log.with_suffix(".schedule")))
        self.workers = [self._hire(number) for number in range(n_workers)]

    def _hire(self, number: int) -> subprocess.Popen[bytes]:
        options = "--queues rank.cpu --concurrency 1 --include benchmarks.killed_jobs.ranker"
        return self._start("worker", *options.split(), "--hostname", f"worker{number + 1}@%h")

    def _start(self, *arguments: str) -> subprocess.Popen[bytes]:
        with self.log.open("ab") as log:
            return subprocess.Popen(
                ["env", *self.variables, *CELERY, *arguments],
                cwd=ROOT,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def kill_one(self, rng: random.Random) -> None:
        """SIGKILL to a random one of those that are up; what it was is started again."""
        self.replace_ended()
        found = {number: children(worker.pid) for number, worker in enumerate(self.workers)}
        up = [number for number, below in found.items() if below]
        if not up:
            return
        number, is_whole = rng.choice(up), rng.random() < SHARE_WHOLE
        worker, below = self.workers[number], found[number]
        if is_whole:
            self.kills.append(Kill(frozenset({worker.pid, *below}), time.time(), True))
            _kill_session(worker)
            self.workers[number] = self._hire(number)
        else:
            self.kills.append(Kill(frozenset(below), time.time(), False))
            for pid in below:
                os.kill(pid, signal.SIGKILL)

    def replace_ended(self) -> None:
        """Start again what ended by itself, as `./dev up` does: a parent gives up whose process is
        killed before it has come up."""
        for number, worker in enumerate(self.workers):
            if worker.poll() is not None:
                self.workers[number] = self._hire(number)

    def dismiss(self) -> None:
        for process in (self.scheduler, *self.workers):
            _kill_session(process)


def _kill_session(process: subprocess.Popen[bytes]) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
