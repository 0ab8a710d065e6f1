"""Agreement among all of a campaign's assessors: grades, in a row and in depth, and highlights."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Annotated, NamedTuple

import numpy as np
from django.db.models import Count, Q

from annotation.agreement.votes import scale_of
from annotation.models import AssessorKind, Campaign, Judgment
from annotation.models.judgment import JudgmentQuerySet
from annotation.votes.stored import StoredVotes, stored_votes, without_models
from regrade.agreement import Agreement, agreement_report
from regrade.agreement.counting.ballots import Missing
from regrade.agreement.depth import AgreementInDepth, agreement_in_depth
from regrade.agreement.highlights.in_depth import (
    HighlightAgreement,
    HighlightedPair,
    agreement_on_highlights,
)
from regrade.agreement.intervals.estimates import SEED
from regrade.highlights import Highlights
from regrade.limits import GRADE

Threshold = Annotated[int | None, GRADE, "Votes become 1 from this grade up, else 0."]
MissingRule = Annotated[
    Missing,
    "What stands for an answer without a grade: nothing, the median of the pair's "
    "grades, rounded up, or a category of its own, which has no order.",
]


class CampaignAgreement(NamedTuple):
    overall: Agreement
    n_model_votes_left_out: int
    n_further_votes_left_out: int  # asked for where grades disagreed


def campaign_agreement_in_depth(
    campaign: Campaign, *, threshold: Threshold = None, missing: MissingRule = "drop"
) -> AgreementInDepth:
    """Agreement of all assessors but models, on all pairs, without further votes.

    Raises:
        AgreementRefused: the threshold is not on the campaign's scale.
    """
    return agreement_in_depth(
        without_models(stored_votes(campaign)).from_the_start().packed,
        scale=scale_of(campaign, threshold),
        judgments_per_pair=campaign.judgments_per_pair,
        threshold=threshold,
        missing=missing,
    )


def campaign_agreement(campaign: Campaign) -> CampaignAgreement:
    """Agreement of all people in a campaign, for the board."""
    votes = stored_votes(campaign)
    of_people = without_models(votes)
    counted = of_people.from_the_start()
    [overall] = agreement_report(counted.packed, judgments_per_pair=campaign.judgments_per_pair)
    n, n_of_people, n_counted = map(_n_graded, (votes, of_people, counted))
    return CampaignAgreement(overall, n - n_of_people, n_of_people - n_counted)


def _n_graded(votes: StoredVotes) -> int:
    return int(np.count_nonzero(~np.isnan(votes.packed.grades)))


# Passages are read word by word: a page does not wait for more.
MOST_READ = 2000


class CampaignHighlights(NamedTuple):
    """Agreement on `n_pairs` pairs, drawn from `n_in_all` where there are more than are read."""

    n_pairs: int
    n_in_all: int
    agreement: HighlightAgreement


def campaign_highlights(campaign: Campaign) -> CampaignHighlights | None:
    """Agreement on highlights; None where no two people graded a pair that one highlighted."""
    graded = _votes(campaign).order_by().values("campaign_pair").annotate(n=Count("pk"))
    highlighted = graded.annotate(marks=Count("pk", filter=~Q(spans=[]))).filter(n__gt=1)
    found = highlighted.filter(marks__gt=0).order_by("campaign_pair")
    ids = list(found.values_list("campaign_pair", flat=True))
    pairs = _pairs(campaign, _drawn(ids))
    if not pairs:
        return None
    return CampaignHighlights(len(pairs), len(ids), agreement_on_highlights(pairs))


def _drawn(ids: Sequence[int]) -> list[int]:
    if len(ids) <= MOST_READ:
        return list(ids)
    drawn: list[int] = np.random.default_rng(SEED).choice(ids, MOST_READ, replace=False).tolist()
    return drawn


def _votes(campaign: Campaign) -> JudgmentQuerySet:
    """Those of people."""
    votes = Judgment.objects.votes().filter(campaign_pair__campaign=campaign)
    return votes.exclude(assessor__kind=AssessorKind.MODEL)


def _pairs(campaign: Campaign, ids: Sequence[int]) -> list[HighlightedPair]:
    """The pairs in the pool's order."""
    votes = _votes(campaign).filter(campaign_pair__in=ids)
    rows = votes.order_by("campaign_pair", "created_at", "pk")
    answers: defaultdict[tuple[int, str, str], list[Highlights]] = defaultdict(list)
    for pair, topic, text, spans in rows.values_list(
        "campaign_pair",
        "campaign_pair__pair__topic__query_id",
        "campaign_pair__pair__passage__text",
        "spans",
    ):
        answers[pair, topic, text or ""].append([(start, end) for start, end in spans])
    return [HighlightedPair(topic, text, given) for (_, topic, text), given in answers.items()]
