"""Options of commands for judgment files with column names of their own."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError

from regrade.files.judging.judgments import KNOWN, OURS
from regrade.files.numbers import parse_small_number


def add_columns(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--columns",
        type=column_names,
        default={},
        metavar="OURS=THEIRS,...",
        help="what the table calls its columns: query_id=topic,doc_id=doc (passage_id is the same "
        "as doc_id; upper and lower case are alike)",
    )
    parser.add_argument(
        "--assessor",
        default="",
        metavar="NAME",
        help="who judged where the table has no column or cell for it",
    )


def column_names(text: str) -> dict[str, str]:
    """`query_id=topic,doc_id=doc` as what a file calls each column, by the first of its names.

    Raises:
        ArgumentTypeError: it reads otherwise, or names a column twice or one that nobody looks for.
    """
    named: dict[str, str] = {}
    for name, theirs in _pairs(text, "OURS=THEIRS").items():
        ours = OURS.get(name, name)
        if ours not in KNOWN:
            known = _listed(KNOWN | OURS.keys())
            raise ArgumentTypeError(f"there is no column {name!r}; known are {known}")
        if ours in named:
            raise ArgumentTypeError(f"{text!r} names the column {ours} twice")
        named[ours] = theirs
    return named


def grade_names(text: str) -> dict[str, int]:
    """`relevant=1,off topic=0` as the grade that each name stands for.

    Raises:
        ArgumentTypeError: it reads otherwise, or a grade is no whole number.
    """
    try:
        return {
            name: parse_small_number("grade", value)
            for name, value in _pairs(text, "NAME=GRADE").items()
        }
    except ValueError as error:
        raise ArgumentTypeError(str(error)) from error


def _pairs(text: str, form: str) -> dict[str, str]:
    pairs = [part.partition("=") for part in text.split(",") if part.strip()]
    if not pairs or not all(name.strip() and value.strip() for name, _, value in pairs):
        raise ArgumentTypeError(f"{text!r} does not read {form},...")
    return {name.strip(): value.strip() for name, _, value in pairs}


def _listed(names: set[str]) -> str:
    return ", ".join(sorted(names))
