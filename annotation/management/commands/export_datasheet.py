from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from annotation.datasheets.facts import facts_of
from annotation.datasheets.rendering import rendered
from annotation.models import Campaign, LabelSet
from ranking.lookup import all_by_name, by_name
from ranking.management.base import RegradeCommand, add_names, add_output, output_name
from regrade.counted import counted
from regrade.files.outputs import writing


class Command(RegradeCommand):
    help = (
        "Write the datasheet of a campaign as Markdown, after Gebru et al. (2021): what was pooled,"
        " who judged by kind and level of English and when, instructions and scale, agreement, each"
        " label set with its policy, steps and hashes, and known limits. Nobody is named."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("campaign", help="the campaign")
        add_output(parser)
        described = "label sets of it to describe (default all of its own)"
        add_names(parser, "--labels", described, required=False)

    def handle(self, *args: Any, **options: Any) -> None:
        campaign = by_name(Campaign, options["campaign"])
        names: list[str] = options["labels"]
        sheet = facts_of(campaign, all_by_name(LabelSet, names) if names else None)
        file: Path = options["file"]
        with writing(file) as stream:
            stream.write(rendered(sheet))
        of = f"{campaign.name}, with {counted(len(sheet['labels']), 'label set')}"
        self.report_output(f"Datasheet of {of}, {output_name(file)}.", file)
