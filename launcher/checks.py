"""The checks of `./dev test`, one after the other."""

from __future__ import annotations

import contextlib
import os
import subprocess
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from xml.etree import ElementTree

from launcher.home import ROOT, must_succeed
from launcher.locks import audit_locks, check_locks
from launcher.messages import Trouble, say
from launcher.processes import Command, call, started
from launcher.stack import Stack


class Checks:
    """Runs checks one after the other, keeps count, and lets no failure hide the next."""

    def __init__(self, stack: Stack) -> None:
        self.stack, self.n_passed, self.failed = stack, 0, list[str]()
        self.skipped = Counter[str]()
        self.cache = stack.home.path / "cache"
        self.env = stack.variables() | {
            "RUFF_CACHE_DIR": str(self.cache / "ruff"),
            "MYPY_CACHE_DIR": str(self.cache / "mypy"),
            "HYPOTHESIS_STORAGE_DIRECTORY": str(self.cache / "hypothesis"),
            "PLAYWRIGHT_NODEJS_PATH": str(stack.frontend.node),
        }

    def check(self, name: str, action: Callable[[], None]) -> None:
        try:
            action()
        except Trouble as trouble:
            self.failed.append(name)
            say(str(trouble))
        else:
            self.n_passed += 1

    def run(self, name: str, *argv: str | Path) -> None:
        self.check(name, partial(self.stack.home.run, name, argv, cwd=ROOT, env=self.env))

    @contextlib.contextmanager
    def beside(self, name: str, *argv: str | Path) -> Iterator[None]:
        """Run one while the block runs others, in its own log; it counts at the block's end."""
        log = self.stack.home.logs / f"{name}.log"
        with log.open("wb") as sink:
            say(f"{name}, beside what follows ...")
            output = {"stdout": sink, "stderr": subprocess.STDOUT}
            with started(argv, cwd=ROOT, env=self.env, **output) as child:
                yield
                code = child.wait()
        self.check(name, partial(must_succeed, name, code, log))

    def run_all(self, browser: dict[str, str]) -> None:
        """Run all checks, mypy on one core beside the others."""
        with self.beside("mypy", self.stack.environment.tool("mypy")):
            self.run_quick()
            self.pytest(browser)

    def run_quick(self) -> None:
        """Everything but types and the tests of Python."""
        tool, manage = self.stack.environment.tool, self.stack.manage
        compose = ("--builtin-schema", "vendor.compose-spec", "docker-compose.yml")
        self.run("ruff check", tool("ruff"), "check", ".", "dev")
        self.run("ruff format", tool("ruff"), "format", "--check", ".", "dev")
        self.run("Django's check", *manage("check"))
        self.run("migrations are complete", *manage("makemigrations", "--check", "--dry-run"))
        self.run("docker-compose.yml", tool("check-jsonschema"), *compose)
        self.run("Dockerfile", tool("hadolint"), "--config", ".hadolint.yaml", "Dockerfile")
        frontend = self.stack.frontend
        for script in ("lint", "test"):
            name = f"frontend {script}"
            self.check(name, partial(frontend.run_npm, name, "run", script))
        self.check("frontend types and build", frontend.ensure)
        self.check("API schema and types", partial(check_schema, self.stack))
        self.check("lock files resolve", partial(check_locks, self.stack.environment))
        self.check("known holes", partial(audit_locks, self.stack.environment))

    def pytest(self, browser: dict[str, str]) -> None:
        """Run every test and read the counts from pytest's own report.

        There are two processes more than there are cores, since browser tests wait more than they
        compute; and whichever is done takes over what others still have before them. None needs
        threads for its matrices besides: they would wait for each other by spinning.
        """
        report = self.cache / "pytest.xml"
        report.unlink(missing_ok=True)
        n_processes = str(n_cores() + 2)
        argv = self.pytest_command("-n", n_processes, "--dist", "worksteal")
        env = self.env | browser | {"OMP_NUM_THREADS": "1"}
        self.check("a database to copy", lambda: env.update(self.stack.ensure_template()))
        code = call([*argv, f"--junitxml={report}"], cwd=ROOT, env=env)
        if report.exists():
            passed, failed = count_tests(report)
            self.skipped = skipped_tests(report)
        else:
            passed, failed = 0, 0
        self.n_passed += passed
        self.failed += ["pytest"] * (failed or int(code != 0))

    def pytest_command(self, *args: str) -> Command:
        cache = ("-o", f"cache_dir={self.cache / 'pytest'}")
        return [self.stack.environment.python, "-m", "pytest", *cache, *args]


def count_tests(report: Path) -> tuple[int, int]:
    """How many tests passed and how many failed, from a JUnit report; skipped ones are neither."""
    passed = failed = 0
    for suite in ElementTree.parse(report).getroot().iter("testsuite"):
        n_bad = int(suite.get("failures", 0)) + int(suite.get("errors", 0))
        failed += n_bad
        passed += int(suite.get("tests", 0)) - n_bad - int(suite.get("skipped", 0))
    return passed, failed


def skipped_tests(report: Path) -> Counter[str]:
    """Each skipped test with its reason, and how many cases of it were skipped."""
    skipped = Counter[str]()
    for case in ElementTree.parse(report).getroot().iter("testcase"):
        for reason in case.iter("skipped"):
            test = f"{case.get('classname')}.{case.get('name')}".partition("[")[0]
            skipped[f"{test}: {reason.get('message')}"] += 1
    return skipped


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
            raise Trouble(f"frontend/{name} is stale; run ./dev schema and commit what it writes.")
