from __future__ import annotations

from typing import Any

from django.core.management.base import CommandError, CommandParser

from annotation.active.replaying import replay
from annotation.models import Campaign
from ranking.lookup import by_name
from ranking.management.base import RegradeCommand
from regrade.counted import counted

OTHERS = {
    "model_hash": "another model",
    "chosen": "other passages",
    "left_out": "others left out",
    "sums": "other sums of probabilities",
    "draws": "other draws",
}


class Command(RegradeCommand):
    help = (
        "Choose all pairs of a pool that learns once more, from what was known at each step, and"
        " compare them with those stored. Nothing is changed; exit status 1 if one differs."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("campaign", help="campaign over the pool")

    def handle(self, *args: Any, **options: Any) -> None:
        found = replay(by_name(Campaign, options["campaign"]), progress=self.progress)
        if not found.differences:
            self.stdout.write(f"{counted(found.n_steps, 'step')} came out the same again.")
            return
        for one in found.differences:
            what = ", ".join(OTHERS[field] for field in one.fields)
            self.stdout.write(f"{one.query_id} step {one.number}: {what}")
        raise CommandError(
            f"{len(found.differences):,} of {counted(found.n_steps, 'step')} differ: texts or"
            " rankings changed since, the code did, or another kind of processor computed them."
        )
