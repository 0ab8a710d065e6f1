"""Measure a program's time and memory: `python -m benchmarks.running.metered PROGRAM [ARGS]`.

Runs in a small process of its own: on Linux a program's peak memory is at least what its parent
held when starting it.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

CHECKOUT = Path(__file__).parents[2]


class Metered(NamedTuple):
    """A program's output, time and memory; `cpu_s` sums all of its threads."""

    out: str
    code: int
    wall_s: float
    cpu_s: float
    peak_mb: float


def metered(program: Sequence[str]) -> Metered:
    """Run and measure a program in the checkout, start-up included."""
    meter = [sys.executable, "-m", "benchmarks.running.metered", *program]
    ran = subprocess.run(meter, cwd=CHECKOUT, capture_output=True, check=True)
    return Metered(**json.loads(ran.stdout))


def _metered_here(program: list[str]) -> Metered:
    began = time.perf_counter()
    with subprocess.Popen(program, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as child:
        out = child.stdout.read().decode() if child.stdout else ""
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    wall_s = time.perf_counter() - began
    cpu_s = used.ru_utime + used.ru_stime
    return Metered(out, child.returncode, wall_s, cpu_s, used.ru_maxrss / 1024)


if __name__ == "__main__":
    sys.stdout.write(json.dumps(_metered_here(sys.argv[1:])._asdict()))
