from __future__ import annotations

import contextlib
import http.client
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from types import TracebackType
from typing import Self

from django.conf import settings

from benchmarks.load.connection import Address
from benchmarks.load.processes import children, family_cpu_s

START_S, STOP_S = 60.0, 10.0


class Server:
    """gunicorn as `./dev up` starts it, on a free port, over a database and broker of its own."""

    def __init__(self, database_url: str, broker_url: str, options: str = "") -> None:
        self.address = Address("127.0.0.1", free_port())
        self._folder = tempfile.TemporaryDirectory(prefix="regrade-bench-")
        self._log = Path(self._folder.name, "gunicorn.log")
        self._write("database_url", database_url)
        self._broker_url = broker_url
        usual = "from config.web_server import *  # as ./dev up says it\n"
        self._config = self._write("gunicorn.conf.py", f"{usual}raw_env = {self._variables()}\n")
        self._options = options.split()

    def _variables(self) -> list[str]:
        """What differs from the environment of the benchmark itself."""
        return [
            f"DATABASE_URL_FILE={Path(self._folder.name, 'database_url')}",
            f"REDIS_URL={self._broker_url}",
            "REGRADE_LOGIN_RATE=100000/min",  # all assessors sign in from one address
        ]

    def _write(self, name: str, content: str) -> Path:
        path = Path(self._folder.name, name)
        path.touch(mode=0o600)
        path.write_text(content)
        return path

    def __enter__(self) -> Self:
        argv = [sys.executable, "-m", "gunicorn", "--config", str(self._config)]
        argv += ["--bind", f"127.0.0.1:{self.address.port}"]
        with self._log.open("wb") as log:
            self._master = subprocess.Popen(
                [*argv, *self._options],
                cwd=settings.BASE_DIR,
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        self._wait_until_it_answers()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._master.terminate()
        try:
            self._master.wait(STOP_S)
        except subprocess.TimeoutExpired:
            for worker in self.workers():
                _kill(worker)
            self._master.kill()
            self._master.wait()
        self._folder.cleanup()

    def workers(self) -> list[int]:
        return children(self._master.pid)

    def kill_worker(self, pid: int) -> None:
        """SIGKILL: the worker ends in the middle of whatever it does; gunicorn starts another."""
        _kill(pid)

    def cpu_s(self) -> float:
        return family_cpu_s(self._master.pid)

    def log(self) -> str:
        return self._log.read_text(errors="replace")

    def _wait_until_it_answers(self) -> None:
        end = time.monotonic() + START_S
        while not self._answers():
            if self._master.poll() is not None or time.monotonic() > end:
                log = self.log()
                self.__exit__(None, None, None)
                raise RuntimeError(f"gunicorn does not answer; its log:\n{log}")
            time.sleep(0.1)

    def _answers(self) -> bool:
        link = http.client.HTTPConnection(*self.address, timeout=10)
        try:
            link.request("GET", "/api/session")
            return link.getresponse().status == 200
        except OSError:
            return False
        finally:
            link.close()


def _kill(pid: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
