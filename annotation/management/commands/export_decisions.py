from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from annotation.exchange.decisions import export_decisions
from annotation.models import Campaign
from ranking.lookup import by_name
from ranking.management.base import RegradeCommand, add_output, output_name
from ranking.management.tables import add_csv_format
from regrade.files.judging.judgments_writer import Layout


class Command(RegradeCommand):
    help = (
        "Write the decisions of a campaign's adjudicators that stand, one a row, as CSV that"
        " import_decisions reads: query_id, doc_id, grade, reason, note_json, decided_at,"
        " adjudicator (a pseudonym) or organizer, and pair_kind. Decisions on gold and"
        " qualification pairs are written too, and make no labels."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("campaign", help="the campaign")
        add_output(parser)
        add_csv_format(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        file: Path = options["file"]
        n = export_decisions(
            campaign=by_name(Campaign, options["campaign"]),
            path=file,
            layout=Layout(options["format"]),
        )
        self.report_output(f"{n:,} decisions {output_name(file)}.", file)
