"""Options of commands that make labels of a campaign's votes."""

from __future__ import annotations

from argparse import SUPPRESS
from collections.abc import Mapping
from typing import Any

from django.core.management.base import CommandError, CommandParser

from annotation.labels.deriving import OtherSets
from annotation.models import LabelSet
from ranking.lookup import by_name
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
from regrade.files.errors import BadInput


def add_policy(parser: CommandParser) -> None:
    """Add the options of a policy; `asked_policy` reads them."""
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


def asked_policy(options: Mapping[str, Any]) -> tuple[WholePolicy, OtherSets]:
    """The policy of a command's options, and the label sets that it names.

    Raises:
        CommandError: the options are no policy, or name labels that the policy does not mean.
        NotFound: there are no such labels.
    """
    policy = _policy(options)
    fallback = _labels(options["fallback"], policy.fallback)
    return policy, OtherSets(fallback, _labels(options["only_topics_of"], policy.only_topics_of))


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
