"""Folders that are written whole or not at all."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

from safetensors import SafetensorError

from regrade.training.task import TrainingFailed

NOT_WRITTEN = (OSError, SafetensorError)


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
    except NOT_WRITTEN as error:
        shutil.rmtree(new, ignore_errors=True)
        restore_folder(target)
        raise not_written(target, error) from error


def not_written(folder: Path, error: Exception) -> TrainingFailed:
    """The failure to report where a folder cannot be written."""
    return TrainingFailed(
        f"{folder} cannot be written: {getattr(error, 'strerror', None) or error}. Make room, and"
        " resume: the last checkpoint is there.",
        code="not_written",
    )


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
