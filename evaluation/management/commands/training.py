from __future__ import annotations

from typing import Any

from evaluation.management.trainings import training_text
from evaluation.models import Training
from evaluation.training.progress import curves_of, training_progress
from evaluation.training.steering import STEERS
from ranking.lookup import by_name
from ranking.management.arguments import argument, at_most_one, flag
from ranking.management.base import RegradeCommand
from ranking.management.tables import render


class Command(RegradeCommand):
    help = (
        "How far a training is, with its validations; or steer it. --end takes the best model so "
        "far, as if all steps were taken. A cancelled one keeps its last checkpoint."
    )
    arguments = (
        argument("name", metavar="NAME", help="the training"),
        at_most_one(
            flag("--pause", "save and stop"),
            flag("--resume", "have workers go on from the last checkpoint"),
            flag("--end", "end with the best model so far"),
            flag("--cancel", "end without a model"),
        ),
    )

    def handle(self, *args: Any, **options: Any) -> None:
        training = by_name(Training, options["name"])
        for word, steer in STEERS.items():
            if options[word]:
                training = steer(training=training)
        self.stdout.write(training_text(training_progress(training)))
        rows = [
            {"step": one.step, "depth": one.depth, **_measures(one.measures)}
            for one in curves_of(training).validations
        ]
        if rows:
            self.stdout.write(f"\n{render(rows, 'table')}")


def _measures(measures: dict[str, float]) -> dict[str, str]:
    return {name: f"{value:.4f}" for name, value in measures.items()}
