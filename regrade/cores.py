"""Number of available processor cores."""

from __future__ import annotations

import os


def n_cores() -> int:
    """Number of cores this process may use; macOS has no processor affinity."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
