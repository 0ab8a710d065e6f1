from __future__ import annotations

import contextlib
import http.client
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from types import TracebackType
from typing import Self

import psutil
from django.conf import settings

from benchmarks.load.connection import Address

START_S, STOP_S = 60.0, 10.0


class Server:
    """gunicorn as `./dev up` starts it, on a free port, over a database and broker of its own."""

    def __init__(self, database_url: str, broker_url: str) -> None:
        self.address = Address("127.0.0.1", free_port())
        self._folder = tempfile.TemporaryDirectory(prefix="regrade-bench-")
        self._log = Path(self._folder.name, "gunicorn.log")
        variables = [  # what differs from the environment of the benchmark itself
            f"DATABASE_URL_FILE={self._write('database_url', database_url)}",
            f"REDIS_URL={broker_url}",
            "REGRADE_LOGIN_RATE=100000/min",  # all assessors sign in from one address
        ]
        usual = "from config.web_server import *  # as ./dev up says it\n"
        self._config = self._write("gunicorn.conf.py", f"{usual}raw_env = {variables}\n")

    def _write(self, name: str, content: str) -> Path:
        path = Path(self._folder.name, name)
        path.touch(mode=0o600)
        path.write_text(content)
        return path

    def __enter__(self) -> Self:
        argv = [sys.executable, "-m", "gunicorn", "--config", str(self._config)]
        argv += ["--bind", f"127.0.0.1:{self.address.port}"]
        with self._log.open("wb") as log:
            output = {"stdout": log, "stderr": subprocess.STDOUT}
            self._master = psutil.Popen(argv, cwd=settings.BASE_DIR, **output)
        self._wait_until_it_answers()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with contextlib.suppress(psutil.NoSuchProcess):  # each may end by itself
            family = [*self.workers(), self._master]
            self._master.terminate()
            _, alive = psutil.wait_procs(family, timeout=STOP_S)
            for process in alive:
                process.kill()
            psutil.wait_procs(alive)
        self._folder.cleanup()

    def workers(self) -> list[psutil.Process]:
        children: list[psutil.Process] = self._master.children()
        return children

    def cpu_s(self) -> float:
        """Processor time of the server and its workers, ended ones too."""
        return sum(map(cpu_s, [self._master, *self.workers()]))

    def _wait_until_it_answers(self) -> None:
        end = time.monotonic() + START_S
        while not self._answers():
            if self._master.poll() is not None or time.monotonic() > end:
                log = self._log.read_text(errors="replace")
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


def cpu_s(process: psutil.Process) -> float:
    """Processor time of a process and of its ended children; 0 for one that is gone."""
    try:
        return float(sum(process.cpu_times()[:4]))
    except psutil.NoSuchProcess:
        return 0.0


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
