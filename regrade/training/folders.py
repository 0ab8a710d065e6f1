"""Folders that are written whole or not at all."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

from regrade.training.task import TrainingFailed


def replace_folder(target: Path, write: Callable[[Path], object]) -> None:
    """Write a folder beside the target and put it in its place.

    A process that is killed leaves the target, or what it was replaced by, and perhaps a folder
    that the next call removes.

    Raises:
        TrainingFailed: the disk is full, or cannot be written; the target stays as it was.
    """
    new, old = target.with_name(f"{target.name}.new"), target.with_name(f"{target.name}.old")
    try:
        restore_folder(target)
        new.mkdir(parents=True)
        write(new)
        _sync(new)
        if target.exists():
            target.rename(old)
        new.rename(target)
        shutil.rmtree(old, ignore_errors=True)
    except OSError as error:
        shutil.rmtree(new, ignore_errors=True)
        restore_folder(target)
        raise TrainingFailed(
            f"{target} cannot be written: {error.strerror or error}. Make room, and resume: the"
            " last checkpoint is there.",
            code="not_written",
        ) from error


def restore_folder(target: Path) -> None:
    """Undo what a killed process left half-way."""
    new, old = target.with_name(f"{target.name}.new"), target.with_name(f"{target.name}.old")
    shutil.rmtree(new, ignore_errors=True)
    if old.exists() and not target.exists():
        old.rename(target)
    shutil.rmtree(old, ignore_errors=True)


def _sync(folder: Path) -> None:
    for path in folder.rglob("*"):
        if path.is_file():
            with path.open("rb") as file:
                os.fsync(file.fileno())
