"""Processor time from /proc."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

TICKS = os.sysconf("SC_CLK_TCK")


class Process(NamedTuple):
    """`cpu_s` is its own time and that of its ended children."""

    parent: int
    state: str
    cpu_s: float


def process(pid: int) -> Process | None:
    """A process as it is now; None when it is gone."""
    with contextlib.suppress(OSError):
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return Process(int(fields[1]), fields[0], sum(map(int, fields[11:15])) / TICKS)
    return None


def children(pid: int) -> list[int]:
    """The live children of a process."""
    pids = [int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdigit()]
    known = {child: process(child) for child in pids}
    return [
        child for child, it in known.items() if it and it.parent == pid and it.state not in "ZX"
    ]


def family_cpu_s(pid: int) -> float:
    """Processor time of a process and of all its children, ended ones too."""
    members = [process(member) for member in (pid, *children(pid))]
    return sum(member.cpu_s for member in members if member)


def titles(pids: Iterable[int]) -> dict[int, str]:
    """What processes call themselves; PostgreSQL's name their database."""
    found = {}
    for pid in pids:
        with contextlib.suppress(OSError):
            words = Path(f"/proc/{pid}/cmdline").read_bytes()
            found[pid] = words.replace(b"\0", b" ").decode(errors="replace")
    return found


def machine_cpu_s() -> float:
    """Processor time that the whole machine has spent on anything."""
    fields = Path("/proc/stat").read_text().splitlines()[0].split()[1:9]
    user, nice, system, _idle, _iowait, irq, softirq, _steal = map(int, fields)
    return (user + nice + system + irq + softirq) / TICKS
