"""Votes on one passage, by topic and campaign."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from itertools import groupby
from typing import NamedTuple

from django.db.models import QuerySet

from annotation.models import Judgment
from ranking.models import Passage


class PassageVote(NamedTuple):
    """One assessor's first look at a pair: a grade, or the reason for skipping it.

    `spans` are highlights, [start, end) in code points of the passage's text.
    """

    pseudonym: str
    assessor_kind: str
    grade: int | None
    grade_name: str
    reason_not_judged: str | None
    confidence: int | None
    note: str
    spans: list[list[int]]
    answered_at: datetime


class CampaignVotes(NamedTuple):
    """Votes of a campaign on the passage for one topic; `pair` is the campaign's pair."""

    id: int
    campaign: str
    pair: int
    votes: list[PassageVote]


def count_votes(passage: Passage, campaigns: Collection[int]) -> dict[int, int]:
    """Number of votes by topic key, for topics with any."""
    found = _votes(passage, campaigns)
    topics = found.order_by().values_list("campaign_pair__pair__topic", flat=True)
    counts: dict[int, int] = {}
    for topic in topics:
        counts[topic] = counts.get(topic, 0) + 1
    return counts


def votes_on_passage(
    passage: Passage, topics: Sequence[int], campaigns: Collection[int]
) -> dict[int, list[CampaignVotes]]:
    """Recorded votes on the passage by topic key; assessors appear under pseudonyms.

    Args:
        topics: keys of the topics to show.
        campaigns: keys of the campaigns whose votes may be seen.
    """
    rows = _votes(passage, campaigns).filter(campaign_pair__pair__topic__in=topics)
    found = rows.select_related(
        "assessor", "grade", "campaign_pair__campaign", "campaign_pair__pair"
    ).order_by("campaign_pair__campaign__name", "campaign_pair", "created_at", "pk")
    by_topic: dict[int, list[CampaignVotes]] = {}
    for pair, judgments in groupby(found, key=lambda one: one.campaign_pair):
        here = by_topic.setdefault(pair.pair.topic_id, [])
        here.append(
            CampaignVotes(pair.campaign_id, pair.campaign.name, pair.pk, _passage_votes(judgments))
        )
    return by_topic


def _votes(passage: Passage, campaigns: Collection[int]) -> QuerySet[Judgment]:
    """Recorded answers, without gold pairs, surplus grades and withdrawn answers."""
    return Judgment.objects.recorded().filter(
        campaign_pair__campaign__in=campaigns, campaign_pair__pair__passage=passage
    )


def _passage_votes(judgments: Iterable[Judgment]) -> list[PassageVote]:
    return [
        PassageVote(
            pseudonym=one.assessor.pseudonym,
            assessor_kind=one.assessor.kind,
            grade=one.grade.value if one.grade else None,
            grade_name=one.grade.name if one.grade else "",
            reason_not_judged=one.reason_not_judged,
            confidence=one.confidence,
            note=one.note,
            spans=one.spans,
            answered_at=one.created_at,
        )
        for one in judgments
    ]
