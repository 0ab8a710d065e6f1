from __future__ import annotations

from dataclasses import asdict, dataclass

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Max, Q

from annotation.exceptions import PolicyRefused
from annotation.models import (
    Campaign,
    CampaignPair,
    CampaignState,
    EventKind,
    Order,
    ServingPolicy,
    Slot,
    TopicSeat,
    Unit,
)
from annotation.services.enter_pairs import pair_key, topic_key
from annotation.services.log_event import log_event

MAX_EXTRA_JUDGMENTS = 10
BATCH = 5000
# Assessors in the middle of a topic are not to find themselves in another order.
REORDERED_IN = (CampaignState.DRAFT, CampaignState.PAUSED)


@dataclass(frozen=True)
class PolicyOptions:
    """What a serving policy says, apart from its seed; see `ServingPolicy`."""

    unit: Unit = Unit.TOPICS
    order: Order = Order.RANDOM
    topics_per_set: int = 1
    new_topic_share: float = 0.5
    overlap_every: int = 20
    gold_every: int | None = None
    repeat_every: int | None = None
    repeat_after: int = 20
    rotates: bool = False
    extra_judgments: int = 0


def options_of(policy: ServingPolicy) -> PolicyOptions:
    return PolicyOptions(**{name: getattr(policy, name) for name in asdict(PolicyOptions())})


@transaction.atomic
def set_policy(
    *,
    campaign: Campaign,
    options: PolicyOptions,
    seed: int | None = None,
    actor: User | None = None,
) -> ServingPolicy:
    """Put another version of the serving policy in force; what was judged keeps its own.

    Without a seed the campaign's is taken.

    Raises:
        PolicyRefused: a number out of its range, or another unit or order for a campaign that
            hands out pairs at the moment.
    """
    campaign = Campaign.objects.select_for_update(no_key=True).get(pk=campaign.pk)
    _check(options)
    before = campaign.policies.order_by("version").last()
    seed = campaign.seed if seed is None else seed
    is_reordered = before is not None and (
        (before.unit, before.order, before.seed) != (options.unit, options.order, seed)
    )
    if is_reordered and campaign.state not in REORDERED_IN:
        raise PolicyRefused(
            f"{campaign} is {campaign.state}; pause it before you change unit, order or seed."
        )
    policy = ServingPolicy.objects.create(
        campaign=campaign,
        version=before.version + 1 if before else 1,
        seed=seed,
        created_by=actor,
        **asdict(options),
    )
    if is_reordered:
        _reorder(policy)
    log_event(
        campaign=campaign,
        kind=EventKind.POLICY,
        actor=actor,
        version=policy.version,
        seed=seed,
        **asdict(options),
    )
    return policy


def _check(options: PolicyOptions) -> None:
    if not 0 <= options.new_topic_share <= 1:
        raise PolicyRefused(
            f"A new topic is opened with a probability from 0 to 1, not {options.new_topic_share}."
        )
    if not 0 <= options.extra_judgments <= MAX_EXTRA_JUDGMENTS:
        raise PolicyRefused(
            f"Extra judgments go up to {MAX_EXTRA_JUDGMENTS} a pair, not {options.extra_judgments}."
        )
    steps = ("topics_per_set", "overlap_every", "gold_every", "repeat_every", "repeat_after")
    for name in steps:
        value = getattr(options, name)
        if value is not None and not 1 <= value < 2**31:
            raise PolicyRefused(f"{name.replace('_', ' ')} is a number from 1, not {value}.")


def _reorder(policy: ServingPolicy) -> None:
    """Give the open slots and the seats their places in the new order."""
    slots = Slot.objects.filter(campaign=policy.campaign_id, order_key__isnull=False)
    changed = []
    for slot in slots.select_related("campaign_pair").iterator(BATCH):
        slot.order_key = pair_key(policy.order, slot.campaign_pair)
        changed.append(slot)
    Slot.objects.bulk_update(changed, ["order_key"], batch_size=BATCH)
    seats = TopicSeat.objects.filter(campaign=policy.campaign_id).select_related("topic")
    priorities = dict(
        CampaignPair.objects.filter(Q(campaign=policy.campaign_id))
        .order_by()
        .values_list("pair__topic")
        .annotate(highest=Max("priority"))
    )
    moved = list(seats)
    for seat in moved:
        priority = priorities[seat.topic_id]
        seat.order_key = topic_key(policy, seat.topic_id, seat.topic.ordinal, priority)
    TopicSeat.objects.bulk_update(moved, ["order_key"], batch_size=BATCH)
