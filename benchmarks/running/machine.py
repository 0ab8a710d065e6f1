from __future__ import annotations

import os
import platform
from pathlib import Path


def describe_machine() -> str:
    """Processor, cores and Python, for the head of a table."""
    return f"{_processor()}, {os.cpu_count()} cores, Python {platform.python_version()}"


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.machine()
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.machine())
