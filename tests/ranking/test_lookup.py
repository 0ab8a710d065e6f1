from __future__ import annotations

import pytest
from django.db import IntegrityError

from ranking.exceptions import NameTaken, NotFound
from ranking.lookup import all_by_name, by_name, taking_name
from ranking.models import Collection, Topic, TopicSet
from tests.factories import make_collection, make_topics

pytestmark = pytest.mark.django_db


def test_by_name_of_a_slip_suggests_the_nearest_names() -> None:
    make_collection("cranfield"), make_collection("vaswani")
    with pytest.raises(NotFound, match=r"no collection named 'cranfeld'; there is cranfield\.$"):
        by_name(Collection, "cranfeld")


def test_by_name_where_there_is_nothing_says_so() -> None:
    with pytest.raises(NotFound, match="there is no topic set yet"):
        by_name(TopicSet, "dl19")


def test_all_by_name_keeps_the_order_asked_for() -> None:
    one, other = make_collection("one"), make_collection("other")
    assert all_by_name(Collection, ["other", "one"]) == [other, one]


def test_taking_name_that_someone_took_meanwhile_is_refused() -> None:
    with pytest.raises(NameTaken, match="'needs' already"), taking_name(TopicSet, "needs"):
        TopicSet.objects.bulk_create([TopicSet(name="needs"), TopicSet(name="needs")])


def test_taking_name_lets_other_refusals_of_the_database_through() -> None:
    topic_set = make_topics()
    with pytest.raises(IntegrityError), taking_name(TopicSet, "more"):
        Topic.objects.create(topic_set=topic_set, ordinal=0, query_id="q9", query="why")
