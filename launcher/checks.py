"""The checks of `./dev test`, one after the other."""

from __future__ import annotations

import contextlib
import os
import subprocess
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path
from threading import Thread

from launcher.browser import Browser
from launcher.home import ROOT, must_succeed
from launcher.junit import read_report
from launcher.locks import audit_locks, check_locks
from launcher.messages import Trouble, say
from launcher.processes import Command, call, started
from launcher.stack import Stack

# Processes side by side would wait for each other's threads by spinning.
ONE_THREAD = {"OMP_NUM_THREADS": "1"}


class Checks:
    """Runs checks one after the other, times and counts them; no failure hides the next."""

    def __init__(self, stack: Stack, *, thorough: bool = False) -> None:
        self.stack, self.thorough = stack, thorough
        self.n_passed, self.failed = 0, list[str]()
        self.skipped, self.slowest = Counter[str](), list[tuple[float, str]]()
        self.seconds = dict[str, float]()
        self.cache = stack.home.path / "cache"
        self.env = stack.variables() | {
            "RUFF_CACHE_DIR": str(self.cache / "ruff"),
            "MYPY_CACHE_DIR": str(self.cache / "mypy"),
            "HYPOTHESIS_STORAGE_DIRECTORY": str(self.cache / "hypothesis"),
            "PLAYWRIGHT_NODEJS_PATH": str(stack.frontend.node),
            "REGRADE_THOROUGH": str(int(thorough)),
        }

    def check(self, name: str, action: Callable[[], None]) -> None:
        with self._timed(name):
            try:
                action()
            except Trouble as trouble:
                self.failed.append(name)
                say(str(trouble))
            else:
                self.n_passed += 1

    @contextlib.contextmanager
    def _timed(self, name: str) -> Iterator[None]:
        began = time.monotonic()
        yield
        self.seconds[name] = time.monotonic() - began

    def run(self, name: str, *argv: str | Path) -> None:
        self.check(name, partial(self.stack.home.run, name, argv, cwd=ROOT, env=self.env))

    @contextlib.contextmanager
    def beside(
        self, name: str, *argv: str | Path, cwd: Path = ROOT, env: dict[str, str] | None = None
    ) -> Iterator[None]:
        """Run one while the block runs others, in its own log; it counts at the block's end."""
        log = self.stack.home.logs / f"{name}.log"
        with log.open("wb") as sink:
            say(f"{name}, beside what follows ...")
            output = {"stdout": sink, "stderr": subprocess.STDOUT}
            with started(argv, cwd=cwd, env=env or self.env, **output) as child:
                watch = Thread(target=self._wait, args=(f"{name}, beside the others", child))
                watch.daemon = True
                watch.start()
                yield
                watch.join()
        self.check(name, partial(must_succeed, name, child.returncode, log))

    def _wait(self, name: str, child: subprocess.Popen[bytes]) -> None:
        with self._timed(name):
            child.wait()

    def run_all(self, browser: dict[str, str]) -> None:
        """Run the checks and the tests of a tier; what needs one core runs beside the others."""
        with self.beside("mypy", self.stack.environment.tool("mypy")):
            self.run_quick()
            if self.thorough:
                self.run_thorough()
            with self._npm_beside("lint"), self._npm_beside("test"):
                self.pytest(browser)

    def _npm_beside(self, script: str) -> AbstractContextManager[None]:
        frontend = self.stack.frontend
        argv = frontend.npm_command("run", script)
        return self.beside(f"frontend {script}", *argv, cwd=frontend.folder, env=frontend.env)

    def run_quick(self) -> None:
        """Run the checks that both tiers make before their tests."""
        tool, manage = self.stack.environment.tool, self.stack.manage
        self.run("ruff check", tool("ruff"), "check", ".", "dev")
        self.run("ruff format", tool("ruff"), "format", "--check", ".", "dev")
        # Django checks all else before it looks at the migrations.
        self.run("Django's checks", *manage("makemigrations", "--check", "--dry-run"))
        self.check("frontend types and build", self.stack.frontend.ensure)
        self.check("API schema and types", partial(check_schema, self.stack))

    def run_thorough(self) -> None:
        """Checks of what seldom changes, or asks a package index."""
        tool = self.stack.environment.tool
        compose = ("--builtin-schema", "vendor.compose-spec", "docker-compose.yml")
        self.run("docker-compose.yml", tool("check-jsonschema"), *compose)
        self.run("Dockerfile", tool("hadolint"), "--config", ".hadolint.yaml", "Dockerfile")
        self.check("lock files resolve", partial(check_locks, self.stack.environment))
        self.check("known holes", partial(audit_locks, self.stack.environment))

    def pytest(self, browser: dict[str, str]) -> None:
        """Run the tests of the tier and read the counts from pytest's own report.

        There is one process more than there are cores, since browser tests wait more than they
        compute; two more took longer on two cores.
        """
        report = self.cache / "pytest.xml"
        report.unlink(missing_ok=True)
        n_processes = str(n_cores() + 1)
        argv = self.pytest_command(
            "-n", n_processes, "--dist", "loadgroup", "--no-loadscope-reorder"
        )
        env = self.env | browser | ONE_THREAD
        self.check("a database to copy", lambda: env.update(self.stack.ensure_template()))
        with self._timed("pytest"):
            code = call([*argv, f"--junitxml={report}"], cwd=ROOT, env=env)
        n_failed = 0
        if report.exists():
            n_passed, n_failed, self.skipped, self.slowest = read_report(report)
            self.n_passed += n_passed
        self.failed += ["pytest"] * (n_failed or int(code != 0))

    def pytest_command(self, *args: str) -> Command:
        cache = ("-o", f"cache_dir={self.cache / 'pytest'}")
        return [self.stack.environment.python, "-m", "pytest", *cache, *args]


def prepare_tests(main: Stack, stack: Stack, *, build: bool) -> dict[str, str]:
    """Set up what tests need; returns the variables that lead to the browser."""
    with main.home.lock():
        main.environment.ensure(dev=True)
        main.frontend.ensure_packages()
        browser = Browser(main.frontend, main.home).ensure()
        if build:
            main.frontend.ensure()
    stack.ensure_data()
    return browser


def n_cores() -> int:
    """How many cores this process may use; macOS cannot bind a process to some of them."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def make_schema(stack: Stack) -> dict[str, Path]:
    """Regenerate the API schema and its TypeScript types in the home's copy of the frontend."""
    stack.frontend.ensure_packages()
    names = ("openapi.json", "src/api/schema.gen.ts")
    made = {name: stack.frontend.folder / name for name in names}
    options = ("--format", "openapi-json", "--fail-on-warn", "--file", made["openapi.json"])
    argv = stack.manage("spectacular", *options)
    stack.home.run("Describing the API", argv, env=stack.variables())
    stack.frontend.run_npm("Writing the API's types", "run", "types")
    return made


def check_schema(stack: Stack) -> None:
    for name, path in make_schema(stack).items():
        committed = ROOT / "frontend" / name
        if not committed.exists() or committed.read_bytes() != path.read_bytes():
            raise Trouble(f"frontend/{name} is stale; run ./dev schema and commit its output.")
