"""File permissions: owner only, plus PostgreSQL's user when run as root."""

from __future__ import annotations

import contextlib
import itertools
import os
import pwd
import stat
from pathlib import Path

# What is made here is its owner's alone: sessions, passwords and judgments lie in it.
PRIVATE = 0o077
# What the system's package manager makes is for everybody.
PUBLIC = 0o022


class Umask:
    """Permissions of new files: none for others in a home, the caller's umask in the sources."""

    callers = PUBLIC

    @classmethod
    def close(cls) -> None:
        cls.callers = os.umask(PRIVATE)

    @classmethod
    def restore(cls) -> None:
        os.umask(cls.callers)


def nobody() -> int:
    """User id of `nobody`, which owns no files."""
    return pwd.getpwnam("nobody").pw_uid


def is_open_to_all(path: Path) -> bool:
    """Whether every user can access the folder's contents."""
    return all(folder.stat().st_mode & 0o001 for folder in (path, *path.parents))


def open_to_all(folder: Path) -> None:
    """Let everyone read a folder's files and execute those that their owner can."""
    for path in (folder, *folder.rglob("*")):
        if not path.is_symlink():
            mode = path.stat().st_mode
            path.chmod(mode | 0o444 | (0o111 if mode & 0o100 else 0))


def close_to_others(top: Path) -> None:
    """Remove others' permissions from a file, or from a folder and everything in it.

    A file with several hard links is shared with uv's cache and other environments: it keeps its
    permissions, and its folder protects it. Files of other owners are left alone.
    """
    inner = (
        Path(folder, name) for folder, *both in os.walk(top) for name in itertools.chain(*both)
    )
    for path in (top, *inner):
        # What is at work here may remove a file of its own meanwhile.
        with contextlib.suppress(FileNotFoundError, PermissionError):
            known = path.lstat()
            is_shared = stat.S_ISREG(known.st_mode) and known.st_nlink > 1
            if known.st_mode & PRIVATE and not (is_shared or stat.S_ISLNK(known.st_mode)):
                path.chmod(stat.S_IMODE(known.st_mode) & ~PRIVATE)
