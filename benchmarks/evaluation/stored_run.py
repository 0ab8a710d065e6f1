"""A process that scores one stored run once: `stored_run DATABASE RUN LABELS`."""

from __future__ import annotations

import sys

import django

django.setup()

from annotation.models import LabelSet  # noqa: E402
from benchmarks.evaluation.stored import forget, values_of  # noqa: E402
from ranking.models import Run  # noqa: E402
from tests.database.scratch import use_database  # noqa: E402


def main(database: str, run: str, label_set: str) -> None:
    use_database(database)
    forget()
    values_of(Run.objects.get(name=run), LabelSet.objects.get(name=label_set))


if __name__ == "__main__":
    main(*sys.argv[1:])
