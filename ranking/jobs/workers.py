from __future__ import annotations

import os
import socket
from typing import NamedTuple


class Worker(NamedTuple):
    """A worker: the name of its process, its machine, its process number."""

    name: str
    host: str
    process: int


def this_worker(name: str | None = None) -> Worker:
    """The current process as a worker; without a worker's name it is a command."""
    host = socket.gethostname()
    return Worker(name or f"command@{host}", host, os.getpid())
