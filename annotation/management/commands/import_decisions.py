from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from annotation.accounts import account_named
from annotation.exchange.decisions import import_decisions
from annotation.models import Campaign
from ranking.lookup import by_name
from ranking.management.base import RegradeCommand
from ranking.management.progress import reading
from regrade.files.judging.decisions import read_decisions


class Command(RegradeCommand):
    help = (
        "Record adjudicators' decisions that were made elsewhere: a table as TSV or CSV with a"
        " header line, or JSONL, with query_id, doc_id or passage_id, grade and, if there, reason,"
        " note or note_json, and decided_at. All of them are recorded as one account's, or none."
        " Importing the same file again adds nothing."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE", help="what to read")
        parser.add_argument("--campaign", required=True, help="whose pairs they are on")
        parser.add_argument(
            "--adjudicator", required=True, metavar="ACCOUNT", help="whose decisions they become"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        campaign = by_name(Campaign, options["campaign"])
        adjudicator = account_named(options["adjudicator"])
        with reading([options["file"]]) as progress:
            rows = list(read_decisions(options["file"], progress))
        report = import_decisions(campaign=campaign, adjudicator=adjudicator, rows=rows)
        for field, value in report._asdict().items():
            self.stdout.write(f"{field.removeprefix('n_'):<10}{value:>9}")
