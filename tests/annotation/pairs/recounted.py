"""What the summaries of a campaign's pairs have to say, worked out from its judgments."""

from __future__ import annotations

from collections import Counter
from typing import Any

from django.db import connection

from annotation.models import (
    VOTING_KINDS,
    AssessorKind,
    Campaign,
    CampaignPair,
    Judgment,
    PairSummary,
)

COLUMNS = [
    field.attname
    for field in PairSummary._meta.concrete_fields
    if field.attname not in ("campaign_pair_id", "campaign_id")
]


def stored(campaign: Campaign) -> dict[int, dict[str, Any]]:
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")  # as the end of a transaction does
    rows = PairSummary.objects.filter(campaign=campaign).values("campaign_pair_id", *COLUMNS)
    return {row.pop("campaign_pair_id"): row for row in rows}


def recounted(campaign: Campaign) -> dict[int, dict[str, Any]]:
    """Of every pair that anybody ever judged."""
    judged = campaign.pairs.filter(judgments__isnull=False).distinct()
    return {pair.pk: _of(pair) for pair in judged}


def _of(pair: CampaignPair) -> dict[str, Any]:
    looks = list(Judgment.objects.standing().filter(campaign_pair=pair, occasion=0))
    votes = set(Judgment.objects.votes().filter(campaign_pair=pair).values_list("pk", flat=True))
    does_vote = pair.kind in VOTING_KINDS
    counted = [
        look
        for look in looks
        if look.grade
        and (look.pk in votes or not does_vote)
        and look.assessor.kind != AssessorKind.MODEL
    ]
    values = [look.grade.value for look in counted if look.grade]
    expert = getattr(pair, "expert_grade", None)
    sure = [look.confidence for look in looks if look.confidence is not None]
    most = max(Counter(values).values(), default=0)
    return {
        "n_grades": len(counted),
        "n_not_judged": sum(look.grade is None for look in looks),
        "lowest": min(values, default=None),
        "highest": max(values, default=None),
        "spread": max(values) - min(values) if values else 0,
        "is_tied": does_vote and bool(values) and most <= len(values) / 2,
        "least_confidence": min(sure, default=None),
        "n_notes": sum(look.note != "" for look in looks),
        "n_highlighted": sum(look.spans != [] for look in looks),
        "n_off_gold": sum(v != expert.grade.value for v in values) if expert else 0,
        "answered_at": max((look.created_at for look in looks), default=None),
    }
