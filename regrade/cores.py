"""How many cores there are to work with."""

from __future__ import annotations

import os


def n_cores() -> int:
    """Those this process may use; macOS cannot bind a process to some of them."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
