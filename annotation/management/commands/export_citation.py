from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from annotation.datasheets.citation import campaign_citation, labels_citation
from annotation.models import Campaign, LabelSet
from ranking.lookup import by_name
from ranking.management.base import RegradeCommand, output_name
from regrade.files.outputs import STDOUT, writing

LABELS, CAMPAIGN = "labels", "campaign"


class Command(RegradeCommand):
    help = (
        "Write how to cite a label set or a campaign, as BibTeX: title, year, hash, numbers and how"
        " it was published. Authors are those that --author names, and nobody else."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", help="a label set or a campaign")
        parser.add_argument(
            "file",
            type=Path,
            nargs="?",
            default=STDOUT,
            metavar="FILE",
            help="where to (default -, standard output)",
        )
        parser.add_argument(
            "--author",
            action="append",
            default=[],
            metavar="'Family, Given'",
            help="an author; may be given several times",
        )
        parser.add_argument(
            "--kind", choices=(LABELS, CAMPAIGN), help="which is meant where both have the name"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        name, file, authors = options["name"], options["file"], options["author"]
        if _is_campaign(name, options["kind"]):
            entry = campaign_citation(by_name(Campaign, name), authors)
        else:
            entry = labels_citation(by_name(LabelSet, name), authors)
        with writing(file) as stream:
            stream.write(entry)
        if file != STDOUT:
            self.stdout.write(f"Citation of {name} {output_name(file)}.")


def _is_campaign(name: str, kind: str | None) -> bool:
    """Whether the campaign of this name is meant, and not the label set."""
    if kind is not None:
        return kind == CAMPAIGN
    campaigns = Campaign.objects.filter(name=name).exists()
    if campaigns and LabelSet.objects.filter(name=name).exists():
        raise CommandError(
            f"A label set and a campaign are named {name}: say --kind {LABELS} or"
            f" --kind {CAMPAIGN}."
        )
    return campaigns
