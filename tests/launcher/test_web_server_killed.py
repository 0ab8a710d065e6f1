"""kill -9 of gunicorn's master, and of the launcher: what they left is ended, found by record."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from launcher.installation import choose_port
from launcher.processes import port_is_free, start_time, wait_until
from launcher.stack import answers
from launcher.watch import start_again
from tests.source_tree import ROOT
from tests.tiers import thorough

PATIENCE_S = 60


@pytest.fixture
def web(stack: Any) -> Iterator[Any]:
    """The web server as `./dev up` starts it, in the environment of these tests."""
    stack.environment.python = sys.executable
    if sys.pycache_prefix:  # or the server would compile all of Django first
        (stack.home.path / "pycache").symlink_to(sys.pycache_prefix)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    stack.home.write("address", port=port)
    stack.home.write("wanted", services=True)
    stack.start_app(stack.apps[0], port)
    assert wait_until(lambda: answers(port), PATIENCE_S)
    yield stack.apps[0]
    stack.apps[0].stop()


def kill_the_master(web: Any) -> list[int]:
    """Kill the master and return its workers, stopped so that they cannot react."""
    workers = [pid for pid in web.members() if pid != web.pid]
    for worker in workers:
        os.kill(worker, signal.SIGSTOP)
    os.kill(web.pid, signal.SIGKILL)
    assert wait_until(lambda: not web.is_alive(), PATIENCE_S)
    return workers


@thorough
def test_the_next_start_frees_the_port_of_a_killed_web_server(
    stack: Any, web: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    port = stack.home.read("address")["port"]
    left = kill_the_master(web)
    monkeypatch.setenv("REGRADE_PORT", str(port))
    assert (len(left), choose_port(stack)) == (2, port)
    start_again(stack, web, port)
    assert wait_until(lambda: answers(port), PATIENCE_S)
    assert [pid for pid in left if start_time(pid) is not None] == []


@thorough
def test_stop_ends_what_a_killed_web_server_left(stack: Any, web: Any) -> None:
    port = stack.home.read("address")["port"]
    left = kill_the_master(web)
    assert stack.stop() == ["web"]
    assert [pid for pid in left if start_time(pid) is not None] == []
    assert port_is_free(port)


def test_stop_ends_what_a_killed_launcher_left(stack: Any) -> None:
    program = (
        "import os, signal; from launcher.stack import main_stack; stack = main_stack();"
        "stack.apps[0].start(['/bin/sh', '-c', 'sleep 60 & wait']);"
        "os.kill(os.getpid(), signal.SIGKILL)"
    )
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    subprocess.run([sys.executable, "-c", program], env=env)
    assert wait_until(lambda: len(stack.apps[0].members()) == 2, PATIENCE_S)
    left = stack.apps[0].members()
    assert stack.stop() == ["web"]
    assert [pid for pid in left if start_time(pid) is not None] == []
