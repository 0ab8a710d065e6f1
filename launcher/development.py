"""Commands for those who change Regrade: its checks, its lock files, its API schema."""

from __future__ import annotations

import os
import platform
import shutil
import sys
from typing import NoReturn

from launcher.browser import Browser
from launcher.checks import Checks, make_schema
from launcher.environment import Environment
from launcher.home import ROOT, main_home
from launcher.locks import audit_locks, check_locks, write_lock
from launcher.messages import Trouble, no_arguments, say
from launcher.processes import become, call_here
from launcher.pythons import PYTHONS, sort_key
from launcher.stack import Stack, main_stack, prepare_data, stack_of_tests


def test(args: list[str]) -> int:
    """./dev test [--python 3.13] [--thorough] [ARGS]

    Runs the checks and the fast tests, or with ARGS pytest alone, which gets them. With
    --thorough it runs all checks and all tests, which takes up to an hour. The checks
    are ruff, mypy, Django's own, migrations, API schema and types, lock files, compose file,
    Dockerfile and the frontend's. The tests have a PostgreSQL and a Valkey of their own below
    REGRADE_HOME/test, and a Chromium: its headless shell, which root gets from Debian where it
    is missing, else the system's, else npm's. With --python all of it runs on that Python, in
    an environment of its own below REGRADE_HOME.
    """
    if args[:1] == ["--python"]:
        begin_again_on(args[1:])
    if args[:1] == ["--thorough"]:
        os.environ["REGRADE_THOROUGH"] = "1"
        args = args[1:]
    main = main_stack()
    stack = stack_of_tests(main)
    with stack.home.lock("test.lock"):
        try:
            return run_tests(main, stack, args)
        finally:
            stack.stop()


def begin_again_on(args: list[str]) -> NoReturn:
    """Begin again on another Python, whose home lies within this one's."""
    if not args or args[0] not in PYTHONS:
        raise Trouble(f"--python takes one of {', '.join(sorted(PYTHONS, key=sort_key))}.")
    version, *rest = args
    home = main_home().path / f"python{version}"
    env = {**os.environ, "REGRADE_HOME": str(home), "REGRADE_PYTHON": version}
    become([sys.executable, ROOT / "dev", "test", *rest], env)


def run_tests(main: Stack, stack: Stack, args: list[str]) -> int:
    with main.home.lock():
        main.environment.ensure(dev=True)
        main.frontend.ensure_packages()
        browser = Browser(main.frontend, main.home).ensure()
        if args:
            main.frontend.ensure()
    stack.ensure_data()
    checks = Checks(stack)
    if args:
        template = stack.ensure_template()
        return call_here(checks.pytest_command(*args), checks.env | browser | template)
    checks.run_all(browser)
    for name in sorted(set(checks.failed)):
        say(f"failed: {name}")
    for test, n in sorted(checks.skipped.items()):
        say(f"skipped: {test}" + (f" ({n} cases)" if n > 1 else ""))
    print(f"Python {platform.python_version()} on {platform.platform()}")
    counts = f"{checks.n_passed} passed, {len(checks.failed)} failed"
    print(f"{counts}, {sum(checks.skipped.values())} skipped", flush=True)
    return int(bool(checks.failed))


def schema(args: list[str]) -> None:
    """./dev schema

    Writes frontend/openapi.json and its TypeScript types anew after a change of the API. It
    is ./dev test that tells when they are stale.
    """
    no_arguments(args)
    stack = main_stack()
    prepare_data(stack)
    with stack.home.lock():
        for name, path in make_schema(stack).items():
            shutil.copyfile(path, ROOT / "frontend" / name)
            say(f"wrote frontend/{name}")


def lock(args: list[str]) -> None:
    """./dev lock [--check] [UV-OPTIONS]

    Writes requirements.txt and requirements-dev.txt from pyproject.toml. Versions already
    locked stay unless asked otherwise (--upgrade, --upgrade-package NAME). With --check it
    writes nothing and resolves what is locked for every Python and platform, from wheels alone.
    Either way it then looks for known holes in what is locked.

    REGRADE_ADVISORIES    OSV's export for PyPI (all.zip, or unpacked); else it looks for none
    """
    home = main_home()
    with home.lock():
        environment = Environment(home)
        environment.ensure()
        if args == ["--check"]:
            check_locks(environment)
        else:
            write_lock(environment, "What Regrade runs with", "requirements.txt", *args)
            dev = ("--group", "dev", "--constraint", "requirements.txt")
            what = "What Regrade runs and is checked with"
            write_lock(environment, what, "requirements-dev.txt", *args, *dev)
        audit_locks(environment)
