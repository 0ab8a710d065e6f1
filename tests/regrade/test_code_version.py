from __future__ import annotations

from pathlib import Path

import pytest

from regrade import code_version as module
from regrade.code_version import code_version


def test_code_version_changes_with_the_code_and_with_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "TOP", tmp_path)
    (tmp_path / "neural").mkdir()
    code = tmp_path / "neural" / "scorer.py"
    code.write_text("a = 1\n")
    before = code_version("neural")
    (tmp_path / "neural" / "notes.txt").write_text("unrelated")
    assert code_version("neural") == before
    code.write_text("a = 2\n")
    assert code_version("neural") != before


def test_code_version_of_a_missing_file_is_an_error() -> None:
    with pytest.raises(FileNotFoundError):
        code_version("regrade/renamed.py")
