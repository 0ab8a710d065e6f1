"""The adjudicator's view: the pair in hand, its votes on request, and the rest of the queue."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from django.contrib.auth.models import User

from annotation.adjudication.rules import RuleCount, count_by_rule, count_held, counted, left_for
from annotation.adjudication.settling import undoable
from annotation.models import (
    AdjudicationTurn,
    Campaign,
    CampaignPair,
    DecisionReason,
    Judgment,
    QueueVisit,
)
from annotation.pairs.deciding import version_of


class Vote(NamedTuple):
    """A vote on the pair, without the assessor's name or kind."""

    grade: int | None
    reason_not_judged: str | None
    confidence: int | None
    note: str
    spans: Sequence[tuple[int, int]]  # the characters that they highlighted


class PairInHand(NamedTuple):
    """A pair as its adjudicator sees it: blind to what others said, unless they asked for it."""

    id: int
    query: str
    description: str
    narrative: str
    title: str
    text: str | None
    version: str  # sent back with the decision
    votes: Sequence[Vote] | None  # None until they were asked for


class Left(NamedTuple):
    """Pairs left in the queue for this adjudicator."""

    counts: Sequence[RuleCount]
    n_left: int  # by the rules asked for, the pair in hand among them
    n_held: int  # of those that others have in hand
    may_undo: bool


def pair_in_hand(turn: AdjudicationTurn, adjudicator: User) -> PairInHand:
    pairs = CampaignPair.objects.select_related("pair__topic", "pair__passage")
    pair = pairs.get(pk=turn.pk)
    topic, passage = pair.pair.topic, pair.pair.passage
    visits = QueueVisit.objects.filter(campaign_pair=pair, adjudicator=adjudicator)
    has_asked = visits.filter(saw_votes_at__isnull=False).exists()
    return PairInHand(
        id=pair.pk,
        query=topic.query,
        description=topic.description,
        narrative=topic.narrative,
        title=passage.title,
        text=passage.text,
        version=version_of(pair),
        votes=votes_on(pair) if has_asked else None,
    )


def votes_on(pair: CampaignPair) -> list[Vote]:
    """The live first looks, lowest grade first, so that their order identifies nobody."""
    looks = Judgment.objects.standing().filter(campaign_pair=pair, occasion=0)
    votes = [
        Vote(
            grade=look.grade.value if look.grade else None,
            reason_not_judged=look.reason_not_judged,
            confidence=look.confidence,
            note=look.note,
            spans=[(start, end) for start, end in look.spans],
        )
        for look in looks.select_related("grade")
    ]
    return sorted(votes, key=lambda vote: (vote.grade is None, vote.grade or 0, vote.note))


def left_in_queue(campaign: Campaign, adjudicator: User, rules: Collection[DecisionReason]) -> Left:
    return Left(
        counts=count_by_rule(adjudicator, campaign),
        n_left=counted(left_for(adjudicator, campaign, rules)),
        n_held=count_held(adjudicator, campaign, rules),
        may_undo=undoable(campaign, adjudicator).exists(),
    )
