from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.lexical.environment import peers_python


def test_an_environment_made_from_these_requirements_is_used_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    requirements = tmp_path / "requirements.txt"
    requirements.write_text("# none\n")
    monkeypatch.setattr("benchmarks.lexical.environment.REQUIREMENTS", requirements)
    folder = tmp_path / "lexical-peers"
    folder.mkdir()
    (folder / "installed.txt").write_text("# none\n")
    said: list[str] = []
    assert peers_python(tmp_path, said.append) == folder / "bin" / "python"
    assert said == []
