from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from annotation.accounts import account_named
from annotation.exchange.judgment_files import import_judgment_files
from annotation.models import AssessorKind, Campaign
from ranking.lookup import by_name
from ranking.management.base import RegradeCommand
from ranking.management.progress import reading
from regrade.files.judging.term_arguments import add_columns


class Command(RegradeCommand):
    help = (
        "Add recorded judgments to a campaign. A table is TSV or CSV with a header line, JSONL, or"
        " Parquet if its name ends in .parquet; columns query_id, passage_id or doc_id, assessor,"
        " grade (a number or the scale's name for it; empty or no_input: not judged) and, if there,"
        " spans, confidence, note, active_ms, created_at and what export_judgments writes; others"
        " are kept. `regrade convert` makes one of a crowd log or of Mechanical Turk's results."
        " Rejected work is stored and never votes. Importing the same file again adds nothing."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", type=Path, nargs="+", metavar="FILE", help="what to read")
        parser.add_argument("--campaign", required=True, help="where they were made")
        add_columns(parser)
        parser.add_argument(
            "--extend-pool", action="store_true", help="add pairs that the pool lacks"
        )
        parser.add_argument(
            "--keep-textless", action="store_true", help="add pairs whose passage has no text too"
        )
        parser.add_argument(
            "--kind",
            choices=AssessorKind.values,
            default=AssessorKind.HUMAN.value,
            help="what the assessors are (default human) where the file does not say;"
            " shown wherever their votes are",
        )
        parser.add_argument(
            "--as-accounts",
            action="store_true",
            help="an assessor with the name of an account here is its owner; without this they are"
            " separate people, even if an account has the same name. Needs --by, and a campaign in"
            " which nobody judges at the moment",
        )
        parser.add_argument("--by", metavar="ACCOUNT", help="who imports them, for the log")

    def handle(self, *args: Any, **options: Any) -> None:
        with reading(options["files"]) as progress:
            report = import_judgment_files(
                campaign=by_name(Campaign, options["campaign"]),
                paths=options["files"],
                columns=options["columns"],
                assessor=options["assessor"],
                extend_pool=options["extend_pool"],
                keep_textless=options["keep_textless"],
                kind=AssessorKind(options["kind"]),
                as_accounts=options["as_accounts"],
                actor=account_named(options["by"]) if options["by"] else None,
                progress=progress,
            )
        for field, value in report._asdict().items():
            self.stdout.write(f"{field.removeprefix('n_').replace('_', ' '):<16}{value:>9}")
