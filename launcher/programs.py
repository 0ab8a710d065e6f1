"""Commands that run a program of Regrade with everything it needs."""

from __future__ import annotations

import os
import shutil
import urllib.parse
from typing import NoReturn

from launcher.browser import Browser
from launcher.home import ROOT, Home
from launcher.messages import Trouble, no_arguments
from launcher.processes import Command, become
from launcher.rights import Umask
from launcher.stack import main_stack, prepare_data

# Commands of Django that write or repair migrations must run before these can be applied.
MIGRATION_COMMANDS = {"migrate", "makemigrations", "squashmigrations", "showmigrations"}


def manage(args: list[str]) -> NoReturn:
    """./dev manage COMMAND [ARGS]

    Runs a command of Django (./dev manage help lists them). Sets up, starts PostgreSQL and
    Valkey and applies migrations first when that is needed; both go on running until
    ./dev stop. Standard output is the command's alone.
    """
    stack = main_stack()
    prepare_data(stack, migrate=not MIGRATION_COMMANDS.intersection(args[:1]))
    if args[:1] == ["migrate"]:
        stack.home.forget("migrated")
    if MIGRATION_COMMANDS.intersection(args[:1]):
        Umask.restore()  # what they write is source
    become(stack.manage(*args), stack.variables())


def score(args: list[str]) -> NoReturn:
    """./dev score QRELS RUN...

    Scores run files under a qrels file, as trec_eval does. It needs no database and starts
    nothing. Standard output is the command's alone, and so is its exit code.
    """
    stack = main_stack()
    # Another launcher's set-up of anything else is nothing to wait for.
    if not stack.environment.is_whole():
        with stack.home.lock():
            stack.environment.ensure()
    # -P: what lies in the caller's folder is never taken for a module.
    program: Command = [stack.environment.python, "-P", "-m", "regrade.score"]
    become([*program, *args], stack.environment.variables())


def bench(args: list[str]) -> None:
    """./dev bench [NAME [ARGS]]

    Runs benchmarks/NAME.py with PostgreSQL and Valkey at hand; without NAME it lists them.
    """
    names = sorted(path.stem for path in ROOT.glob("benchmarks/[!_]*.py"))
    if not args:
        print("\n".join(names) or "There are no benchmarks yet.")
        return
    if args[0] not in names:
        raise Trouble(f"There is no benchmark {args[0]!r}; ./dev bench lists those there are.")
    stack = main_stack()
    prepare_data(stack)
    program = ROOT / "benchmarks" / f"{args[0]}.py"
    become([stack.environment.python, program, *args[1:]], stack.variables())


def screenshots(args: list[str]) -> NoReturn:
    """./dev screenshots [FOLDER]

    Takes a picture of each page of the running demo, at a desk and on a phone, light and dark,
    and puts them in FOLDER (default: docs/screenshots). ./dev demo has to be running.
    """
    if len(args) > 1:
        no_arguments(args[1:])
    stack = main_stack()
    port = stack.home.read("address").get("port")
    if port is None or not stack.apps[0].is_alive():
        raise Trouble("There is no demo to look at; start ./dev demo first.")
    with stack.home.lock():
        stack.environment.ensure(dev=True)
        browser = Browser(stack.frontend, stack.home).ensure()
    options = {
        "REGRADE_CHROMIUM": "chromium",
        "REGRADE_CHROMIUM_LIBRARIES": "libraries",
        "FONTCONFIG_FILE": "fonts",
    }
    where = [f"--{options[name]}={path}" for name, path in browser.items()]
    env = stack.variables() | {"PLAYWRIGHT_NODEJS_PATH": str(stack.frontend.node)}
    folder = args[0] if args else str(ROOT / "docs" / "screenshots")
    program = ROOT / "demo" / "screenshots.py"
    address = f"http://127.0.0.1:{port}"
    Umask.restore()
    become([stack.environment.python, program, address, folder, *where], env)


def database_service(home: Home, url: str) -> dict[str, str]:
    """The variables by which PostgreSQL's programs find the database.

    The password stands in a file that its owner alone can read: what is in an argument, `ps` shows
    to everybody.
    """
    given = urllib.parse.urlsplit(url)
    parts = {
        "host": given.hostname,
        "port": str(given.port or ""),
        "dbname": given.path.lstrip("/"),
        "user": given.username,
        "password": given.password,
    }
    parameters = {key: urllib.parse.unquote(value) for key, value in parts.items() if value}
    parameters.update(urllib.parse.parse_qsl(given.query))
    path = home.records / "pg_service.conf"
    draft = path.with_suffix(f".{os.getpid()}")
    draft.touch(mode=0o600)
    draft.write_text(
        "\n".join(["[regrade]", *(f"{key}={parameters[key]}" for key in parameters), ""])
    )
    draft.replace(path)
    return {"PGSERVICEFILE": str(path), "PGSERVICE": "regrade"}


def run(args: list[str]) -> NoReturn:
    """./dev run PROGRAM [ARGS]

    Runs a program with Regrade's environment: python, ruff, mypy, psql, pg_dump or sh. No
    service is started. PostgreSQL's own programs find the database by themselves.
    """
    if not args:
        raise Trouble("Name a program to run; ./dev run --help says more.")
    stack = main_stack()
    with stack.home.lock():
        stack.environment.ensure(dev=True)
    env = stack.variables()
    env |= database_service(stack.home, env["DATABASE_URL"])
    program = shutil.which(args[0], path=env["PATH"])
    if not program:
        raise Trouble(f"There is no program {args[0]!r}.")
    become([program, *args[1:]], env)
