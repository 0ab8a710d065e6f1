from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ranking.exceptions import RankingError

NO_ROOM = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
NOT_WRITABLE = {errno.EACCES, errno.EPERM, errno.EROFS}


@contextmanager
def telling_of_the_disk(place: Path, what: str) -> Iterator[None]:
    """Say in a sentence when a disk is full or does not let us write.

    Args:
        what: is written, such as "vectors of bees".

    Raises:
        RankingError: one of these; other errors pass.
    """
    try:
        yield
    except OSError as error:
        if error.errno in NO_ROOM:
            raise RankingError(
                f"There is no room left in {place} for the {what} ({error.strerror}). "
                "Nothing half written was kept; make room and start again."
            ) from error
        if error.errno in NOT_WRITABLE:
            raise RankingError(
                f"The {what} cannot be written to {place} ({error.strerror}); let this account "
                "write there and start again."
            ) from error
        raise
