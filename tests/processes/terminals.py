"""A terminal in place of standard error."""

from __future__ import annotations

import os
import pty
import termios
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, suppress
from io import StringIO


@contextmanager
def errors_on_a_terminal() -> Iterator[StringIO]:
    """Yields a buffer that holds what was written once the block is over; 4 kB at most."""
    shown = StringIO()
    master, slave = pty.openpty()
    termios.tcsetwinsize(slave, (24, 80))
    with os.fdopen(master, "rb", buffering=0) as terminal:
        with os.fdopen(slave, "w") as screen, redirect_stderr(screen):
            yield shown
        with suppress(OSError):  # Linux ends what a closed terminal holds with an error
            while part := terminal.read(4096):
                shown.write(part.decode().replace("\r\n", "\n"))
