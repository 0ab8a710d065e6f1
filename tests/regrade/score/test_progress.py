from __future__ import annotations

import sys
from pathlib import Path

import pytest

from regrade.score.progress import MOST_BYTES_WITHOUT, reading


@pytest.fixture
def large(tmp_path: Path) -> Path:
    path = tmp_path / "large.run"
    path.write_bytes(b"#" * (MOST_BYTES_WITHOUT + 1))
    return path


def test_a_large_file_is_read_with_a_bar(large: Path) -> None:
    with reading([large]) as progress:
        assert progress is not None


def test_where_tqdm_is_not_installed_a_large_file_is_read_without_a_bar(
    large: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "tqdm", None)
    with reading([large]) as progress:
        assert progress is None
