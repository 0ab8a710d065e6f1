from __future__ import annotations

import _thread
import ctypes
import logging
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from traceback import walk_stack

from django.db import Error, connection
from django.db.models.functions import Now

from ranking.models import Attempt, Chunk, Outcome
from ranking.worker_times import BEAT_EVERY_S

# Where Python's own code for imports says that it lies, and what starts a thread.
IMPORTING, STARTING = "<frozen importlib._bootstrap>", threading.Thread.start.__code__
logger = logging.getLogger(__name__)


class Uninterrupted(_thread.RLock):  # type: ignore[misc]  # typeshed calls it final; it is not
    """Held within `beating` during work that must not be interrupted.

    Who waits for it may be interrupted at the very moment of getting it, before a `with` holds it
    (Python 3.14 looks there, older ones do not): then it is let go again. That takes a lock that
    knows its owner. It is let go in compiled code, which nothing interrupts.
    """

    def __enter__(self) -> bool:  # type: ignore[override]
        try:
            return self.acquire()
        except BaseException:
            if self.is_mine():
                self.release()
            raise

    def is_mine(self) -> bool:
        return bool(self._is_owned())  # type: ignore[attr-defined]  # as threading's Condition asks


uninterrupted = Uninterrupted()


class Withdrawn(BaseException):
    """The job of the running chunk was cancelled."""


@contextmanager
def beating(attempt: Attempt) -> Iterator[None]:
    """Record in the database every few seconds that the chunk is being worked on.

    Raises:
        Withdrawn: in the midst of the work, once the job is cancelled: the worker is free then.
    """
    stopped = threading.Event()
    arguments = (attempt, stopped, threading.get_ident())
    thread = threading.Thread(target=_beat, args=arguments, daemon=True)
    thread.start()
    try:
        yield
    finally:
        with uninterrupted:  # from now on nothing else is interrupted, whatever cuts the wait short
            stopped.set()
        thread.join()


def _beat(attempt: Attempt, stopped: threading.Event, worker: int) -> None:
    try:
        while not stopped.wait(BEAT_EVERY_S):
            if not _is_wanted(attempt) and _interrupt(worker, stopped):
                break
    finally:
        connection.close()  # this thread's own


def _is_wanted(attempt: Attempt) -> bool:
    """Beat once; says whether what the attempt computes could still land."""
    counts = {"attempts": attempt.pk, "attempts__outcome__in": ["", Outcome.LOST]}
    try:
        Chunk.objects.remaining().filter(**counts).update(beat_at=Now())
        return not Attempt.objects.filter(pk=attempt.pk, outcome=Outcome.CANCELLED).exists()
    except Error:
        logger.warning("the database did not take a beat", exc_info=True)
        connection.close()  # the next beat opens another
        return True


def _interrupt(thread: int, stopped: threading.Event) -> bool:
    """Raise `Withdrawn` in a thread, as soon as it comes back from compiled code.

    Says whether it did, which is not at any moment: a library half imported would be of no use to
    the process any more, and a thread half started would be waited for in vain.
    """
    with uninterrupted:
        if stopped.is_set() or not _bears_it(thread):
            return False
        target = ctypes.c_ulong(thread)
        ctypes.pythonapi.PyThreadState_SetAsyncExc(target, ctypes.py_object(Withdrawn))
        return True


def _bears_it(thread: int) -> bool:
    codes = [frame.f_code for frame, _ in walk_stack(sys._current_frames()[thread])]
    # A thread goes by the number of who starts it until it runs, and would be hit in its place.
    return not any(code is STARTING or code.co_filename == IMPORTING for code in codes)
