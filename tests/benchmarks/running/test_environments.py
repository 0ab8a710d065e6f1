from __future__ import annotations

from pathlib import Path

from benchmarks.running.environments import python_apart


def test_an_environment_made_from_these_requirements_is_used_again(tmp_path: Path) -> None:
    requirements, folder = tmp_path / "requirements.txt", tmp_path / "peers"
    requirements.write_text("# none\n")
    folder.mkdir()
    (folder / "installed.txt").write_text("# none\n")
    said: list[str] = []
    assert python_apart(folder, requirements, said.append) == folder / "bin" / "python"
    assert said == []
