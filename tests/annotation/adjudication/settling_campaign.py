"""A closed campaign with something to settle by every rule, and who settles it."""

from __future__ import annotations

from typing import NamedTuple

from django.contrib.auth.models import User

from annotation.adjudication.rules import QUEUE_RULES
from annotation.models import (
    AdjudicationTurn,
    Campaign,
    CampaignPair,
    CampaignState,
    Membership,
    Role,
)
from annotation.pairs.deciding import choose
from tests.annotation.answering import judge
from tests.factories import make_campaign, make_member, make_user

ALL = list(QUEUE_RULES)
TIED, APART, NOT_JUDGED, UNSURE, AGREED, CHOSEN = range(6)  # places among the campaign's pairs
GIVEN = {TIED: (3, 4), APART: (1, 5), NOT_JUDGED: (None, 3), UNSURE: (2, 2), AGREED: (4, 4)}


class Settled(NamedTuple):
    campaign: Campaign
    pairs: list[CampaignPair]
    ann: Membership  # who judged all that was judged, with ben
    carol: User
    dora: User  # both adjudicators

    def place(self, turn: AdjudicationTurn | None) -> int | None:
        """Which of the pairs it is."""
        return [pair.pk for pair in self.pairs].index(turn.pk) if turn else None


def make_settled() -> Settled:
    campaign = make_campaign(judgments_per_pair=2)
    ann, ben = (make_member(campaign, make_user(name)) for name in ("ann", "ben"))
    pairs = list(campaign.pairs.order_by("pk")[:6])
    for place, grades in GIVEN.items():
        for member, grade in zip((ann, ben), grades, strict=True):
            judge(member, pairs[place], grade, confidence=1 if place == UNSURE else None)
    choose(pair=pairs[CHOSEN], chosen_by=make_user("olga"))
    Campaign.objects.update(state=CampaignState.CLOSED)
    adjudicators = [adjudicator(campaign, name) for name in ("carla", "dora")]
    return Settled(Campaign.objects.get(), pairs, ann, *adjudicators)


def adjudicator(campaign: Campaign, name: str) -> User:
    user = make_user(name)
    member = make_member(campaign, user)
    Membership.objects.filter(pk=member.pk).update(role=Role.ADJUDICATOR)
    return user
