"""Command-line options of significance tests, without the second that importing them takes."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple, TypeAlias, get_args

from regrade.score.printed import Printed
from regrade.tables import CSV_STYLES

# Those of regrade.significance that need nothing more than the values.
TESTS = ("t", "wilcoxon", "sign", "randomization", "bootstrap")
DRAWING = ("randomization", "bootstrap")
MOST_SEED, MOST_DRAWS = 2**32 - 1, 1_000_000
Correction: TypeAlias = Literal["none", "bonferroni", "holm", "bh", "by"]
Family: TypeAlias = Literal["column", "table"]
DRAWS_ONLY = f"--seed and --resamples go with --test={' or --test='.join(DRAWING)}"


class Testing(NamedTuple):
    """A significance test and its options; None takes the test's default.

    Attributes:
        test: one of TESTS.
        correction, family: see `correct_families`.
        seed: of random draws.
        n_resamples: number of random draws.
    """

    test: str
    correction: Correction
    family: Family
    seed: int | None
    n_resamples: int | None


def add_tests(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add(
        "-t",
        "--test",
        nargs="?",
        const="t",
        choices=TESTS,
        help="test each run against the first, paired by topic: t (default), wilcoxon, sign,"
        " randomization or bootstrap. Counts and measures of the labels alone are not tested",
    )
    add(
        "--correction",
        choices=get_args(Correction),
        help="of p-values; default none",
    )
    add(
        "--family",
        choices=get_args(Family),
        help="the tests that a p is corrected for: column, those of its measure"
        " (default), or the whole table. Tests that repeat another count once",
    )
    add(
        "--seed",
        type=whole_number(0, MOST_SEED),
        metavar="N",
        help="of randomization and bootstrap; default 0",
    )
    add(
        "--resamples",
        type=whole_number(1, MOST_DRAWS),
        metavar="N",
        help="random draws of randomization and bootstrap; default 10000",
    )


def testing_of(given: argparse.Namespace) -> Testing | None:
    """The requested test; None without one."""
    if given.test is None:
        return None
    return Testing(
        given.test,
        given.correction or "none",
        given.family or "column",
        given.seed,
        given.resamples,
    )


def wrong_with_tests(given: argparse.Namespace, style: str) -> str:
    """Error message for test options that exclude each other, else ""."""
    draws = given.seed is not None or given.resamples is not None
    if given.test is None:
        if given.correction or given.family or draws:
            return "--correction, --family, --seed and --resamples go with --test"
    elif given.family and given.correction in (None, "none"):
        return "--family goes with --correction"
    elif len(given.runs) == 1 or style == "trec":
        return "-t compares two or more runs, and goes with --format table, csv or json"
    elif style in CSV_STYLES and given.per_topic:
        return "-t with --format csv has a row for each run and measure; leave out -q"
    elif draws and given.test not in DRAWING:
        return DRAWS_ONLY
    return ""


def untested(measures: Sequence[Printed]) -> list[str]:
    return [printed.label for printed in measures if not printed.is_tested]


def whole_number(least: int, most: int) -> Callable[[str], int]:
    """A parser of an option's whole number that refuses all else."""

    def read(text: str) -> int:
        # More digits than `most` has are no number that could be meant.
        is_number = text.isascii() and text.isdecimal() and len(text) <= len(str(most))
        if not is_number or not least <= int(text) <= most:
            raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from {least}")
        return int(text)

    return read
