from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from launcher import commands
from launcher.processes import boot, call, command_line, session_members, start_time, wait_until
from launcher.service import Service

PATIENCE_S = 60


@pytest.fixture
def run_service(home: Any) -> Iterator[Callable[..., Any]]:
    """Starts a shell script as a service and sees to its end."""
    children = []

    def run(script: str) -> Any:
        service = Service(home, "sleeper")
        children.append(service.start(["/bin/sh", "-c", script]))
        return service

    yield run
    for child in children:
        for pid in session_members(child.pid):
            os.kill(pid, signal.SIGKILL)
        child.wait()


def test_stop_of_a_service_with_children_ends_them_all(run_service: Callable[..., Any]) -> None:
    service = run_service("sleep 60 & sleep 60 & wait")
    assert wait_until(lambda: len(service.members()) == 3, PATIENCE_S)
    service.stop()
    assert service.members() == []
    assert service.pid is None


def test_stop_when_the_leader_was_killed_ends_its_children(run_service: Callable[..., Any]) -> None:
    service = run_service("sleep 60 & wait")
    assert wait_until(lambda: len(service.members()) == 2, PATIENCE_S)
    os.kill(service.pid, signal.SIGKILL)
    assert wait_until(lambda: len(service.members()) == 1, PATIENCE_S)
    (orphan,) = service.members()
    service.stop()
    assert start_time(orphan) is None


def test_stop_of_a_service_that_ignores_requests_kills_it(
    run_service: Callable[..., Any], tmp_path: Path
) -> None:
    ready = tmp_path / "ready"
    service = run_service(f"trap '' TERM QUIT; : > {ready}; while :; do sleep 0.1; done")
    assert wait_until(ready.exists, PATIENCE_S)
    service.patience = 0.5
    service.stop()
    assert wait_until(lambda: service.members() == [], PATIENCE_S)


def test_stop_with_a_reused_process_id_leaves_the_stranger_alone(home: Any) -> None:
    with subprocess.Popen(["sleep", "60"], start_new_session=True) as stranger:
        home.write("sleeper", pid=stranger.pid, started=1, boot=boot())
        Service(home, "sleeper").stop()
        assert stranger.poll() is None
        stranger.kill()


def test_members_after_a_reboot_are_none(home: Any, run_service: Callable[..., Any]) -> None:
    service = run_service("exec sleep 60")
    assert service.members() == [service.pid]
    home.write("sleeper", **{**home.read("sleeper"), "boot": "another"})
    assert service.members() == []


def test_start_ends_what_a_launcher_that_was_killed_left_behind(
    run_service: Callable[..., Any],
) -> None:
    left_behind = run_service("exec sleep 60").pid
    next_one = run_service("exec sleep 60")
    assert start_time(left_behind) is None
    assert next_one.members() == [next_one.pid]


def test_stopping_interrupts_the_loader_once(stack: Any, tmp_path: Path) -> None:
    """A second interrupt would hit it while it releases its work."""
    ready, note = tmp_path / "ready", tmp_path / "note"
    script = f"""
import pathlib, signal, time
signal.signal(signal.SIGINT, lambda *_: pathlib.Path({str(note)!r}).open("a").write("asked "))
pathlib.Path({str(ready)!r}).touch()
while not pathlib.Path({str(note)!r}).exists():
    time.sleep(0.01)
time.sleep(0.5)
"""
    for app in stack.apps:
        app.start(["sleep", "60"])
    stack.loader.start([sys.executable, "-c", script])
    assert wait_until(ready.exists, PATIENCE_S)
    assert stack.stop() == ["loader", "web", "worker", "beat"]
    assert note.read_text() == "asked "


def test_a_service_that_ended_by_itself_is_noted_but_not_alive(
    run_service: Callable[..., Any],
) -> None:
    service = run_service("exit 3")
    assert wait_until(lambda: not service.is_alive(), PATIENCE_S)
    assert service.pid is not None


@pytest.fixture
def interrupted_by_sigint() -> Iterator[None]:
    before = signal.signal(signal.SIGINT, commands.interrupt)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interrupted_by_sigint")
def test_call_when_interrupted_ends_the_grandchildren(tmp_path: Path) -> None:
    note = tmp_path / "pid"

    def interrupt() -> None:
        wait_until(lambda: note.exists() and note.read_text() != "", PATIENCE_S)
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=interrupt).start()
    with pytest.raises(KeyboardInterrupt):
        call(["/bin/sh", "-c", f"sleep 60 & echo $! > {note}; wait"])
    assert start_time(int(note.read_text())) is None


@pytest.mark.usefixtures("interrupted_by_sigint")
def test_call_when_interrupted_while_its_child_starts_ends_the_child(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    children = []

    class Slow(subprocess.Popen[bytes]):
        """A start that is not over yet when the signal arrives."""

        def __init__(self, *arguments: Any, **options: Any) -> None:
            super().__init__(*arguments, **options)
            children.append(self.pid)
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(subprocess, "Popen", Slow)
    with pytest.raises(KeyboardInterrupt):
        call(["sleep", "60"])
    assert [start_time(child) for child in children] == [None]


@pytest.mark.skipif(not shutil.which("ps"), reason="there is no ps on this machine")
def test_what_ps_says_of_a_process_is_what_proc_says(
    monkeypatch: pytest.MonkeyPatch, run_service: Callable[..., Any]
) -> None:
    """Systems without /proc ask ps; here both can be asked."""
    service = run_service("exec sleep 61")
    assert wait_until(lambda: command_line(service.pid) == "sleep 61", PATIENCE_S)
    by_proc = command_line(service.pid), session_members(service.pid)
    ended = subprocess.Popen(["true"])
    assert wait_until(lambda: start_time(ended.pid) is None, PATIENCE_S)
    monkeypatch.setattr("launcher.processes.HAS_PROC", False)
    assert (command_line(service.pid), session_members(service.pid)) == by_proc
    assert by_proc == ("sleep 61", [service.pid])
    assert start_time(ended.pid) is None
    ended.wait()
    began = start_time(service.pid)
    assert began
    assert abs(began - time.time()) < PATIENCE_S
