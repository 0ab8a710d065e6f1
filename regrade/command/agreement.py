from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from regrade.agreement import agreement_report
from regrade.agreement.arguments import add_agreement, estimate_rows
from regrade.agreement.depth import agreement_in_depth
from regrade.command.highlights import add_highlights, highlight_rows
from regrade.command.judgment_files import (
    Refused,
    add_scale,
    judgments_parser,
    read_votes,
    saying_why_refused,
)
from regrade.files.outputs import add_output, writing
from regrade.json_text import json_text
from regrade.tables import CSV_STYLES, aligned, csv_of, in_style
from regrade.votes.vote import Vote

STYLES = ("table", *CSV_STYLES, "json")
FORMAT_HELP = "default table; csv-bom is csv behind a byte order mark, by which Excel knows UTF-8"
# Options of one kind of agreement, with what they are where they are not given.
OF_GRADES = {
    "threshold": None,
    "by": "overall",
    "votes": None,
    "missing": "drop",
    "scale": None,
    "intervals": False,
}
OF_HIGHLIGHTS = dict.fromkeys(("conventions", "passages", "empty", "least", "rejected"))
DESCRIPTION = """\
How far the assessors of a file of judgments agree: percent agreement as a share, Cohen's kappa of
two assessors (plain and quadratic), Fleiss' kappa on pairs with exactly one number of votes, and
Krippendorff's alpha (nominal and ordinal); with --intervals also alpha at interval and ratio level
and Gwet's AC1 and AC2, which alone depend on the grades there were (--scale), given or not. A value
that is not defined is -, in JSON null.
"""
EXAMPLES = """\
  %(prog)s judgments.tsv                        all assessors, all topics
  %(prog)s judgments.tsv --by assessor          every two assessors
  %(prog)s judgments.tsv --intervals            every coefficient with its interval
  %(prog)s judgments.tsv --intervals --scale 0-3   on a scale with a 3 that nobody gave
  %(prog)s crowd.csv --columns doc_id=pid,assessor=worker   columns with names of their own
  %(prog)s judgments.csv --threshold 2          relevant from 2 on, against the rest
  %(prog)s votes.jsonl --highlights --passages texts.tsv --rejected count
"""


def main(arguments: Sequence[str], program: str) -> int:
    """Run the command; returns its exit status."""
    parser = judgments_parser(program, DESCRIPTION, examples=EXAMPLES)
    add_agreement(parser, wanted="the commonest number of votes, two at least")
    add_scale(
        parser,
        default="the grades that were given",
        effect="; it changes Gwet's coefficients alone, which --intervals adds",
    )
    with_models = "count the votes of model assessors, too"
    parser.add_argument("--with-models", action="store_true", help=with_models)
    add_highlights(parser)
    parser.add_argument("--format", choices=STYLES, default="table", help=FORMAT_HELP)
    add_output(parser, "where the figures go")
    given = parser.parse_intermixed_args(list(arguments))
    with saying_why_refused("agreement"):
        _refuse_options_of_others(given)
        if given.highlights:
            _write(highlight_rows(given), given)
            return 0
        recorded = read_votes(given)
        with_models = given.with_models or given.by == "assessor"
        votes = recorded.votes if with_models else recorded.votes_of_people
        try:
            rows = _rows(votes, given)
        except ValueError as error:
            raise Refused(f"{error}.", code="agreement_undefined") from error
        if given.by != "assessor":
            sys.stderr.writelines(f"Note: {note}\n" for note in _notes(rows, votes))
        _write(rows, given)
    return 0


def _notes(rows: Sequence[Mapping[str, Any]], votes: Sequence[Vote]) -> Iterator[str]:
    if any(row.get("cohen_kappa", 0) is None for row in rows):
        n_assessors = len({vote.assessor for vote in votes})
        if n_assessors > 2:
            whose = f"Cohen's kappa is of two assessors, and {n_assessors} judged"
            yield f"{whose}: --by assessor has it for every two of them."


def _refuse_options_of_others(given: Namespace) -> None:
    """Options of grades beside --highlights, or of highlights without it."""
    others = OF_GRADES if given.highlights else OF_HIGHLIGHTS
    named = [name for name, unused in others.items() if getattr(given, name) != unused]
    if named and given.highlights:
        raise Refused(
            f"--{named[0]} is for grades: leave it out beside --highlights.",
            code="grades_beside_highlights",
        )
    if named:
        raise Refused(
            f"--{named[0]} is for highlights: ask for --highlights, too.",
            code="highlights_not_asked_for",
        )


def _rows(votes: Sequence[Vote], given: Namespace) -> Sequence[Mapping[str, Any]]:
    options = {"threshold": given.threshold, "missing": given.missing}
    if not given.intervals:
        found = agreement_report(
            votes, by=given.by, n_votes=given.votes, scale=given.scale, **options
        )
        return [agreement.as_row() for agreement in found]
    if given.by != "overall" or given.votes is not None:
        raise Refused(
            "--intervals are of all assessors on all topics: leave out --by and --votes.",
            code="intervals_of_all",
        )
    scale = given.scale or sorted({vote.grade for vote in votes if vote.grade is not None})
    return estimate_rows(agreement_in_depth(votes, scale=scale, **options).coefficients)


def _write(rows: Sequence[Mapping[str, Any]], given: Namespace) -> None:
    with writing(given.output) as stream:
        stream.write(_shown(rows, given.format))


def _shown(rows: Sequence[Mapping[str, Any]], style: str) -> str:
    if style == "json":
        return json_text(rows)
    lines = [[_cell(value) for value in row.values()] for row in rows]
    header = list(rows[0]) if rows else []
    if style in CSV_STYLES:
        return in_style(csv_of(header, lines), style)
    cells = [header, *([_word(cell) for cell in line] for line in lines)]
    if len(rows) == 1:  # one below the other: side by side they fit no terminal
        return aligned(list(zip(*cells, strict=True)), n_texts=1)
    return aligned(cells, n_texts=1)


def _cell(value: object) -> object:
    """Two assessors become text."""
    return " ".join(value) if isinstance(value, list) else value


def _word(value: object) -> str:
    if value is None:
        return "-"
    return f"{value:.4f}" if isinstance(value, float) else str(value)
