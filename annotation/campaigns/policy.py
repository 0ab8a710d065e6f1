"""A new serving policy."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import NamedTuple

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import BigIntegerField, F, Max, OuterRef, Subquery, Value
from django.db.models.expressions import Combinable
from django.db.models.functions import Cast

from annotation.campaigns.search_option import refuse_search_by_pairs
from annotation.database import execute
from annotation.events import log_event
from annotation.exceptions import PolicyRefused
from annotation.models import (
    Campaign,
    CampaignPair,
    CampaignState,
    EventKind,
    Order,
    PairKind,
    PoolStrategy,
    ServingPolicy,
    TopicSeat,
    Unit,
)
from annotation.pools.pairs import topic_key
from annotation.serving.ask_again import ask_again_of_finished_pairs
from regrade.serving.order_keys import RANDOM_BITS

MAX_EXTRA_JUDGMENTS = 10
# How far these numbers go; those of sets are stored in two bytes.
STEPS = {
    "sets_offered": 2**15 - 1,
    "topics_per_set": 2**15 - 1,
    "overlap_every": 2**31 - 1,
    "gold_every": 2**31 - 1,
    "repeat_every": 2**31 - 1,
    "repeat_after": 2**31 - 1,
}
BATCH = 5000
SEEDS = 2**63
# Assessors in the middle of a topic are not to find themselves in another order.
REORDERED_IN = (CampaignState.DRAFT, CampaignState.PAUSED)
# `order_key` for PostgreSQL, which gives millions of slots their new places at once.
KEY_OF_PAIR: dict[Order, Combinable] = {
    Order.FIXED: F("pair"),
    Order.RANDOM: F("shuffle_key"),
    Order.PRIORITY: Cast("priority", BigIntegerField()) * Value(-(2**RANDOM_BITS))
    + F("shuffle_key").bitrightshift(63 - RANDOM_BITS),
}


# The UPDATE takes rows as they come; an answer to a pair, or one taken back, locks them by number.
LOCK_SLOTS = """
SELECT count(*) FROM (
    SELECT FROM annotation_slot WHERE campaign_id = %(campaign)s AND order_key IS NOT NULL
    ORDER BY campaign_pair_id, number FOR UPDATE
) locked
"""


@dataclass(frozen=True)
class PolicyOptions:
    """Settings of a serving policy, apart from its seed; see `ServingPolicy`."""

    unit: Unit = Unit.TOPICS
    order: Order = Order.RANDOM
    sets_offered: int = 1
    topics_per_set: int = 1
    new_topic_share: float = 0.5
    overlap_every: int = 20
    gold_every: int | None = None
    repeat_every: int | None = None
    repeat_after: int = 20
    rotates: bool = False
    extra_judgments: int = 0


BY_DESIGN = PolicyOptions(unit=Unit.PAIRS, order=Order.FIXED)
AS_CHOSEN = PolicyOptions(unit=Unit.TOPICS, order=Order.FIXED)


def default_policy(strategy: str) -> PolicyOptions:
    """The policy of a new campaign over a pool of this strategy.

    Drawn pairs are judged in the order drawn, as their pool has them: what is judged at any time is
    then a sample by design. Pairs of a pool that learns come in the order chosen, topic by topic.
    """
    if strategy == PoolStrategy.ACTIVE:
        return AS_CHOSEN
    return BY_DESIGN if strategy == PoolStrategy.DESIGN else PolicyOptions()


class PolicyChange(NamedTuple):
    """Result of a policy change: the policy in force, whether it is new, and how many finished
    pairs got another slot.
    """

    policy: ServingPolicy
    is_new: bool
    n_asked_again: int


def options_of(policy: ServingPolicy) -> PolicyOptions:
    return PolicyOptions(**{name: getattr(policy, name) for name in asdict(PolicyOptions())})


@transaction.atomic
def set_policy(
    *,
    campaign: Campaign,
    options: PolicyOptions,
    seed: int | None = None,
    actor: User | None = None,
) -> PolicyChange:
    """Put a new version of the serving policy in force; existing judgments keep theirs.

    Without a seed the one in force stays, or else the campaign's is taken. What is in force
    already is no new version. Where more extra judgments are allowed than before, pairs that are
    finished are asked again too.

    Raises:
        PolicyRefused: a number out of its range, another unit or order for a campaign that
            serves pairs at the moment, single pairs where assessors search, more extra judgments
            for a closed one, or an archived campaign.
    """
    campaign = Campaign.objects.select_for_update(no_key=True).get(pk=campaign.pk)
    before = campaign.policies.order_by("version").last()
    if seed is None:
        seed = before.seed if before else campaign.seed
    _check(campaign, options, seed)
    _check_asking(campaign, before, options)
    if before and (options_of(before), before.seed) == (options, seed):
        return PolicyChange(before, is_new=False, n_asked_again=0)
    policy = ServingPolicy.objects.create(
        campaign=campaign,
        version=before.version + 1 if before else 1,
        seed=seed,
        created_by=actor,
        **asdict(options),
    )
    n_asked_again = _apply(campaign, before, policy) if before else 0
    details = {"version": policy.version, "seed": seed, "n_asked_again": n_asked_again}
    log_event(campaign=campaign, kind=EventKind.POLICY, actor=actor, **asdict(options), **details)
    return PolicyChange(policy, is_new=True, n_asked_again=n_asked_again)


def _check(campaign: Campaign, options: PolicyOptions, seed: int) -> None:
    if campaign.state == CampaignState.ARCHIVED:
        raise PolicyRefused(
            f"{campaign} is archived; its policy stays as it is.", code="campaign_archived"
        )
    if not 0 <= seed < SEEDS:
        raise PolicyRefused(
            f"A seed is from 0 to 2^63 - 1, not {seed}.", code="out_of_range", field="seed"
        )
    if campaign.allows_search:
        refuse_search_by_pairs(options.unit, field="unit")
    if not 0 <= options.new_topic_share <= 1:
        raise PolicyRefused(
            "A set holds new topics with a probability from 0 to 1, not"
            f" {options.new_topic_share}.",
            code="out_of_range",
            field="new_topic_share",
        )
    if not 0 <= options.extra_judgments <= MAX_EXTRA_JUDGMENTS:
        raise PolicyRefused(
            f"Extra judgments go up to {MAX_EXTRA_JUDGMENTS} a pair, not"
            f" {options.extra_judgments}.",
            code="out_of_range",
            field="extra_judgments",
        )
    for name, most in STEPS.items():
        value = getattr(options, name)
        if value is not None and not 1 <= value <= most:
            what = name.replace("_", " ")
            raise PolicyRefused(
                f"{what} is a number from 1 to {most}, not {value}.",
                code="out_of_range",
                field=name,
            )


def _check_asking(campaign: Campaign, before: ServingPolicy | None, options: PolicyOptions) -> None:
    asks_more = before is not None and options.extra_judgments > before.extra_judgments
    if asks_more and campaign.is_over:
        raise PolicyRefused(
            f"{campaign} is {campaign.state} and nobody judges there again, so no further judgments"
            " can be asked for; make a new campaign of its pool.",
            code="campaign_over",
        )


def _apply(campaign: Campaign, before: ServingPolicy, policy: ServingPolicy) -> int:
    """Apply what changes at once; return the number of finished pairs that were asked again."""
    if (before.unit, before.order, before.seed) != (policy.unit, policy.order, policy.seed):
        if campaign.is_over:
            raise PolicyRefused(
                f"{campaign} is {campaign.state}; its unit, order and seed stay as they are.",
                code="campaign_over",
            )
        if campaign.state not in REORDERED_IN:
            raise PolicyRefused(
                f"{campaign} is {campaign.state}; pause it before you change unit, order or seed.",
                code="not_at_rest",
            )
        _reorder_slots(policy)
        _reorder_seats(policy)
    if policy.extra_judgments <= before.extra_judgments:
        return 0
    return ask_again_of_finished_pairs(campaign=campaign)


def _reorder_slots(policy: ServingPolicy) -> None:
    """Give the shared slots their places in the new order."""
    execute(LOCK_SLOTS, {"campaign": policy.campaign_id}).close()
    pair = CampaignPair.objects.filter(pk=OuterRef("campaign_pair"))
    key = Subquery(pair.values(key=KEY_OF_PAIR[Order(policy.order)])[:1])
    policy.campaign.slots.filter(order_key__isnull=False).update(order_key=key)


def _reorder_seats(policy: ServingPolicy) -> None:
    """A topic's place goes by the highest priority of its regular pairs, as at entry."""
    regular = policy.campaign.pairs.filter(kind=PairKind.REGULAR).order_by()
    highest = dict(regular.values_list("pair__topic").annotate(priority=Max("priority")))
    seats = list(policy.campaign.seats.select_related("topic"))
    for seat in seats:
        priority = highest.get(seat.topic_id, 0)
        seat.order_key = topic_key(policy, seat.topic_id, seat.topic.ordinal, priority)
    TopicSeat.objects.bulk_update(seats, ["order_key"], batch_size=BATCH)
