from __future__ import annotations

import sys
from argparse import ArgumentTypeError, _ActionsContainer
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import InterfaceError, OperationalError

from ranking.management.parser import ShortParser
from ranking.management.progress import progress_bar
from ranking.names import split_names
from ranking.parameters.ranges import OutOfRange
from regrade.exceptions import RegradeError
from regrade.files.bad_lines import BadFile, BadLines
from regrade.files.errors import BadInput
from regrade.files.outputs import STDOUT

Item = TypeVar("Item")
MINUTE = "%Y-%m-%d %H:%M UTC"


class RegradeCommand(BaseCommand):
    """A command that reports an error in one sentence and exits with 1."""

    requires_system_checks: list[str] = []
    # Django's own options are taken and stand in no help.
    suppressed_base_arguments = {
        "--version",
        "--verbosity",
        "--settings",
        "--pythonpath",
        "--traceback",
        "--no-color",
        "--force-color",
        "--skip-checks",
    }

    def create_parser(self, prog_name: str, subcommand: str, **options: Any) -> CommandParser:
        parser = super().create_parser(prog_name, subcommand, **options)
        parser.__class__ = ShortParser  # Django names the class itself
        return parser

    def execute(self, *args: Any, **options: Any) -> str | None:
        try:
            return super().execute(*args, **options)
        except OutOfRange as error:
            name = str(error.field).rpartition(".")[2].replace("_", "-")
            raise CommandError(error.sentence_for(f"--{name}")) from error
        except BadFile as error:
            raise CommandError(_listed(error)) from error
        except (RegradeError, BadInput) as error:
            raise CommandError(str(error)) from error
        except (OperationalError, InterfaceError) as error:
            first_line = str(error).strip().partition("\n")[0]
            raise CommandError(f"The database does not answer: {first_line}") from error

    def report_output(self, message: str, *written: Path | None) -> None:
        """Report what was written, on standard error if the output went to standard output."""
        (self.stderr if STDOUT in written else self.stdout).write(message)

    @contextmanager
    def saying_when_stopped(self, sentence: str) -> Iterator[None]:
        """On Ctrl-C print this sentence instead of a traceback, and exit with 130."""
        try:
            yield
        except KeyboardInterrupt:
            self.stderr.write(sentence)
            sys.exit(130)

    def progress(
        self, items: Iterable[Item], total: int | None = None, unit: str = "it"
    ) -> Iterator[Item]:
        """Yield the items, with a progress bar after two seconds."""
        yield from progress_bar(items, total=total, unit=unit)


def add_output(parser: _ActionsContainer) -> None:
    """Add the argument for the file that a command writes."""
    help_text = "where to, replacing what is there; gzipped if it ends in .gz; - is standard output"
    parser.add_argument("file", type=Path, metavar="FILE", help=help_text)


def output_name(path: Path) -> str:
    return "on standard output" if path == STDOUT else f"in {path}"


def add_names(parser: _ActionsContainer, flag: str, what: str, *, required: bool = True) -> None:
    """An option that takes a comma-separated list of names."""
    parser.add_argument(flag, type=names, required=required, default=[], help=what)


def names(text: str) -> list[str]:
    """A comma-separated list of names, as the type of an option."""
    try:
        return split_names(text)
    except ValueError as error:
        raise ArgumentTypeError(str(error)) from error


def _listed(error: BadFile) -> str:
    """The first bad lines, each on a line of its own; one alone is the error itself."""
    n, _ = error.bad
    if n == 1:
        return str(error)
    head = f"{error.path.name}: {n:,} bad lines, and nothing was stored:"
    return "\n".join([head, *listed(error.bad)])


def listed(bad: BadLines) -> list[str]:
    """A line of text for each of the first bad lines, and how many more there are."""
    n, first = bad
    more = [f"and {n - len(first):,} more"] if n > len(first) else []
    return [*map(str, first), *more]
