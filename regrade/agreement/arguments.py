"""What the commands that report agreement ask for, with and without a database."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import get_args

from regrade.agreement.ballots import Missing
from regrade.agreement.report import By


def add_agreement(parser: ArgumentParser, *, wanted: str) -> None:
    """Add the options of `agreement_report`.

    Args:
        parser: gets them.
        wanted: Fleiss' number of votes where none is given, in words.
    """
    add = parser.add_argument
    add(
        "--threshold",
        type=int,
        metavar="T",
        help="make votes binary first: T or above against the rest",
    )
    add(
        "--by",
        choices=get_args(By),
        default="overall",
        help="one row in all (default), for each topic, or for every two assessors",
    )
    add(
        "--missing",
        choices=get_args(Missing),
        default="drop",
        help="what becomes of a recorded row without a grade: it is left out (default), the "
        "median of the pair's grades, rounded up, stands for it, or it is a category of its own, "
        "for figures that need no order",
    )
    add(
        "--votes",
        type=int,
        metavar="M",
        help=f"Fleiss' number of votes a pair (default: {wanted})",
    )
