from __future__ import annotations

import os
import select
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def ending_with_its_reader() -> Iterator[None]:
    """End this process as `cat` and `git` end when what reads their output goes away.

    That is without a word, by SIGPIPE: a shell sees status 141. The signal stays ignored until
    then, as Python has it, since it would end a process over any lost connection as well. Where
    standard output was closed from the start, what is written to it is dropped, as `print` does.
    """
    if sys.stdout is None:
        sys.stdout = Path(os.devnull).open("w")  # noqa: SIM115 - it stays as long as the process
    try:
        try:
            yield
        finally:
            sys.stdout.flush()  # else a short output would fail only after this
    except BrokenPipeError:
        if not _has_lost_its_reader():
            raise
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
        signal.raise_signal(signal.SIGPIPE)


def _has_lost_its_reader() -> bool:
    """Whether it is our own output that broke, and not another pipe."""
    outputs = select.poll()
    for number in (1, 2):
        outputs.register(number, 0)  # errors and hang-ups are always reported
    return any(events & (select.POLLERR | select.POLLHUP) for _, events in outputs.poll(0))
