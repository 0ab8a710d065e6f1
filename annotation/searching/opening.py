"""Open a passage that an assessor found, so that they can judge it like any other."""

from __future__ import annotations

from datetime import timedelta
from typing import Annotated, NamedTuple

from django.db.models import F

from annotation.campaigns.asking import contributions_of
from annotation.database import tried_again
from annotation.exceptions import SearchRefused
from annotation.judging.own_judgments import newest_own_answer
from annotation.models import (
    Campaign,
    CampaignPair,
    Judgment,
    Membership,
    PairKind,
    PairOrigin,
    PooledPair,
    Slot,
)
from annotation.pools.building import Contribution, passages_of
from annotation.pools.by_design import refuse_by_design
from annotation.pools.pairs import enter_pairs
from annotation.searching.place import topic_searched
from annotation.serving.claim import (
    MAX_LEASED,
    Claim,
    LeasedPair,
    room_for,
    special_pairs_of,
)
from annotation.serving.claim_context import ClaimContext, fetch, lock_claim_context
from annotation.serving.seats import resume_topics
from annotation.serving.tickets import Ticket
from regrade.limits import INT32_MAX


class Opened(NamedTuple):
    """All that the assessor holds, the passage found first; or their own answer to it."""

    claim: Claim
    judgment: Judgment | None = None


@tried_again
def open_found(
    *,
    membership: Membership,
    ticket: Ticket,
    passage: Annotated[int, {"min_value": 0, "max_value": INT32_MAX}],
) -> Opened:
    """Lease the assessor a passage that they found, in the topic of the ticket.

    A pair that is new comes into the pool and into this campaign, marked as found by search; of
    two people who find it at once both get the one pair. Opened again it is served as it was, and
    one that they have judged comes as their answer. Gold and overlap pairs are served like any
    other. Where they hold as many as they may, the last pair in hand goes back.

    Raises:
        CampaignNotOpen, SearchRefused: what `topic_searched` refuses; no passage with a text has
            that number, it belongs to the qualification round, others judge it already, or the
            assessor's quota is done.
        PoolRefused: the pool was drawn by design.
    """
    # First of all locks, as wherever pairs come into a campaign: no two enter one at once.
    campaign = Campaign.objects.select_for_update(no_key=True).get(pk=membership.campaign_id)
    context = lock_claim_context(membership.pk)
    topic_id = topic_searched(campaign=campaign, context=context, ticket=ticket)
    key = Key(topic_id, passage)
    pair = _pair_of(campaign, key)
    if pair is not None and (answer := newest_own_answer(membership, pair)) is not None:
        return Opened(Claim(context, ()), answer)
    held = _in_hand(context)
    if pair is None or all(one.campaign_pair_id != pair.pk for one in held):
        _make_room(context)
        pair = pair or _enter(campaign, key)
        _lease(context, pair)
    if context.has_old_leases or context.has_old_seats:
        fetch("renew_all", context)
    held = sorted(_in_hand(context), key=lambda one: one.campaign_pair_id != pair.pk)
    return Opened(Claim(context, held))


class Key(NamedTuple):
    topic_id: int
    ordinal: int


def _in_hand(context: ClaimContext) -> list[LeasedPair]:
    return [LeasedPair._make(row) for row in fetch("in_hand", context)]


def _pair_of(campaign: Campaign, key: Key) -> CampaignPair | None:
    pairs = campaign.pairs.select_related("pair")
    pair = pairs.filter(pair__topic=key.topic_id, pair__passage__ordinal=key.ordinal).first()
    if pair is not None and pair.kind == PairKind.QUALIFICATION:
        raise SearchRefused(
            "This passage belongs to the qualification round, whose answers stay.",
            code="qualification_pair",
            field="passage",
        )
    return pair


def _make_room(context: ClaimContext) -> None:
    """Give back what the assessor holds beyond what they may, if one more comes."""
    room = room_for(context, special_pairs_of(context))
    n_over = context.n_leased + 1 - min(room, MAX_LEASED)
    n_back = fetch("give_back_last", context, n=n_over)[0][0] if room > 0 and n_over > 0 else 0
    if context.n_leased + 1 - n_back > room and context.quota is not None:
        raise SearchRefused(
            "You have all the passages that are yours to judge; finish those in hand.",
            code="quota_done",
        )


def _enter(campaign: Campaign, key: Key) -> CampaignPair:
    """Enter the pair, which the campaign lacks, into its pool and the campaign itself."""
    pool = campaign.pool
    refuse_by_design(pool)
    passage_id, has_text = passages_of(pool.collection, {key.ordinal}).get(key.ordinal, (0, False))
    if not has_text:
        raise SearchRefused(
            "There is no such passage with a text to judge; search again.",
            code="nothing_to_judge",
            field="passage",
        )
    brought = contributions_of(pool, [key]).get(key, Contribution(0, None))
    in_topic = pool.pairs.filter(topic=key.topic_id).values_list("stratum", flat=True)
    pooled, _ = PooledPair.objects.get_or_create(
        pool=pool,
        topic_id=key.topic_id,
        passage_id=passage_id,
        defaults={
            "origin": PairOrigin.SEARCH,
            "stratum": in_topic.first() or "",
            **brought._asdict(),
        },
    )
    [entered] = enter_pairs(campaign=campaign, pairs=[pooled])
    resume_topics(campaign, [key.topic_id])
    return entered


def _lease(context: ClaimContext, pair: CampaignPair) -> None:
    """Lease a slot of the pair, the caller holding the membership's lock."""
    if pair.kind != PairKind.REGULAR:
        _lease_personal(context, pair)
        return
    first = context.n_served + 1
    leased = fetch("lease_found", context, pair=pair.pk, n=1, first=first, only_spare=False)
    if leased[0][0] == 0:
        raise SearchRefused(
            "Others judge this passage; choose another one.", code="judged_by_others"
        )


def _lease_personal(context: ClaimContext, pair: CampaignPair) -> None:
    """A slot of the assessor's own, as `lease_special_pair` makes them."""
    Membership.objects.filter(pk=context.me).update(n_served=F("n_served") + 1)
    Slot.objects.create(
        campaign_pair=pair,
        campaign_id=context.campaign,
        topic_id=pair.pair.topic_id,
        position=context.n_served + 1,
        holder_id=context.me,
        leased_until=context.now + timedelta(seconds=context.lease_s),
    )
