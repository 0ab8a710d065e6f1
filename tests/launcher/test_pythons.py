"""Which Python the launcher starts with, and which it goes on under."""

from __future__ import annotations

import ast
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from launcher.development import begin_again_on
from launcher.messages import Trouble
from launcher.pythons import CHOSEN, ask_python, bring_python, choose_python, python_paths
from tests.source_tree import ROOT
from tests.tiers import thorough

HERE = "{}.{}".format(*sys.version_info)
PYENV = Path.home() / ".pyenv" / "versions"


def start(folder: Path, *args: str) -> subprocess.CompletedProcess[str]:
    """./dev with no other programs at hand than those of a folder."""
    env = {"PATH": str(folder), "HOME": str(folder), "REGRADE_HOME": str(folder / "home")}
    return subprocess.run([ROOT / "dev", *args], env=env, capture_output=True, text=True)


def make_python(path: Path, version: str, *, can_make: bool = True) -> Path:
    """A program that answers as an interpreter of that version would."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\necho {version} {can_make}\n")
    path.chmod(0o755)
    return path


@pytest.fixture
def machine(home: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine whose own Python is too old, and that has no other yet."""
    monkeypatch.setattr("launcher.pythons.version_here", lambda: "3.9")
    monkeypatch.setattr(
        "launcher.pythons.python_paths", lambda _: sorted(tmp_path.glob("*/python3*"))
    )
    monkeypatch.delenv("REGRADE_PYTHON", raising=False)
    return tmp_path


@pytest.mark.parametrize(
    "name", ["python3", *(pytest.param(n, marks=thorough) for n in (f"python{HERE}", "python"))]
)
def test_launcher_starts_with_whichever_python_there_is(name: str, tmp_path: Path) -> None:
    (tmp_path / name).symlink_to(Path(sys.executable).resolve())
    assert "./dev demo" in start(tmp_path, "help").stdout


def test_launcher_without_any_python_says_so(tmp_path: Path) -> None:
    (tmp_path / "python3").write_text("#!/bin/sh\nexit 1\n")
    (tmp_path / "python3").chmod(0o755)
    found = start(tmp_path, "help")
    assert found.returncode == 1
    assert "Python 3.9 or newer" in found.stderr


def test_launcher_is_written_for_the_oldest_python_that_starts_it() -> None:
    for path in (ROOT / "dev", *ROOT.glob("launcher/*.py")):
        ast.parse(path.read_text(), feature_version=(3, 9))


def test_launcher_through_a_link_writes_nothing_beside_its_sources(tmp_path: Path) -> None:
    checkout, link = tmp_path / "checkout", tmp_path / "link"
    shutil.copytree(ROOT / "launcher", checkout / "launcher")
    shutil.copy(ROOT / "dev", checkout)
    link.symlink_to(checkout / "dev")
    before = sorted(checkout.rglob("*"))
    (tmp_path / "python3").symlink_to(Path(sys.executable).resolve())
    env = {"PATH": str(tmp_path), "PYTHONSAFEPATH": "1"}
    found = subprocess.run([link, "help"], env=env, stdout=subprocess.PIPE)
    assert b"./dev demo" in found.stdout
    assert sorted(checkout.rglob("*")) == before


def test_launcher_goes_on_under_the_python_that_it_chose(tmp_path: Path) -> None:
    """Started by the oldest Python that this machine has, or by this one."""
    old = next(PYENV.glob("3.9.*/bin/python3.9"), Path(shutil.which("python3.9") or sys.executable))
    (tmp_path / "python3").symlink_to(old.resolve())
    made_by = tmp_path / "other"
    made_by.write_text(f'#!/bin/sh\necho "$@" "${CHOSEN}"\n')
    made_by.chmod(0o755)
    (tmp_path / "home" / "venv").mkdir(parents=True)
    facts = f"version = 3.12.7\nexecutable = {made_by}\n"
    (tmp_path / "home" / "venv" / "pyvenv.cfg").write_text(facts)
    found = start(tmp_path, "score", "--help")
    assert found.stdout == f"{ROOT / 'dev'} score --help {made_by}\n"


def test_choose_python_takes_the_callers_own(home: Any) -> None:
    assert choose_python(home) == sys.executable


def test_choose_python_takes_the_best_there_is(home: Any, machine: Path) -> None:
    assert choose_python(home) is None
    for version in ("3.14", "3.10", "3.12", "3.13", "3.11"):
        make_python(machine / version / f"python{version}", version)
    assert choose_python(home) == str(machine / "3.13" / "python3.13")


def test_choose_python_passes_over_one_that_can_make_no_environment(
    home: Any, machine: Path
) -> None:
    make_python(machine / "a" / "python3.13", "3.13", can_make=False)
    assert choose_python(home) == str(machine / "a" / "python3.13")
    make_python(machine / "b" / "python3.11", "3.11")
    assert choose_python(home) == str(machine / "b" / "python3.11")


def test_choose_python_keeps_the_one_that_made_the_environment(home: Any, machine: Path) -> None:
    made_by = make_python(machine / "a" / "python3.11", "3.11")
    make_python(machine / "b" / "python3.13", "3.13")
    (home.path / "venv").mkdir()
    facts = f"home = {made_by.parent}\nversion = 3.11.9\nexecutable = {made_by}\n"
    (home.path / "venv" / "pyvenv.cfg").write_text(facts)
    assert choose_python(home) == str(made_by)
    made_by.unlink()
    assert choose_python(home) == str(machine / "b" / "python3.13")


def test_choose_python_obeys_a_version_asked_for(
    home: Any, machine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for version in ("3.12", "3.13"):
        make_python(machine / version / f"python{version}", version)
    monkeypatch.setenv("REGRADE_PYTHON", "3.12")
    assert choose_python(home) == str(machine / "3.12" / "python3.12")
    monkeypatch.setenv("REGRADE_PYTHON", "3.10")
    with pytest.raises(Trouble, match=r"'3\.10'"):
        choose_python(home)


def test_python_paths_names_each_interpreter_once(
    home: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    one = make_python(tmp_path / "bin" / "python3.13", "3.13")
    kept = make_python(tmp_path / ".pyenv/versions/any/bin/python3.12", "3.12")
    brought = make_python(home.path / "python/any/bin/python3.13", "3.13")
    (tmp_path / "again").mkdir()
    (tmp_path / "again" / "python3.13").symlink_to(one)
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:{tmp_path / 'again'}")
    paths = python_paths(home)
    assert [path for path in paths if path.is_relative_to(tmp_path)] == [one, brought, kept]
    assert ask_python(one) == ("3.13", True)


def test_bring_python_out_of_reach_says_what_to_type(
    home: Any, machine: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """uv and its registry are the edge that cannot be had in a test."""

    def fail(message: str, *_args: object, **_popen: object) -> None:
        raise Trouble(f"{message} failed")

    monkeypatch.setattr(home, "run", fail)
    apt = machine / "bin" / "apt-cache"
    make_python(apt, "").write_text('#!/bin/sh\n[ "$2" = python3.12-venv ]\n')
    monkeypatch.setenv("PATH", f"{apt.parent}")
    with pytest.raises(Trouble, match=r"apt-get install python3\.12-venv"):
        bring_python(home)
    assert "35 MB" in capsys.readouterr().err


def test_test_on_another_python_has_a_home_of_its_own(
    home: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    became: list[tuple[list[str], dict[str, str]]] = []
    monkeypatch.setenv("REGRADE_HOME", str(home.path))

    def end(argv: list[str | Path], env: dict[str, str]) -> None:
        became.append(([*map(str, argv)], env))
        raise SystemExit

    monkeypatch.setattr("launcher.development.become", end)
    with pytest.raises(SystemExit):
        begin_again_on(["3.12", "tests/launcher"], thorough=True)
    [(argv, env)] = became
    assert argv[1:] == [str(ROOT / "dev"), "test", "--thorough", "tests/launcher"]
    assert env["REGRADE_HOME"] == str(home.path / "python3.12")
    assert env["REGRADE_PYTHON"] == "3.12"
    with pytest.raises(Trouble, match="--python takes one of"):
        begin_again_on(["3.10"], thorough=False)
