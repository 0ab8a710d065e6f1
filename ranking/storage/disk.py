from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ranking.exceptions import StorageFull, StorageRefused

NO_ROOM = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
NOT_WRITABLE = {errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOTDIR, errno.EEXIST}


@contextmanager
def telling_of_the_disk(location: Path | str, what: str) -> Iterator[None]:
    """Turn a full or read-only disk into an error with a clear message.

    Args:
        location: the folder, as readers of the sentence may know it.
        what: is written, such as "vectors of bees".

    Raises:
        StorageFull, StorageRefused: one of these; other errors pass.
    """
    try:
        yield
    except OSError as error:
        if error.errno in NO_ROOM or _is_short_write(error):
            raise StorageFull(
                f"There is no room left in {location} for the {what} ({error.strerror or error}). "
                "Nothing half written was kept; make room and start again."
            ) from error
        if error.errno in NOT_WRITABLE:
            raise StorageRefused(
                f"The {what} cannot be written to {location} ({error.strerror}); let this account "
                "write there and start again."
            ) from error
        raise


def _is_short_write(error: OSError) -> bool:
    """numpy has no number for a disk that took a part of an array."""
    return error.errno is None and "requested and" in str(error)
