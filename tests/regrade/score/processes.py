"""Runs the command as its users do: in a process of its own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

CHECKOUT = Path(__file__).parents[3]


class Ran(NamedTuple):
    code: int
    out: str
    err: str


def score(*arguments: Path | str) -> Ran:
    argv = [sys.executable, "-m", "regrade.score", *map(str, arguments)]
    ran = subprocess.run(argv, cwd=CHECKOUT, capture_output=True, check=False)
    return Ran(ran.returncode, ran.stdout.decode(), ran.stderr.decode())


def refusal(*arguments: Path | str) -> str:
    """The one sentence of a command that exits with 1 and prints no value."""
    ran = score(*arguments)
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.count("\n") == 1
    return ran.err.removeprefix("score: ").removesuffix("\n")
