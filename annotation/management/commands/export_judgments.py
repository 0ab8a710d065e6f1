from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from annotation.exchange.exported_judgments import EVERYTHING, ExportOptions, export_judgments
from annotation.models import Campaign
from ranking.lookup import by_name
from ranking.management.base import RegradeCommand, add_output, output_name
from regrade.files.judging.judgments_writer import Layout, layout_of
from regrade.tables import report


class Command(RegradeCommand):
    help = (
        "Write a campaign's judgments, one a row, as import_judgments reads them: TSV, CSV, JSONL,"
        " or Parquet, whose columns have types. Assessors are under their pseudonyms, times rounded"
        " down to the hour, without notes and without what was withdrawn. What more there is can"
        " reveal who somebody is, and is written when it is asked for."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("campaign", help="the campaign")
        add_output(parser)
        parser.add_argument(
            "--format", choices=list(Layout), help="default: by the file's name, or else tsv"
        )
        parser.add_argument("--exact-times", action="store_true", help="do not round times")
        parser.add_argument("--notes", action="store_true", help="what assessors wrote")
        parser.add_argument(
            "--extra", action="store_true", help="columns of imported files that are not known here"
        )
        parser.add_argument(
            "--all-versions", action="store_true", help="what was changed or taken back as well"
        )
        parser.add_argument("--everything", action="store_true", help="all four of these")

    def handle(self, *args: Any, **options: Any) -> None:
        file: Path = options["file"]
        chosen = ExportOptions(**{name: options[name] for name in ExportOptions._fields})
        done = export_judgments(
            campaign=by_name(Campaign, options["campaign"]),
            path=file,
            layout=Layout(options["format"]) if options["format"] else layout_of(file),
            options=EVERYTHING if options["everything"] else chosen,
        )
        title = f"{done.n_rows:,} judgments of {done.n_assessors:,} assessors {output_name(file)}:"
        counts = {name.replace("_", " "): n for name, n in done.n_by_status.items()}
        self.report_output(report(title, counts), file)
