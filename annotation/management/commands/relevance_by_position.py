from __future__ import annotations

from typing import Any

from django.core.management.base import CommandError, CommandParser

from annotation.labels.positions import PositionOptions, label_positions
from annotation.models import LabelSet
from ranking.lookup import by_name
from ranking.management.base import RegradeCommand
from ranking.management.tables import FORMATS, render
from regrade.documents import PositionShare
from regrade.documents.arguments import add_document_of

SHARES = ("share", "low", "high")


class Command(RegradeCommand):
    help = (
        "Where in their documents relevant passages stand: for each position how many passages "
        "are judged, how many are relevant, and their share with Wilson's interval at 95%. "
        "Positions count from 1."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("labels", help="the label set of the passages")
        rows = parser.add_mutually_exclusive_group()
        rows.add_argument(
            "--up-to", type=int, metavar="N", help="positions beyond N in one row; default: none"
        )
        rows.add_argument(
            "--tenths",
            action="store_true",
            help="by tenths of the document instead; documents with fewer than ten passages are "
            "left out",
        )
        add_document_of(parser, note="; without it, the ids stored with the passages")
        parser.add_argument("--format", choices=FORMATS, default="table", help="default table")

    def handle(self, *args: Any, **options: Any) -> None:
        asked = PositionOptions(options["up_to"], options["tenths"], options["document_of"])
        label_set = by_name(LabelSet, options["labels"])
        try:
            done = label_positions(label_set, asked)
        except ValueError as error:
            raise CommandError(f"--up-to: {error}.") from error
        if done.rows:
            name = "tenth" if asked.by_tenths else "position"
            rows = [_row(name, row, options["format"]) for row in done.rows]
            self.stdout.write(render(rows, options["format"]))
        self.stderr.write(
            f"Relevant from {label_set.min_relevance} on; {done.n_labels:,} labels,"
            f" {done.n_left_out:,} left out: their documents have fewer than ten passages."
            if asked.by_tenths
            else f"Relevant from {label_set.min_relevance} on; {done.n_labels:,} labels."
        )


def _row(name: str, row: PositionShare, style: str) -> dict[str, Any]:
    if style != "table":
        return row._asdict()
    _, _, n_judged, n_relevant, *shares = row
    counts = {name: str(row.first) if row.last else f"{row.first}+", "judged": n_judged}
    return counts | {"relevant": n_relevant} | dict(zip(SHARES, shares, strict=True))
