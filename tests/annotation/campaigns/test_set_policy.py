from __future__ import annotations

from dataclasses import asdict, replace
from typing import Any

import pytest
from django.contrib.auth.models import User

from annotation.campaigns.policy import PolicyOptions, options_of, set_policy
from annotation.exceptions import PolicyRefused
from annotation.models import Campaign, CampaignState, EventKind, Order, PairKind, Unit
from annotation.pools.pairs import pair_key, topic_key
from tests.annotation.stored_answers import assessors, store_answer
from tests.factories import make_campaign
from tests.refusals import refused

pytestmark = pytest.mark.django_db

DEFAULTS = PolicyOptions()


@pytest.fixture
def campaign(db: None) -> Campaign:
    """A draft under the default policy; its pairs have priorities 1 to 6."""
    campaign = make_campaign(state=CampaignState.DRAFT)
    for priority, pair in enumerate(campaign.pairs.all(), start=1):
        # Far apart, so that what is left of them in a priority's key differs.
        campaign.pairs.filter(pk=pair.pk).update(priority=priority, shuffle_key=priority << 40)
    return campaign


def test_a_change_is_another_version(campaign: Campaign) -> None:
    change = set_policy(campaign=campaign, options=replace(DEFAULTS, gold_every=9))
    assert (change.policy.version, change.is_new) == (2, True)
    assert campaign.policy().gold_every == 9
    assert campaign.policies.get(version=1).gold_every is None


def test_every_option_is_stored(campaign: Campaign) -> None:
    options = PolicyOptions(
        unit=Unit.PAIRS,
        order=Order.PRIORITY,
        sets_offered=2,
        topics_per_set=3,
        new_topic_share=0.25,
        overlap_every=5,
        gold_every=6,
        repeat_every=7,
        repeat_after=8,
        rotates=True,
        extra_judgments=2,
    )
    set_policy(campaign=campaign, options=options)
    assert options_of(campaign.policy()) == options


def test_what_is_in_force_is_no_new_version(campaign: Campaign) -> None:
    change = set_policy(campaign=campaign, options=DEFAULTS)
    assert (change.policy.version, change.is_new) == (1, False)
    assert not campaign.events.exists()


def test_the_seed_in_force_stays(campaign: Campaign) -> None:
    set_policy(campaign=campaign, options=DEFAULTS, seed=5)
    set_policy(campaign=campaign, options=replace(DEFAULTS, gold_every=9))
    assert list(campaign.policies.values_list("seed", flat=True)) == [7, 5, 5]


def test_a_change_is_logged(campaign: Campaign, carol: User) -> None:
    options = replace(DEFAULTS, rotates=True)
    set_policy(campaign=campaign, options=options, actor=carol)
    event = campaign.events.get(kind=EventKind.POLICY)
    assert event.actor == carol
    assert event.details == {
        "version": 2,
        "seed": 7,
        "n_asked_again": 0,
        **asdict(options),
    }


@pytest.mark.parametrize("order", Order)
def test_slots_and_seats_get_the_places_that_entry_would_give(
    order: Order, campaign: Campaign
) -> None:
    before = Order.FIXED if order == Order.RANDOM else Order.RANDOM
    set_policy(campaign=campaign, options=replace(DEFAULTS, order=before))
    policy = set_policy(campaign=campaign, options=replace(DEFAULTS, order=order), seed=3).policy
    slots = campaign.slots.select_related("campaign_pair")
    assert {slot.pk: slot.order_key for slot in slots} == {
        slot.pk: pair_key(order, slot.campaign_pair) for slot in slots
    }
    # The topics' priorities are the highest of their pairs: 3 and 6.
    seats = campaign.seats.order_by("topic__ordinal")
    assert [seat.order_key for seat in seats] == [
        topic_key(policy, seat.topic_id, ordinal, priority)
        for ordinal, (seat, priority) in enumerate(zip(seats, (3, 6), strict=True))
    ]


def test_another_seed_orders_the_topics_otherwise(campaign: Campaign) -> None:
    keys = []
    for seed in (1, 2):
        set_policy(campaign=campaign, options=DEFAULTS, seed=seed)
        keys.append(list(campaign.seats.values_list("order_key", flat=True)))
    assert keys[0] != keys[1]


def test_a_topics_place_goes_by_its_regular_pairs(campaign: Campaign) -> None:
    campaign.slots.filter(campaign_pair__priority=6).delete()
    campaign.pairs.filter(priority=6).update(kind=PairKind.GOLD, wanted=None)
    policy = set_policy(campaign=campaign, options=replace(DEFAULTS, order=Order.PRIORITY)).policy
    seat = campaign.seats.get(topic__ordinal=1)
    assert seat.order_key == topic_key(policy, seat.topic_id, 1, 5)


def test_personal_slots_get_no_place(campaign: Campaign) -> None:
    [member] = assessors(campaign, 1)
    slot = campaign.slots.all()[0]
    campaign.slots.filter(pk=slot.pk).update(
        number=None, order_key=None, holder=member, leased_until="2030-01-01T00:00Z"
    )
    set_policy(campaign=campaign, options=replace(DEFAULTS, order=Order.FIXED))
    slot.refresh_from_db()
    assert slot.order_key is None


@pytest.mark.parametrize(
    ("state", "code"),
    [(CampaignState.PILOT, "not_at_rest"), (CampaignState.CLOSED, "campaign_over")],
)
@pytest.mark.parametrize(
    ("options", "seed"),
    [
        (replace(DEFAULTS, unit=Unit.PAIRS), None),
        (replace(DEFAULTS, order=Order.FIXED), None),
        (DEFAULTS, 5),
    ],
)
def test_the_order_stays_while_pairs_are_handed_out(
    options: PolicyOptions, seed: int | None, state: CampaignState, code: str, campaign: Campaign
) -> None:
    Campaign.objects.update(state=state)
    with refused(PolicyRefused, code):
        set_policy(campaign=campaign, options=options, seed=seed)
    assert campaign.policies.count() == 1


def test_a_paused_campaign_takes_another_order(campaign: Campaign) -> None:
    Campaign.objects.update(state=CampaignState.PAUSED)
    set_policy(campaign=campaign, options=replace(DEFAULTS, order=Order.FIXED))
    keys = campaign.slots.values_list("order_key", "campaign_pair__pair")
    assert all(key == pooled for key, pooled in keys)


def test_an_open_campaign_takes_what_changes_no_order(campaign: Campaign) -> None:
    Campaign.objects.update(state=CampaignState.OPEN)
    set_policy(campaign=campaign, options=replace(DEFAULTS, gold_every=9))
    assert campaign.policy().gold_every == 9


def test_an_archived_campaign_keeps_its_policy(campaign: Campaign) -> None:
    Campaign.objects.update(state=CampaignState.ARCHIVED)
    with refused(PolicyRefused, "campaign_archived"):
        set_policy(campaign=campaign, options=replace(DEFAULTS, gold_every=9))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("new_topic_share", -0.1),
        ("new_topic_share", 1.5),
        ("new_topic_share", float("nan")),
        ("extra_judgments", -1),
        ("extra_judgments", 11),
        ("sets_offered", 0),
        ("topics_per_set", 2**15),
        ("overlap_every", 0),
        ("gold_every", 0),
        ("repeat_every", 2**31),
        ("repeat_after", 0),
    ],
)
def test_numbers_out_of_range_are_refused(name: str, value: Any, campaign: Campaign) -> None:
    with refused(PolicyRefused, "out_of_range", field=name) as found:
        set_policy(campaign=campaign, options=replace(DEFAULTS, **{name: value}))
    assert f"not {value}" in str(found.value)
    assert campaign.policies.count() == 1


@pytest.mark.parametrize("seed", [-1, 2**63])
def test_a_seed_that_cannot_be_stored_is_refused(seed: int, campaign: Campaign) -> None:
    with refused(PolicyRefused, "out_of_range", field="seed"):
        set_policy(campaign=campaign, options=DEFAULTS, seed=seed)


# Extra judgments


@pytest.fixture
def finished() -> Campaign:
    """Open, two judgments a pair: grades 1 and 5 on the first pair, 3 and 3 on the second."""
    campaign = make_campaign(judgments_per_pair=2)
    one, two = assessors(campaign, 2)
    for pair, grades in zip(campaign.pairs.all()[:2], ((1, 5), (3, 3)), strict=True):
        store_answer(one, pair, grades[0])
        store_answer(two, pair, grades[1])
    return campaign


def wanted(campaign: Campaign) -> list[int | None]:
    return list(campaign.pairs.order_by("pk").values_list("wanted", flat=True)[:2])


def test_finished_pairs_are_asked_again_where_grades_disagree(finished: Campaign) -> None:
    change = set_policy(campaign=finished, options=replace(DEFAULTS, extra_judgments=1))
    assert (change.n_asked_again, wanted(finished)) == (1, [3, 2])
    event = finished.events.get(kind=EventKind.POLICY)
    assert event.details["n_asked_again"] == 1


def test_a_lower_limit_asks_nobody_again(finished: Campaign) -> None:
    set_policy(campaign=finished, options=replace(DEFAULTS, extra_judgments=2))
    change = set_policy(campaign=finished, options=replace(DEFAULTS, extra_judgments=1))
    assert (change.n_asked_again, wanted(finished)) == (0, [3, 2])


def test_a_closed_campaign_asks_for_no_more(finished: Campaign) -> None:
    set_policy(campaign=finished, options=replace(DEFAULTS, extra_judgments=1))
    Campaign.objects.update(state=CampaignState.CLOSED)
    with refused(PolicyRefused, "campaign_over"):
        set_policy(campaign=finished, options=replace(DEFAULTS, extra_judgments=2))
    set_policy(campaign=finished, options=replace(DEFAULTS, extra_judgments=1, gold_every=9))
    assert wanted(finished) == [3, 2]
