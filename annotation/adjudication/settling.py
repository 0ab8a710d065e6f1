"""An adjudicator's actions on the pair in hand: decide, undo, show its votes."""

from __future__ import annotations

from typing import Annotated

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import F, QuerySet
from django.db.models.functions import Now

from annotation.adjudication.turns import end_turn, lock_account, note_visit, own_turn, renew, take
from annotation.exceptions import DecisionRefused
from annotation.models import (
    Adjudication,
    AdjudicationTurn,
    Campaign,
    DecisionReason,
    QueueVisit,
)
from annotation.pairs.deciding import Served, decide, take_back
from annotation.pairs.listing import KEYS


@transaction.atomic
def settle(
    *,
    campaign: Campaign,
    adjudicator: User,
    pair_id: int,
    grade: int,
    note: str = "",
    seen: str = "",
) -> Adjudication:
    """Decide on the pair in hand and release it.

    Raises:
        DecisionRefused: the pair is not in hand any more, or `decide` refuses.
    """
    turn = turn_on(campaign, adjudicator, pair_id)
    visits = QueueVisit.objects.filter(campaign_pair=pair_id, adjudicator=adjudicator)
    saw_votes = visits.filter(saw_votes_at__isnull=False).exists()
    made = decide(
        pair=turn.campaign_pair,
        adjudicator=adjudicator,
        grade=grade,
        note=note,
        seen=seen if saw_votes else "",  # who saw no answers has none to look at again
        served=Served(DecisionReason(turn.rule), saw_votes or _not_known(adjudicator)),
    )
    note_visit(pair_id, adjudicator, decided_at=Now())
    end_turn(campaign=campaign, adjudicator=adjudicator)
    return made


def _not_known(adjudicator: User) -> bool | None:
    """Whether votes were seen elsewhere: organizers have pages that show them."""
    return None if adjudicator.has_perm("annotation.may_organize") else False


@transaction.atomic
def undo(*, campaign: Campaign, adjudicator: User) -> AdjudicationTurn:
    """Undo the adjudicator's last decision in the queue and reopen its pair.

    Raises:
        DecisionRefused: they have no live decision, or the campaign is not under way.
    """
    lock_account(adjudicator)
    made = undoable(campaign, adjudicator).select_related("campaign_pair__campaign").first()
    if made is None:
        raise DecisionRefused(
            "You decided on no pair in this queue that could be taken back.", code="no_decision"
        )
    take_back(pair=made.campaign_pair, actor=adjudicator, only_own=True)
    note_visit(made.campaign_pair_id, adjudicator, decided_at=None)
    end_turn(campaign=campaign, adjudicator=adjudicator)
    take(made.campaign_pair, adjudicator, DecisionReason(made.reason))
    return turn_on(campaign, adjudicator, made.campaign_pair_id)


@transaction.atomic
def show_votes(
    *, campaign: Campaign, adjudicator: User, pair_id: Annotated[int, KEYS, "The pair in hand."]
) -> AdjudicationTurn:
    """Show the votes on the pair in hand; its decision records that they were shown.

    Raises:
        DecisionRefused: the pair is not in hand any more.
    """
    turn = turn_on(campaign, adjudicator, pair_id)
    note_visit(pair_id, adjudicator, saw_votes_at=Now())
    return turn


def undoable(campaign: Campaign, adjudicator: User) -> QuerySet[Adjudication]:
    """The adjudicator's decisions in the queue that can be undone, newest first."""
    made = Adjudication.objects.live().filter(
        adjudicator=adjudicator,
        campaign_pair__campaign=campaign,
        campaign_pair__queue_visits__adjudicator=adjudicator,
        campaign_pair__queue_visits__decided_at__isnull=False,
    )
    return made.order_by(F("campaign_pair__queue_visits__decided_at").desc(), "-pk")


def turn_on(campaign: Campaign, adjudicator: User, pair_id: int) -> AdjudicationTurn:
    """The adjudicator's turn on this pair, renewed.

    Raises:
        DecisionRefused: it is not in their hand any more.
    """
    turn = own_turn(campaign, adjudicator)
    if turn is None or turn.pk != pair_id or not renew(turn):
        raise DecisionRefused(
            "This pair is not in your hand any more; its time was up, or you went on in another"
            " tab. Go on with the next.",
            code="not_in_hand",
        )
    return turn
