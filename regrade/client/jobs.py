"""Jobs that compute runs on the server."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from regrade.client.connection import Connection
from regrade.client.errors import JobEnded

FIRST_PAUSE_S, MOST_PAUSE_S, GROWS_BY = 0.5, 15.0, 1.5
RUNNING, DONE = "running", "done"


class Progress(NamedTuple):
    """How far a job is.

    Attributes:
        status: running, paused, done, failed or cancelled.
        unit: what `n`, `n_done` and `n_failed` count.
        seconds_left: None if it cannot be estimated.
        error: why it failed, or "".
    """

    status: str
    unit: str
    n: int
    n_done: int
    n_failed: int
    seconds_left: float | None
    error: str

    def __str__(self) -> str:
        left = "" if self.seconds_left is None else f", about {self.seconds_left:,.0f} s left"
        return f"{self.status}: {self.n_done:,} of {self.n:,} {self.unit}s{left}"


@dataclass(frozen=True)
class Job:
    """The job that computes `run`."""

    _connection: Connection
    id: int
    run: str

    def __repr__(self) -> str:
        return f"Job({self.id}, run={self.run!r})"

    def progress(self) -> Progress:
        """Ask once how far it is."""
        report = self._connection.get(f"jobs/{self.id}")
        job: Mapping[str, Any] = report["job"]
        work = job["work"]
        return Progress(
            status=job["status"],
            unit=work["unit"],
            n=work["n"],
            n_done=work["n_done"],
            n_failed=work["n_failed"],
            seconds_left=report["seconds_left"],
            error=job["error"],
        )

    def wait(self, *, progress: bool = False, wait_s: float | None = None) -> Progress:
        """Follow it to its end, with growing pauses; the job goes on without its followers.

        Args:
            progress: write a line to standard error when something has changed.
            wait_s: give up after so many seconds.

        Raises:
            JobEnded: it failed, or was paused or cancelled, or `wait_s` is over.
        """
        show = _shower() if progress else lambda _: None
        pause_s, end = FIRST_PAUSE_S, None if wait_s is None else time.monotonic() + wait_s
        while (found := self.progress()).status == RUNNING:
            show(found)
            if end is not None and time.monotonic() + pause_s > end:
                sentence = f"The job of run {self.run} has not ended yet ({found})."
                raise JobEnded(sentence, code="still_running")
            time.sleep(pause_s)
            pause_s = min(pause_s * GROWS_BY, MOST_PAUSE_S)
        show(found)
        if found.status != DONE:
            reason = f": {found.error}" if found.error else ""
            sentence = f"The job of run {self.run} is {found.status}{reason}"
            raise JobEnded(f"{sentence.rstrip('.')}.", code=found.status)
        return found


def _shower() -> Callable[[Progress], object]:
    shown = [""]

    def show(found: Progress) -> None:
        if shown[0] != str(found):
            shown[0] = str(found)
            sys.stderr.write(f"{found}\n")

    return show
