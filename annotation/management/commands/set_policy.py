from __future__ import annotations

from typing import Any

from django.core.management.base import CommandParser
from django.db import transaction

from annotation.campaigns.policy import (
    PolicyOptions,
    options_of,
    set_policy,
)
from annotation.campaigns.policy_cost import cost_sentence, extra_judgments_cost
from annotation.management.policy_arguments import add_policy_arguments, policy_options
from annotation.models import Campaign, PairKind, ServingPolicy
from ranking.lookup import by_name
from ranking.management.base import RegradeCommand
from ranking.management.tables import render
from regrade.counted import counted


class Command(RegradeCommand):
    help = (
        "Change a campaign's serving policy; without options, print the policy in force. Settings"
        " not given stay as they are. A new unit, order or seed needs a draft or paused campaign."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", help="the campaign")
        add_policy_arguments(parser)
        parser.add_argument("--seed", type=int, help="seed of random draws")
        parser.add_argument(
            "--dry-run", action="store_true", help="check and print it, and change nothing"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        campaign = by_name(Campaign, options["name"])
        before = campaign.policy()
        wanted = policy_options(options, options_of(before))
        if options["extra_judgments"]:
            cost = extra_judgments_cost(campaign, wanted.extra_judgments)
            self.stdout.write(cost_sentence(cost, wanted.extra_judgments))
        with transaction.atomic():
            change = set_policy(campaign=campaign, options=wanted, seed=options["seed"])
            self.stdout.write(_table(before, change.policy))
            transaction.set_rollback(options["dry_run"])
        if sentence := _silent_gold(campaign, wanted):
            self.stdout.write(sentence)
        if options["dry_run"]:
            self.stdout.write("Nothing was changed.")
            return
        asked = f", {counted(change.n_asked_again, 'pair')} asked again"
        self.stdout.write(
            f"Policy {change.policy.version} of {campaign} is in force"
            f"{asked if change.n_asked_again else ''}."
        )


def _silent_gold(campaign: Campaign, wanted: PolicyOptions) -> str | None:
    """Warning when gold pairs are requested but the campaign has none."""
    has_gold = campaign.pairs.filter(kind=PairKind.GOLD).exists()
    if wanted.gold_every is None or has_gold:
        return None
    return (
        f"There are no gold pairs in {campaign}, so none is shown; they are named when a campaign"
        " is made (create_campaign --marks)."
    )


def _table(before: ServingPolicy, after: ServingPolicy) -> str:
    rows = [("seed", before.seed, after.seed)]
    for name, value in vars(options_of(after)).items():
        rows.append((name, getattr(before, name), value))
    return render(
        [
            {"setting": name, "value": _shown(new), "before": _shown(old) if new != old else ""}
            for name, old, new in rows
        ],
        "table",
    )


def _shown(value: object) -> str:
    return "-" if value is None else str(value)
