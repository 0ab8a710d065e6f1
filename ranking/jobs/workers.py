from __future__ import annotations

import os
import socket
from typing import NamedTuple


class Worker(NamedTuple):
    """Who works on chunks: the name under which a process is known, its machine, its number."""

    name: str
    host: str
    process: int


def this_worker(name: str | None = None) -> Worker:
    """The process that asks; without a name it is somebody's command."""
    host = socket.gethostname()
    return Worker(name or f"command@{host}", host, os.getpid())
