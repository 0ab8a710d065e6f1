"""Commands for those who change Regrade: its checks, its lock files, its API schema."""

from __future__ import annotations

import os
import platform
import shutil
import sys
import time
from operator import itemgetter
from typing import NoReturn

from launcher.checks import Checks, make_schema, prepare_tests
from launcher.environment import Environment
from launcher.home import ROOT, main_home
from launcher.locks import audit_locks, check_locks, write_lock
from launcher.messages import Trouble, no_arguments, say
from launcher.processes import become, call_here
from launcher.pythons import PYTHONS, sort_key
from launcher.stack import main_stack, prepare_data, stack_of_tests


def test(args: list[str]) -> int:
    """./dev test [--python 3.13] [--thorough] [ARGS]

    Runs the checks and the fast tests, or with ARGS pytest alone, which gets them. The checks
    are ruff, mypy, Django's own, migrations, API schema and types, and the frontend's. With
    --thorough it runs all tests, which takes up to an hour, and checks lock files, compose file,
    Dockerfile and known vulnerabilities as well. The tests have a PostgreSQL and a Valkey of
    their own below REGRADE_HOME/test, and a Chromium: the system's, best as a headless shell,
    else npm's. With --python all of it runs on that Python, in an environment of its own below
    REGRADE_HOME.
    """
    began = time.monotonic()
    thorough = "--thorough" in args
    args = [arg for arg in args if arg != "--thorough"]
    if args[:1] == ["--python"]:
        begin_again_on(args[1:], thorough=thorough)
    main = main_stack()
    stack = stack_of_tests(main)
    with stack.home.lock("test.lock"):
        try:
            browser = prepare_tests(main, stack, build=bool(args))
            checks = Checks(stack, thorough=thorough)  # the servers have their ports by now
            checks.seconds["set-up"] = time.monotonic() - began
            if args:
                template = stack.ensure_template()
                return call_here(checks.pytest_command(*args), checks.env | browser | template)
            checks.run_all(browser)
        finally:
            stack.stop()
    summarize(checks, time.monotonic() - began)
    return int(bool(checks.failed))


def begin_again_on(args: list[str], *, thorough: bool) -> NoReturn:
    """Begin again on another Python, whose home lies within this one's."""
    if not args or args[0] not in PYTHONS:
        raise Trouble(f"--python takes one of {', '.join(sorted(PYTHONS, key=sort_key))}.")
    version, *rest = args
    home = main_home().path / f"python{version}"
    env = {**os.environ, "REGRADE_HOME": str(home), "REGRADE_PYTHON": version}
    tier = ["--thorough"] * thorough
    become([sys.executable, ROOT / "dev", "test", *tier, *rest], env)


def summarize(checks: Checks, seconds: float) -> None:
    """Print what took how long, what failed, what was skipped, and the time beside its limit."""
    for name, taken in sorted(checks.seconds.items(), key=itemgetter(1), reverse=True):
        if taken >= 1:
            say(f"{taken:7.0f} s  {name}")
    if checks.slowest:
        say("The slowest tests, each with its own set-up:")
        for taken, name in checks.slowest:
            say(f"{taken:7.1f} s  {name}")
    for name in sorted(set(checks.failed)):
        say(f"failed: {name}")
    for test, n in sorted(checks.skipped.items()):
        say(f"skipped: {test}" + (f" ({n} cases)" if n > 1 else ""))
    print(f"Python {platform.python_version()} on {platform.platform()}")
    counts = f"{checks.n_passed} passed, {len(checks.failed)} failed"
    print(f"{counts}, {sum(checks.skipped.values())} skipped")
    tier, limit = ("thorough", 60) if checks.thorough else ("fast", 12)
    minutes, rest = divmod(round(seconds), 60)
    print(f"{minutes}:{rest:02} minutes of {limit} for the {tier} tier", flush=True)


def schema(args: list[str]) -> None:
    """./dev schema

    Rewrites frontend/openapi.json and its TypeScript types after a change of the API.
    ./dev test fails when they are stale.
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
    writes nothing and resolves the locked versions for every Python and platform, from
    wheels alone. Either way it then looks for known holes in them.

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
