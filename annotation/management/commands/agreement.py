from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from django.core.management.base import CommandError, CommandParser
from django.utils.timezone import get_current_timezone

from annotation.agreement.overall import campaign_agreement_in_depth
from annotation.agreement.subsets import campaign_parts
from annotation.labels.arrays import labelled_topics
from annotation.models import Campaign, LabelSet
from annotation.votes.stored import stored_votes, without_models
from ranking.lookup import by_name
from ranking.management.base import RegradeCommand
from ranking.management.tables import FORMATS, render
from regrade.aggregation.filters import keep_topics
from regrade.agreement import agreement_report
from regrade.agreement.arguments import add_agreement, estimate_rows
from regrade.votes.packed import PackedVotes

# Parts of a campaign whose coefficients come with intervals.
FURTHER = ("stratum", "guideline", "time")


class Command(RegradeCommand):
    help = (
        "How far the assessors of a campaign agree: Fleiss' kappa on pairs with exactly one number "
        "of votes, overall and in each topic (fleiss_rule: 'wanted' is what the campaign wants of "
        "a pair; 'commonest' what most pairs have, two at least, where none stopped at the number "
        "wanted; 'chosen' is --votes; a 'couple' has two), Cohen's kappa of two assessors (plain "
        "and quadratic), Krippendorff's alpha (nominal and ordinal) and percent agreement as a "
        "share. Votes of model assessors count for every two assessors alone. A value that is "
        "not defined is empty, in JSON null."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--campaign", required=True, help="whose judgments to compare")
        add_agreement(
            parser,
            wanted="the campaign's judgments per pair; where no pair stopped at that number, the "
            "commonest one, two at least",
            further=FURTHER,
        )
        parser.add_argument("--only-topics-of", metavar="LABELS", help="read these topics alone")
        parser.add_argument(
            "--with-models",
            action="store_true",
            help="count the votes of model assessors overall and in each topic, too",
        )
        parser.add_argument("--format", choices=FORMATS, default="table", help="default table")

    def handle(self, *args: Any, **options: Any) -> None:
        campaign = by_name(Campaign, options["campaign"])
        try:
            in_parts = options["by"] in FURTHER or options["intervals"]
            rows = (_with_intervals if in_parts else _rows)(campaign, options)
        except ValueError as error:
            raise CommandError(f"Agreement cannot be computed: {error}.") from error
        self.stdout.write(render(rows, options["format"]))


def _rows(campaign: Campaign, options: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    found = agreement_report(
        _votes(campaign, options),
        judgments_per_pair=campaign.judgments_per_pair,
        by=options["by"],
        n_votes=options["votes"],
        threshold=options["threshold"],
        missing=options["missing"],
    )
    return [row.as_row() for row in found]


def _with_intervals(campaign: Campaign, options: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    """A row for each coefficient, in all or of each part."""
    by, asked = options["by"], {key: options[key] for key in ("threshold", "missing")}
    if by == "assessor":
        raise CommandError("Two assessors have no intervals: leave out --intervals.")
    strange = [key for key in ("votes", "only_topics_of", "with_models") if options[key]]
    if strange:
        option = f"--{strange[0].replace('_', '-')}"
        raise CommandError(f"Intervals, and parts by {by}, are of all people's votes: no {option}.")
    if by == "overall":
        return estimate_rows(campaign_agreement_in_depth(campaign, **asked).coefficients)
    groups = campaign_parts(campaign, by, zone=get_current_timezone(), **asked)
    return [row for group in groups for row in estimate_rows(group.coefficients, part=group.name)]


def _votes(campaign: Campaign, options: Mapping[str, Any]) -> PackedVotes:
    with_models = options["by"] == "assessor" or options["with_models"]
    stored = stored_votes(campaign).from_the_start()
    votes = stored.packed if with_models else without_models(stored).packed
    if options["only_topics_of"] is None:
        return votes
    topics = labelled_topics(by_name(LabelSet, options["only_topics_of"]))
    return votes.where(keep_topics(votes, np.ones(votes.pairs.size, dtype=np.bool_), topics))
