from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from annotation.accounts import account_named
from annotation.archives.importing import ArchiveReport, import_archive
from annotation.archives.tables import TABLES
from ranking.lookup import by_name
from ranking.management.base import RegradeCommand
from ranking.management.progress import progress_bar
from ranking.models import Collection
from regrade.tables import report

N_STEPS = len(TABLES) + 1


class Command(RegradeCommand):
    help = (
        "Import an archive that export_archive wrote as a closed campaign, all of it or nothing."
        " Everything in it is checked before anything is stored. Its passages come into a new"
        " collection, or are those of --collection; topics and runs that are here already are"
        " used. Assessors become placeholders that nobody can sign in to. The log says which"
        " archive the campaign came from."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE", help="the archive")
        parser.add_argument("--name", default="", help="of the campaign (default the one it had)")
        where = parser.add_mutually_exclusive_group()
        where.add_argument(
            "--collection",
            metavar="NAME",
            help="a collection that is here, with every passage of the archive and the same texts",
        )
        where.add_argument(
            "--new-collection",
            metavar="NAME",
            default="",
            help="of the collection that is made (default the one it had)",
        )
        parser.add_argument("--by", metavar="ACCOUNT", help="who imports it, for the log")

    def handle(self, *args: Any, **options: Any) -> None:
        collection = options["collection"]
        with progress_bar(total=N_STEPS, unit="table") as bar:

            def step(what: str) -> None:
                bar.set_description(what)
                bar.update()

            done = import_archive(
                path=options["file"],
                name=options["name"],
                collection=by_name(Collection, collection) if collection else None,
                new_collection=options["new_collection"],
                actor=account_named(options["by"]) if options["by"] else None,
                step=step,
            )
        self.stdout.write(report(f"Campaign {done.name}, closed:", _counts(done)))


def _counts(done: ArchiveReport) -> dict[str, int | str]:
    return {
        "archived from": f"{done.of_campaign}, {done.archived_at}, Regrade {done.regrade}",
        "SHA-256": done.sha256,
        "collection": done.collection,
        "topic set": done.topic_set,
        "runs": ", ".join(done.runs) or "none",
        "label sets": ", ".join(done.label_sets) or "none",
        "made here": ", ".join(done.made) or "none: all were here",
        "passages": done.n_passages,
        "topics": done.n_topics,
        "pairs": done.n_pairs,
        "judgments": done.n_judgments,
        "assessors": done.n_assessors,
    }
