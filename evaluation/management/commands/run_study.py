from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from evaluation.management.studies import cost_text, read_study_file, study_bar, study_text
from evaluation.models import Study
from evaluation.studies.here_and_now import follow_study, run_study_now
from evaluation.studies.progress import preview_study, study_progress
from evaluation.studies.starting import start_study
from ranking.management.base import RegradeCommand


class Command(RegradeCommand):
    help = (
        "Run a study: every ranker over the original texts and each variant, a matrix of runs for "
        "its tables. FILE describes it in YAML (docs/studies.md has an example): name, "
        "topics, collection, labels, variants and rankers. Variants are made by recipes, or are "
        "there; a ranker re-ranks another one's runs, or has imported ones. Workers compute it, "
        "unless --now has this process do so. Stopped or killed at any moment, the same command "
        "goes on with what remains."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE", help="the study, in YAML")
        parser.add_argument(
            "--now", action="store_true", help="compute in this process and need no worker"
        )
        parser.add_argument(
            "--preview",
            action="store_true",
            help="print the planned work and its time, and store nothing",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        asked = read_study_file(options["file"])
        if options["preview"]:
            self.stdout.write(cost_text(preview_study(asked)))
            return
        study = start_study(asked=asked, offers=not options["now"])
        self._compute(study, is_now=options["now"])
        study.refresh_from_db()
        self.stdout.write(study_text(study, study_progress(study)))
        self.stdout.write(f"\n./dev manage read_study {study} prints its table.")

    def _compute(self, study: Study, *, is_now: bool) -> None:
        stopped = f"The workers go on with {study}; the same command shows how far they are."
        if is_now:
            stopped = f"Stopped. Finished work is kept; the same command goes on with {study}."
        with self.saying_when_stopped(stopped), study_bar(study) as show:
            (run_study_now if is_now else follow_study)(study=study, progress=show)
