"""Turns: leases on pairs of the adjudicators' queue.

A turn lasts ten minutes from its adjudicator's last action. No two adjudicators get the same pair:
a pair has one row of `AdjudicationTurn`, and a single statement inserts it or takes it over once it
has expired. A lock on the account serializes one adjudicator's requests, so two tabs show the same
pair.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import timedelta

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models.functions import Now

from annotation.adjudication.rules import left_for
from annotation.database import execute
from annotation.models import (
    Adjudication,
    AdjudicationTurn,
    Campaign,
    CampaignPair,
    DecisionReason,
    QueueVisit,
)
from annotation.pairs.deciding import check_state, reasons_for

LEASE = timedelta(minutes=10)
TRIED_AT_ONCE = 20
TAKE = """
INSERT INTO annotation_adjudicationturn AS turn
       (campaign_pair_id, campaign_id, adjudicator_id, rule, until)
VALUES (%(pair)s, %(campaign)s, %(adjudicator)s, %(rule)s, clock_timestamp() + %(lease)s)
ON CONFLICT (campaign_pair_id) DO UPDATE
   SET adjudicator_id = EXCLUDED.adjudicator_id, rule = EXCLUDED.rule, until = EXCLUDED.until
 WHERE turn.until <= clock_timestamp()
RETURNING campaign_pair_id
"""


@transaction.atomic
def take_turn(
    *, campaign: Campaign, adjudicator: User, rules: Collection[DecisionReason]
) -> AdjudicationTurn | None:
    """Give the adjudicator the pair they already hold, or else the next one by these rules.

    None when there is none. Two who ask at once get different pairs.

    Raises:
        DecisionRefused: the campaign is not under way.
    """
    check_state(campaign)
    lock_account(adjudicator)
    left = left_for(adjudicator, campaign, rules)
    turn = own_turn(campaign, adjudicator)
    if turn is not None and left.filter(pk=turn.pk).exists() and renew(turn):
        return turn
    end_turn(campaign=campaign, adjudicator=adjudicator)
    while pairs := list(left.all()[:TRIED_AT_ONCE]):
        for pair in pairs:
            if taken := _take_undecided(pair, adjudicator, rules):
                return taken
    return None


@transaction.atomic
def skip(*, campaign: Campaign, adjudicator: User, pair_id: int) -> None:
    """Move the pair in hand to the end of the queue; a pair not in hand stays where it is."""
    turns = AdjudicationTurn.objects.filter(campaign=campaign, adjudicator=adjudicator)
    if turns.filter(pk=pair_id).delete()[0]:
        note_visit(pair_id, adjudicator, skipped_at=Now())


def end_turn(*, campaign: Campaign, adjudicator: User) -> None:
    """Release the pair in hand, if there is one."""
    AdjudicationTurn.objects.filter(campaign=campaign, adjudicator=adjudicator).delete()


def lock_account(adjudicator: User) -> None:
    """Block other requests of this adjudicator until the transaction ends."""
    User.objects.select_for_update(no_key=True).get(pk=adjudicator.pk)


def own_turn(campaign: Campaign, adjudicator: User) -> AdjudicationTurn | None:
    """The adjudicator's turn; an expired turn remains theirs until somebody takes the pair over."""
    turns = AdjudicationTurn.objects.filter(campaign=campaign, adjudicator=adjudicator)
    return turns.select_related("campaign_pair").first()


def renew(turn: AdjudicationTurn) -> bool:
    """Renew the turn; False when somebody has taken the pair over."""
    own = AdjudicationTurn.objects.filter(pk=turn.pk, adjudicator=turn.adjudicator_id)
    return own.update(until=Now() + LEASE) == 1


def take(pair: CampaignPair, adjudicator: User, rule: DecisionReason) -> bool:
    """Take a turn on the pair unless somebody has one; the locked account must have none."""
    values = {
        "pair": pair.pk,
        "campaign": pair.campaign_id,
        "adjudicator": adjudicator.pk,
        "rule": rule.value,
        "lease": LEASE,
    }
    return execute(TAKE, values).fetchone() is not None


def note_visit(pair_id: int, adjudicator: User, **fields: Now | None) -> None:
    """Update the times of the adjudicator's visit to the pair."""
    QueueVisit.objects.update_or_create(
        campaign_pair_id=pair_id, adjudicator=adjudicator, defaults=fields
    )


def _take_undecided(
    pair: CampaignPair, adjudicator: User, rules: Collection[DecisionReason]
) -> AdjudicationTurn | None:
    """A turn on the pair, or None when it was taken or decided after it was looked up."""
    rule = next((reason for reason in reasons_for(pair) if reason in rules), None)
    if rule is None or not take(pair, adjudicator, rule):
        return None
    if Adjudication.objects.live().filter(campaign_pair=pair).exists():
        AdjudicationTurn.objects.filter(pk=pair.pk, adjudicator=adjudicator).delete()
        return None
    return own_turn(pair.campaign, adjudicator)
