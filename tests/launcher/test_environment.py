from __future__ import annotations

import platform
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

from launcher.commands import dispatch
from launcher.environment import Environment, torch_choices
from launcher.home import Home
from launcher.processes import clean_environment
from tests.source_tree import ROOT


def test_clean_environment_keeps_the_network_and_drops_the_noise(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    noise = ["PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV", "PIP_TARGET", "PIP_USER", "NODE_ENV"]
    noise += ["PIP_REQUIRE_VIRTUALENV", "UV_PYTHON", "UV_SYSTEM_PYTHON", "DJANGO_SETTINGS_MODULE"]
    wanted = ["PIP_INDEX_URL", "PIP_CERT", "PIP_FIND_LINKS", "UV_INDEX_URL", "NODE_EXTRA_CA_CERTS"]
    for name in noise + wanted:
        monkeypatch.setenv(name, "x")
    kept = clean_environment()
    assert [name for name in noise if name in kept] == []
    assert [name for name in wanted if name not in kept] == []


@pytest.mark.parametrize("path", ["", "/nearly/empty"])
def test_clean_environment_finds_a_shell_on_any_path(
    path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", path)
    assert shutil.which("sh", path=clean_environment()["PATH"])


class RecordingEnvironment(Environment):
    """Notes what would be installed; the network is the edge that cannot be had here."""

    steps: list[str]

    def _make_bare(self) -> None:
        self.steps.append("bare")
        self.folder.mkdir(exist_ok=True)

    def _install(self, requirements: Path) -> None:
        self.steps.append(requirements.name)


@pytest.fixture
def recording(home: Any) -> RecordingEnvironment:
    environment = RecordingEnvironment(home)
    environment.steps = []
    return environment


def test_environment_is_whole_once_it_is_stamped(recording: RecordingEnvironment) -> None:
    assert not recording.is_whole()
    recording.ensure(dev=True)
    assert recording.is_whole()
    recording.stamp.write_text("{")
    assert not recording.is_whole()


def test_environment_that_is_whole_is_left_alone_and_with_dev_requirements_serves_both(
    recording: RecordingEnvironment,
) -> None:
    recording.ensure()
    recording.ensure()
    assert recording.steps == ["bare", "requirements.txt"]
    recording.ensure(dev=True)
    recording.ensure()
    assert recording.steps == ["bare", "requirements.txt", "requirements-dev.txt"]


def test_environment_that_was_interrupted_is_made_from_scratch(
    recording: RecordingEnvironment, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_requirements: Path) -> None:
        raise KeyboardInterrupt

    recording.ensure()
    with monkeypatch.context() as patch:
        patch.setattr(recording, "_install", fail)
        with pytest.raises(KeyboardInterrupt):
            recording.ensure(dev=True)
    recording.ensure()
    assert recording.steps == ["bare", "requirements.txt", "bare", "requirements.txt"]


def test_environment_is_announced_before_it_is_made(
    home: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As in a second checkout, where `./dev score` would make another without a word."""

    def begin(message: str, *_argv: object) -> None:
        raise KeyboardInterrupt(message)

    monkeypatch.setattr(Home, "run", lambda _home, *args, **_popen: begin(*args))
    monkeypatch.setenv("REGRADE_HOME", str(home.path))
    with pytest.raises(KeyboardInterrupt):
        dispatch(["score", "qrels", "run"])
    output = capsys.readouterr()
    assert f"{home.path / 'venv'} is made once" in output.err
    assert output.out == ""


def test_environment_after_a_change_of_the_lock_is_made_again(
    recording: RecordingEnvironment, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in ("requirements.txt", "requirements-dev.txt"):
        shutil.copy(ROOT / name, tmp_path)
    monkeypatch.setattr("launcher.environment.ROOT", tmp_path)
    recording.ensure()
    (tmp_path / "requirements.txt").write_text("other\n")
    recording.ensure()
    assert recording.steps.count("bare") == 2


def test_torch_choices_take_a_local_wheel_or_ask_for_one_build_and_fall_back(
    tmp_path: Path,
) -> None:
    first, second = torch_choices({"UV_FIND_LINKS": str(tmp_path)})
    assert first in (["--torch-backend", "cpu"], ["--torch-backend", "auto"])
    assert second == []
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    build = f"{python}-{python}-manylinux_2_28_{platform.machine()}"
    (tmp_path / f"torch-2.13.0+cpu-{build}.whl").touch()
    assert torch_choices({"UV_FIND_LINKS": f"/absent,{tmp_path}"}) == [[]]
