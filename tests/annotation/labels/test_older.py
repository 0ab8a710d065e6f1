from __future__ import annotations

import pytest

from annotation.labels.deriving import derive_labels
from annotation.labels.older import question_of
from annotation.models import Campaign, LabelSet
from regrade.aggregation import AggregationPolicy
from tests.annotation.voting import cast_votes, whole
from tests.factories import make_campaign, make_collection, make_labels, make_pool, make_topics

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign(db: None) -> Campaign:
    return make_campaign(pool=make_pool(collection=make_collection(), topic_set=make_topics()))


def labels_over(campaign: Campaign, name: str, **topics: dict[str, int]) -> LabelSet:
    return make_labels(name, campaign.pool.collection, campaign.pool.topic_set, topics)


def old_labels(campaign: Campaign) -> list[str]:
    return question_of(campaign, LabelSet.objects.all()).old_labels


def test_old_labels_that_cover_more_of_the_pool_come_first(campaign: Campaign) -> None:
    labels_over(campaign, "few", q1={"d1": 1})
    labels_over(campaign, "many", q1={"d1": 1, "d2": 0}, q2={"d1": 1})
    assert old_labels(campaign) == ["many", "few"]


def test_what_the_pool_was_built_without_comes_before_all_others(campaign: Campaign) -> None:
    labels_over(campaign, "few", q1={"d1": 1})
    labels_over(campaign, "many", q1={"d1": 1, "d2": 0})
    campaign.pool.recipe = {"without": [{"name": "few", "content_hash": ""}]}
    assert old_labels(campaign) == ["few", "many"]


def test_labels_of_the_campaign_itself_and_of_other_topics_are_no_old_ones(
    campaign: Campaign,
) -> None:
    cast_votes(campaign, {("q1", "d1"): {"alice": 3}})
    policy = whole(AggregationPolicy(aggregate="median"))
    derive_labels(name="own", campaign=campaign, policy=policy)
    others = make_topics("others")
    make_labels("elsewhere", campaign.pool.collection, others, {"q1": {"d1": 1}})
    assert old_labels(campaign) == []
