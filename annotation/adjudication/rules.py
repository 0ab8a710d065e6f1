"""Which pairs the adjudicators' queue holds for somebody: by rule, and in which order."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from django.contrib.auth.models import User
from django.db.models import Exists, F, OuterRef, QuerySet, Subquery

from annotation.exceptions import DecisionRefused
from annotation.models import (
    Adjudication,
    AdjudicationTurn,
    Campaign,
    CampaignPair,
    DecisionReason,
    Judgment,
    PairKind,
    QueueVisit,
)
from annotation.pairs.listing import MOST_COUNTED, Only, pairs_that_are


class RuleCount(NamedTuple):
    rule: str
    n: int  # up to one more than `MOST_COUNTED`


def check_rules(rules: Collection[str]) -> list[DecisionReason]:
    """The rules asked for, in the order in which a pair is said to be served by one.

    Raises:
        DecisionRefused: there is none.
    """
    if not rules:
        known = ", ".join(DecisionReason.values)
        raise DecisionRefused(
            f"Say by which rule pairs come: {known}.", code="no_rule", field="rules"
        )
    return [rule for rule in DecisionReason if rule in rules]


def left_for(
    adjudicator: User, campaign: Campaign, rules: Collection[DecisionReason]
) -> QuerySet[CampaignPair]:
    """Pairs to decide on that any of these rules names, and that nobody else has in hand.

    Left out is what was decided on, and what the adjudicator judged. They come as they were
    pooled; those that the adjudicator skipped come last, the one skipped longest ago first.
    """
    visits = QueueVisit.objects.filter(campaign_pair=OuterRef("pk"), adjudicator=adjudicator)
    found = _undecided(adjudicator, campaign, rules).exclude(Exists(_held_by_others(adjudicator)))
    skipped = found.annotate(skipped_at=Subquery(visits.values("skipped_at")[:1]))
    return skipped.order_by(F("skipped_at").asc(nulls_first=True), "pk")


def count_held(adjudicator: User, campaign: Campaign, rules: Collection[DecisionReason]) -> int:
    """How many pairs of these rules others have in hand now."""
    found = _undecided(adjudicator, campaign, rules)
    return counted(found.filter(Exists(_held_by_others(adjudicator))))


def count_by_rule(adjudicator: User, campaign: Campaign) -> Sequence[RuleCount]:
    """How many pairs are left by each rule; one that several name counts for each of them."""
    return [
        RuleCount(rule, counted(left_for(adjudicator, campaign, [rule]))) for rule in DecisionReason
    ]


def counted(found: QuerySet[CampaignPair]) -> int:
    """How many there are, up to one more than `MOST_COUNTED`."""
    return found.order_by()[: MOST_COUNTED + 1].count()


def _undecided(
    adjudicator: User, campaign: Campaign, rules: Collection[DecisionReason]
) -> QuerySet[CampaignPair]:
    """Each rule's pairs are found along an index of its own, and put together."""
    first, *others = (
        pairs_that_are(campaign, Only(rule.value)).order_by().values("pk") for rule in rules
    )
    pair = OuterRef("pk")
    decided = Adjudication.objects.live().filter(campaign_pair=pair)
    judged = Judgment.objects.answers().filter(campaign_pair=pair, assessor__user=adjudicator)
    named = campaign.pairs.filter(pk__in=first.union(*others) if others else first)
    named = named.exclude(kind=PairKind.QUALIFICATION)  # newcomers' answers disagree by design
    return named.exclude(Exists(decided)).exclude(Exists(judged))


def _held_by_others(adjudicator: User) -> QuerySet[AdjudicationTurn]:
    turns = AdjudicationTurn.objects.live().filter(campaign_pair=OuterRef("pk"))
    return turns.exclude(adjudicator=adjudicator)
