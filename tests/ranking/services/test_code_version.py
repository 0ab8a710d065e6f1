from __future__ import annotations

from pathlib import Path

import pytest

from ranking.services import code_version as module
from ranking.services.code_version import code_version


def test_code_version_changes_with_the_code_and_with_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "APP", tmp_path)
    (tmp_path / "neural").mkdir()
    code = tmp_path / "neural" / "scorer.py"
    code.write_text("a = 1\n")
    before = code_version("neural")
    (tmp_path / "neural" / "notes.txt").write_text("unrelated")
    assert code_version("neural") == before
    code.write_text("a = 2\n")
    assert code_version("neural") != before


def test_code_version_reads_another_app_where_one_is_named(tmp_path: Path) -> None:
    (tmp_path / "measures.py").write_text("a = 1\n")
    before = code_version("measures.py", app=tmp_path)
    (tmp_path / "measures.py").write_text("a = 2\n")
    assert code_version("measures.py", app=tmp_path) != before


def test_code_version_of_a_missing_file_is_an_error() -> None:
    with pytest.raises(FileNotFoundError):
        code_version("services/renamed.py")
