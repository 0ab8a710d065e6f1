"""Campaigns with votes, for tests that aggregate them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib.auth.models import User

from annotation.models import (
    AssessorKind,
    Campaign,
    CampaignPair,
    ExpertGrade,
    Membership,
    PairKind,
    Slot,
)
from regrade.aggregation import AggregationPolicy
from regrade.aggregation.electorate import Electorate
from regrade.aggregation.policy_file import WholePolicy
from tests.annotation.answering import judge
from tests.factories import make_campaign, make_collection, make_member, make_pool, make_topics

Ballots = Mapping[tuple[str, str], Mapping[str, int | None]]  # (query_id, doc_id) -> name -> grade


def pair_of(campaign: Campaign, query_id: str, doc_id: str) -> CampaignPair:
    return campaign.pairs.get(pair__topic__query_id=query_id, pair__passage__doc_id=doc_id)


def member_named(
    campaign: Campaign, name: str, kind: AssessorKind = AssessorKind.HUMAN
) -> Membership:
    """The member of this name, known as P-name; made when there is none."""
    found = campaign.memberships.filter(user__username=name).first()
    user, _ = User.objects.get_or_create(username=name)
    return found or make_member(campaign, user, kind)


def grade_as_expert(pair: CampaignPair, grade: int, kind: PairKind = PairKind.GOLD) -> None:
    """Make it a gold or qualification pair, without slots, with the expert's grade."""
    Slot.objects.filter(campaign_pair=pair).delete()
    CampaignPair.objects.filter(pk=pair.pk).update(kind=kind, wanted=None)
    of_scale = pair.campaign.grades.get(value=grade)
    ExpertGrade.objects.create(campaign_pair=pair, grade=of_scale)


def cast_votes(
    campaign: Campaign, ballots: Ballots, kind: AssessorKind = AssessorKind.HUMAN
) -> Campaign:
    """Record these answers; None is a row that was not judged."""
    for (query_id, doc_id), grades in ballots.items():
        for name, grade in grades.items():
            judge(member_named(campaign, name, kind), pair_of(campaign, query_id, doc_id), grade)
    return campaign


def voted_campaign(ballots: Ballots, judgments_per_pair: int = 3) -> Campaign:
    """An open campaign on grades 1-5 over two topics and three passages, with these votes."""
    pool = make_pool(collection=make_collection(), topic_set=make_topics())
    return cast_votes(make_campaign(pool=pool, judgments_per_pair=judgments_per_pair), ballots)


def whole(
    rules: AggregationPolicy,
    *,
    min_relevance: int | None = None,
    scale: tuple[int, ...] | None = None,
    **voters: Any,
) -> WholePolicy:
    """These rules; who votes is given by the fields of an electorate."""
    electorate = Electorate(**{name: tuple(names) for name, names in voters.items()})
    return WholePolicy(rules=rules, min_relevance=min_relevance, scale=scale, voters=electorate)
