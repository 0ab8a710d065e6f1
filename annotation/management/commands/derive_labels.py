from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from django.core.management.base import CommandParser

from annotation.labels.deriving import Derivation, derive_labels
from annotation.management.label_policy import add_policy, asked_policy
from annotation.models import AssessorKind, Campaign
from ranking.lookup import by_name
from ranking.management.base import RegradeCommand
from ranking.management.tables import render
from regrade.aggregation import AggregationPolicy
from regrade.aggregation.summary import AggregationSummary
from regrade.tables import report


class Command(RegradeCommand):
    help = (
        "Make a label set of a campaign's votes; it never changes after. In this order: drop "
        "pairs below a pool depth and votes that do not count (those of models and of simulated "
        "assessors among them, unless they are named), drop assessors of a topic who left too much "
        "of it not judged, drop rows that were not judged, drop assessors who agree too little "
        "with the others, drop topics with too few assessors and pairs with too few votes, "
        "aggregate each pair, drop topics where nothing that the fallback calls relevant came out "
        "relevant, keep the topics of other labels."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", help="name of the new label set; no comma, no blank")
        parser.add_argument("--campaign", required=True, help="whose votes to take")
        add_policy(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        policy, others = asked_policy(options)
        campaign = by_name(Campaign, options["campaign"])
        done = derive_labels(name=options["name"], campaign=campaign, policy=policy, others=others)
        label_set, summary = done.label_set, _summary(done)
        title = f"Labels {label_set.name} of campaign {label_set.campaign}: {summary.how}."
        self.stdout.write(f"{title}\n\n{render(summary.steps(), 'table')}\n")
        self.stdout.write(report("Result:", summary.counts(label_set.min_relevance) | _votes(done)))


def _summary(done: Derivation) -> AggregationSummary:
    stored = done.label_set.policy
    names = [field.name for field in fields(AggregationPolicy)]
    return AggregationSummary(
        aggregation=done.aggregation,
        policy=AggregationPolicy(**{name: stored[name] for name in names if name in stored}),
        source="the campaign",
        n_recorded=done.n_recorded,
        fallback=_name(stored["fallback"]),
        only_topics=_name(stored["only_topics_of"]),
    )


def _name(labels: Mapping[str, Any] | None) -> str | None:
    return None if labels is None else str(labels["name"])


def _votes(done: Derivation) -> dict[str, int]:
    """How many votes counted, by kinds of assessors."""
    counted = done.n_votes_by_kind
    return {
        f"votes of {kind} assessors counted": counted[kind]
        for kind in AssessorKind.values
        if kind in counted
    }
