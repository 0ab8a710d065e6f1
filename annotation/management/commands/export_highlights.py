from __future__ import annotations

from argparse import ArgumentTypeError
from fractions import Fraction
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from annotation.exchange.exported_highlights import (
    DEFAULT_LEAST,
    Content,
    HighlightOptions,
    HighlightsExport,
    export_highlights,
)
from annotation.models import AssessorKind, Campaign
from ranking.lookup import by_name
from ranking.management.base import RegradeCommand, add_output, output_name
from regrade.files.row_files import TextLayout, text_layout_of
from regrade.tables import report

ROWS = {Content.WORDS: "words", Content.ANSWERS: "answers", Content.SQUAD: "questions"}


class Command(RegradeCommand):
    help = (
        "Write what assessors highlighted: each word of a passage with how many highlighted it, "
        "the answers that enough of them did, or these as a data set of SQuAD 2.0. Offsets are "
        "code points of the stored text. Nobody is named, not even by pseudonym."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        add = parser.add_argument
        add("campaign", help="the campaign")
        add_output(parser)
        add(
            "--as",
            dest="content",
            choices=list(Content),
            required=True,
            help="words: every word of a pair with its count; answers: the longest stretches of "
            "words that enough assessors highlighted; squad: answers in SQuAD's form, in which "
            "pairs that nobody called relevant have none",
        )
        _add_enough(parser)
        add(
            "--min-grade",
            type=int,
            metavar="G",
            help="a grade counts as relevant from here on (default: the least that asks for "
            "highlights, or else the middle of the scale)",
        )
        add(
            "--kinds",
            nargs="+",
            choices=list(AssessorKind),
            default=[AssessorKind.HUMAN],
            metavar="KIND",
            help="whose highlights count: human, simulated, model (default human)",
        )
        add(
            "--format",
            choices=list(TextLayout),
            help="of words and answers; default: by the file's name, or else tsv",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        file: Path = options["file"]
        content = Content(options["content"])
        if content is Content.SQUAD and options["format"]:
            raise CommandError("SQuAD's form has one layout; leave out --format.")
        done = export_highlights(
            campaign=by_name(Campaign, options["campaign"]),
            path=file,
            content=content,
            layout=TextLayout(options["format"]) if options["format"] else text_layout_of(file),
            options=HighlightOptions(**{name: options[name] for name in HighlightOptions._fields}),
        )
        title = f"{done.n_rows:,} {ROWS[content]} {output_name(file)}:"
        self.report_output(report(title, _counts(done)), file)


def _add_enough(parser: CommandParser) -> None:
    enough = parser.add_mutually_exclusive_group()
    enough.add_argument(
        "--min-assessors",
        type=int,
        metavar="N",
        help=f"a word of an answer needs so many assessors (default {DEFAULT_LEAST})",
    )
    enough.add_argument(
        "--min-share",
        type=_share,
        metavar="S",
        help="or this share of those who called the pair relevant, as 0.5",
    )


def _share(text: str) -> Fraction:
    """Exactly what was written: 0.7 of ten is seven."""
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError) as error:
        raise ArgumentTypeError(f"{text!r} is no share as 0.5") from error


def _counts(done: HighlightsExport) -> dict[str, int]:
    counts = {
        "pairs that were graded": done.n_pairs,
        f"of them with a grade of {done.min_grade} or above": done.n_relevant,
    }
    if done.n_answered is not None:
        counts["of these with an answer"] = done.n_answered
    return counts
