from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

from django.core.management.base import CommandError, CommandParser

from annotation.label_arrays import labelled_topics
from annotation.models import Campaign, LabelSet
from annotation.services.campaign_votes import campaign_votes
from annotation.services.model_assessors import model_assessors, without_models
from ranking.management.base import RegradeCommand
from ranking.management.tables import FORMATS, render
from ranking.services.lookup import by_name
from regrade.aggregation.filters import Votes, keep_topics
from regrade.agreement import Agreement, agreement_report
from regrade.agreement.ballots import Missing
from regrade.agreement.report import By


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
        parser.add_argument(
            "--threshold",
            type=int,
            metavar="T",
            help="make votes binary first: T or above against the rest",
        )
        parser.add_argument("--only-topics-of", metavar="LABELS", help="read these topics alone")
        parser.add_argument(
            "--by",
            choices=get_args(By),
            default="overall",
            help="one row in all (default), for each topic, or for every two assessors",
        )
        parser.add_argument(
            "--missing",
            choices=get_args(Missing),
            default="drop",
            help="what becomes of a recorded row without a grade: it is left out (default), or "
            "the median of the pair's grades, rounded up, stands for it",
        )
        parser.add_argument(
            "--votes",
            type=int,
            metavar="M",
            help="Fleiss' number of votes a pair (default: the campaign's judgments per pair; "
            "where no pair stopped at that number, the commonest one, two at least)",
        )
        parser.add_argument(
            "--with-models",
            action="store_true",
            help="count the votes of model assessors overall and in each topic, too",
        )
        parser.add_argument("--format", choices=FORMATS, default="table", help="default table")

    def handle(self, *args: Any, **options: Any) -> None:
        campaign = by_name(Campaign, options["campaign"])
        try:
            rows = agreement_report(
                _votes(campaign, options),
                judgments_per_pair=campaign.judgments_per_pair,
                by=options["by"],
                n_votes=options["votes"],
                threshold=options["threshold"],
                missing=options["missing"],
            )
        except ValueError as error:
            raise CommandError(f"Agreement cannot be computed: {error}.") from error
        self.stdout.write(render([_row(row) for row in rows], options["format"]))


def _votes(campaign: Campaign, options: Mapping[str, Any]) -> Votes:
    votes: Votes = campaign_votes(campaign)
    if options["by"] != "assessor" and not options["with_models"]:
        votes = without_models(votes, model_assessors(campaign))
    if options["only_topics_of"] is None:
        return votes
    return keep_topics(votes, labelled_topics(by_name(LabelSet, options["only_topics_of"])))


def _row(agreement: Agreement) -> dict[str, Any]:
    row = agreement._asdict()
    return row | {"scope": list(row["scope"]) if isinstance(row["scope"], tuple) else row["scope"]}
