"""What ends by itself comes back by itself, however often, and takes nothing else along."""

from __future__ import annotations

import io
import re
import threading
from collections.abc import Iterator
from contextlib import redirect_stderr
from pathlib import Path
from typing import Any

import pytest

from launcher.processes import start_time, wait_until
from launcher.service import Service
from launcher.watch import Watch, follow

PATIENCE_S = 60


def test_pauses_grow_and_are_forgotten_once_a_service_stays_up(home: Any) -> None:
    watch = Watch(Service(home, "beat"))
    assert [watch.pause_after_a_fall(now) for now in range(8)] == [0, 1, 2, 4, 8, 16, 30, 30]
    assert watch.pause_after_a_fall(8 + watch.WINDOW_S) == 0


@pytest.fixture
def followed(stack: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Any]:
    """Two services in place of the real ones; the scheduler runs only while it has room."""
    scripts = {"web": "exec sleep 60", "beat": f"[ -e {tmp_path}/room ] && exec sleep 60; exit 1"}
    for name in ("DATABASE_URL", "REDIS_URL"):
        monkeypatch.setenv(name, "elsewhere")
    for name in ("LOOK_S", "LONGEST_S"):
        monkeypatch.setattr(Watch, name, 0.01)
    stack.apps = [Service(stack.home, name) for name in scripts]

    def start(service: Any, _port: int) -> None:
        service.start(["/bin/sh", "-c", scripts[service.name]])

    monkeypatch.setattr(stack, "start_app", start)
    stack.home.write("wanted", services=True)
    for service in stack.apps:
        start(service, 0)
    thread = threading.Thread(target=follow, args=[stack, 0])
    thread.start()
    yield stack
    with stack.home.lock():
        stack.stop()
    thread.join(PATIENCE_S)
    assert not thread.is_alive()


def test_a_service_that_ends_again_and_again_comes_back_and_leaves_the_others(
    followed: Any, tmp_path: Path
) -> None:
    web, beat = followed.apps
    first, fall = web.pid, "beat ended by itself; it is started again"
    with redirect_stderr(io.StringIO()) as said:
        assert wait_until(lambda: said.getvalue().count(fall) > 20, PATIENCE_S)
    (tmp_path / "room").touch()
    assert wait_until(beat.is_alive, PATIENCE_S)
    assert (web.pid, web.is_alive()) == (first, True)


def test_a_service_that_cannot_be_noted_is_ended_and_tried_again(
    followed: Any, tmp_path: Path
) -> None:
    """As on a full disk: nobody could stop what no record tells of."""
    blocked = followed.home.records / "beat.json.new"
    blocked.mkdir()
    beat = followed.apps[1]
    refusal = "beat did not start: [Errno 21] Is a directory"
    with redirect_stderr(io.StringIO()) as said:
        assert wait_until(lambda: refusal in said.getvalue(), PATIENCE_S)
    (tmp_path / "room").touch()
    unnoted = beat.child.pid
    assert wait_until(lambda: beat.child.pid != unnoted, PATIENCE_S)
    assert start_time(unnoted) is None
    blocked.rmdir()
    assert wait_until(beat.is_alive, PATIENCE_S)


def test_a_loader_of_the_demo_that_fails_is_reported_once_and_forgotten(followed: Any) -> None:
    with redirect_stderr(io.StringIO()) as said:
        followed.loader.start(["/bin/sh", "-c", "sleep 60 & exit 3"])
        assert wait_until(lambda: "./dev demo then goes on" in said.getvalue(), PATIENCE_S)
        assert followed.loader.members() == []
        followed.loader.start(["/bin/sh", "-c", "exit 0"])
        assert wait_until(lambda: followed.loader.pid is None, PATIENCE_S)
    assert re.findall("The demo is not complete.*", said.getvalue()) == [
        "The demo is not complete: loading the rest of it failed (exit code 3)."
    ]


def test_stopping_from_elsewhere_ends_the_watch(followed: Any) -> None:
    farewell = "Regrade was stopped by another ./dev."
    with redirect_stderr(io.StringIO()) as said:
        with followed.home.lock():
            followed.stop()
        assert wait_until(lambda: farewell in said.getvalue(), PATIENCE_S)
    assert not any(map(Service.is_alive, followed.apps))
