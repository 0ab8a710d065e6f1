from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from annotation.archives.exporting import ArchiveExport, export_archive
from annotation.archives.layout import MOST_PASSAGES, TEXTS
from annotation.archives.tables import TABLES
from annotation.models import Campaign
from ranking.lookup import by_name
from ranking.management.base import RegradeCommand, output_name
from ranking.management.progress import progress_bar
from regrade.counted import counted

N_STEPS = len(TABLES) + 3


class Command(RegradeCommand):
    help = (
        "Write a closed or archived campaign as one zip file, which import_archive reads again as"
        " an equal campaign: passages, topics, runs, judgments, label sets, scale, guidelines,"
        " serving policies, decisions and log, and with them run files, qrels, the datasheet and"
        " the figures. Accounts, messages and invitations are left out, and so are answers that"
        " people withdrew. Notes and exact times are in it."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("campaign", help="the campaign")
        parser.add_argument("file", type=Path, metavar="FILE", help="file to write, replacing it")
        parser.add_argument(
            "--texts",
            choices=TEXTS,
            default="pooled",
            help="texts of the pooled pairs (default), of the whole collection of up to"
            f" {MOST_PASSAGES:,} passages, or none: doc_ids alone",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        file: Path = options["file"]
        with progress_bar(total=N_STEPS, unit="table") as bar:

            def step(what: str) -> None:
                bar.set_description(what)
                bar.update()

            done = export_archive(
                campaign=by_name(Campaign, options["campaign"]),
                path=file,
                texts=options["texts"],
                step=step,
            )
        self.report_output(f"{options['campaign']} {output_name(file)}: {_counts(done)}.", file)


def _counts(done: ArchiveExport) -> str:
    named = {name.removeprefix("n_").removesuffix("s"): n for name, n in done._asdict().items()}
    return ", ".join(counted(n, name.replace("_", " ")) for name, n in named.items())
