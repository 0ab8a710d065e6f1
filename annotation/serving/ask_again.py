from __future__ import annotations

from collections.abc import Collection, Sequence

from django.db import transaction
from django.db.models import Count, Exists, F, OuterRef, Subquery

from annotation.models import (
    Campaign,
    CampaignPair,
    Judgment,
    PairKind,
    ServingPolicy,
    Slot,
)
from annotation.pools.pairs import pair_key
from annotation.serving.slots import free_shared_slot, locked_slots
from regrade.serving.disagreement import needs_another

BATCH = 10_000


def ask_again_where_grades_disagree(campaign_pair_id: int, slots: Sequence[Slot]) -> bool:
    """Reopen a finished pair with one more slot when its grades tie or lie far apart.

    A surplus grade that waits takes it at once. Nothing happens where the serving policy asks for
    no extra judgments, the pair has had as many as it may, or the campaign is over. The caller
    holds the locks of `slots`, the pair's shared ones.
    """
    if not slots or any(slot.judgment_id is None for slot in slots):
        return False
    pair = CampaignPair.objects.select_related("campaign", "pair").get(pk=campaign_pair_id)
    policy = _asking_policy(pair.campaign)
    if policy is None or len(slots) >= pair.campaign.judgments_per_pair + policy.extra_judgments:
        return False
    votes = Judgment.objects.votes().filter(campaign_pair=pair)
    if not needs_another(list(votes.values_list("grade__value", flat=True))):
        return False
    _ask_once_more(pair, policy, slots)
    return True


def _ask_once_more(pair: CampaignPair, policy: ServingPolicy, slots: Sequence[Slot]) -> None:
    slot = _add_slot(pair, policy, number=max(slot.number or 0 for slot in slots) + 1)
    free_shared_slot(slot)
    if slot.judgment_id is not None:
        ask_again_where_grades_disagree(pair.pk, [*slots, slot])


@transaction.atomic
def ask_on_request(*, pair: CampaignPair, policy: ServingPolicy) -> bool:
    """Ask for one more judgment of a finished pair, whatever its grades and the policy's limit.

    A surplus grade that waits takes the slot at once. The caller sees to it that the campaign is
    not over and the pair has a text; takes the locks of its slots itself.

    Returns:
        Whether it was asked for; False while the pair still waits for a judgment.
    """
    slots = locked_slots(pair.pk)
    if not slots or any(slot.judgment_id is None for slot in slots):
        return False
    _ask_once_more(pair, policy, slots)
    return True


@transaction.atomic
def ask_again_of(campaign_pair_id: int) -> bool:
    """The same for a pair filled by a waiting grade; takes the locks itself."""
    return ask_again_where_grades_disagree(campaign_pair_id, locked_slots(campaign_pair_id))


@transaction.atomic
def ask_again_of_finished_pairs(*, campaign: Campaign, among: Collection[int] | None = None) -> int:
    """Reopen pairs that were finished before the policy asked for extra judgments.

    `among` keeps to pairs that were finished by something else, such as an import.

    Returns:
        How many pairs got another slot.
    """
    if _asking_policy(campaign) is None:
        return 0
    shared = Slot.objects.filter(campaign_pair=OuterRef("pk"), order_key__isnull=False)
    finished = campaign.pairs.filter(kind=PairKind.REGULAR).exclude(
        Exists(shared.filter(judgment__isnull=True))
    )
    # Grades that are all the same disagree with nothing; what has no text cannot be shown.
    by_pair = shared.order_by().values("campaign_pair")
    n_grades = by_pair.annotate(n=Count("judgment__grade", distinct=True)).values("n")
    disputed = finished.annotate(n_grades=Subquery(n_grades)).filter(
        n_grades__gt=1, pair__passage__text__gt=""
    )
    pairs = disputed.order_by("pk").values_list("pk", flat=True)
    if among is None:
        return sum(map(ask_again_of, pairs))
    ids = sorted(among)
    batches = (ids[start : start + BATCH] for start in range(0, len(ids), BATCH))
    return sum(ask_again_of(pk) for batch in batches for pk in pairs.filter(pk__in=batch))


def _asking_policy(campaign: Campaign) -> ServingPolicy | None:
    """The policy in force where it asks for extra judgments and somebody may still give them."""
    if campaign.is_over:
        return None
    policy = campaign.policy()
    return policy if policy.extra_judgments else None


def _add_slot(pair: CampaignPair, policy: ServingPolicy, *, number: int) -> Slot:
    CampaignPair.objects.filter(pk=pair.pk).update(wanted=F("wanted") + 1)
    return Slot.objects.create(
        campaign_pair=pair,
        campaign_id=pair.campaign_id,
        topic_id=pair.pair.topic_id,
        order_key=pair_key(policy.order, pair),
        number=number,
        is_spare=True,
    )
