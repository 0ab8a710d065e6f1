"""Processes: started, found, waited for and ended, with /proc and without it."""

from __future__ import annotations

import calendar
import contextlib
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NoReturn, Union

Command = list[Union[str, Path]]

# Variables of the caller that would bend Python, pip, uv, npm, Django or the checking tools.
NOISE = re.compile(
    r"PYTHON(?!UNBUFFERED|UTF8).*|VIRTUAL_ENV.*|CONDA_.*|NODE_(ENV|OPTIONS|PATH)|npm_.*"
    r"|(PIP|UV)_(TARGET|PREFIX|ROOT|USER|PYTHON.*|SYSTEM_PYTHON|PROJECT.*|CONSTRAINT|OVERRIDE"
    r"|REQUIRE_.*|NO_DEPS|NO_BINARY|ONLY_BINARY|PRE|PRERELEASE|RESOLUTION|EXCLUDE_NEWER|DRY_RUN)"
    r"|(DJANGO|CELERY|PYTEST|GUNICORN|MYPY|RUFF)_.*"
)
HAS_PROC = Path("/proc/self/stat").exists()

# What people and systems end a command with.
HELD = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def start_time(pid: int) -> int | None:
    """When a process began, in a unit of the system's own; None when it is gone or a zombie."""
    return _start_by_proc(pid) if HAS_PROC else _start_by_ps(pid)


def _start_by_proc(pid: int) -> int | None:
    """In ticks since boot."""
    with contextlib.suppress(OSError):
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        state, n_threads, began = fields[0], int(fields[17]), int(fields[19])
        # Other threads of a zombie may still be ending, and hold its files and ports open.
        return None if state in "ZX" and n_threads <= 1 else began
    return None


def _start_by_ps(pid: int) -> int | None:
    """In seconds since 1970; for macOS, which has no /proc."""
    state, *words = ps("-o", "stat=,lstart=", "-p", str(pid)).split() or ["Z"]
    if state[0] in "ZX":
        return None
    return calendar.timegm(time.strptime(" ".join(words), "%a %b %d %H:%M:%S %Y"))


def ps(*options: str) -> str:
    """Output of ps, in English and in UTC."""
    return output_of(["ps", *options], {**os.environ, "LC_ALL": "C", "TZ": "UTC"})


def output_of(argv: Sequence[str | Path], env: dict[str, str] | None = None) -> str:
    """Output of a short-lived program."""
    return subprocess.run(argv, env=env, capture_output=True, text=True).stdout.strip()


def succeeds(argv: Sequence[str | Path]) -> bool:
    """Whether a short-lived program ends well, whatever it prints."""
    return subprocess.run(argv, capture_output=True).returncode == 0


def boot() -> str:
    """A name of the time since the machine was started: process ids mean nothing beyond it."""
    if HAS_PROC:
        return Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    argv = ["sysctl", "-n", "kern.bootsessionuuid"]
    return subprocess.run(argv, capture_output=True, text=True, check=True).stdout.strip()


def command_line(pid: int) -> str:
    """The program and arguments of a process; empty when it is gone."""
    if not HAS_PROC:
        return ps("-ww", "-o", "command=", "-p", str(pid))
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_text(errors="replace").replace("\0", " ").strip()
    return ""


def all_pids() -> list[int]:
    if HAS_PROC:
        return [int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdigit()]
    return [int(pid) for pid in ps("-A", "-o", "pid=").split()]


def session_members(session: int) -> list[int]:
    """Every live process of a session."""
    return [pid for pid in all_pids() if session_of(pid) == session and start_time(pid) is not None]


def session_of(pid: int) -> int | None:
    with contextlib.suppress(OSError):
        return os.getsid(pid)
    return None


def send(pids: Sequence[int], number: signal.Signals) -> None:
    for pid in pids:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, number)


def wait_until(is_done: Callable[[], bool], seconds: float, pause: float = 0.05) -> bool:
    """Poll until the condition holds or the time is over."""
    end = time.monotonic() + seconds
    while not is_done():
        if time.monotonic() > end:
            return False
        time.sleep(pause)
    return True


@contextlib.contextmanager
def signals_held() -> Iterator[Callable[[], None]]:
    """Signals wait until the function given here is called, or the block ends.

    Only the main thread handles signals; in any other there is nothing to hold.
    """
    arrived: list[int] = []
    handlers: dict[int, Any] = {}

    def release() -> None:
        while handlers:
            signal.signal(*handlers.popitem())
        while arrived:
            signal.raise_signal(arrived.pop())

    if threading.current_thread() is threading.main_thread():
        handlers = {n: handler for n in HELD if callable(handler := signal.getsignal(n))}
        for number in handlers:
            signal.signal(number, lambda number, _frame: arrived.append(number))
    try:
        yield release
    finally:
        release()


@contextlib.contextmanager
def started(argv: Sequence[str | Path], **popen: Any) -> Iterator[subprocess.Popen[bytes]]:
    """A child process in its own session; an early end of the block ends it, children first."""
    popen = {"stdin": subprocess.DEVNULL, "start_new_session": True, **popen}
    # A child that starts while a signal ends its parent would have nobody to end it.
    with signals_held() as release, subprocess.Popen(argv, **popen) as child:
        try:
            release()
            yield child
        except BaseException:
            for number in (signal.SIGTERM, signal.SIGKILL):
                send(session_members(child.pid), number)
                if wait_until(lambda: not session_members(child.pid), 5):
                    break
            child.wait()
            raise


def call(argv: Sequence[str | Path], **popen: Any) -> int:
    """Run a child and wait until it has ended."""
    with started(argv, **popen) as child:
        return child.wait()


def call_here(argv: Sequence[str | Path], env: dict[str, str]) -> int:
    """Run a child process on the caller's terminal and wait for its end."""
    with subprocess.Popen(argv, env=env) as child:
        try:
            return child.wait()
        except KeyboardInterrupt:
            child.terminate()
            child.wait()
            raise


def become(argv: Sequence[str | Path], env: dict[str, str]) -> NoReturn:
    """Replace this process by another program."""
    sys.stdout.flush()
    os.execve(argv[0], [str(part) for part in argv], env)


def clean_environment() -> dict[str, str]:
    """The caller's variables without those that would bend the programs started here."""
    kept = {name: value for name, value in os.environ.items() if not NOISE.fullmatch(name)}
    # npm and the like need a shell even where the caller's path holds next to nothing.
    path = ":".join(part for part in (kept.get("PATH"), os.defpath) if part)
    return {**kept, "PATH": path, "PIP_DISABLE_PIP_VERSION_CHECK": "1"}


def port_is_free(port: int) -> bool:
    with socket.socket() as probe, contextlib.suppress(OSError):
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind(("127.0.0.1", port))
        return True
    return False
