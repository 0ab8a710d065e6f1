from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from annotation.exchange.recorded_tasks import import_tasks
from ranking.management.base import RegradeCommand
from ranking.management.progress import reading
from regrade.files.judging.recorded import FORMS_WITH_TASKS, Form
from regrade.tables import report


class Command(RegradeCommand):
    help = (
        "Make a collection, a topic set and a pool of the tasks of a recorded campaign, from the"
        " same files as import_judgments reads. Passages without a text there are pooled as well."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "files", type=Path, nargs="+", metavar="FILE", help="all files of the campaign"
        )
        parser.add_argument(
            "--format",
            choices=list(FORMS_WITH_TASKS),
            required=True,
            help="crowd-log: assignments.txt and hits.txt; mturk: results of Mechanical Turk",
        )
        parser.add_argument("--collection", required=True, help="name of the new collection")
        parser.add_argument("--topics", required=True, help="name of the new topic set")
        parser.add_argument("--pool", required=True, help="name of the new pool")

    def handle(self, *args: Any, **options: Any) -> None:
        files: list[Path] = options["files"]
        with reading(files) as progress:
            done = import_tasks(
                form=Form(options["format"]),
                paths=files,
                collection_name=options["collection"],
                topics_name=options["topics"],
                pool_name=options["pool"],
                progress=progress,
            )
        title = f"Collection {done.collection}, topics {done.topic_set}, pool {done.pool}:"
        counts: dict[str, int | str] = {
            "passages": done.n_passages,
            "passages without a text": done.n_textless,
            "topics": done.n_topics,
            "pairs": done.n_pairs,
        }
        self.stdout.write(report(title, counts))
