from __future__ import annotations

import sys
from argparse import Namespace, _ActionsContainer
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from difflib import get_close_matches
from itertools import takewhile
from pathlib import Path
from typing import Any, TypeVar

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import InterfaceError, OperationalError

from ranking.management.arguments import Argument, add_all, read_by
from ranking.management.progress import progress_bar
from ranking.names import split_names
from ranking.parameters.ranges import OutOfRange
from regrade.exceptions import RegradeError
from regrade.files.bad_lines import BadFile, BadLines
from regrade.files.errors import BadInput
from regrade.files.outputs import STDOUT

Item = TypeVar("Item")
MINUTE = "%Y-%m-%d %H:%M UTC"
names = read_by(split_names)  # the type of an option that takes a comma-separated list


class ShortParser(CommandParser):
    """Argument parser that answers a mistake with the required options, and a typo with a
    suggestion.

    `--help` still shows everything.
    """

    def format_usage(self) -> str:
        groups = [group for group in self._mutually_exclusive_groups if group.required]
        one_of = [action for group in groups for action in group._group_actions]
        needed = [
            action
            for action in self._actions
            if action.required or not action.option_strings or action in one_of
        ]
        formatter = self._get_formatter()
        formatter.add_usage(None, needed, groups)
        return f"{formatter.format_help().rstrip()} [OPTIONS]; --help shows them\n"

    def parse_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: Namespace | None = None
    ) -> Any:
        for word in takewhile(lambda word: word != "--", args or ()):
            if word.startswith("--"):
                self._refuse_unknown(word.partition("=")[0])
        return super().parse_args(args, namespace)

    def _refuse_unknown(self, name: str) -> None:
        """Else a typo in a needed option would be reported as that option's absence."""
        options = [option for option in self._option_string_actions if option.startswith("--")]
        if not any(option.startswith(name) for option in options):
            closest = get_close_matches(name, options, 1)
            hint = f"; did you mean {closest[0]}?" if closest else ""
            self.error(f"there is no option {name}{hint}")


class RegradeCommand(BaseCommand):
    """A command that reports an error in one sentence and exits with 1."""

    requires_system_checks: list[str] = []
    arguments: tuple[Argument, ...] = ()
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

    def add_arguments(self, parser: CommandParser) -> None:
        add_all(parser, self.arguments)

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
    help_text = "file to write, replacing it; gzipped if it ends in .gz; - is standard output"
    parser.add_argument("file", type=Path, metavar="FILE", help=help_text)


def output_name(path: Path) -> str:
    return "on standard output" if path == STDOUT else f"in {path}"


def add_names(parser: _ActionsContainer, flag: str, what: str, *, required: bool = True) -> None:
    """An option that takes a comma-separated list of names."""
    parser.add_argument(flag, type=names, required=required, default=[], help=what)


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
