"""Command-line options for agreement reports, with and without a database."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterable, Sequence
from typing import get_args

from regrade.agreement.counting.ballots import Missing
from regrade.agreement.intervals.estimates import Estimate
from regrade.agreement.report import By


def add_agreement(parser: ArgumentParser, *, wanted: str, further: Sequence[str] = ()) -> None:
    """Add the options of `agreement_report`, and one for intervals.

    Args:
        parser: receives the options.
        wanted: default for Fleiss' number of votes, in words.
        further: further choices of --by.
    """
    add = parser.add_argument
    binary = "make votes binary first: T or above against the rest"
    add("--threshold", type=int, metavar="T", help=binary)
    add(
        "--by",
        choices=(*get_args(By), *further),
        default="overall",
        help="one row in all (default), for each topic, or for every two assessors"
        + "".join(f"; or for each part by {part}" for part in further),
    )
    add(
        "--missing",
        choices=get_args(Missing),
        default="drop",
        help="what becomes of a recorded row without a grade: it is left out (default), the "
        "median of the pair's grades, rounded up, stands for it, or it is a category of its own, "
        "for figures that need no order",
    )
    number = f"Fleiss' number of votes a pair (default: {wanted})"
    add("--votes", type=int, metavar="M", help=number)
    add(
        "--intervals",
        action="store_true",
        help="a row for each coefficient, Gwet's among them, with its 95%% interval: a seeded "
        "bootstrap over topics, each drawn with all its pairs",
    )


def estimate_rows(
    coefficients: Iterable[Estimate], **scope: str
) -> list[dict[str, str | float | None]]:
    """A row per coefficient with its interval, preceded by the scope columns."""
    return [{**scope, **one._asdict()} for one in coefficients]
