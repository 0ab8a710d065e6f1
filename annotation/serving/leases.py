"""Leases: renewed while an assessor is active, freed for others afterwards.

A claim leases it, by the statements in `serving/sql`.
"""

from __future__ import annotations

from django.db import transaction
from django.db.models import Q
from django.db.models.functions import Now

from annotation.database import execute
from annotation.models import Campaign, Membership, Slot, TopicSeat
from annotation.serving.ask_again import ask_again_of
from annotation.serving.claim_context import STATEMENTS, ClaimContext, read_claim_context
from annotation.serving.slots import free_abandoned_slots


def renew_leases(*, membership: Membership) -> None:
    """Renew an active assessor's leases once half of their time is over.

    What another transaction has locked at this moment is passed over, so that this waits for
    nobody and can be part of no deadlock. What went to someone else stays theirs.
    """
    if membership.may_judge:
        lease_s = membership.campaign.lease_s
        execute(STATEMENTS["renew_leases"], {"me": membership.pk, "lease_s": lease_s}).close()


def keep_in_hand(*, membership: Membership) -> ClaimContext:
    """Renew an active assessor's leases without claiming more pairs."""
    context = read_claim_context(membership.pk)
    if context.has_old_leases:
        renew_leases(membership=membership)
    return context


def release_leases() -> int:
    """Free expired leases and return how many; personal slots are deleted.

    Claims treat such slots as free anyway; this keeps what organizers see honest, and gives the
    slots to grades that came too late for one. Slots that a claim or a judgment has in hand at
    this moment are left to it.
    """
    n, filled = _release()
    for campaign_pair_id in filled:  # its other slots may be waited for now that none is held
        ask_again_of(campaign_pair_id)
    return n


@transaction.atomic
def _release() -> tuple[int, set[int]]:
    """How many, and the pairs of those that a late grade took."""
    expired = Slot.objects.filter(judgment__isnull=True, leased_until__lte=Now())
    ids = list(expired.select_for_update(skip_locked=True).values_list("pk", flat=True))
    slots = Slot.objects.filter(pk__in=ids)
    n = free_abandoned_slots(slots)
    return n, set(slots.filter(judgment__isnull=False).values_list("campaign_pair", flat=True))


@transaction.atomic
def release_all_but_pilot(*, campaign: Campaign) -> None:
    """Free all leases from before a pilot, which serves only its own pairs."""
    leased = campaign.slots.filter(judgment__isnull=True, holder__isnull=False)
    leased = leased.exclude(campaign_pair__in_pilot=True).order_by("campaign_pair_id", "number")
    ids = list(leased.select_for_update(of=("self",)).values_list("pk", flat=True))
    free_abandoned_slots(Slot.objects.filter(pk__in=ids))


@transaction.atomic
def release_member(*, membership: Membership) -> None:
    """Free an assessor's leases, personal slots and seats.

    What they have judged stays in its slots.
    """
    Membership.objects.select_for_update(no_key=True).get(pk=membership.pk)
    in_hand = Slot.objects.filter(holder=membership, judgment__isnull=True)
    # All slots of these pairs, in the order of everybody who writes to more than one.
    pairs = list(in_hand.values_list("campaign_pair", flat=True))
    of_pairs = Slot.objects.filter(campaign_pair__in=pairs)
    is_touched = Q(order_key__isnull=False) | Q(holder=membership)
    locked = of_pairs.filter(is_touched).order_by("campaign_pair_id", "number").select_for_update()
    mine = [s.pk for s in locked if s.holder_id == membership.pk and s.judgment_id is None]
    slots = Slot.objects.filter(pk__in=mine)
    free_abandoned_slots(slots)
    for slot in slots.filter(judgment__isnull=False):
        ask_again_of(slot.campaign_pair_id)
    TopicSeat.objects.filter(holder=membership).update(
        holder=None, taken_at=None, expires_at=None, finished_at=None
    )
