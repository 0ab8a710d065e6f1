"""How far people highlight the same, over pairs where somebody highlighted anything."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from django.db.models import Count, Q

from annotation.models import AssessorKind, Campaign, Judgment
from annotation.models.judgment import JudgmentQuerySet
from regrade.agreement.highlights.in_depth import (
    HighlightAgreement,
    HighlightedPair,
    agreement_on_highlights,
)
from regrade.agreement.intervals.estimates import SEED
from regrade.highlights import Highlights

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
