from __future__ import annotations

from typing import Any

import pytest

from annotation.exceptions import ScaleRefused
from annotation.models import Campaign, CampaignState, Judgment, PairKind, Pool
from annotation.scales import parse_scale
from annotation.services.create_campaign import create_campaign
from annotation.services.publish import publish_guideline
from annotation.services.enter_pairs import enter_pairs
from ranking.exceptions import NameRefused, NameTaken
from tests.annotation.judging import claim_one, judge
from tests.factories import make_member, make_pool, make_user

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


def test_every_pair_is_regular_and_wants_as_many(pool: Pool) -> None:
    campaign = create(pool, judgments_per_pair=3)
    assert set(campaign.pairs.values_list("kind", "wanted")) == {(PairKind.REGULAR, 3)}


def test_every_topic_gets_its_seats(pool: Pool) -> None:
    campaign = create(pool, judgments_per_pair=3)
    seats = [
        list(campaign.seats.filter(topic=topic).values_list("number", flat=True))
        for topic in pool.topic_set.topics.all()
    ]
    assert seats == [[1, 2, 3]] * N_TOPICS


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


def test_no_guideline_is_none(pool: Pool) -> None:
    assert not create(pool).guidelines.exists()


def test_a_further_guideline_is_the_next_version(pool: Pool) -> None:
    campaign = create(pool, guideline="# Be fair")
    assert publish_guideline(campaign=campaign, body="# Be fairer").version == 2


def test_a_campaign_is_open_unless_told_otherwise(pool: Pool) -> None:
    draft = create(pool, "draft", state=CampaignState.DRAFT)
    assert (create(pool).state, draft.state) == (CampaignState.OPEN, CampaignState.DRAFT)


def test_the_seed_is_stored(pool: Pool) -> None:
    campaign = create(pool, seed=42)
    campaign.refresh_from_db()
    assert campaign.seed == 42


def test_without_a_seed_each_campaign_draws_its_own(pool: Pool) -> None:
    assert create(pool, "one").seed != create(pool, "two").seed


def test_the_same_seed_shuffles_alike(pool: Pool) -> None:
    assert shuffle_keys(create(pool, "one", seed=4)) == shuffle_keys(create(pool, "two", seed=4))


def test_another_seed_shuffles_otherwise(pool: Pool) -> None:
    assert shuffle_keys(create(pool, "one", seed=4)) != shuffle_keys(create(pool, "two", seed=5))


def test_each_pair_has_a_shuffle_key_of_its_own(pool: Pool) -> None:
    assert len(set(shuffle_keys(create(pool, seed=4)))) == N_PAIRS


def test_a_shuffle_key_follows_from_seed_and_pair_alone(pool: Pool) -> None:
    """Pairs that are added later sort in as they would have from the start."""
    whole = create(pool, "whole", seed=4)
    removed = list(pool.pairs.all()[:2])
    grown = create(pool, "grown", seed=4)
    grown.slots.filter(campaign_pair__pair__in=removed).delete()
    grown.pairs.filter(pair__in=removed).delete()
    enter_pairs(campaign=grown, pairs=removed)
    assert shuffle_keys(grown) == shuffle_keys(whole)


def test_what_was_created_can_be_judged(pool: Pool) -> None:
    member = make_member(create(pool), make_user("alice"))
    judge(member, claim_one(member), 3)
    assert Judgment.objects.votes().count() == 1


def test_a_pool_may_serve_several_campaigns(pool: Pool) -> None:
    assert create(pool, "one").pairs.count() == create(pool, "two").pairs.count() == N_PAIRS


def test_a_taken_name_is_refused(pool: Pool) -> None:
    create(pool)
    with pytest.raises(NameTaken, match="campaign named 'campaign' already"):
        create(pool)


@pytest.mark.parametrize("name", ["a,b", "a b", ""])
def test_a_name_that_cannot_stand_in_a_list_is_refused(name: str, pool: Pool) -> None:
    with pytest.raises(NameRefused):
        create(pool, name)


@pytest.mark.parametrize("judgments_per_pair", [0, -1])
def test_fewer_than_one_judgment_a_pair_is_refused(judgments_per_pair: int, pool: Pool) -> None:
    with pytest.raises(ScaleRefused, match="1 to 100 judgments"):
        create(pool, judgments_per_pair=judgments_per_pair)
    assert not Campaign.objects.exists()
