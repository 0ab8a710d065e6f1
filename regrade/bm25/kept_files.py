"""Files that are flushed to disk when written, and verified by a checksum afterwards."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable
from pathlib import Path
from zlib import crc32

READ_AT_ONCE = 1 << 20
# What file systems answer that know no such thing as writing a folder through.
NOT_FOR_FOLDERS = {errno.EINVAL, errno.EBADF, errno.EACCES}


def keep(path: Path, parts: Iterable[bytes | memoryview]) -> int:
    """Write a file through to the disk; its checksum, CRC-32.

    Raises:
        OSError: there is no room, among others.
    """
    checksum = 0
    with path.open("wb") as file:
        for part in parts:
            file.write(part)
            checksum = crc32(part, checksum)
        file.flush()
        os.fsync(file.fileno())
    return checksum


def checksum_of(path: Path) -> int:
    """Checksum of a file's current content, which is read whole."""
    checksum = 0
    with path.open("rb") as file:
        while part := file.read(READ_AT_ONCE):
            checksum = crc32(part, checksum)
    return checksum


def keep_names(folder: Path) -> None:
    """Flush a folder's list of files to disk, if its file system can."""
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    except OSError as error:
        if error.errno not in NOT_FOR_FOLDERS:
            raise
    finally:
        os.close(opened)
