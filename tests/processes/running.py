"""The web server and the servers that it needs, as processes of a test's own."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from email.message import Message
from http.client import HTTPConnection, HTTPException
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any, NamedTuple
from urllib.error import HTTPError
from urllib.request import HTTPCookieProcessor, Request, build_opener

import psycopg
from django.conf import settings
from django.db import connection

from launcher.environment import Environment
from launcher.home import Home
from launcher.postgres import Postgres
from launcher.processes import start_time
from launcher.valkey import Valkey
from tests.database.scratch import database_url

PATIENCE_S = 60
SERVE = "gunicorn --config config/web_server.py --reuse-port"


class Gunicorn:
    """Serves the test's database as `./dev up` serves its own; the port stays the same."""

    def __init__(self, folder: Path, **variables: str) -> None:
        self._kept = socket.socket()  # listens never, and keeps the port from anybody else
        self._kept.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        self._kept.bind(("127.0.0.1", 0))
        self.port = int(self._kept.getsockname()[1])
        self.url = f"http://127.0.0.1:{self.port}"
        self._log = folder / "gunicorn.log"
        self._variables = variables
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        argv = [sys.executable, "-m", *SERVE.split(), "--bind", f"127.0.0.1:{self.port}"]
        database = {"DATABASE_URL": database_url(connection.settings_dict)}
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                argv,
                cwd=settings.BASE_DIR,
                env={**os.environ, **database, **self._variables},
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        self._wait_until_it_answers()

    def close(self) -> None:
        self.kill()
        self._kept.close()

    def kill(self) -> None:
        """Master and worker at once, whatever they are doing."""
        if self._process is not None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
            self._process = None

    def log(self) -> str:
        return self._log.read_text(errors="replace")

    def _wait_until_it_answers(self) -> None:
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end:
            link = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)
            with closing(link), suppress(OSError, HTTPException):
                link.request("GET", "/health")
                link.getresponse().read()
                return
            time.sleep(0.05)
        raise AssertionError(self.log())


@contextmanager
def embedded(kind: type[Postgres | Valkey]) -> Iterator[Any]:
    """A PostgreSQL or Valkey as `./dev` starts it, in a folder that every user can reach."""
    folder = Path(tempfile.mkdtemp(prefix="regrade-"))
    folder.chmod(0o755)
    home = Home(folder / "home")
    home.make()
    environment = Environment(home)
    environment.packages = Path(sysconfig.get_path("purelib"))
    service: Any = kind(environment, home)
    service.ensure()
    try:
        yield service
    finally:
        with suppress(ProcessLookupError):
            os.kill(service.pid, signal.SIGCONT)
        service.stop()
        shutil.rmtree(folder)


def migrate(url: str) -> None:
    """Make or renew the tables of a database of a test's own."""
    argv = [sys.executable, "manage.py", "migrate", "--no-input", "--verbosity=0"]
    env = {**os.environ, "DATABASE_URL": url}
    subprocess.run(argv, cwd=settings.BASE_DIR, env=env, check=True)


def crash(postgres: Any) -> None:
    """As a crash ends it: all its processes, and none is left that could still answer.

    Those that serve connections are in groups of their own, and may outlive the first.
    """
    with psycopg.connect(postgres.url) as connection:
        pids = [pid for (pid,) in connection.execute("SELECT pid FROM pg_stat_activity")]
    os.killpg(postgres.pid, signal.SIGKILL)
    postgres.reap(PATIENCE_S)
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    end = time.monotonic() + PATIENCE_S
    while any(start_time(pid) for pid in pids):
        assert time.monotonic() < end, "PostgreSQL's processes do not end"
        time.sleep(0.02)


class Answer(NamedTuple):
    status: int
    headers: Message
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)


class Visitor:
    """A browser as far as a server needs one: it keeps cookies and sends their token back."""

    def __init__(self, url: str) -> None:
        self._url = url
        self.cookies = CookieJar()
        self._opener = build_opener(HTTPCookieProcessor(self.cookies))

    def get(self, path: str) -> Answer:
        return self._ask(Request(self._url + path))

    def post(self, path: str, body: object) -> Answer:
        return self._send("POST", path, json.dumps(body).encode())

    def delete(self, path: str) -> Answer:
        return self._send("DELETE", path)

    def sign_in(self, username: str, password: str | None = None) -> Answer:
        self.get("/api/session")
        account = {"username": username, "password": password or f"{username}-password"}
        return self.post("/api/session", account)

    def _send(self, method: str, path: str, body: bytes | None = None) -> Answer:
        token = next((c.value for c in self.cookies if c.name == "csrftoken"), "")
        headers = {"Content-Type": "application/json", "X-CSRFToken": token or ""}
        return self._ask(Request(self._url + path, body, headers, method=method))

    def _ask(self, request: Request) -> Answer:
        try:
            with self._opener.open(request, timeout=PATIENCE_S) as found:
                return Answer(found.status, found.headers, found.read())
        except HTTPError as error:
            return Answer(error.code, error.headers, error.read())
