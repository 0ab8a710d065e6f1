"""Command line and output of `./dev bench NAME`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from benchmarks.running.machine import describe_machine
from benchmarks.running.tables import Table, put_into, to_text


def bench_parser(name: str, says: str | None) -> argparse.ArgumentParser:
    """Parser for `./dev bench NAME`; `says` is printed with its own line breaks."""
    as_it_is = argparse.RawDescriptionHelpFormatter
    return argparse.ArgumentParser(
        f"./dev bench {name}", description=says, formatter_class=as_it_is
    )


def table_parser(
    name: str, says: str | None, *, parts: Sequence[str] = (), rounds: int
) -> argparse.ArgumentParser:
    """Parser of a benchmark that prints tables; each of its parts can be picked."""
    made = bench_parser(name, says)
    for part in parts:
        made.add_argument(f"--{part}", action="store_true", help=f"only this part: {part}")
    shown = "(default: %(default)s)"
    made.add_argument("--rounds", type=int, default=rounds, help=f"how often each is done {shown}")
    made.add_argument("--seed", type=int, default=1, help=f"of all that is drawn {shown}")
    page = "also put the tables into this page, between its marks"
    made.add_argument("--page", type=Path, metavar="FILE", help=page)
    return made


def chosen(args: argparse.Namespace, parts: Sequence[str]) -> Sequence[str]:
    """The parts that the command names; all if it names none."""
    return [part for part in parts if getattr(args, part)] or parts


def say(line: str) -> None:
    sys.stderr.write(f"{line}\n")


def print_tables(
    command: str,
    tables: Iterable[Table],
    page: Path | None,
    versions: str = "",
    part: str = "tables",
) -> None:
    """Print each table as soon as it is made; write all of them into the page, if one is named.

    Args:
        part: between whose marks they are put.
    """
    about = [describe_machine(), *filter(None, [versions]), f"`./dev bench {command}`"]
    found = [f"{'; '.join(about)}\n"]
    sys.stdout.write(f"{found[0]}\n")
    for table in tables:
        found.append(to_text(table))
        sys.stdout.write(f"{found[-1]}\n")
        sys.stdout.flush()
    if page:
        put_into(page, "\n".join(found), part)
