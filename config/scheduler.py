from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

from celery import beat
from celery.result import EagerResult
from django.db import close_old_connections, connection

logger = logging.getLogger(__name__)
# Who holds a row for longer may be a frozen process, or a machine that is gone.
WAITS_FOR_A_LOCK_S = 5


class Scheduler(beat.Scheduler):
    """Celery beat that runs due tasks itself, one after another.

    Workers may be busy for hours, and recovering a lost chunk must not wait for one. A failed task
    is logged and runs again when next due. No state survives a restart, which runs every task
    within a minute: there is no file to damage.
    """

    # Most of what is due needs no broker; the base class would wait for one.
    producer: Any = None

    def __init__(self, *args: Any, schedule_filename: str, **kwargs: Any) -> None:
        self._sign_of_life = Path(schedule_filename)
        super().__init__(*args, **kwargs)

    def sync(self) -> None:
        """Called every three minutes."""
        try:
            self._sign_of_life.touch()
        except OSError:
            logger.warning("no sign of life can be given", exc_info=True)

    def tick(self, *args: Any, **kwargs: Any) -> float:
        """Run due tasks, even if the clock was set back."""
        for entry in self.schedule.values():
            now = entry.default_now()
            if (entry.last_run_at or now) > now:
                entry.last_run_at, self._heap = now, None
        return super().tick(*args, **kwargs)

    def apply_async(
        self, entry: beat.ScheduleEntry, producer: Any = None, advance: bool = True, **_: Any
    ) -> EagerResult[Any]:
        due: Any = self.reserve(entry) if advance else entry
        close_old_connections()  # a restart of the server has ended them
        try:
            _wait_briefly_for_locks()
            return self.app.tasks[due.task].apply(due.args, due.kwargs)
        finally:
            close_old_connections()


def _wait_briefly_for_locks() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET lock_timeout = %s", [f"{WAITS_FOR_A_LOCK_S}s"])
