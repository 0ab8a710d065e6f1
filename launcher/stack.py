"""The services of one home, and the environment variables that point to them."""

from __future__ import annotations

import contextlib
import http.client
import os
import signal
import subprocess
from collections.abc import Sequence
from pathlib import Path

from launcher.environment import Environment
from launcher.frontend import Frontend
from launcher.home import ROOT, Home, digest, main_home
from launcher.messages import Trouble, step
from launcher.postgres import Postgres
from launcher.processes import Command, wait_until
from launcher.service import Server, Service
from launcher.valkey import Valkey


class Stack:
    """The services of one home, and the environment variables that point to them."""

    def __init__(
        self, environment: Environment, frontend: Frontend, home: Home, settings: Sequence[str] = ()
    ) -> None:
        self.environment, self.frontend, self.home = environment, frontend, home
        self.postgres = Postgres(environment, home, settings)
        self.valkey = Valkey(environment, home)
        self.apps = [Service(home, name) for name in ("web", "worker", "beat")]
        self.loader = Service(home, "loader")
        # Interrupted, it says what stays of the demo; terminated, it would end without a word.
        self.loader.gentle = signal.SIGINT

    def manage(self, *args: str | Path) -> Command:
        return [self.environment.python, ROOT / "manage.py", *args]

    def variables(self) -> dict[str, str]:
        """Environment of every Regrade program started here."""
        env = {
            **self.environment.variables(),
            "REGRADE_HOME": str(self.home.path),
            "REGRADE_FRONTEND": str(self.frontend.folder / "dist"),
            "DJANGO_SETTINGS_MODULE": "config.settings",
        }
        if not is_given("REGRADE_SECRET_KEY"):
            env["REGRADE_SECRET_KEY_FILE"] = str(self.home.secret("secret_key"))
        if not is_given("DATABASE_URL"):
            env = {name: value for name, value in env.items() if not name.startswith("PG")}
            env["DATABASE_URL"] = self.postgres.url
        if not is_given("REDIS_URL"):
            env["REDIS_URL"] = self.valkey.url
        if port := self.home.read("address").get("port"):
            env.setdefault("REGRADE_ADDRESS", f"http://localhost:{port}")
        return env

    def data_services(self) -> list[Server]:
        """The embedded servers, except those that the caller replaced by their own."""
        both: dict[str, Server] = {"DATABASE_URL": self.postgres, "REDIS_URL": self.valkey}
        return [service for name, service in both.items() if not is_given(name)]

    def ensure_data(self) -> None:
        for service in self.data_services():
            service.ensure()

    def migrate(self) -> None:
        """Apply migrations; skipped for the embedded database while they are unchanged."""
        if self._is_migrated():
            return
        self.home.forget("migrated")
        argv = self.manage("migrate", "--no-input")
        self.home.run("Applying migrations", argv, env=self.variables())
        self.home.write("migrated", hash=self._migrations())

    def ensure_template(self) -> dict[str, str]:
        """Environment variable naming the template database that tests copy.

        Recreated when migrations change, since one may have been removed. A server of the caller's
        has no template: there, tests apply all migrations themselves.
        """
        if is_given("DATABASE_URL"):
            return {}
        if not self._is_migrated():
            self.postgres.recreate_database()
            self.migrate()
        return {"REGRADE_TEST_TEMPLATE": self.postgres.DATABASE}

    def _is_migrated(self) -> bool:
        known = self.home.read("migrated").get("hash")
        return not is_given("DATABASE_URL") and known == self._migrations()

    def _migrations(self) -> str:
        migrations = sorted(ROOT.glob("*/migrations/*.py"))
        return digest(ROOT / "config" / "settings.py", ROOT / "requirements.txt", *migrations)

    def start_app(self, service: Service, port: int) -> None:
        """Start the web server, the worker or the scheduler."""
        web = f"gunicorn --config config/web_server.py --bind 127.0.0.1:{port}"
        celery = f"celery -A config {service.name} --loglevel INFO"
        worker = f"{celery} --queues steps,rank.cpu,rank.gpu --concurrency 2 -n regrade@%h"
        commands = {"web": web.split(), "worker": worker.split(), "beat": celery.split()}
        argv: Command = [self.environment.python, "-m", *commands[service.name]]
        if service.name == "beat":
            argv += ["--schedule", self.home.records / "celerybeat-schedule"]
        env = self.variables()
        service.start(argv, env=env, cwd=ROOT)

    def start_apps(self, port: int) -> None:
        """Restart web, worker and scheduler, so that they run the current code."""
        with step("Starting Regrade"):
            for service in self.apps:
                service.stop()
            self.home.write("address", port=port)
            self.home.write("wanted", services=True)
            for service in self.apps:
                self.start_app(service, port)
            wait_until(lambda: answers(port) or not all(map(Service.is_alive, self.apps)), 60)
            for service in self.apps:
                if not service.is_alive():
                    raise service.trouble(f"{service.name} does not run")
            if not answers(port):
                raise self.apps[0].trouble(f"http://127.0.0.1:{port}/ does not answer")

    def load_demo(self, address: str) -> None:
        """Load the demo until a campaign can be judged, and start a service that computes the rest.

        As a service it ends with the others. Its messages link to pages at the address.
        """
        if self._start_loader("first", address).wait():
            self.home.forget(self.loader.name)
            raise Trouble("Loading the demo failed; its messages are above.")
        self._start_loader("rest", address)

    def _start_loader(self, part: str, address: str) -> subprocess.Popen[bytes]:
        argv = self.manage("load_demo", "--part", part, "--address", address)
        return self.loader.start(argv, env=self.variables(), cwd=ROOT, stdout=None, stderr=None)

    def is_wanted(self) -> bool:
        """Whether the launcher should keep the services running; `stop` clears it."""
        return bool(self.home.read("wanted"))

    def stop(self) -> list[str]:
        """Stop every service of this home; returns the names of those that were running."""
        before = Service(self.home, "redis")
        services = (self.loader, *self.apps, self.valkey, before, self.postgres)
        running = [service.name for service in services if service.members()]
        self.home.forget("wanted")
        for app in self.apps:  # the loader, first below, is interrupted only once
            app.ask_to_end()
        for service in services:
            service.stop()
        return running


def is_given(name: str) -> bool:
    """Whether the caller named a server or secret, itself or by file."""
    return bool(os.environ.get(name) or os.environ.get(f"{name}_FILE"))


def answers(port: int) -> bool:
    """Whether the start page is served."""
    link = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    with contextlib.suppress(OSError, http.client.HTTPException), contextlib.closing(link):
        link.request("GET", "/")
        return link.getresponse().status == 200
    return False


def main_stack(home: Home | None = None) -> Stack:
    home = home or main_home()
    environment = Environment(home)
    return Stack(environment, Frontend(environment, home), home)


def stack_of_tests(main: Stack) -> Stack:
    """Separate services for the tests, whose data need not survive a power cut.

    Autovacuum is off: tests roll back their rows, and statistics of a table that was empty between
    two tests would lead the planner to loops that take minutes on the next one's rows. JIT is off:
    compiling a query for a dozen rows takes longer than running it.
    """
    hasty = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")
    settings = (*hasty, "autovacuum=off", "jit=off")
    return Stack(main.environment, main.frontend, Home(main.home.path / "test"), settings)


def prepare_data(stack: Stack, *, migrate: bool = True) -> None:
    """Prepare environment, PostgreSQL and Valkey, which Django commands need."""
    with stack.home.lock():
        stack.environment.ensure()
        stack.ensure_data()
        if migrate:
            stack.migrate()
