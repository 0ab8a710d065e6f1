"""Shared parts of the commands that read judgments."""

from __future__ import annotations

import re
import sys
from argparse import (
    ArgumentParser,
    ArgumentTypeError,
    Namespace,
    RawDescriptionHelpFormatter,
)
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from regrade.exceptions import RegradeError
from regrade.files.errors import BadInput
from regrade.files.judging import JudgmentRow, read_judgments
from regrade.files.judging.judgments import Terms
from regrade.files.judging.term_arguments import add_columns, grade_names
from regrade.votes.recorded import RecordedVotes, recorded_votes

REFUSED = 1
NUMBER = r"-?[0-9]{1,5}"
# A slider has as many.
MOST_GRADES = 101
FORMATS = """\
judgments:
  A table is TSV or CSV with a header, JSON lines, or Parquet if its name ends in .parquet, with
  query_id, doc_id, assessor and grade; an empty grade was not judged. A campaign's exported
  judgments are such a file, and `regrade convert` makes one of other systems' files.
  Only first looks vote, and no row that was changed, taken back or rejected later.
"""
EXIT_STATUS = """\
exit status:
  0  it is done
  1  a file cannot be used, or the request does not fit it; one sentence says why
  2  the command line cannot be understood
"""


def judgments_parser(program: str, description: str, *, examples: str) -> ArgumentParser:
    """Argument parser of a command, with the options for files of judgments."""
    parser = ArgumentParser(
        prog=program,
        description=description,
        epilog=f"{FORMATS}\nexamples:\n{examples}\n{EXIT_STATUS}",
        formatter_class=RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    add = parser.add_argument
    add("files", type=Path, nargs="+", metavar="FILE", help="judgments, gzipped or not")
    add_columns(parser)
    add(
        "--grade-names",
        type=grade_names,
        default={},
        metavar="NAME=GRADE,...",
        help="which grade a name in the files stands for: relevant=1,off topic=0",
    )
    add_blanks_in_ids(parser)
    return parser


def add_blanks_in_ids(parser: ArgumentParser) -> None:
    text = "ids of topics and passages may hold blanks: tabs alone part the columns of qrels"
    parser.add_argument("--blanks-in-ids", action="store_true", help=text)


def add_scale(parser: ArgumentParser, *, default: str, effect: str = "") -> None:
    """Add --scale, with help on its default and its effect."""
    grades = "the grades there were, as 0-3 or 0,1,3; =-1-3 from below 0"
    text = f"{grades} (default: {default}). A grade that is not among them is refused{effect}"
    parser.add_argument("--scale", type=_scale, metavar="GRADES", help=text)


def _scale(text: str) -> Sequence[int]:
    """Grades in ascending order, from a range or a list."""
    grades: Sequence[int] = ()
    if ends := re.fullmatch(rf"({NUMBER})-({NUMBER})", text):
        grades = range(int(ends[1]), int(ends[2]) + 1)
    elif re.fullmatch(rf"{NUMBER}(,{NUMBER})+", text):
        grades = sorted({*map(int, text.split(","))})
    if not 2 <= len(grades) <= MOST_GRADES:
        rule = f"a scale has 2 to {MOST_GRADES} grades, as in 0-3 or 0,1,3"
        raise ArgumentTypeError(f"{text!r} is none: {rule}")
    return grades


def read_votes(given: Namespace) -> RecordedVotes:
    """Read the votes of the given files.

    Raises:
        BadInput: a file cannot be used.
    """
    return recorded_votes(read_rows(given))


def read_rows(given: Namespace) -> list[JudgmentRow]:
    """Read the judgments of the given files, including those that are not votes.

    Raises:
        BadInput: a file cannot be used.
    """
    terms = Terms(given.columns, given.assessor, given.grade_names, given.blanks_in_ids)
    return [row for path in given.files for row in read_judgments(path, terms=terms)]


class Refused(RegradeError):
    """The options do not fit the judgments."""

    code = "refused"


@contextmanager
def saying_why_refused(name: str) -> Iterator[None]:
    """End the process with one sentence and status 1 when a file or an option is refused."""
    try:
        yield
    except (RegradeError, BadInput) as error:
        sys.stderr.write(f"{name}: {error}\n")
        sys.exit(REFUSED)
