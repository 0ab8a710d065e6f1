"""The commands by name, their help, and every way to end one."""

from __future__ import annotations

import signal
from collections.abc import Callable
from typing import NoReturn

from launcher import development, installation, programs
from launcher.home import main_home
from launcher.messages import Trouble, no_arguments, say
from launcher.mutants import mutants
from launcher.pythons import ensure_python
from launcher.rights import Umask


def help_command(args: list[str]) -> None:
    """./dev help

    Lists the commands.
    """
    no_arguments(args)
    print("Regrade's launcher. ./dev COMMAND --help explains a command.\n")
    for command in COMMANDS.values():
        usage, _, rest = (command.__doc__ or "").partition("\n\n")
        print(f"  {usage:<29} {' '.join(rest.split('. ')[0].split()).rstrip('.')}.")
    print(
        "\nREGRADE_HOME    folder for all that is made here (default: .regrade beside this file)\n"
        "REGRADE_PORT    the web server's port (default: 8000, or the next free one)\n"
        "DATABASE_URL    a PostgreSQL server to use instead of the embedded one\n"
        "REDIS_URL       a Valkey or Redis server to use instead of the embedded one\n"
        "REGRADE_PYTHON  the Python to run on, such as 3.13 (default: the best that is here)"
    )


COMMANDS: dict[str, Callable[[list[str]], int | None]] = {
    "demo": installation.demo,
    "up": installation.up,
    "worker": installation.worker,
    "stop": installation.stop,
    "test": development.test,
    "mutants": mutants,
    "manage": programs.manage,
    "score": programs.score,
    "setup": installation.setup,
    "bench": programs.bench,
    "run": programs.run,
    "schema": development.schema,
    "screenshots": programs.screenshots,
    "lock": development.lock,
    "help": help_command,
}
# Of these a lone --help is the program's, not the launcher's.
WITH_OWN_HELP = {"score"}


def dispatch(arguments: list[str]) -> int:
    name, *args = arguments or ["help"]
    name = "help" if name in ("-h", "--help") else name
    if name not in COMMANDS:
        raise Trouble(f"There is no command {name!r}; ./dev help lists those there are.")
    if args in (["-h"], ["--help"]) and name not in WITH_OWN_HELP:
        lines = (COMMANDS[name].__doc__ or "").splitlines()
        print("\n".join(line.removeprefix("    ") for line in lines).strip())
        return 0
    if name != "help":
        ensure_python(main_home())
    return COMMANDS[name](args) or 0


def interrupt(_number: int, _frame: object) -> NoReturn:
    raise KeyboardInterrupt


def main(arguments: list[str]) -> int:
    """Run a command; it cleans up however it ends."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, interrupt)
    Umask.close()
    try:
        return dispatch(arguments)
    except Trouble as trouble:
        say(f"dev: {trouble}")
        return 1
    except KeyboardInterrupt:
        return 130
