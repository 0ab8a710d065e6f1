"""Folders that one process builds while others wait, and that appear whole or not at all."""

from __future__ import annotations

import fcntl
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Exclusive lock to build one folder; removes the remains of a killed builder."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    with folder.with_name(f"{folder.name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        for draft in folder.parent.glob(f"*.{folder.name}.*"):
            shutil.rmtree(draft)
        yield


def draft_of(folder: Path) -> Path:
    """Where to build it, under the lock."""
    return folder.with_name(f".{folder.name}.draft")


def publish(folder: Path) -> None:
    """Put what was built in its draft in place; processes with the old one open keep it."""
    former = folder.with_name(f".{folder.name}.former")
    if folder.exists():
        folder.rename(former)
    draft_of(folder).rename(folder)
    shutil.rmtree(former, ignore_errors=True)
