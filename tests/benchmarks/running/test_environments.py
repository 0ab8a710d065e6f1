from __future__ import annotations

from pathlib import Path

from benchmarks.running.environments import INSTALLED, python_apart


def test_an_environment_made_from_these_requirements_is_used_again(tmp_path: Path) -> None:
    requirements, folder = tmp_path / "requirements.txt", tmp_path / "peers"
    requirements.write_text("# none\n")
    folder.mkdir()
    (folder / INSTALLED).write_text("# none\n")
    said: list[str] = []
    assert python_apart(folder, requirements, said.append) == folder / "bin" / "python"
    assert said == []


def test_an_environment_into_which_nothing_could_be_installed_is_made_anew(tmp_path: Path) -> None:
    requirements, folder = tmp_path / "requirements.txt", tmp_path / "peers"
    requirements.write_text("./no-such-folder  # a comment\n")
    said: list[str] = []
    assert python_apart(folder, requirements, said.append).is_file()
    assert said[1].startswith("./no-such-folder could not be installed; its rows will say so: ")
    assert not (folder / INSTALLED).exists()
