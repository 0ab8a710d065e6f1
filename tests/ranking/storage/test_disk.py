from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from ranking.exceptions import RankingError, StorageFull, StorageRefused
from ranking.storage.disk import telling_of_the_disk
from tests.refusals import refused


def write_in_vain(error: OSError) -> None:
    with telling_of_the_disk(Path("/srv/vectors"), "index of trees"):
        raise error


@pytest.mark.parametrize(
    ("error", "kind", "code"),
    [
        (OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)), StorageFull, "storage_full"),
        (OSError(errno.EDQUOT, os.strerror(errno.EDQUOT)), StorageFull, "storage_full"),
        (OSError("80 requested and 12 written"), StorageFull, "storage_full"),  # numpy
        (OSError(errno.EROFS, os.strerror(errno.EROFS)), StorageRefused, "storage_refused"),
        (OSError(errno.EACCES, os.strerror(errno.EACCES)), StorageRefused, "storage_refused"),
    ],
)
def test_a_full_or_closed_disk_is_reported_with_what_was_written_and_where(
    error: OSError, kind: type[RankingError], code: str
) -> None:
    with refused(kind, code) as caught:
        write_in_vain(error)
    assert "/srv/vectors" in str(caught.value)
    assert "index of trees" in str(caught.value)


def test_other_troubles_with_the_disk_are_not_taken_for_a_full_one() -> None:
    with pytest.raises(OSError, match="Input/output"):
        write_in_vain(OSError(errno.EIO, os.strerror(errno.EIO)))
