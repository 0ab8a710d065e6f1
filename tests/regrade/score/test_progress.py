from __future__ import annotations

import sys
from pathlib import Path

import pytest

from regrade.score import files
from regrade.score.files import MOST_BYTES_WITHOUT, reading
from tests.processes.terminals import errors_on_a_terminal


@pytest.fixture
def large(tmp_path: Path) -> Path:
    path = tmp_path / "large.run"
    path.write_bytes(b"#" * (MOST_BYTES_WITHOUT + 1))
    return path


def read(path: Path) -> None:
    with reading([path]) as update:
        assert update is not None
        update(path.stat().st_size)


def test_a_large_file_is_read_with_a_bar_on_a_terminal_alone(
    large: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "SILENT_FOR_S", 0.0)
    with errors_on_a_terminal() as shown:
        read(large)
    assert "/4.19M" in shown.getvalue()
    read(large)
    assert capfd.readouterr().err == ""


def test_where_tqdm_is_not_installed_a_large_file_is_read_without_a_bar(
    large: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "tqdm", None)
    with reading([large]) as update:
        assert update is None
