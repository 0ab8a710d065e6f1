from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from annotation.exchange.marks import export_marks
from annotation.models import Campaign
from ranking.lookup import by_name
from ranking.management.base import RegradeCommand, add_output, output_name


class Command(RegradeCommand):
    help = (
        "Write the gold and qualification pairs of a campaign, one a row, as JSON lines that"
        " create_campaign --marks and regrade derive --gold read: query_id, doc_id, kind, the"
        " known grade as grade, and explanation."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("campaign", help="the campaign")
        add_output(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        file: Path = options["file"]
        n = export_marks(campaign=by_name(Campaign, options["campaign"]), path=file)
        self.report_output(f"{n:,} pairs with a known grade {output_name(file)}.", file)
