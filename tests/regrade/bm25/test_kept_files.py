from __future__ import annotations

import errno
from pathlib import Path

import pytest

from regrade.bm25 import lexical_index
from regrade.bm25.lexical_index import checksum_of, keep, keep_names

CRC_32_OF_DIGITS = 0xCBF43926
"""The published check value, of 123456789."""


def test_keep_writes_all_parts_and_gives_their_checksum(tmp_path: Path) -> None:
    checksum = keep(tmp_path / "file", [b"1234", memoryview(b"56789")])

    assert ((tmp_path / "file").read_bytes(), checksum) == (b"123456789", CRC_32_OF_DIGITS)


def test_checksum_of_a_file_in_pieces_is_that_of_the_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_bytes(b"123456789")
    monkeypatch.setattr(lexical_index, "READ_AT_ONCE", 4)

    assert checksum_of(tmp_path / "file") == CRC_32_OF_DIGITS


def fail_with(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: int) -> None:
        raise OSError(number, "raised by a test")

    monkeypatch.setattr("regrade.bm25.lexical_index.os.fsync", fail)


def test_keep_names_does_without_where_the_file_system_cannot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fail_with(errno.EINVAL, monkeypatch)

    keep_names(tmp_path)


def test_keep_names_reports_a_disk_that_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fail_with(errno.EIO, monkeypatch)

    with pytest.raises(OSError, match="raised by a test"):
        keep_names(tmp_path)
