from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from annotation.figures.counting import label_sets_for_figures, write_figures
from annotation.models import Campaign, LabelSet
from ranking.lookup import by_name
from ranking.management.base import RegradeCommand, add_names
from ranking.management.tables import add_csv_format


class Command(RegradeCommand):
    help = (
        "Write the figures of a campaign as CSV files, one a figure: topics by assessors, assessors"
        " by topics, by judgments and by English, lengths of queries and passages, types of"
        " answers, relevant passages and grades by topic."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("campaign", help="the campaign")
        parser.add_argument(
            "--out", type=Path, required=True, metavar="FOLDER", help="a new folder for the files"
        )
        choice = parser.add_mutually_exclusive_group()
        add_names(
            choice,
            "--labels",
            "label sets, each with columns of its own (L1,L2); by default the four newest derived "
            "of the campaign",
            required=False,
        )
        add_csv_format(parser)
        choice.add_argument("--no-labels", action="store_true", help="no label set at all")

    def handle(self, *args: Any, **options: Any) -> None:
        campaign = by_name(Campaign, options["campaign"])
        frozen = LabelSet.objects.filter(frozen_at__isnull=False)
        names = [] if options["no_labels"] else options["labels"] or None
        label_sets = label_sets_for_figures(campaign, names, among=frozen)
        folder: Path = options["out"]
        files = write_figures(
            campaign=campaign, label_sets=label_sets, folder=folder, style=options["format"]
        )
        under = ", ".join(one.name for one in label_sets) or "no label set"
        self.stdout.write(f"{len(files)} figures under {under} in {folder}.")
