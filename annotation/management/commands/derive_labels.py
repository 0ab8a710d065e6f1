from __future__ import annotations

from argparse import SUPPRESS
from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from django.core.management.base import CommandError, CommandParser

from annotation.labels.deriving import Derivation, OtherSets, derive_labels
from annotation.models import AssessorKind, Campaign, LabelSet
from ranking.lookup import by_name
from ranking.management.base import RegradeCommand
from ranking.management.tables import render
from regrade.aggregation import AggregationPolicy
from regrade.aggregation.arguments import (
    add_aggregation,
    add_decisions,
    add_filters,
    add_gold,
    add_pool_depth,
    add_voters,
    policy_of,
)
from regrade.aggregation.policy_file import OtherLabels, WholePolicy
from regrade.aggregation.summary import AggregationSummary
from regrade.files.errors import BadInput
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
        group = add_aggregation(parser, labels="LABELS")
        add_decisions(group)
        add_gold(group)
        parser.add_argument(
            "--min-relevance",
            type=int,
            default=SUPPRESS,
            metavar="N",
            help="least grade that binary measures call relevant, where labels are grades "
            "(default: the threshold of a median, mean, highest or lowest, else the midpoint of "
            "the scale rounded up); one above every label is refused",
        )
        add_voters(parser, with_flags=True)
        add_pool_depth(add_filters(parser, labels="LABELS"))

    def handle(self, *args: Any, **options: Any) -> None:
        asked = _policy(options)
        done = derive_labels(
            name=options["name"],
            campaign=by_name(Campaign, options["campaign"]),
            policy=asked,
            others=OtherSets(
                _labels(options["fallback"], asked.fallback),
                _labels(options["only_topics_of"], asked.only_topics_of),
            ),
        )
        label_set, summary = done.label_set, _summary(done)
        title = f"Labels {label_set.name} of campaign {label_set.campaign}: {summary.how}."
        self.stdout.write(f"{title}\n\n{render(summary.steps(), 'table')}\n")
        self.stdout.write(report("Result:", summary.counts(label_set.min_relevance) | _votes(done)))


def _policy(options: Mapping[str, Any]) -> WholePolicy:
    try:
        return policy_of(options, gold="expert")
    except BadInput as error:
        raise CommandError(str(error)) from error
    except ValueError as error:
        raise CommandError(f"The labels cannot be derived: {error}.") from error


def _labels(name: str | None, of_policy: OtherLabels | None) -> LabelSet | None:
    """The labels that an option names, or the policy; a stored one says which exactly."""
    if name is None and of_policy is None:
        return None
    labels = by_name(LabelSet, name or (of_policy.name if of_policy else ""))
    if of_policy and of_policy.content_hash not in {None, labels.content_hash}:
        raise CommandError(
            f"The labels {labels} are others than those of the policy: their content hashes differ."
        )
    return labels


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
