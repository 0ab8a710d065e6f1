from __future__ import annotations

from typing import Any

from django.core.management.base import CommandParser

from evaluation.management.studies import study_bar, study_text
from evaluation.models import Study
from evaluation.studies.advancing import STEERS, drop_study
from evaluation.studies.here_and_now import follow_study
from evaluation.studies.progress import count_states, study_progress
from ranking.lookup import by_name
from ranking.management.base import MINUTE, RegradeCommand
from ranking.management.tables import render


class Command(RegradeCommand):
    help = (
        "Show how far a study is, field by field, or list all studies without a name. Or pause, "
        "resume or cancel it with all of its jobs: complete runs stay, and run_study with the "
        "same file goes on with the rest. Or drop it: its runs and variants stay."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", nargs="?", metavar="NAME", help="the study")
        choice = parser.add_mutually_exclusive_group()
        choice.add_argument("--pause", action="store_true", help="begin no further chunk")
        choice.add_argument(
            "--resume",
            action="store_true",
            help="go on with one that was paused, cancelled or failed",
        )
        choice.add_argument("--cancel", action="store_true", help="end it; complete runs stay")
        choice.add_argument(
            "--drop", action="store_true", help="forget one that is over; runs and variants stay"
        )
        choice.add_argument("--follow", action="store_true", help="show a bar until it is over")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["name"] is None:
            self.stdout.write(render(_listed(), "table") if Study.objects.exists() else NONE)
            return
        study = by_name(Study, options["name"])
        if options["drop"]:
            drop_study(study_id=study.pk)
            self.stdout.write(f"Study {study} is dropped; its runs and variants stay.")
            return
        for name, steer in STEERS.items():
            if options[name]:
                study = steer(study_id=study.pk)
        if options["follow"]:
            stopped = f"The workers go on with {study}; the same command shows how far they are."
            with self.saying_when_stopped(stopped), study_bar(study) as show:
                follow_study(study=study, progress=show)
        self.stdout.write(study_text(study, study_progress(study)))


NONE = "There is no study yet; ./dev manage run_study FILE starts one."


def _listed() -> list[dict[str, Any]]:
    studies = list(Study.objects.select_related("topic_set", "collection"))
    counts = count_states(studies)
    return [
        {
            "study": study.name,
            "status": study.status,
            "runs": f"{counts[study.pk].n_done:,} of {counts[study.pk].n_runs:,}",
            "topics": study.topic_set.name,
            "collection": study.collection.name,
            "started": f"{study.created_at:{MINUTE}}",
        }
        for study in studies
    ]
