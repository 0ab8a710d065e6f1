from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User

from annotation.campaigns.creating import create_campaign
from annotation.campaigns.policy import PolicyOptions
from annotation.campaigns.publishing import publish_guideline, publish_notice
from annotation.exceptions import PolicyRefused, ScaleRefused, StateRefused
from annotation.guidelines.scales import GradeOption, parse_scale
from annotation.models import (
    Campaign,
    CampaignState,
    EventKind,
    ExpertGrade,
    Order,
    PairKind,
    Pool,
    PooledPair,
    Slot,
)
from annotation.notice_text import DEFAULT_NOTICE
from annotation.pools.pairs import Mark, enter_pairs
from ranking.exceptions import NameRefused, NameTaken
from tests.factories import TEXTS, make_collection, make_pool
from tests.refusals import refused

pytestmark = pytest.mark.django_db

N_TOPICS, N_PAIRS = 2, 6


@pytest.fixture
def pool(db: None) -> Pool:
    return make_pool()


def create(pool: Pool, name: str = "campaign", **options: Any) -> Campaign:
    defaults: dict[str, Any] = {"grades": parse_scale("1-3"), "judgments_per_pair": 2}
    return create_campaign(name=name, pool=pool, **defaults | options)


def shuffle_keys(campaign: Campaign) -> list[int]:
    return list(campaign.pairs.order_by("pair").values_list("shuffle_key", flat=True))


def test_every_pair_of_the_pool_gets_its_slots(pool: Pool) -> None:
    campaign = create(pool, judgments_per_pair=3)
    numbers = [list(p.slots.values_list("number", flat=True)) for p in campaign.pairs.all()]
    assert numbers == [[1, 2, 3]] * N_PAIRS
    assert set(campaign.pairs.values_list("kind", "wanted")) == {(PairKind.REGULAR, 3)}
    assert campaign.state == CampaignState.DRAFT


def test_every_topic_gets_its_first_seat(pool: Pool) -> None:
    campaign = create(pool, judgments_per_pair=3)
    topics = pool.topic_set.topics.values_list("pk", flat=True)
    assert set(campaign.seats.values_list("topic", "number")) == {(topic, 1) for topic in topics}
    assert not campaign.seats.filter(holder__isnull=False).exists()


def test_grades_come_with_names_colours_and_spans(pool: Pool) -> None:
    campaign = create(pool, grades=parse_scale("0=Wrong,1=Right*"))
    assert list(campaign.grades.values_list("value", "name", "colour", "requires_span")) == [
        (0, "Wrong", "#e3e8f2", False),
        (1, "Right", "#044f7f", True),
    ]


def test_a_guideline_is_published_as_version_one(pool: Pool) -> None:
    guideline = create(pool, guideline="# Be fair").guidelines.get()
    assert (guideline.version, guideline.body) == (1, "# Be fair")
    assert guideline.published_at is not None


@pytest.mark.parametrize("notice", [DEFAULT_NOTICE, "We keep your grades."])
def test_a_notice_is_published_as_version_one(notice: str, pool: Pool) -> None:
    published = create(pool, notice=notice).notices.get()
    assert (published.version, published.body) == (1, notice)


def test_nothing_is_published_in_an_archived_campaign(pool: Pool) -> None:
    campaign = create(pool)
    Campaign.objects.update(state=CampaignState.ARCHIVED)
    for publish in (publish_guideline, publish_notice):
        with refused(StateRefused, "campaign_archived"):
            publish(campaign=campaign, body="More")
    assert (campaign.guidelines.count(), campaign.notices.count()) == (0, 1)


def test_the_policy_is_stored_as_version_one(pool: Pool) -> None:
    policy = create(pool, seed=3, policy=PolicyOptions(gold_every=9)).policies.get()
    assert (policy.version, policy.seed, policy.gold_every, policy.unit) == (1, 3, 9, "topics")


def test_fields_are_stored(pool: Pool) -> None:
    fields: dict[str, Any] = {
        "quota": 50,
        "allows_sign_up": True,
        "pass_share": 0.8,
        "max_attempts": 3,
        "lease_s": 20,
        "seat_s": 60,
        "max_not_judged": 1,
    }
    round_pair = {pool.pairs.earliest("pk").pk: Mark(PairKind.QUALIFICATION, grade=1)}
    campaign = create(pool, marks=round_pair, **fields)
    campaign.refresh_from_db()
    assert {name: getattr(campaign, name) for name in fields} == fields


def test_a_passing_share_without_qualification_pairs_is_refused(pool: Pool) -> None:
    gold = {pool.pairs.earliest("pk").pk: Mark(PairKind.GOLD, grade=1)}
    with refused(PolicyRefused, "no_qualification_pairs", field="pass_share"):
        create(pool, pass_share=0.8, marks=gold)


def test_what_was_made_is_logged(pool: Pool, carol: User) -> None:
    campaign = create(pool, actor=carol, guideline="Be fair")
    events = campaign.events.order_by("pk").values_list("kind", "actor")
    kinds = (EventKind.CREATED, EventKind.POLICY, EventKind.NOTICE, EventKind.GUIDELINE)
    assert list(events) == [(kind, carol.pk) for kind in kinds]


def test_the_seed_shuffles_and_is_stored(pool: Pool) -> None:
    one, same, other = (create(pool, f"c{i}", seed=seed) for i, seed in enumerate((4, 4, 5)))
    assert shuffle_keys(one) == shuffle_keys(same) != shuffle_keys(other)
    assert len(set(shuffle_keys(one))) == N_PAIRS
    assert [Campaign.objects.get(pk=made.pk).seed for made in (one, other)] == [4, 5]


def test_without_texts_neither_guideline_nor_notice_is_published(pool: Pool) -> None:
    campaign = create(pool, notice="")
    assert not campaign.guidelines.exists()
    assert not campaign.notices.exists()


def test_without_a_seed_each_campaign_draws_its_own(pool: Pool) -> None:
    assert create(pool, "one").seed != create(pool, "two").seed


def test_a_shuffle_key_follows_from_seed_and_pair_alone(pool: Pool) -> None:
    """Pairs that are added later sort in as they would have from the start."""
    whole = create(pool, "whole", seed=4)
    removed = list(pool.pairs.all()[:2])
    grown = create(pool, "grown", seed=4)
    grown.slots.filter(campaign_pair__pair__in=removed).delete()
    grown.pairs.filter(pair__in=removed).delete()
    enter_pairs(campaign=grown, pairs=removed)
    assert shuffle_keys(grown) == shuffle_keys(whole)


def test_a_name_that_is_taken_or_cannot_stand_in_a_list_is_refused(pool: Pool) -> None:
    create(pool)
    with refused(NameTaken, "name_taken", field="name"):
        create(pool)
    with refused(NameRefused, "name_refused", field="name"):
        create(pool, "a b")


@pytest.mark.parametrize("judgments_per_pair", [0, 101])
def test_fewer_than_one_judgment_a_pair_or_too_many_are_refused(
    judgments_per_pair: int, pool: Pool
) -> None:
    with refused(ScaleRefused, "out_of_range", field="judgments_per_pair"):
        create(pool, judgments_per_pair=judgments_per_pair)
    assert not Campaign.objects.exists()


@pytest.mark.parametrize(
    "fields",
    [
        {"quota": 0},
        {"max_attempts": 101},
        {"lease_s": 10**9},
        {"seat_s": 0},
        {"max_not_judged": 0},
        {"pass_share": 0.0},
        {"pass_share": float("nan")},
    ],
)
def test_numbers_out_of_range_are_refused(fields: dict[str, Any], pool: Pool) -> None:
    with refused(PolicyRefused, "out_of_range", field=next(iter(fields))):
        create(pool, **fields)
    assert not Campaign.objects.exists()


@pytest.mark.parametrize("seed", [-1, 2**63])
def test_a_seed_that_cannot_be_stored_is_refused(seed: int, pool: Pool) -> None:
    with refused(ScaleRefused, "out_of_range", field="seed"):
        create(pool, seed=seed)


def test_grades_keep_their_descriptions_and_colours(pool: Pool) -> None:
    grades = [
        GradeOption(0, "No", "#ffffff", requires_span=False, description="Nothing in it."),
        GradeOption(1, "Yes", "#000000", requires_span=True),
    ]
    campaign = create(pool, grades=grades)
    assert list(campaign.grades.values_list("colour", "description")) == [
        ("#ffffff", "Nothing in it."),
        ("#000000", ""),
    ]


# Marks


def marked(pool: Pool, mark: Mark) -> tuple[Campaign, PooledPair]:
    """A campaign in which the pool's first pair is marked."""
    pooled = pool.pairs.order_by("pk")[0]
    return create(pool, marks={pooled.pk: mark}), pooled


@pytest.mark.parametrize("kind", [PairKind.OVERLAP, PairKind.GOLD, PairKind.QUALIFICATION])
def test_a_pair_of_another_kind_has_no_shared_slots(kind: PairKind, pool: Pool) -> None:
    grade = None if kind == PairKind.OVERLAP else 2
    campaign, pooled = marked(pool, Mark(kind, grade=grade))
    pair = campaign.pairs.get(pair=pooled)
    assert (pair.kind, pair.wanted, pair.slots.count()) == (kind, None, 0)
    assert campaign.slots.count() == (N_PAIRS - 1) * 2


def test_what_the_expert_says_is_stored(pool: Pool) -> None:
    campaign, pooled = marked(pool, Mark(PairKind.GOLD, grade=2, explanation="It says so."))
    expert = ExpertGrade.objects.get(campaign_pair__campaign=campaign)
    assert (expert.campaign_pair.pair, expert.grade.value) == (pooled, 2)
    assert expert.explanation == "It says so."


def test_an_expert_grade_off_the_scale_is_refused(pool: Pool) -> None:
    with refused(ScaleRefused, "grade_off_scale"):
        marked(pool, Mark(PairKind.GOLD, grade=9))
    assert not Campaign.objects.exists()


def test_a_topic_without_regular_pairs_needs_no_seat(pool: Pool) -> None:
    topic = pool.topic_set.topics.all()[0]
    marks = {pooled.pk: Mark(PairKind.OVERLAP) for pooled in pool.pairs.filter(topic=topic)}
    campaign = create(pool, marks=marks)
    assert campaign.seats.count() == N_TOPICS - 1
    assert not campaign.seats.filter(topic=topic).exists()


# Order


def order_of(campaign: Campaign) -> list[int]:
    """The pooled pairs in the order in which they are served."""
    slots = campaign.slots.filter(number=1).order_by("order_key")
    return list(slots.values_list("campaign_pair__pair", flat=True))


def test_slots_carry_the_pairs_place_in_the_order(pool: Pool) -> None:
    pairs = list(pool.pairs.order_by("pk").values_list("pk", flat=True))
    fixed = create(pool, "fixed", policy=PolicyOptions(order=Order.FIXED))
    mixed = [
        create(pool, f"mixed-{seed}", seed=seed, policy=PolicyOptions(order=Order.RANDOM))
        for seed in range(4)  # one in 720 is by chance as it was
    ]
    assert order_of(fixed) == pairs
    for campaign in mixed:
        keys = campaign.pairs.order_by("shuffle_key")
        assert order_of(campaign) == list(keys.values_list("pair", flat=True))
    assert any(order_of(campaign) != pairs for campaign in mixed)


def test_by_priority_the_highest_comes_first_and_ties_at_random(pool: Pool) -> None:
    pairs = list(pool.pairs.order_by("pk").values_list("pk", flat=True))
    priorities = dict(zip(pairs, (-1, 0, 0, 5, 5, 2), strict=True))
    marks = {pk: Mark(priority=priority) for pk, priority in priorities.items()}
    campaign = create(pool, seed=4, marks=marks, policy=PolicyOptions(order=Order.PRIORITY))
    assert [priorities[pk] for pk in order_of(campaign)] == [5, 5, 2, 0, 0, -1]
    shuffle = dict(campaign.pairs.values_list("pair", "shuffle_key"))
    assert [shuffle[pk] for pk in order_of(campaign)[:2]] == sorted(
        shuffle[pk] for pk in pairs[3:5]
    )


def test_by_priority_the_topic_with_the_highest_comes_first(pool: Pool) -> None:
    last = pool.pairs.order_by("topic__ordinal").last()
    assert last is not None
    marks = {last.pk: Mark(priority=1)}
    campaign = create(pool, marks=marks, policy=PolicyOptions(order=Order.PRIORITY))
    topics = campaign.seats.order_by("order_key").values_list("topic", flat=True)
    assert topics[0] == last.topic_id


def test_in_fixed_order_topics_come_as_in_the_topic_set(pool: Pool) -> None:
    campaign = create(pool, policy=PolicyOptions(order=Order.FIXED))
    ordinals = campaign.seats.order_by("order_key").values_list("topic__ordinal", flat=True)
    assert list(ordinals) == [0, 1]


def test_pairs_without_a_text_get_no_slots() -> None:
    pool = make_pool(collection=make_collection(texts={**TEXTS, "d4": ""}))
    campaign = create(pool)
    assert campaign.pairs.count() == 8
    assert not Slot.objects.filter(campaign_pair__pair__passage__doc_id="d4").exists()
