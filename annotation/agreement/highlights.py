"""How far people highlight the same, over pairs where somebody highlighted anything."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from annotation.models import AssessorKind, Campaign, Judgment, PairSummary
from regrade.agreement.estimates import SEED
from regrade.agreement.highlights import Highlights
from regrade.agreement.highlights_in_depth import (
    HighlightAgreement,
    HighlightedPair,
    agreement_on_highlights,
)

# Passages are read word by word: a page does not wait for more.
MOST_READ = 2000


class CampaignHighlights(NamedTuple):
    """Agreement on `n_pairs` pairs, drawn from `n_in_all` where there are more than are read."""

    n_pairs: int
    n_in_all: int
    agreement: HighlightAgreement


def campaign_highlights(campaign: Campaign) -> CampaignHighlights | None:
    """Agreement on highlights; None where no two people graded a pair that one highlighted."""
    highlighted = PairSummary.objects.filter(campaign=campaign, n_highlighted__gt=0, n_grades__gt=1)
    ids = list(highlighted.order_by("pk").values_list("pk", flat=True))
    pairs = _pairs(_drawn(ids))
    if not pairs:
        return None
    return CampaignHighlights(len(pairs), len(ids), agreement_on_highlights(pairs))


def _drawn(ids: Sequence[int]) -> list[int]:
    if len(ids) <= MOST_READ:
        return list(ids)
    drawn: list[int] = np.random.default_rng(SEED).choice(ids, MOST_READ, replace=False).tolist()
    return drawn


def _pairs(ids: Sequence[int]) -> list[HighlightedPair]:
    """The pairs with two people's grades, in the pool's order."""
    votes = Judgment.objects.votes().filter(campaign_pair__in=ids)
    rows = votes.exclude(assessor__kind=AssessorKind.MODEL).order_by(
        "campaign_pair", "created_at", "pk"
    )
    answers: defaultdict[tuple[int, str, str], list[Highlights]] = defaultdict(list)
    for pair, topic, text, spans in rows.values_list(
        "campaign_pair",
        "campaign_pair__pair__topic__query_id",
        "campaign_pair__pair__passage__text",
        "spans",
    ):
        answers[pair, topic, text or ""].append([(start, end) for start, end in spans])
    return [
        HighlightedPair(topic, text, given)
        for (_, topic, text), given in answers.items()
        if len(given) > 1
    ]
