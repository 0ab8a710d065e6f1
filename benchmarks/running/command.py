"""Command line and output of `./dev bench NAME`."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from tabulate import tabulate

from benchmarks.running.tables import Table, put_into, to_text


class BenchParser(argparse.ArgumentParser):
    """Parser for `./dev bench NAME`; `says` is printed with its own line breaks."""

    def __init__(self, name: str, says: str | None) -> None:
        as_it_is = argparse.RawDescriptionHelpFormatter
        super().__init__(f"./dev bench {name}", description=says, formatter_class=as_it_is)

    def add_option(
        self, name: str, help_: str, default: float | None = None, **options: Any
    ) -> None:
        """Add an option whose help shows its default."""
        said = help_ if default is None else f"{help_} (default: {default:g})"
        self.add_argument(name, help=said, default=default, **options)

    def add_page(self) -> None:
        says = "also put the tables into this page, between its marks"
        self.add_argument("--page", type=Path, metavar="FILE", help=says)


def command_line(name: str, arguments: Sequence[str]) -> str:
    """The command that started the benchmark."""
    return " ".join([f"./dev bench {name}", *arguments])


def say(line: str) -> None:
    sys.stderr.write(f"{line}\n")


def show_surroundings(surroundings: Mapping[str, str]) -> None:
    sys.stdout.write(tabulate(surroundings.items(), tablefmt="plain") + "\n")
    sys.stdout.flush()


def print_tables(head: str, tables: Iterable[Table], page: Path | None) -> None:
    """Print each table as soon as it is made; write all of them into the page, if one is named."""
    found = [f"{head}\n"]
    sys.stdout.write(f"{found[0]}\n")
    for table in tables:
        found.append(to_text(table))
        sys.stdout.write(f"{found[-1]}\n")
        sys.stdout.flush()
    if page:
        put_into(page, "\n".join(found))


def to_page(title: str, command: str, surroundings: Mapping[str, str], text: str) -> str:
    """A documentation page: command and machine, then the figures."""
    around = "\n".join(f"{name}: {value}  " for name, value in surroundings.items())
    return f"# {title}\n\n`{command}`\n\n{around}\n\n{text}\n"


def write_json(path: Path, surroundings: Mapping[str, str], runs: Sequence[Any]) -> None:
    path.write_text(json.dumps({"surroundings": surroundings, "runs": runs}, indent=1))
